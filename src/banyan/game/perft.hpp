// Perft: the number of move sequences of a given length. The numbers are known for many games, so they test a
// game's rules; chance outcomes count as moves, and a finished game has none below it.
#pragma once

#include <cstdint>
#include <stop_token>

#include <banyan/game/game.hpp>

namespace banyan {

// Calls visit(move) for every move of the player or of chance, in a state that is not over.
template <Game G, class Visit>
void for_each_choice(const G& game, const StateOf<G>& state, Visit&& visit) {
  if constexpr (HasChance<G>)
    if (game.current_player(state) == chance_player) {
      ChanceListOf<G> outcomes;
      game.chance_outcomes(state, outcomes);
      for (const auto& outcome : outcomes) visit(outcome.move);
      return;
    }
  MoveListOf<G> moves;
  game.legal_moves(state, moves);
  for (const MoveOf<G>& move : moves) visit(move);
}

// A stop request ends it early; the count is then meaningless.
template <Game G>
std::uint64_t perft(const G& game, const StateOf<G>& state, unsigned depth,
                    const std::stop_token& stop = {}) {
  if (depth == 0) return 1;
  if (stop.stop_requested() || game.outcome(state)) return 0;
  if constexpr (HasLegalCount<G>)
    if (depth == 1 && game.current_player(state) != chance_player) return game.count_legal(state);
  std::uint64_t leaves = 0;
  for_each_choice(game, state, [&](const MoveOf<G>& move) {
    if (depth == 1) {
      ++leaves;
      return;
    }
    StateOf<G> after = state;
    game.apply(after, move);
    leaves += perft(game, after, depth - 1, stop);
  });
  return leaves;
}

}  // namespace banyan
