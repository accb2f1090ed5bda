// Perft: how many move sequences of a given length there are. The classic check that a game's moves are
// generated right, and a measure of how fast.
#pragma once

#include <cstdint>
#include <stop_token>

#include <banyan/game/game.hpp>

namespace banyan {

// Sequences of exactly `depth` moves from here; chance outcomes count as moves, and a finished game has
// none below it. A stop request ends it early with a count that means nothing.
template <Game G>
std::uint64_t perft(const G& game, const StateOf<G>& state, unsigned depth,
                    const std::stop_token& stop = {}) {
  if (depth == 0) return 1;
  if (stop.stop_requested() || game.outcome(state)) return 0;
  std::uint64_t leaves = 0;
  const auto count_below = [&](const MoveOf<G>& move) {
    StateOf<G> next = state;
    apply_move(game, next, move);
    leaves += perft(game, next, depth - 1, stop);
  };
  if constexpr (HasChance<G>) {
    if (game.current_player(state) == chance_player) {
      ChanceListOf<G> outcomes;
      game.chance_outcomes(state, outcomes);
      if (depth == 1) return outcomes.size();
      for (const auto& outcome : outcomes) count_below(outcome.move);
      return leaves;
    }
  }
  MoveListOf<G> moves;
  game.legal_moves(state, moves);
  if (depth == 1) return moves.size();
  for (const MoveOf<G>& move : moves) count_below(move);
  return leaves;
}

}  // namespace banyan
