// Whose squares they are in the Game of the Amazons: each empty square belongs to the side whose queens get
// there in fewer moves, arrows aside (J. Lieberum, "An evaluation function for the game of Amazons", 2005).
//
// Squares are bits of a word of 128, eleven from row to row, the last of them never free, so that a shift
// leaves the board nowhere.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/random.hpp>
#include <banyan/games/amazons_lines.hpp>

namespace banyan::amazons {

class Territory {
 public:
  constexpr Territory(const Lines& lines, int size) {
    const unsigned whole = (1U << size) - 1;
    for (int row = 0; row < size; ++row) free_ |= Set{~lines.row(row) & whole} << (row * stride);
  }
  constexpr void add(std::size_t side, Square amazon) {
    amazons_[side] |= Set{1} << (row_of(amazon) * stride + column_of(amazon));
  }

  // Squares that side 0 reaches first, less those of side 1; one that both reach at once counts `tie` for
  // side 0.
  [[nodiscard]] constexpr double lead(double tie) const {
    std::array<Set, 2> latest = amazons_;        // reached with the latest move
    std::array<Set, 2> unreached{free_, free_};  // a side goes on from the other's squares too
    Set open = free_;                            // reached by nobody
    double sum = 0;
    while (true) {
      for (const std::size_t side : {0U, 1U}) {
        latest[side] = queen_moves(latest[side]) & unreached[side];
        unreached[side] &= ~latest[side];
      }
      const Set first = latest[0] & open;
      const Set second = latest[1] & open;
      if ((latest[0] | latest[1]) == 0) return sum;
      sum += count(first & ~second) - count(second & ~first) + tie * count(first & second);
      open &= ~(first | second);
    }
  }

 private:
  using Set = Uint128;
  static constexpr int stride = longest_side + 1;
  Set free_ = 0;
  std::array<Set, 2> amazons_{};

  static constexpr int count(Set set) {
    return std::popcount(static_cast<std::uint64_t>(set)) +
           std::popcount(static_cast<std::uint64_t>(set >> 64U));
  }
  // All squares that queens on these reach.
  [[nodiscard]] constexpr Set queen_moves(Set from) const {
    Set all = 0;
    for (const int step : {1, stride - 1, stride, stride + 1}) {
      for (Set up = from << step & free_; up != 0; up = up << step & free_) all |= up;
      for (Set down = from >> step & free_; down != 0; down = down >> step & free_) all |= down;
    }
    return all;
  }
};

}  // namespace banyan::amazons
