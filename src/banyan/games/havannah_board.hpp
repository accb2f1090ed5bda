// Stones on a hexagon of hexagons with up to ten cells a side, and who has won by them.
//
// Cell (row, line) has the neighbours (row, line ± 1), (row ± 1, line) and (row ± 1, line ± 1) with the same
// sign: `line` counts the slanted lines from the upper left. Its number is row * 19 + line on every board.
//
//   stones[2]   a word for each row, bit line + 1, and an empty row above and below      168 bytes
//   links       for each cell with a stone: the way to the cell that stands for its chain, and there the
//               corners (bits 0–5) and sides (bits 6–11) that the chain touches            722
//
// A stone closes a ring where two groups of its own neighbours that are apart around it belong to one chain:
// what lies between them on one side is enclosed. A ring around stones of the same player alone has one whose
// six neighbours are the player's too.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::havannah {

inline constexpr int longest_side = 10;
inline constexpr int grid = 2 * longest_side - 1;
using Cell = std::uint16_t;
constexpr Cell cell_at(int row, int line) { return static_cast<Cell>(row * grid + line); }
constexpr int row_of(Cell cell) { return cell / grid; }
constexpr int line_of(Cell cell) { return cell % grid; }

// The neighbours of a cell in their order around it, as steps of a cell's number and as (row, line).
inline constexpr std::array<int, 6> around{1, grid + 1, grid, -1, -grid - 1, -grid};
inline constexpr std::array<std::array<int, 2>, 6> steps{
    {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}}};

using Rows = std::array<std::uint32_t, grid + 2>;
constexpr void set_cell(Rows& rows, Cell cell) {
  rows[static_cast<std::size_t>(row_of(cell)) + 1] |= std::uint32_t{2} << line_of(cell);
}
constexpr bool has_cell(const Rows& rows, Cell cell) {
  return (rows[static_cast<std::size_t>(row_of(cell)) + 1] >> (line_of(cell) + 1) & 1U) != 0;
}
// Which of the six neighbours are in the set, as bits in the order of `around`.
constexpr unsigned neighbours(const Rows& rows, Cell cell) {
  const auto row = static_cast<std::size_t>(row_of(cell));
  const auto line = static_cast<unsigned>(line_of(cell));
  const unsigned above = rows[row] >> line;
  const unsigned same = rows[row + 1] >> line;
  const unsigned below = rows[row + 2] >> line;
  return (same >> 2U & 1U) | (below >> 1U & 2U) | (below << 1U & 4U) | (same << 3U & 8U) |
         (above << 4U & 16U) | (above << 4U & 32U);
}

// A board's cells, and the corner or side that each is on, as a chain counts them.
struct Shape {
  int size = 0;
  Rows cells{};
  std::array<std::uint16_t, grid * grid> border{};

  constexpr explicit Shape(int side) : size(side) {
    const int last = 2 * side - 2;
    for (int row = 0; row <= last; ++row)
      for (int line = 0; line <= last; ++line) {
        if (!has(row, line)) continue;
        set_cell(cells, cell_at(row, line));
        unsigned touched = 0;  // sides, in the order of the corners between them
        if (row == 0) touched |= 1;
        if (line - row == side - 1) touched |= 2;
        if (line == last) touched |= 4;
        if (row == last) touched |= 8;
        if (row - line == side - 1) touched |= 16;
        if (line == 0) touched |= 32;
        const bool corner = std::popcount(touched) == 2;
        // A corner has the number of the lower of its two sides, and the last one that of side 5.
        const unsigned number = touched == 33 ? 5 : static_cast<unsigned>(std::countr_zero(touched));
        border[cell_at(row, line)] = static_cast<std::uint16_t>(touched == 0 ? 0U
                                                                : corner     ? 1U << number
                                                                             : touched << 6U);
      }
  }
  [[nodiscard]] constexpr bool has(int row, int line) const {
    const int last = 2 * size - 2;
    return row >= 0 && row <= last && line >= 0 && line <= last && line - row < size && row - line < size;
  }
  [[nodiscard]] constexpr int count() const { return 3 * size * (size - 1) + 1; }
};

namespace detail {

// One direction of each run of neighbours, for every set of neighbours.
struct Runs {
  std::array<std::uint8_t, 3> first{};
  std::uint8_t count = 0;
};
constexpr std::array<Runs, 64> make_runs() {
  std::array<Runs, 64> all{};
  for (unsigned set = 1; set < 64; ++set) {
    Runs& runs = all[set];
    for (unsigned d = 0; d < 6; ++d)
      if ((set >> d & 1U) != 0 && (set >> ((d + 5) % 6) & 1U) == 0)
        runs.first[runs.count++] = static_cast<std::uint8_t>(d);
    if (set == 63) runs.count = 1;
  }
  return all;
}
inline constexpr std::array<Runs, 64> runs = make_runs();

}  // namespace detail

class Chains {
 public:
  std::array<Rows, 2> stones{};

  // How a stone wins, if it does.
  enum class Win : std::uint8_t { none, ring, bridge, fork };

  constexpr Win place(const Shape& shape, std::size_t player, Cell cell) {
    Rows& own = stones[player];
    const unsigned near = neighbours(own, cell);
    set_cell(own, cell);
    unsigned touched = shape.border[cell];
    if (near == 0) {
      links_[cell] = static_cast<std::uint16_t>(is_root | touched);
      return Win::none;
    }
    const detail::Runs& runs = detail::runs[near];
    const Cell root = root_of(cell, runs.first[0]);
    touched |= links_[root];
    bool ring = false;
    for (std::size_t i = 1; i < runs.count; ++i) {
      const Cell other = root_of(cell, runs.first[i]);
      if (other == root) {
        ring = true;
        continue;
      }
      touched |= links_[other];
      links_[other] = root;
    }
    links_[cell] = root;
    links_[root] = static_cast<std::uint16_t>(is_root | touched);
    if (ring || surrounds(own, cell, near)) return Win::ring;
    return win_by(touched);
  }

  [[nodiscard]] constexpr int owner(Cell cell) const {
    if (has_cell(stones[0], cell)) return 0;
    return has_cell(stones[1], cell) ? 1 : -1;
  }
  // Whether the chain of this stone is a bridge or a fork.
  [[nodiscard]] constexpr bool wins_by_border(Cell cell) const {
    while ((links_[cell] & is_root) == 0) cell = links_[cell];
    return win_by(links_[cell]) != Win::none;
  }

 private:
  static constexpr std::uint16_t is_root = 0x8000;
  std::array<std::uint16_t, grid * grid> links_{};

  // The root of a neighbour's chain; ways there become shorter.
  constexpr Cell root_of(Cell cell, unsigned direction) {
    auto at = static_cast<Cell>(cell + around[direction]);
    while ((links_[at] & is_root) == 0) {
      const Cell up = links_[at];
      if ((links_[up] & is_root) != 0) return up;
      links_[at] = links_[up];
      at = links_[at];
    }
    return at;
  }
  static constexpr Win win_by(unsigned touched) {
    if (std::popcount(touched & 63U) >= 2) return Win::bridge;
    return std::popcount(touched >> 6U & 63U) >= 3 ? Win::fork : Win::none;
  }
  // Whether a stone of ours has six neighbours of ours now: this one, or one that this one is next to.
  static constexpr bool surrounds(const Rows& own, Cell cell, unsigned near) {
    if (near == 63) return true;
    const unsigned twice = near | near << 6U;
    unsigned middles = near & twice >> 1U & twice >> 5U;  // between two neighbours that are ours
    for (; middles != 0; middles &= middles - 1) {
      const auto centre =
          static_cast<Cell>(cell + around[static_cast<std::size_t>(std::countr_zero(middles))]);
      if (neighbours(own, centre) == 63) return true;
    }
    return false;
  }
};

}  // namespace banyan::havannah
