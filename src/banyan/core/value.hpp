// Text for single values, in both directions: the vocabulary of specs, options and reports.
//
//   whole numbers  100000 or 1e5            durations  500ms 1s 2m 1h
//   true, false                             bytes      64kB 256MB 1GB (powers of 1000), KiB MiB GiB
//   a name from a list (enums)              lists      3/4/5
#pragma once

#include <array>
#include <charconv>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <banyan/core/printable.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/strict_math.hpp>
#include <banyan/core/whole_number.hpp>

namespace banyan {

// Made from seconds, or from any duration of <chrono>: {.time = 200ms}.
struct Duration {
  double seconds = 0;

  constexpr Duration() = default;
  constexpr explicit Duration(double number_of_seconds) : seconds(number_of_seconds) {}
  template <class Rep, class Period>
  constexpr Duration(std::chrono::duration<Rep, Period> time)  // NOLINT(*-explicit-*)
      : seconds(std::chrono::duration<double>(time).count()) {}

  friend constexpr auto operator<=>(Duration, Duration) = default;
};

// Time for a whole game, and what each move adds to it: 60s+1s.
struct GameClock {
  Duration base;
  Duration increment;
  friend constexpr auto operator<=>(GameClock, GameClock) = default;
};

struct Bytes {
  std::uint64_t count = 0;
  friend constexpr auto operator<=>(Bytes, Bytes) = default;
};

// An enum takes part by specialising this with its names, in the order of its values from 0:
//   template <> inline constexpr std::array enum_names<Expand>{std::string_view("one"),
//   std::string_view("all")};
template <class E>
inline constexpr std::array<std::string_view, 0> enum_names{};

// A value from a table of named ones takes part by having name(), and all(), which lists the table.
template <class T>
concept HasTable = requires(const T& value) {
  std::string_view(value.name());
  T::all();
};

// The values a number may take; text for people derives from it.
struct ValueRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_excluded = false;

  [[nodiscard]] constexpr bool allow(double x) const {
    return (low_excluded ? x > low : x >= low) && x <= high;
  }
};
constexpr ValueRange anything() { return {}; }
constexpr ValueRange at_least(double low) { return {.low = low}; }
constexpr ValueRange above(double low) { return {.low = low, .low_excluded = true}; }
constexpr ValueRange between(double low, double high) { return {.low = low, .high = high}; }

namespace detail {
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

// Reads a decimal number at the front of the text and removes it; nothing if there is none.
inline std::optional<double> take_number(std::string_view& text) {
  double x = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (problem != std::errc{} || !std::isfinite(x)) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return x;
}

struct Unit {
  std::string_view name;
  double factor;
  double divisor = 1;  // 9/1000 is the number nearest to 9 ms; 9 times 0.001 is not
};
inline constexpr std::array<Unit, 4> time_units{{{"ms", 1, 1000}, {"s", 1}, {"m", 60}, {"h", 3600}}};
inline constexpr std::array<Unit, 7> byte_units{
    {{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}}};

template <std::size_t N>
std::optional<double> number_with_unit(std::string_view text, const std::array<Unit, N>& units) {
  const auto number = take_number(text);
  if (!number) return std::nullopt;
  for (const Unit& unit : units)
    if (unit.name == text) return *number * unit.factor / unit.divisor;
  return std::nullopt;
}
}  // namespace detail

// The shortest text that reads back as the same number.
inline std::string print_number(double x) {
  std::array<char, 32> buffer{};
  const auto [end, _] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), x);
  return {buffer.data(), end};
}

inline std::string print_range(const ValueRange& range) {
  const bool has_low = std::isfinite(range.low);
  const bool has_high = std::isfinite(range.high);
  if (has_low && has_high) return "from " + print_number(range.low) + " to " + print_number(range.high);
  if (has_low) return (range.low_excluded ? "above " : "at least ") + print_number(range.low);
  if (has_high) return "at most " + print_number(range.high);
  return "any number";
}

template <class T>
std::string print_value(const T& value) {
  if constexpr (detail::is_optional<T>) {
    return value ? print_value(*value) : std::string();
  } else if constexpr (detail::is_vector<T>) {
    std::string text;
    for (const auto& item : value) text += (text.empty() ? "" : "/") + print_value(item);
    return text;
  } else if constexpr (std::same_as<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::is_enum_v<T>) {
    return std::string(enum_names<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (HasTable<T>) {
    return std::string(value.name());
  } else if constexpr (std::integral<T>) {
    return std::to_string(value);
  } else if constexpr (std::floating_point<T>) {
    return print_number(value);
  } else if constexpr (std::same_as<T, Duration>) {
    const double milliseconds = std::round(value.seconds * 1e3);
    if (value.seconds < 1 && milliseconds / 1e3 == value.seconds) return print_number(milliseconds) + "ms";
    return print_number(value.seconds) + "s";
  } else if constexpr (std::same_as<T, GameClock>) {
    return print_value(value.base) + "+" +
           (value.increment.seconds > 0 ? print_value(value.increment) : "0s");
  } else if constexpr (std::same_as<T, Bytes>) {
    for (const auto& unit : {detail::byte_units[3], detail::byte_units[2], detail::byte_units[1]}) {
      const auto size = static_cast<std::uint64_t>(unit.factor);
      if (value.count != 0 && value.count % size == 0)
        return std::to_string(value.count / size) + std::string(unit.name);
    }
    return std::to_string(value.count) + "B";
  } else {
    return std::string(value);
  }
}

// What a value of type T looks like, for error messages, help and forms.
template <class T>
std::string expected_text(const ValueRange& range = {}) {
  if constexpr (detail::is_optional<T>) {
    return expected_text<typename T::value_type>(range);
  } else if constexpr (detail::is_vector<T>) {
    return "a list like 3/4/5, each " + expected_text<typename T::value_type>(range);
  } else if constexpr (std::same_as<T, bool>) {
    return "true or false";
  } else if constexpr (std::is_enum_v<T>) {
    std::string text = "one of";
    for (const auto name : enum_names<T>) text += " " + std::string(name);
    return text;
  } else if constexpr (HasTable<T>) {
    std::string text = "one of";
    for (const T& each : T::all()) text += " " + std::string(each.name());
    return text;
  } else if constexpr (std::integral<T>) {
    constexpr double large = 10'000;  // from here on zeros are hard to count
    const bool limited = std::isfinite(range.low) || std::isfinite(range.high);
    return (limited ? "a whole number " + print_range(range) : "a whole number") +
           (range.high >= large ? " (1e6 works too)" : "");
  } else if constexpr (std::floating_point<T>) {
    const bool limited = std::isfinite(range.low) || std::isfinite(range.high);
    return limited ? "a number, " + print_range(range) : "a number";
  } else if constexpr (std::same_as<T, Duration>) {
    return "a duration above 0 like 500ms, 1s, 2m or 1h";
  } else if constexpr (std::same_as<T, GameClock>) {
    return "a clock like 60s or 60s+1s: time for the game, and more for each move";
  } else if constexpr (std::same_as<T, Bytes>) {
    std::string text = "a size like 64MB, 1GB or 256MiB";
    if (std::isfinite(range.low) && std::isfinite(range.high))
      text += ", from " + print_value(Bytes{static_cast<std::uint64_t>(range.low)}) + " to " +
              print_value(Bytes{static_cast<std::uint64_t>(range.high)});
    return text;
  } else {
    return "text";
  }
}

namespace detail {
// The value the text stands for, or nothing if it stands for none within the range.
template <class T>
std::optional<T> read_value(std::string_view text, const ValueRange& range) {
  if constexpr (is_optional<T>) {
    auto value = read_value<typename T::value_type>(text, range);
    return value ? std::optional<T>(std::in_place, std::move(*value)) : std::nullopt;
  } else if constexpr (is_vector<T>) {
    T list;
    while (true) {
      const std::size_t slash = text.find('/');
      auto item = read_value<typename T::value_type>(text.substr(0, slash), range);
      if (!item) return std::nullopt;
      list.push_back(std::move(*item));
      if (slash == std::string_view::npos) return list;
      text.remove_prefix(slash + 1);
    }
  } else if constexpr (std::same_as<T, bool>) {
    if (text == "true") return true;
    if (text == "false") return false;
    return std::nullopt;
  } else if constexpr (std::is_enum_v<T>) {
    for (std::size_t i = 0; i < enum_names<T>.size(); ++i)
      if (enum_names<T>[i] == text) return static_cast<T>(i);
    return std::nullopt;
  } else if constexpr (HasTable<T>) {
    for (const T& each : T::all())
      if (each.name() == text) return each;
    return std::nullopt;
  } else if constexpr (std::integral<T>) {
    const auto number = read_whole_number(text);
    const auto whole = number ? as_whole<T>(*number) : std::nullopt;
    return whole && range.allow(static_cast<double>(*whole)) ? whole : std::nullopt;
  } else if constexpr (std::floating_point<T>) {
    const auto x = take_number(text);
    if (!x || !text.empty() || !range.allow(*x)) return std::nullopt;
    return static_cast<T>(*x);
  } else if constexpr (std::same_as<T, Duration>) {
    const auto x = number_with_unit(text, time_units);
    constexpr double longest = 1e9;  // thirty years: keeps every clock computation in range
    if (!x || *x <= 0 || *x > longest) return std::nullopt;
    return Duration{*x};
  } else if constexpr (std::same_as<T, GameClock>) {
    const std::size_t plus = std::min(text.find('+'), text.size());
    const auto base = read_value<Duration>(text.substr(0, plus), range);
    if (!base) return std::nullopt;
    if (plus == text.size() || text.substr(plus) == "+0s") return GameClock{*base, {}};
    const auto increment = read_value<Duration>(text.substr(plus + 1), range);
    return increment ? std::optional(GameClock{*base, *increment}) : std::nullopt;
  } else if constexpr (std::same_as<T, Bytes>) {
    const auto x = number_with_unit(text, byte_units);
    if (!x || *x < 0 || *x > 0x1p53 || !range.allow(*x)) return std::nullopt;
    return Bytes{static_cast<std::uint64_t>(*x)};
  } else {
    return T(text);
  }
}

// What to add where a whole number is one, but more than its type holds.
template <class T>
std::string largest_text(std::string_view text) {
  if constexpr (is_optional<T>) {
    return largest_text<typename T::value_type>(text);
  } else if constexpr (std::integral<T> && !std::same_as<T, bool>) {
    const auto number = read_whole_number(text);
    if (!number || number->negative || as_whole<T>(*number)) return {};
    return "; the largest is " + std::to_string(std::numeric_limits<T>::max());
  } else {
    return {};
  }
}
}  // namespace detail

// Whether a value that was not read from text is one that text could stand for.
template <class T>
bool is_allowed(const T& value, const ValueRange& range) {
  constexpr double longest = 1e9;  // as read_value has it
  if constexpr (detail::is_optional<T>) {
    return !value || is_allowed(*value, range);
  } else if constexpr (detail::is_vector<T>) {
    for (const auto& item : value)
      if (!is_allowed(item, range)) return false;
    return true;
  } else if constexpr (std::same_as<T, bool>) {
    return true;
  } else if constexpr (std::is_enum_v<T>) {
    return static_cast<std::size_t>(value) < enum_names<T>.size();
  } else if constexpr (std::is_arithmetic_v<T>) {
    const auto number = static_cast<double>(value);
    return std::isfinite(number) && range.allow(number);
  } else if constexpr (std::same_as<T, Duration>) {
    return value.seconds > 0 && value.seconds <= longest;
  } else if constexpr (std::same_as<T, GameClock>) {
    const double increment = value.increment.seconds;
    return is_allowed(value.base, range) && increment >= 0 && increment <= longest;
  } else if constexpr (std::same_as<T, Bytes>) {
    return range.allow(static_cast<double>(value.count));
  } else {
    return true;
  }
}

template <class T>
Result<T> parse_value(std::string_view text, const ValueRange& range = {}) {
  if (auto value = detail::read_value<T>(text, range)) return std::move(*value);
  return Error{"'" + detail::shorten(text) + "' is not " + expected_text<T>(range) +
               detail::largest_text<T>(text)};
}

}  // namespace banyan
