// Stones on boards of hexagons up to 19 rows of 19, as bits: a word for each row, bit c for column c. Cell
// (r, c) has the neighbours (r, c±1), (r±1, c), (r+1, c-1) and (r-1, c+1), as in game/picture.hpp. Boards of
// other shapes are parts of this one.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>
#include <banyan/core/random.hpp>

namespace banyan::detail {

inline constexpr int hex_side = 19;
using HexRows = std::array<std::uint32_t, hex_side>;

// A cell's number is row * 19 + column on every board.
using HexCell = std::uint16_t;
constexpr HexCell hex_cell(int row, int column) { return static_cast<HexCell>(row * hex_side + column); }
constexpr std::size_t hex_row(HexCell cell) { return cell / hex_side; }
constexpr unsigned hex_column(HexCell cell) { return cell % hex_side; }

constexpr bool has_hex(const HexRows& rows, HexCell cell) {
  return (rows[hex_row(cell)] >> hex_column(cell) & 1U) != 0;
}
constexpr void set_hex(HexRows& rows, HexCell cell) {
  rows[hex_row(cell)] |= std::uint32_t{1} << hex_column(cell);
}

template <class Visit>
constexpr void for_each_hex(const HexRows& rows, Visit&& visit) {
  for (std::size_t row = 0; row < rows.size(); ++row)
    for_each_bit(rows[row],
                 [&](unsigned column) { visit(hex_cell(static_cast<int>(row), static_cast<int>(column))); });
}

// The stones of a row that are joined to those marked within the row.
constexpr std::uint32_t spread(std::uint32_t marked, std::uint32_t stones) {
  while (true) {
    const std::uint32_t wider = marked | ((marked << 1U | marked >> 1U) & stones);
    if (wider == marked) return marked;
    marked = wider;
  }
}

// Marks all stones that are joined to marked ones, in sweeps down and up the board until nothing changes.
constexpr void flood(HexRows& marked, const HexRows& stones, int rows) {
  const auto take = [&](std::size_t row, std::uint32_t reached) {
    const std::uint32_t more = (marked[row] | reached) & stones[row];
    if (more == marked[row]) return false;
    marked[row] = spread(more, stones[row]);
    return true;
  };
  const auto last = static_cast<std::size_t>(rows) - 1;
  for (std::size_t row = 0; row <= last; ++row) marked[row] = spread(marked[row], stones[row]);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t row = 1; row <= last; ++row) take(row, marked[row - 1] | marked[row - 1] >> 1U);
    for (std::size_t row = last; row-- > 0;)
      changed = take(row, marked[row + 1] | marked[row + 1] << 1U) || changed;
  }
}

// The colours of Zobrist keys.
constexpr std::uint64_t hex_key(std::size_t player, HexCell cell) {
  return mix64(0x4e'0000 + 2 * std::uint64_t{cell} + player);
}

}  // namespace banyan::detail
