// Rewards of every kind: on the way and at the end, in any range, for one player and for several, and moves
// that are too large to share a word with them.
#include <gtest/gtest.h>

#include <array>

#include <banyan/games/connect4.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

using toy::Treasure;

TEST(Rewards, OnePlayerFindsTheBestSum) {
  const Treasure<1> game;
  const double best = game.best_returns(game.start())[0];
  const auto result = search(game, game.start(), {.sims = 50'000}, {.c = 0.5});
  EXPECT_EQ(game.returns_of(game.start(), *result.best)[0], best);
  // The mean falls short of the best by what was explored; no return is above it.
  EXPECT_LE(result.value, best);
  EXPECT_GT(result.value, 0.9 * best);
  EXPECT_EQ(result.line.size(), 6U);
}

TEST(Rewards, WhatWasPaidBeforeTheRootIsNotCounted) {
  const Treasure<1> game;
  auto state = game.start();
  while (state.played < 5) game.apply(state, mix64(state.dug) >> 1U);
  // One move is left: each pays what it says.
  const auto result = search(game, state, {.sims = 30});
  for (const auto& stats : result.moves) EXPECT_DOUBLE_EQ(stats.value, static_cast<double>(stats.move % 100));
}

// In each of the 27 positions where everyone has one move left, player 0 finds what best play brings him.
TEST(Rewards, ThreePlayersDigForThemselves) {
  const Treasure<3> game;
  for (std::uint64_t way = 0; way < 27; ++way) {
    auto state = game.start();
    for (std::uint64_t left = way; state.played < 3; left /= 3)
      game.apply(state, mix64(state.dug + left % 3) >> 1U);
    const double best = game.best_returns(state)[0];
    const auto result = search(game, state, {.sims = 20'000}, {.c = 0.5});
    EXPECT_EQ(game.returns_of(state, *result.best)[0], best);
    EXPECT_NEAR(result.value, best, 5);  // a twentieth of what a move pays at most
  }
}

// With `scale=auto` the unit that rewards are paid in makes no difference: a power of two changes no digit.
TEST(Rewards, TheUnitMakesNoDifference) {
  const auto small = search(Treasure<2>{}, {}, {.sims = 3000});
  const auto large = search(Treasure<2, 1024>{}, {}, {.sims = 3000});
  EXPECT_EQ(visits_by_move(small), visits_by_move(large));
  EXPECT_EQ(small.value * 1024, large.value);
}

// With `scale=none` it does: exploration is nothing beside large rewards, and everything beside small ones.
TEST(Rewards, UnscaledTheUnitMatters) {
  const SearchParams params{.c = 1.4, .scale = Scale::none};
  const auto large = search(Treasure<1, 1024>{}, {}, {.sims = 3000}, params);
  const auto small = search(Treasure<1>{}, {}, {.sims = 3000}, {.c = 14000, .scale = Scale::none});
  EXPECT_GT(large.moves[0].visits, 2900U);
  EXPECT_LT(small.moves[0].visits, 1100U);
}

TEST(Rewards, UnscaledWithTheRangesWidthIsTheSame) {
  const ConnectFour game;  // returns from -1 to 1: a width of 2
  const auto scaled = search(game, game.start(), {.sims = 5000}, {.c = 0.75, .scale = Scale::automatic});
  const auto unscaled = search(game, game.start(), {.sims = 5000}, {.c = 1.5, .scale = Scale::none});
  EXPECT_EQ(visits_by_move(scaled), visits_by_move(unscaled));
}

TEST(Rewards, LargeMovesComeBackWhole) {
  const Treasure<2> game;
  MoveListOf<Treasure<2>> legal;
  game.legal_moves(game.start(), legal);
  const auto result = search(game, game.start(), {.sims = 100});
  ASSERT_EQ(result.moves.size(), legal.size());
  for (const auto move : legal) EXPECT_GT(stats_of(result, move).visits, 0U);
}

TEST(Rewards, TheChoiceIsByVisitsOrByValue) {
  // One simulation more than there are moves: two visits for one of them, and which has the highest value is
  // another matter.
  const Treasure<1> game;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto by_visits = search(game, game.start(), {.sims = 4}, {.choose = FinalChoice::visits}, seed);
    const auto by_value = search(game, game.start(), {.sims = 4}, {.choose = FinalChoice::value}, seed);
    EXPECT_EQ(visits_by_move(by_visits), visits_by_move(by_value));
    EXPECT_EQ(*by_visits.best, by_visits.moves[0].move);
    for (const auto& stats : by_value.moves) EXPECT_LE(stats.value, by_value.value);
  }
}

}  // namespace
}  // namespace banyan
