// What boards with stones of two players share when a network looks at them: its planes are the stones of the
// player to move, those of the other, and ones all over, by which it sees where the board ends. Games add
// planes of their own behind these.
#pragma once

#include <cstddef>
#include <span>

#include <banyan/game/game.hpp>
#include <banyan/games/board_text.hpp>

namespace banyan {

inline constexpr int stone_planes = 3;

// Fills a plane with is_one(row, column).
template <class IsOne>
constexpr void fill_plane(const Encoding& encoding, std::span<float> inputs, int plane, IsOne&& is_one) {
  std::size_t i = static_cast<std::size_t>(plane) * encoding.cells();
  for (int row = 0; row < encoding.rows; ++row)
    for (int column = 0; column < encoding.columns; ++column) inputs[i++] = is_one(row, column) ? 1.0F : 0.0F;
}

// owner(row, column) is 0, 1, or -1 for an empty square.
template <class Owner>
constexpr void fill_stone_planes(const Encoding& encoding, std::span<float> inputs, Player to_move,
                                 Owner&& owner) {
  fill_plane(encoding, inputs, 0, [&](int row, int column) { return owner(row, column) == to_move; });
  fill_plane(encoding, inputs, 1, [&](int row, int column) { return owner(row, column) == (to_move ^ 1); });
  fill_plane(encoding, inputs, 2, [](int, int) { return true; });
}

// Where a symmetry of the rectangle takes a cell.
constexpr std::size_t transform_board_cell(const Encoding& encoding, std::size_t cell, int symmetry) {
  const auto columns = static_cast<std::size_t>(encoding.columns);
  const auto [row, column] =
      transform_rectangle(static_cast<int>(cell / columns), static_cast<int>(cell % columns), encoding.rows,
                          encoding.columns, symmetry);
  return static_cast<std::size_t>(row) * columns + static_cast<std::size_t>(column);
}

}  // namespace banyan
