// Threads that share a tree: nothing is lost or counted twice between them.
#include <gtest/gtest.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

std::vector<SearchParams> ways_to_share() {
  std::vector<SearchParams> ways;
  for (const std::uint32_t threads : {2U, 4U})
    for (const InFlight in_flight : {InFlight::loss, InFlight::mean})
      for (const Expand expand : {Expand::one, Expand::all})
        ways.push_back({.solver = false, .expand = expand, .threads = threads, .in_flight = in_flight});
  return ways;
}

template <Game G>
void expect_consistent(const G& game, double lowest, double highest) {
  constexpr std::uint64_t sims = 3000;
  for (const SearchParams& params : ways_to_share()) {
    Searcher<G> searcher(game, params, 1);
    const auto result = searcher.run({.sims = sims});
    EXPECT_EQ(result.simulations, sims);
    if (params.expand == Expand::one) {
      EXPECT_EQ(total_visits(result), sims);
    } else {  // several threads may find the root untouched, and simulate it itself
      EXPECT_LT(total_visits(result), sims);
      EXPECT_GE(total_visits(result), sims - params.threads);
    }
    for (const auto& stats : result.moves) {
      EXPECT_GT(stats.visits, 0U);
      EXPECT_GE(stats.value, lowest);
      EXPECT_LE(stats.value, highest);
      EXPECT_LE(stats.low, stats.value);
      EXPECT_GE(stats.high, stats.value);
    }
    const auto& best = result.moves[0];
    searcher.advance(best.move);
    if (game.current_player(searcher.root_state()) == chance_player) continue;
    const std::uint64_t kept = total_visits(searcher.result());
    EXPECT_LT(kept, best.visits);
    EXPECT_GE(kept + params.threads, best.visits);  // several threads may be the first at once
  }
}

TEST(SharedTree, CountsEveryVisitOnce) {
  expect_consistent(ConnectFour{}, -1, 1);
  expect_consistent(Othello{}, -1, 1);
}
TEST(SharedTree, CountsEveryVisitOnceWithChance) { expect_consistent(Pig({.goal = 20}), -1, 1); }
TEST(SharedTree, CountsEveryVisitOnceForThree) { expect_consistent(Nim({{5, 6, 7}, 3, false}), -1, 1); }
TEST(SharedTree, CountsEveryVisitOnceWithoutARange) { expect_consistent(toy::Treasure<3>{}, 0, 200); }

// Sums, too: when every game is worth the same, so is every mean, to the last bit.
TEST(SharedTree, LosesNoReward) {
  for (const SearchParams& way : ways_to_share()) {
    const auto result = search(toy::Counting{}, {}, {.sims = 4000}, way);
    for (const auto& stats : result.moves) EXPECT_EQ(stats.value, 20);
  }
}

TEST(SharedTree, ProvesTogether) {
  for (const std::uint32_t threads : {2U, 4U}) {
    const auto result = search(TicTacToe{}, {}, {.sims = 100'000}, {.solver = true, .threads = threads});
    EXPECT_EQ(result.bounds, (Bounds{0, 0}));
    const Nim nim({{2, 3, 3}, 2, false});
    const auto won = search(nim, nim.start(), {.sims = 100'000}, {.solver = true, .threads = threads});
    EXPECT_EQ(won.bounds, (Bounds{1, 1}));
  }
}

TEST(SharedTree, TellsHowItGoes) {
  Searcher<ConnectFour> searcher(ConnectFour{}, {.solver = true, .threads = 3}, 1);
  int calls = 0;
  searcher.run({.time = Duration{0.5}}, {}, [&](const auto& so_far) {
    ++calls;
    EXPECT_TRUE(so_far.best);
    EXPECT_GT(so_far.max_depth, 0U);
    EXPECT_FALSE(so_far.line.empty());
  });
  EXPECT_GE(calls, 1);
}

TEST(SharedTree, RecyclesTogether) {
  constexpr std::uint64_t budget = 1'000'000;
  const auto result = search(ConnectFour{}, {}, {.sims = 60'000},
                             {.solver = true, .expand = Expand::all, .threads = 3, .memory = Bytes{budget}});
  EXPECT_EQ(result.simulations, 60'000U);
  EXPECT_LE(result.bytes, budget);
  EXPECT_GE(total_visits(result), 60'000U - 3);
}

TEST(SharedTree, StopsAtExactlyItsSimulations) {
  for (const std::uint64_t sims : {1U, 2U, 3U, 5U, 100U, 4097U})
    EXPECT_EQ(search(ConnectFour{}, {}, {.sims = sims}, {.threads = 4}).simulations, sims);
}

}  // namespace
}  // namespace banyan
