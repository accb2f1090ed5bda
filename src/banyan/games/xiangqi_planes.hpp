// Xiangqi as a network sees it: the player to move at the bottom, so that Black's boards are turned upside
// down.
//
//   planes 0–6   own general, advisors, elephants, horses, chariots, cannons, soldiers    7–13  the other's
//   14           the position has occurred before      15  half of the moves to a draw are over      16  ones
//
// A move stands at the square it comes from, in the plane of where it goes: 1 to 9 ranks forward (0–8) or
// back (9–17), 1 to 8 files to the left (18–25) or right (26–33), 8 of a horse (34–41), 4 of an advisor
// (42–45), 4 of an elephant (46–49).
#pragma once

#include <cstddef>
#include <cstdlib>
#include <span>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/xiangqi_board.hpp>

namespace banyan::xiangqi {

inline constexpr Encoding encoding{
    .rows = ranks, .columns = files, .planes = 2 * kind_count + 3, .move_planes = 9 + 9 + 8 + 8 + 8 + 4 + 4};

// A square as the player sees it.
constexpr Square seen_by(unsigned player, Square square) {
  return player == 0 ? square : (ranks - 1 - rank_of(square)) * files + file_of(square);
}

inline void encode(const Board& board, bool repeated, bool half_way, std::span<float> inputs) {
  const unsigned us = board.player;
  int plane = 0;
  const auto add = [&](Set set) {
    fill_plane(encoding, inputs, plane++, [&](int row, int column) {
      const auto square = static_cast<Square>(row) * files + static_cast<Square>(column);
      return (set >> seen_by(us, square) & 1U) != 0;
    });
  };
  for (const unsigned side : {us, us ^ 1U})
    for (const Set kind : board.kinds) add(kind & board.sides[side]);
  for (const bool all : {repeated, half_way, true}) add(all ? board_squares : Set{0});
}

inline std::size_t move_output(const Board& board, Move move) {
  const Square from = seen_by(board.player, from_of(move));
  const Square to = seen_by(board.player, to_of(move));
  const int up = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  const int right = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int sides = (right > 0 ? 2 : 0) + (up > 0 ? 1 : 0);
  int plane = 0;
  if (right == 0) {
    plane = up > 0 ? up - 1 : 9 - up - 1;
  } else if (up == 0) {
    plane = right < 0 ? 18 - right - 1 : 26 + right - 1;
  } else if (std::abs(up) != std::abs(right)) {
    plane = 34 + sides * 2 + (std::abs(right) == 2 ? 1 : 0);
  } else {
    plane = (std::abs(up) == 1 ? 42 : 46) + sides;
  }
  return static_cast<std::size_t>(plane) * squares + from;
}

// Where a plane of moves goes when left and right are exchanged.
constexpr std::size_t mirrored_plane(std::size_t plane) {
  if (plane < 18) return plane;
  if (plane < 26) return plane + 8;
  if (plane < 34) return plane - 8;
  if (plane < 42) return 34 + ((plane - 34) ^ 4U);
  if (plane < 46) return 42 + ((plane - 42) ^ 2U);
  return 46 + ((plane - 46) ^ 2U);
}

}  // namespace banyan::xiangqi
