// Random games for properties: a list of numbers is a game, each number taken modulo the moves there are.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

// Calls visit(before, move, after) for every move of the game.
template <Game G, class Visit>
void walk(const G& game, const std::vector<std::uint32_t>& choices, Visit&& visit) {
  StateOf<G> state = game.start();
  for (const std::uint32_t choice : choices) {
    if (game.outcome(state)) return;
    MoveListOf<G> moves;
    game.legal_moves(state, moves);
    const MoveOf<G> move = moves[choice % moves.size()];
    const StateOf<G> before = state;
    game.apply(state, move);
    visit(before, move, state);
  }
}

// Enough choices for any game of this length.
inline std::vector<std::uint32_t> random_choices(std::uint64_t seed, std::size_t count) {
  Random random(seed);
  std::vector<std::uint32_t> choices(count);
  for (auto& choice : choices) choice = static_cast<std::uint32_t>(random() >> 32U);
  return choices;
}

// The state after moves in text; every one must be legal.
template <Game G>
StateOf<G> after_moves(const G& game, const std::vector<std::string>& texts) {
  StateOf<G> state = game.start();
  for (const std::string& text : texts) {
    const auto move = game.parse_move(state, text);
    MoveListOf<G> moves;
    if (game.current_player(state) != chance_player) {
      game.legal_moves(state, moves);
      EXPECT_TRUE(move && std::ranges::find(moves, *move) != moves.end()) << text << " is not legal";
    }
    game.apply(state, *move);
  }
  return state;
}

}  // namespace banyan
