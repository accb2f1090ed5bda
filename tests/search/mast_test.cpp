// MAST: random games that prefer moves which have returned much.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <banyan/agent/flat.hpp>
#include <banyan/agent/uct.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

using Moves = MoveListOf<toy::Endless>;

Moves three_moves() {
  Moves moves;
  toy::Endless{}.legal_moves({}, moves);
  return moves;
}

TEST(Mast, MakesTheMoveThatReturnedMost) {
  Mast mast;
  Random random(1);
  for (const Player player : {0, 1})
    for (const int move : three_moves())
      for (int i = 0; i < 10; ++i)
        mast.learn(move_key<toy::Endless>(player, static_cast<std::uint8_t>(move)),
                   move == player ? 0.5 : -0.5);
  for (int i = 0; i < 100; ++i)
    for (const Player player : {0, 1})
      EXPECT_EQ(mast.pick<toy::Endless>(player, three_moves(), 0, random), player) << "each player his own";
}

TEST(Mast, TriesEveryMoveBeforeItPrefersOne) {
  Mast mast;
  Random random(1);
  std::map<int, int> made;
  for (int i = 0; i < 3; ++i) {
    const auto move = mast.pick<toy::Endless>(0, three_moves(), 0, random);
    mast.learn(move_key<toy::Endless>(0, move), 1);
    ++made[move];
  }
  EXPECT_EQ(made.size(), 3U);
}

TEST(Mast, EpsilonIsTheShareOfOtherMoves) {
  Mast mast;
  Random random(1);
  for (const int move : three_moves())
    mast.learn(move_key<toy::Endless>(0, static_cast<std::uint8_t>(move)), move == 2 ? 1 : 0);
  int best = 0;
  constexpr int games = 9000;
  for (int i = 0; i < games; ++i) best += mast.pick<toy::Endless>(0, three_moves(), 0.3, random) == 2 ? 1 : 0;
  // It is made in 0.7 + 0.3/3 of the games; five standard deviations, an error once in a million seeds.
  EXPECT_NEAR(best, 0.8 * games, 5 * std::sqrt(games * 0.8 * 0.2));
}

TEST(Mast, LearnsMeans) {
  Mast mast;
  Random random(1);
  const auto learn = [&](std::uint8_t move, double reward) {
    mast.learn(move_key<toy::Endless>(0, move), reward);
  };
  for (int i = 0; i < 100; ++i) learn(0, i % 2), learn(1, i % 5 == 0 ? 0 : 1), learn(2, 0.7);
  EXPECT_EQ(mast.pick<toy::Endless>(0, three_moves(), 0, random), 1);  // means 0.5, 0.8 and 0.7
}

const SearchParams with_mast{.solver = false, .playout = Playout::mast};

TEST(Mast, VisitsAddUp) {
  EXPECT_EQ(total_visits(search(ConnectFour{}, ConnectFour{}.start(), {.sims = 2000}, with_mast)), 2000U);
  EXPECT_EQ(total_visits(search(Pig{}, Pig{}.start(), {.sims = 2000}, with_mast)), 2000U);
}

TEST(Mast, SameSeedSameSearch) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, with_mast, 3);
  const auto first = searcher.run({.sims = 3000});
  EXPECT_EQ(visits_by_move(first), visits_by_move(search(game, game.start(), {.sims = 3000}, with_mast, 3)));
  EXPECT_NE(visits_by_move(first),
            visits_by_move(search(game, game.start(), {.sims = 3000},
                                  {.solver = false, .playout = Playout::decisive}, 3)));
}

TEST(Mast, ThreadsLoseNothing) {
  SearchParams params = with_mast;
  params.threads = 4;
  const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.sims = 20'000}, params);
  EXPECT_EQ(total_visits(result), 20'000U);
}

TEST(Mast, AGameWithLongMovesSaysNo) {
  using Treasure = toy::Treasure<2>;
  const SearchParams params{.rule = Rule::grave, .solver = false, .playout = Playout::mast};
  EXPECT_NE(misfit<Treasure>(params).find("one byte or two"), std::string::npos);
  EXPECT_EQ(misfit<Treasure>({}), "");
  EXPECT_EQ(misfit<ConnectFour>(params), "");
  // A search that is run all the same does without.
  EXPECT_EQ(total_visits(search(Treasure{}, Treasure{}.start(), {.sims = 100}, params)), 100U);
}

TEST(Mast, OnlyATreeSearchHasIt) {
  EXPECT_NE(FlatParams::problem({.playout = Playout::mast}), "");
  UctParams params;
  params.search.playout = Playout::mast;
  EXPECT_EQ(UctParams::problem(params), "");
}

}  // namespace
}  // namespace banyan
