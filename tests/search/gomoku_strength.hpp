// Games of `uct` with the settings that Gomoku declares against the greedy script, from the empty board, each
// seat in turn.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include <banyan/games/gomoku.hpp>
#include <banyan/search/searcher.hpp>

#include "../games/gomoku_greedy.hpp"

namespace banyan {

inline void expect_no_loss_to_greed(int games, std::uint64_t sims) {
  const Gomoku game;
  const GreedyGomoku greedy(game);
  for (int i = 0; i < games; ++i) {
    Random random(2025, static_cast<std::uint64_t>(i));
    Searcher<Gomoku> searcher(game, {.depth = 0, .memory = Bytes{100'000'000}}, random());
    Gomoku::State state = game.start();
    const Player seat = i % 2;
    while (!game.outcome(state)) {
      const auto move = game.current_player(state) == seat ? *searcher.run({.sims = sims}).best
                                                           : greedy.choose(state, random);
      game.apply(state, move);
      ASSERT_EQ(searcher.advance(move), "");
    }
    EXPECT_GE((*game.outcome(state))[static_cast<std::size_t>(seat)], 0) << game.print_position(state);
  }
}

}  // namespace banyan
