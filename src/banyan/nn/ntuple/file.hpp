// Networks in files. A few lines of text say what is inside; then come the weights that are not 0, and for a
// training that is to go on, what it knows of each. A checksum closes the file.
//
//   banyan-ntuple 2
//   game twenty48                 (files of version 1 don't tell)
//   patterns 4x6
//   stages 16384/32768            (tiles a stage begins with; - for none)
//   base 0                        (the value of a board all of whose weights are 0)
//   encoding float                (or packed: multiples of `step`, as small as they go)
//   step 0
//   training tc 90000 312345678 61.5 backward 0.5 true
//                                 (rule; games, moves and seconds so far; order, lambda and restarts. Files
//                                 of older programs end after the moves or the seconds, and learn forward;
//                                 - for a network to play with)
//
//   then for every 64 weights: a word with a bit for each that is there, and these
#pragma once

#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/bits.hpp>
#include <banyan/core/checked_file.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/ntuple/method.hpp>
#include <banyan/nn/ntuple/network.hpp>

namespace banyan {

enum class WeightEncoding { plain, packed };
template <>
inline constexpr std::array enum_names<WeightEncoding>{std::string_view("float"), std::string_view("packed")};

struct NTupleHeader {
  NTupleShape shape;
  WeightEncoding encoding = WeightEncoding::plain;
  double step = 0;     // of packed weights
  std::string rule{};  // of the training; empty where there is none
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  double seconds = 0;
  TdMethod method{};
};

inline constexpr std::string_view ntuple_magic = "banyan-ntuple 2";
inline constexpr std::string_view first_ntuple_magic = "banyan-ntuple 1";  // without the game

namespace detail {
inline std::string stage_text(const std::vector<std::uint8_t>& stages) {
  std::vector<std::uint32_t> tiles;
  for (const std::uint8_t exponent : stages) tiles.push_back(1U << exponent);
  return tiles.empty() ? "-" : print_value(tiles);
}

inline std::string training_text(const NTupleHeader& header) {
  if (header.rule.empty()) return "-";
  return header.rule + ' ' + std::to_string(header.games) + ' ' + std::to_string(header.moves) + ' ' +
         print_number(header.seconds) + ' ' + print_value(header.method.order) + ' ' +
         print_number(header.method.lambda) + ' ' + print_value(header.method.restarts);
}

inline std::string header_text(const NTupleHeader& header) {
  std::string text(header.shape.game.empty() ? first_ntuple_magic : ntuple_magic);
  if (!header.shape.game.empty()) text += "\ngame " + header.shape.game;
  text += "\npatterns " + print_patterns(header.shape.patterns);
  text += "\nstages " + stage_text(header.shape.stages);
  text += "\nbase " + print_number(header.shape.base);
  text += "\nencoding " + print_value(header.encoding);
  text += "\nstep " + print_number(header.step);
  text += "\ntraining " + training_text(header);
  return text + "\n\n";
}
}  // namespace detail

// The tiles that stages begin with, rising, as exponents.
inline Result<std::vector<std::uint8_t>> parse_stages(std::string_view text) {
  std::vector<std::uint8_t> stages;
  if (text == "-" || text.empty()) return stages;
  const auto wrong =
      Error{"stages '" + detail::shorten(text) + "': these are tiles in rising order like 16384/32768"};
  const auto tiles = parse_value<std::vector<std::uint32_t>>(text, between(2, 32768));
  if (!tiles || tiles->size() > 7) return wrong;
  for (const std::uint32_t tile : *tiles) {
    const auto exponent = static_cast<std::uint8_t>(std::countr_zero(tile));
    if (!std::has_single_bit(tile) || (!stages.empty() && exponent <= stages.back())) return wrong;
    stages.push_back(exponent);
  }
  return stages;
}

// Beside the weights a training by coherence keeps two numbers for each: the sum of its errors, and of their
// sizes.
struct Coherence {
  float errors;
  float sizes;
};

namespace detail {
// Numbers near 0 in few bytes: seven bits each, the lowest first, the sign lowest of all.
inline void append_packed(std::vector<unsigned char>& bytes, std::int64_t number) {
  auto rest = static_cast<std::uint64_t>(number) << 1U ^ (number < 0 ? ~std::uint64_t{0} : 0);
  for (; rest >= 128; rest >>= 7U) bytes.push_back(static_cast<unsigned char>(rest | 128U));
  bytes.push_back(static_cast<unsigned char>(rest));
}

inline std::int64_t read_packed(CheckedReader& file) {
  std::uint64_t rest = 0;
  unsigned char byte = 128;
  for (unsigned shift = 0; byte >= 128 && shift < 63; shift += 7) {
    if (!file.read(byte)) return 0;
    rest |= std::uint64_t{byte & 127U} << shift;
  }
  return static_cast<std::int64_t>(rest >> 1U ^ (~(rest & 1U) + 1));
}

// A copy of what other threads may be changing, number by number.
inline float copy_of(float& weight) { return std::atomic_ref(weight).load(std::memory_order_relaxed); }
inline Coherence copy_of(Coherence& entry) { return {copy_of(entry.errors), copy_of(entry.sizes)}; }

// Items in groups of 64, only those that are there.
template <class T, class IsThere, class Write>
void write_sparse(CheckedWriter& file, std::span<T> items, IsThere&& is_there, Write&& write) {
  for (std::size_t group = 0; group < items.size(); group += 64) {
    std::array<T, 64> copy{};
    std::uint64_t present = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(64, items.size() - group); ++i) {
      copy[i] = copy_of(items[group + i]);
      if (is_there(copy[i])) present |= std::uint64_t{1} << i;
    }
    file.write(present);
    for_each_bit(present, [&](unsigned i) { write(copy[i]); });
  }
}

template <class T, class Read>
void read_sparse(CheckedReader& file, std::span<T> items, Read&& read) {
  for (std::size_t group = 0; group < items.size(); group += 64) {
    std::uint64_t present = 0;
    if (!file.read(present)) return;
    if (items.size() - group < 64 && present >> (items.size() - group) != 0)
      return file.fail("is damaged: it has more weights than its patterns");
    for_each_bit(present, [&](unsigned i) { read(items[group + i]); });
  }
}
}  // namespace detail

inline void write_network(CheckedWriter& file, const NTupleHeader& header, const NTupleNetwork& network) {
  file.write(detail::header_text(header));
  if (header.encoding == WeightEncoding::plain) {
    detail::write_sparse(
        file, network.weights(), [](float w) { return w != 0; }, [&](float w) { file.write(w); });
    return;
  }
  const auto multiple = [&](float w) { return std::llround(static_cast<double>(w) / header.step); };
  std::vector<unsigned char> bytes;
  detail::write_sparse(
      file, network.weights(), [&](float w) { return multiple(w) != 0; },
      [&](float w) {
        bytes.clear();
        detail::append_packed(bytes, multiple(w));
        file.write(bytes.data(), bytes.size());
      });
}

namespace detail {
// "name rest" of a header line; an empty rest and a failure if it has another name.
inline std::string header_value(CheckedReader& file, std::string_view name) {
  const std::string line = file.read_line();
  if (line.starts_with(std::string(name) + ' ')) return line.substr(name.size() + 1);
  file.fail("is not a valid n-tuple network: '" + std::string(name) + "' is expected where '" +
            shorten(line) + "' stands");
  return {};
}

template <class T>
T value_or_fail(CheckedReader& file, const Result<T>& value) {
  if (value) return *value;
  file.fail(value.error().message);
  return T{};
}

inline void read_training(CheckedReader& file, const std::string& text, NTupleHeader& header) {
  if (text == "-") return;
  std::istringstream words(text);
  const auto next = [&]<class T>(T& value, const ValueRange& range) {
    std::string word;
    if (words >> word) value = value_or_fail(file, parse_value<T>(word, range));
    return !word.empty();
  };
  words >> header.rule;
  if (!next(header.games, anything()) || !next(header.moves, anything()))
    return file.fail("has a line of training that can't be read");
  next(header.seconds, at_least(0)) && next(header.method.order, anything()) &&
      next(header.method.lambda, between(0, 1)) && next(header.method.restarts, anything());
}
}  // namespace detail

// In points: no board is worth nearly as much, and sums of such weights are far from overflowing.
inline constexpr double most_points = 1e9;

namespace detail {
inline void check_points(CheckedReader& file, double points, const char* what) {
  if (std::abs(points) <= most_points) return;
  file.fail(std::string("can't be played with: ") + what + " is " + print_number(points) +
            ", and none is beyond 1e9 points");
}
}  // namespace detail

inline NTupleHeader read_header(CheckedReader& file) {
  NTupleHeader header;
  const std::string magic = file.read_line();
  if (magic != ntuple_magic && magic != first_ntuple_magic) {
    file.fail(
        magic.starts_with("banyan-ntuple ")
            ? "is of version '" + detail::shorten(magic.substr(14)) + "'; this program reads versions 1 and 2"
            : "is not a valid n-tuple network; it would begin with '" + std::string(ntuple_magic) + "'");
    return header;
  }
  if (magic == ntuple_magic) header.shape.game = detail::header_value(file, "game");
  header.shape.patterns = detail::value_or_fail(file, parse_patterns(detail::header_value(file, "patterns")));
  header.shape.stages = detail::value_or_fail(file, parse_stages(detail::header_value(file, "stages")));
  header.shape.base = detail::value_or_fail(file, parse_value<double>(detail::header_value(file, "base")));
  detail::check_points(file, header.shape.base, "its base");
  header.encoding =
      detail::value_or_fail(file, parse_value<WeightEncoding>(detail::header_value(file, "encoding")));
  header.step =
      detail::value_or_fail(file, parse_value<double>(detail::header_value(file, "step"), at_least(0)));
  detail::read_training(file, detail::header_value(file, "training"), header);
  if (!file.read_line().empty()) file.fail("has lines that this program does not know");
  constexpr std::size_t most_weights = std::size_t{1} << 31U;
  if (header.shape.weights() > most_weights) file.fail("has more weights than can be had");
  return header;
}

// The game that the network in a file values; nothing if the file can't be read or doesn't tell.
inline std::optional<std::string> game_of_ntuple(const std::string& path) {
  CheckedReader file(path);
  const NTupleHeader header = read_header(file);
  return file.ok() && !header.shape.game.empty() ? std::optional(header.shape.game) : std::nullopt;
}

inline void write_coherence(CheckedWriter& file, std::span<Coherence> entries) {
  detail::write_sparse(
      file, entries, [](const Coherence& entry) { return entry.sizes != 0; },
      [&](const Coherence& entry) { file.write(entry); });
}
inline void read_coherence(CheckedReader& file, std::span<Coherence> entries) {
  detail::read_sparse(file, entries, [&](Coherence& entry) { file.read(entry); });
}
inline void skip_coherence(CheckedReader& file, const NTupleHeader& header) {
  if (header.rule != "tc") return;
  std::array<Coherence, 64> ignored{};
  for (std::size_t group = 0; group < header.shape.weights() && file.ok(); group += 64)
    read_coherence(file, std::span(ignored).first(std::min<std::size_t>(64, header.shape.weights() - group)));
}

// The network may have further stages than the file, which stay as they are.
inline void read_weights(CheckedReader& file, const NTupleHeader& header, const NTupleNetwork& network) {
  const std::span<float> weights = network.weights().first(header.shape.weights());
  if (header.encoding == WeightEncoding::plain) {
    detail::read_sparse(file, weights, [&](float& w) {
      if (file.read(w)) detail::check_points(file, w, "a weight");
    });
  } else {
    detail::read_sparse(file, weights, [&](float& w) {
      const double number = static_cast<double>(detail::read_packed(file)) * header.step;
      detail::check_points(file, number, "a weight");
      w = static_cast<float>(number);
    });
  }
}

}  // namespace banyan
