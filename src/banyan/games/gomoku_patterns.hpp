// What one line says to a player who thinks of playing at a cell: which stones and borders are up to four
// cells away on both sides of it determines whether a stone there makes five, how many cells would complete
// five next, and how far from that it is otherwise. For lines of up to five stones that is exact for five and
// four (a line through the cell is no longer), and a guess for what is further away.
//
// The eight neighbours are the digits of a number to base 3:
//
//     digit        0  1  2  3  ·  4  5  6  7        0: empty
//     distance    -4 -3 -2 -1  ·  1  2  3  4        1: the player's stone
//                                                   2: the other's stone, or off the board
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::detail {

// What is counted over the four lines through a cell: counts of three bits each, above a score.
class GomokuFacts {
 public:
  static constexpr unsigned score_bits = 14;
  static constexpr std::uint32_t five = 1U << score_bits;  // lines of five that a stone makes
  static constexpr std::uint32_t open_four =
      1U << (score_bits + 3);                                    // lines with two or more cells to five then
  static constexpr std::uint32_t four = 1U << (score_bits + 6);  // with one such cell
  static constexpr std::uint32_t open_three = 1U
                                              << (score_bits + 9);  // that another stone makes an open four

  static constexpr std::uint32_t score(std::uint32_t facts) { return facts & (five - 1); }
  static constexpr std::uint32_t count(std::uint32_t facts, std::uint32_t unit) {
    return facts >> std::countr_zero(unit) & 7U;
  }
};

class GomokuPatterns {
 public:
  static constexpr int reach = 4;
  static constexpr int shortest_line = 3;
  static constexpr int longest_line = reach + 1;
  static constexpr std::size_t digits = 2 * reach;
  static constexpr std::array<std::uint16_t, digits> power{1, 3, 9, 27, 81, 243, 729, 2187};
  static constexpr std::size_t count = 6561;
  static constexpr int distance(std::size_t digit) {
    return static_cast<int>(digit) - reach + (digit >= reach ? 1 : 0);
  }

  static bool knows(int line) { return line >= shortest_line && line <= longest_line; }
  static const GomokuPatterns& of(int line) {
    static const std::array<GomokuPatterns, 3> all{GomokuPatterns(3), GomokuPatterns(4), GomokuPatterns(5)};
    return all[static_cast<std::size_t>(line - shortest_line)];
  }

  [[nodiscard]] std::uint32_t facts(std::uint16_t key) const { return facts_[key]; }
  // A bit for each digit whose cell completes five once there is a stone in the middle.
  [[nodiscard]] std::uint8_t completing(std::uint16_t key) const { return completing_[key]; }

 private:
  static constexpr std::size_t cells = digits + 1;
  static constexpr std::size_t lines = 3 * count;
  using Line = std::array<int, cells>;

  // All lines of nine cells, as numbers to base 3: their powers, and what one stone more makes of them.
  struct Ways {
    std::array<std::uint16_t, lines> completing{};   // a bit for each cell that completes five
    std::array<std::uint8_t, lines> to_open_four{};  // cells that make an open four
    std::array<std::uint8_t, lines> to_four{};
    std::array<std::uint8_t, lines> to_open_three{};
    std::array<std::uint8_t, lines> to_three{};
  };

  explicit GomokuPatterns(int line) {
    static constexpr auto powers = [] {
      std::array<std::size_t, cells> p{};
      std::size_t next = 1;
      for (auto& each : p) each = next, next *= 3;
      return p;
    }();
    static thread_local Ways ways;
    const auto for_each_line = [&](auto&& visit) {
      for (std::size_t code = 0; code < lines; ++code)
        for (std::size_t i = 0; i < cells; ++i)
          if (code / powers[i] % 3 == 0) visit(code, i, code + powers[i]);
    };
    ways = {};
    for_each_line([&](std::size_t code, std::size_t i, std::size_t next) {
      if (has_line(next, line)) ways.completing[code] |= static_cast<std::uint16_t>(1U << i);
    });
    for_each_line([&](std::size_t code, std::size_t, std::size_t next) {
      const int completions = std::popcount(ways.completing[next]);
      if (completions >= 2) ++ways.to_open_four[code];
      if (completions == 1) ++ways.to_four[code];
    });
    for_each_line([&](std::size_t code, std::size_t, std::size_t next) {
      if (ways.to_open_four[next] > 0) ++ways.to_open_three[code];
      if (ways.to_four[next] > 0) ++ways.to_three[code];
    });
    for (std::size_t key = 0; key < count; ++key) {
      const std::size_t low = key % powers[reach];
      const std::size_t code = low + powers[reach] + key / powers[reach] * powers[reach + 1];
      const unsigned mask = ways.completing[code];
      completing_[key] = static_cast<std::uint8_t>((mask & 15U) | (mask >> 5U) << 4U);
      facts_[key] = judge(ways, code, has_line(code, line));
    }
  }

  static bool has_line(std::size_t code, int line) {
    int run = 0;
    for (std::size_t i = 0; i < cells; ++i, code /= 3) {
      run = code % 3 == 1 ? run + 1 : 0;
      if (run >= line) return true;
    }
    return false;
  }

  // The scores are for the order of moves and for a guess at who is better.
  static std::uint32_t judge(const Ways& ways, std::size_t code, bool is_five) {
    if (is_five) return GomokuFacts::five + 4000;
    const int completions = std::popcount(ways.completing[code]);
    if (completions >= 2) return GomokuFacts::open_four + 2500;
    if (completions == 1) return GomokuFacts::four + 300 + 40U * ways.to_open_four[code];
    if (ways.to_open_four[code] > 0) return GomokuFacts::open_three + 280 + 30U * ways.to_open_four[code];
    if (ways.to_open_three[code] > 0) return 40 + 14U * ways.to_open_three[code] + 8U * ways.to_four[code];
    if (ways.to_four[code] > 0) return 30 + 10U * ways.to_four[code];
    return 4U * ways.to_three[code];
  }

  std::array<std::uint32_t, count> facts_{};
  std::array<std::uint8_t, count> completing_{};
};

}  // namespace banyan::detail
