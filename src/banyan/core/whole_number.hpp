// Whole numbers as text, read exactly: 18446744073709551615, 1e18, 2.5e3. A double in between would lose
// digits beyond 2^53.
#pragma once

#include <algorithm>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace banyan::detail {

// A sign and a size; `huge` where the size is 2^64 or more.
struct WholeNumber {
  bool negative = false;
  bool huge = false;
  std::uint64_t size = 0;
};

// Takes the decimal digits at the front of the text.
inline std::string_view take_digits(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789"), text.size());
  return std::exchange(text, text.substr(end)).substr(0, end);
}

// The exponent after an e; nothing if something else stands there. Larger exponents are clamped
// to a billion.
inline std::optional<std::int64_t> take_exponent(std::string_view& text) {
  if (text.empty()) return 0;
  if (text.front() != 'e' && text.front() != 'E') return std::nullopt;
  text.remove_prefix(1);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = take_digits(text);
  if (digits.empty()) return std::nullopt;
  constexpr std::int64_t most = 1'000'000'000;
  std::int64_t exponent = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  if (problem != std::errc{}) exponent = most;
  return (negative ? -1 : 1) * std::min(exponent, most);
}

// digits[.digits][e[±]digits] with a minus before it or not; nothing if the text is anything else, or has a
// fraction.
inline std::optional<WholeNumber> read_whole_number(std::string_view text) {
  WholeNumber number{.negative = text.starts_with('-')};
  if (number.negative) text.remove_prefix(1);
  std::string digits(take_digits(text));
  std::int64_t zeros = 0;  // that follow the digits
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    const std::string_view fraction = take_digits(text);
    digits += fraction;
    zeros = -static_cast<std::int64_t>(fraction.size());
  }
  const auto exponent = take_exponent(text);
  if (digits.empty() || !exponent || !text.empty()) return std::nullopt;
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return number;
  const std::size_t length = digits.find_last_not_of('0') + 1;
  zeros += *exponent + static_cast<std::int64_t>(digits.size() - length);
  digits.resize(length);
  if (zeros < 0) return std::nullopt;
  constexpr std::int64_t most_digits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  number.huge = static_cast<std::int64_t>(length) + zeros > most_digits;
  if (number.huge) return number;
  digits.append(static_cast<std::size_t>(zeros), '0');
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), number.size);
  number.huge = problem != std::errc{};
  return number;
}

// The number in the type T; nothing if it does not fit.
template <std::integral T>
std::optional<T> as_whole(const WholeNumber& number) {
  const auto highest = static_cast<std::uint64_t>(std::numeric_limits<T>::max());
  const std::uint64_t most = !number.negative ? highest : std::signed_integral<T> ? highest + 1 : 0;
  if (number.huge || number.size > most) return std::nullopt;
  return static_cast<T>(number.negative ? 0 - number.size : number.size);
}

}  // namespace banyan::detail
