// Random games of Go by the whole rules. Players pick any legal move, passing included, or any that does not
// fill an eye of their own and pass only when there is none. Moves are drawn from the list of empty points
// until one will do; points that won't are put aside at its end, so that all others stay equally likely. The
// same without eye filling, but faster, is go_light_board.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include <banyan/core/random.hpp>
#include <banyan/games/go_state.hpp>

namespace banyan::detail {

// An empty point all of whose neighbours are the player's, and that the other can't make false: at most one
// diagonal is the other's, none at the edge.
inline bool is_go_eye(const GoBoard& board, GoPoint point, unsigned player) {
  for (const GoPoint n : board.neighbours(point))
    if (board.colour(n) != player && board.colour(n) != go_border) return false;
  int enemies = 0;
  int outside = 0;
  for (const GoPoint d : board.diagonals(point)) {
    enemies += board.colour(d) == (player ^ 1U) ? 1 : 0;
    outside += board.colour(d) == go_border ? 1 : 0;
  }
  return enemies + (outside > 0 ? 1 : 0) < 2;
}

// Any legal move.
inline GoPoint uniform_go_move(const GoRules& rules, GoState& state, Random& random) {
  for (std::size_t left = state.board.empty_points().size();; --left) {
    const std::size_t choice = random.below(left + 1);
    if (choice == left) return go_pass;
    const GoPoint point = state.board.empty_points()[choice];
    if (rules.is_legal(state, point)) return point;
    state.board.swap_empty(choice, left - 1);
  }
}

// Any legal move that fills no eye; else a pass.
inline GoPoint sensible_go_move(const GoRules& rules, GoState& state, Random& random) {
  for (std::size_t left = state.board.empty_points().size(); left > 0; --left) {
    const std::size_t choice = random.below(left);
    const GoPoint point = state.board.empty_points()[choice];
    if (!is_go_eye(state.board, point, state.player) && rules.is_legal(state, point)) return point;
    state.board.swap_empty(choice, left - 1);
  }
  return go_pass;
}

}  // namespace banyan::detail
