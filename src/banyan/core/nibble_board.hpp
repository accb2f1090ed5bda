// A board of 4 × 4 cells with four bits each, in one word. Shared by games like 2048 and their networks:
// symmetries of the board, and finding empty cells.
//
//   cell = 4·row + column at bits 4·cell …; row 0 is the lowest 16 bits
//
//   row 3   12 13 14 15
//   row 2    8  9 10 11
//   row 1    4  5  6  7
//   row 0    0  1  2  3
#pragma once

#include <bit>
#include <cstdint>

namespace banyan {

using NibbleBoard = std::uint64_t;

inline constexpr NibbleBoard lowest_bits = 0x1111'1111'1111'1111U;  // of every cell

constexpr unsigned cell_of(NibbleBoard board, unsigned cell) {
  return static_cast<unsigned>(board >> 4U * cell) & 15U;
}

// Rows become columns: 2×2 blocks are transposed in themselves, then as a whole.
constexpr NibbleBoard transpose(NibbleBoard board) {
  NibbleBoard swap = (board ^ (board >> 12U)) & 0x0000'f0f0'0000'f0f0U;
  board ^= swap ^ (swap << 12U);
  swap = (board ^ (board >> 24U)) & 0x0000'0000'ff00'ff00U;
  return board ^ swap ^ (swap << 24U);
}

constexpr NibbleBoard mirror_columns(NibbleBoard board) {
  board = (board & 0x0f0f'0f0f'0f0f'0f0fU) << 4U | (board >> 4U & 0x0f0f'0f0f'0f0f'0f0fU);
  return (board & 0x00ff'00ff'00ff'00ffU) << 8U | (board >> 8U & 0x00ff'00ff'00ff'00ffU);
}

constexpr NibbleBoard mirror_rows(NibbleBoard board) {
  board = (board & 0x0000'ffff'0000'ffffU) << 16U | (board >> 16U & 0x0000'ffff'0000'ffffU);
  return board << 32U | board >> 32U;
}

// Symmetry 0 … 7: bit 0 mirrors the columns, bit 1 the rows, bit 2 then swaps the two.
constexpr NibbleBoard transform_board(NibbleBoard board, int symmetry) {
  if ((symmetry & 1) != 0) board = mirror_columns(board);
  if ((symmetry & 2) != 0) board = mirror_rows(board);
  return (symmetry & 4) != 0 ? transpose(board) : board;
}

// The lowest bit of every cell that is 0.
constexpr NibbleBoard empty_cells(NibbleBoard board) {
  board |= board >> 2U;
  board |= board >> 1U;
  return ~board & lowest_bits;
}

// Some neighbours are equal; empty ones count.
constexpr bool has_equal_neighbours(NibbleBoard board) {
  const NibbleBoard in_row = empty_cells(board ^ (board >> 4U)) & 0x0111'0111'0111'0111U;
  const NibbleBoard in_column = empty_cells(board ^ (board >> 16U)) & 0x0000'1111'1111'1111U;
  return (in_row | in_column) != 0;
}

}  // namespace banyan
