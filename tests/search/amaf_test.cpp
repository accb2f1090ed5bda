// RAVE and GRAVE: what is counted as if it had come first, and what comes of it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>

#include <banyan/games/connect4.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

using toy::FourCells;

SearchParams grave(std::uint32_t ref, double c = 0.5) {
  return {.c = c, .rule = Rule::grave, .ref = ref, .solver = false, .playout = Playout::uniform};
}

using Counts = std::map<int, std::uint64_t>;

Counts amaf_counts(const Searcher<FourCells>& searcher, std::span<const std::uint8_t> path) {
  Counts counts;
  const auto node = searcher.view(path);
  for (const auto& child : node->children) counts[child.move] = child.amaf_visits;
  return counts;
}

// Once the tree holds whole games, a simulation's path tells everything that must be counted.
TEST(Amaf, CountsMovesMadeHereAndLaterByTheSamePlayer) {
  Searcher<FourCells> searcher(FourCells{}, grave(0, 2), 1);
  searcher.run({.sims = 3000});
  for (int i = 0; i < 200; ++i) {
    Counts at_root = amaf_counts(searcher, {});
    std::array<Counts, 4> below;
    for (std::uint8_t first = 0; first < 4; ++first) below[first] = amaf_counts(searcher, std::array{first});
    searcher.step();
    const auto path = searcher.last_simulation().path;
    ASSERT_EQ(path.size(), 4U);
    ++at_root[path[0]], ++at_root[path[2]];
    EXPECT_EQ(amaf_counts(searcher, {}), at_root);
    Counts& after_first = below[path[0]];
    ++after_first[path[1]], ++after_first[path[3]];
    EXPECT_EQ(amaf_counts(searcher, std::array{path[0]}), after_first);
  }
}

TEST(Amaf, AddsUpWhatThoseGamesReturned) {
  constexpr std::uint64_t sims = 500;
  Searcher<FourCells> searcher(FourCells{}, grave(0, 2), 1);
  searcher.run({.sims = sims});
  std::uint64_t counted = 0;
  const auto root = searcher.view({});
  for (const auto& child : root->children) {
    counted += child.amaf_visits;
    EXPECT_GE(child.amaf_visits, child.visits);
    // Whenever the first player has cell 3, in whichever turn, he wins.
    EXPECT_EQ(child.amaf_value == 1, child.move == 3);
  }
  EXPECT_EQ(counted, 2 * sims);  // each player makes two moves in every game
}

TEST(Amaf, WeighsBothMeansAsTheFormulaSays) {
  SearchParams params = grave(0, 0.25);
  params.bias = 0.01;
  Searcher<ConnectFour> searcher(ConnectFour{}, params, 2);
  searcher.run({.sims = 100});  // below 128 the search's own logarithm is exact
  const auto root = searcher.view({});
  for (const auto& child : root->children) {
    if (child.visits == 0) continue;
    const auto n = static_cast<double>(child.visits);
    const auto m = static_cast<double>(child.amaf_visits);
    const double beta = m / (m + n + 0.01 * m * n);
    const double blend = (1 - beta) * (child.value + 1) / 2 + beta * (child.amaf_value + 1) / 2;
    EXPECT_NEAR(child.mean + child.exploration, blend + 0.25 * std::sqrt(std::log(100.0) / (n + 1)), 1e-4);
  }
}

TEST(Amaf, ARootThatAdvancesKeepsWhatItKnows) {
  Searcher<ConnectFour> searcher(ConnectFour{}, grave(20), 4);
  const auto result = searcher.run({.sims = 5000});
  const auto below = searcher.view(std::array{*result.best});
  searcher.advance(*result.best);
  const auto root = searcher.view({});
  ASSERT_EQ(root->children.size(), below->children.size());
  for (std::size_t i = 0; i < root->children.size(); ++i) {
    EXPECT_EQ(root->children[i].move, below->children[i].move);
    EXPECT_EQ(root->children[i].visits, below->children[i].visits);
    EXPECT_EQ(root->children[i].amaf_visits, below->children[i].amaf_visits);
    EXPECT_EQ(root->children[i].amaf_value, below->children[i].amaf_value);
  }
  const std::uint64_t before = total_visits(searcher.result());
  EXPECT_EQ(total_visits(searcher.run({.sims = 1000})), before + 1000);
}

template <Game G>
void expect_visits_add_up(const G& game, std::uint64_t sims) {
  for (const std::uint32_t ref : {0U, 50U}) {
    const auto result = search(game, game.start(), {.sims = sims}, grave(ref));
    EXPECT_EQ(result.simulations, sims);
    EXPECT_EQ(total_visits(result), sims);
  }
}

TEST(Grave, VisitsAddUp) {
  expect_visits_add_up(ConnectFour{}, 3000);
  expect_visits_add_up(Nim({{7, 8, 9}, 3, false}), 3000);
  expect_visits_add_up(Pig{}, 3000);  // chance between the moves, and two that come again and again
}

TEST(Grave, SameSeedSameSearch) {
  const ConnectFour game;
  const auto once = [&] { return search(game, game.start(), {.sims = 3000}, grave(50), 9); };
  EXPECT_EQ(visits_by_move(once()), visits_by_move(once()));
}

TEST(Grave, ProvesTicTacToeADraw) {
  SearchParams params = grave(20);
  params.solver = true;
  const auto result = search(TicTacToe{}, TicTacToe{}.start(), {.sims = 200'000}, params);
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

TEST(Grave, ThreadsShareATreeThatOutgrowsItsMemory) {
  SearchParams params = grave(50);
  params.solver = true;
  params.playout = Playout::mast;
  params.threads = 3;
  params.memory = Bytes{3'000'000};
  const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.sims = 60'000}, params);
  EXPECT_EQ(result.simulations, 60'000U);
  EXPECT_EQ(total_visits(result), 60'000U);
  EXPECT_LE(result.bytes, params.memory.count);
}

}  // namespace
}  // namespace banyan
