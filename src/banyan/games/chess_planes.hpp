// Chess as a network sees it: the player to move at the bottom, so that Black's boards are turned upside
// down.
//
//   planes 0–5    own pawns, knights, bishops, rooks, queens, king      6–11   the other's
//   12, 13        rooks that may castle, own and the other's            14     en passant
//   15            the position has occurred before
//   16            half of the moves to a draw are over                  17     ones
//
// A move stands at the square it comes from, in the plane of where it goes, as in AlphaZero: 8 directions × 7
// squares as a queen, 8 as a knight, and 9 of pawns that become a knight, bishop or rook (to the left,
// straight, to the right). A pawn that becomes a queen moves as a queen; castling is the king's way to its
// rook.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/chess_board.hpp>

namespace banyan::chess {

inline constexpr Encoding encoding{.rows = 8, .columns = 8, .planes = 18, .move_planes = 56 + 8 + 9};

// A set as the player sees it.
constexpr Bitboard seen_by(unsigned player, Bitboard set) {
  return player == 0 ? set : __builtin_bswap64(set);
}

inline void encode(const Board& board, bool repeated, bool half_way, std::span<float> inputs) {
  const unsigned us = board.player;
  int plane = 0;
  const auto add = [&](Bitboard set) {
    const Bitboard seen = seen_by(us, set);
    fill_plane(encoding, inputs, plane++,
               [&](int row, int column) { return (seen >> (row * 8 + column) & 1U) != 0; });
  };
  for (const unsigned side : {us, us ^ 1U})
    for (const Bitboard kind : board.kinds) add(kind & board.sides[side]);
  for (const unsigned side : {us, us ^ 1U}) add(board.castling & board.sides[side]);
  add(board.en_passant == no_square ? 0 : bit(board.en_passant));
  for (const bool all : {repeated, half_way, true}) add(all ? ~Bitboard{0} : 0);
}

inline std::size_t move_output(const Board& board, Move move) {
  const unsigned turn = board.player == 0 ? 0 : 56;
  const Square from = from_of(move) ^ turn;
  const Square to = to_of(move) ^ turn;
  const int files = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int ranks = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  const auto sign = [](int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; };
  int plane = 0;
  if (promotion_of(move) != 0 && promotion_of(move) != queen) {
    plane = 64 + (static_cast<int>(promotion_of(move)) - 1) * 3 + files + 1;
  } else if (std::abs(files) != std::abs(ranks) && files != 0 && ranks != 0) {
    plane = 56 + (files > 0 ? 4 : 0) + (ranks > 0 ? 2 : 0) + (std::abs(files) > 1 ? 1 : 0);
  } else {
    const int direction = (sign(files) + 1) * 3 + sign(ranks) + 1;  // 0 … 8 without the middle
    plane = (direction > 4 ? direction - 1 : direction) * 7 + std::max(std::abs(files), std::abs(ranks)) - 1;
  }
  return static_cast<std::size_t>(plane) * 64 + from;
}

}  // namespace banyan::chess
