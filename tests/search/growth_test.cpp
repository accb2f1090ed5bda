// How a tree grows: what a simulation adds, which moves come first, and where games are cut off.
#include <gtest/gtest.h>

#include <array>

#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

TEST(Growth, OneNodeASimulation) {
  for (const std::uint64_t sims : {1U, 2U, 3U, 10U, 2000U}) {
    const auto result = search(toy::Endless{}, {}, {.sims = sims}, {.expand = Expand::one});
    EXPECT_EQ(result.simulations, sims);
    EXPECT_EQ(result.nodes, sims);
    EXPECT_EQ(total_visits(result), sims);
    EXPECT_EQ(result.stopped_by, StopReason::sims);
  }
}

// The root is the first leaf: it is simulated itself, which visits none of its children.
TEST(Growth, AllChildrenOfALeafASimulation) {
  for (const std::uint64_t sims : {1U, 2U, 3U, 10U, 2000U}) {
    const auto result = search(toy::Endless{}, {}, {.sims = sims}, {.expand = Expand::all});
    EXPECT_EQ(result.simulations, sims);
    EXPECT_EQ(result.nodes, 3 * sims);
    EXPECT_EQ(total_visits(result), sims - 1);
  }
}

TEST(Growth, ATreeCanBecomeComplete) {
  // A game of two moves left: b3 and c3, both draws. The tree has 2 + 2 nodes, whatever else happens.
  const TicTacToe game;
  const auto state = *game.parse_position("X../OOX/XXO");
  for (const Expand expand : {Expand::one, Expand::all}) {
    const auto result = search(game, state, {.sims = 1000}, {.solver = false, .expand = expand});
    EXPECT_EQ(result.nodes, 4U);
    EXPECT_EQ(result.max_depth, 2U);
    EXPECT_EQ(result.simulations, 1000U);
  }
}

TEST(Growth, UnvisitedMovesComeFirst) {
  const ConnectFour game;
  for (std::uint64_t sims = 1; sims <= 7; ++sims) {
    const auto result = search(game, game.start(), {.sims = sims}, {}, sims);
    for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(result.moves[i].visits, i < sims ? 1U : 0U);
  }
}

// Which move is tried first is uniform: chi-square of 7000 searches with 6 degrees of freedom, of which 38.3
// is exceeded with probability 1e-6.
TEST(Growth, UnvisitedMovesComeInRandomOrder) {
  const ConnectFour game;
  constexpr std::uint64_t searches = 7000;
  for (const Expand expand : {Expand::one, Expand::all}) {
    std::array<double, 7> first{};
    Searcher<ConnectFour> searcher(game, {.expand = expand, .memory = Bytes{1'000'000}}, 1);
    for (std::uint64_t i = 0; i < searches; ++i) {
      searcher.set_root(game.start());
      const auto result = searcher.run({.sims = expand == Expand::all ? 2U : 1U});
      ++first[std::stoul(game.print_move(game.start(), result.moves[0].move)) - 1];
    }
    double chi_square = 0;
    for (const double count : first) chi_square += (count - 1000) * (count - 1000) / 1000;
    EXPECT_LT(chi_square, 38.3);
  }
}

TEST(Growth, DepthCountsPliesFromTheRoot) {
  EXPECT_EQ(search(toy::Endless{}, {}, {.sims = 1}).max_depth, 1U);
  EXPECT_EQ(search(toy::Endless{}, {}, {.sims = 3}).max_depth, 1U);
  EXPECT_EQ(search(toy::Endless{}, {}, {.sims = 4}).max_depth, 2U);
  EXPECT_EQ(search(TicTacToe{}, {}, {.sims = 100'000}, {.solver = false}).max_depth, 9U);
}

// What a game of Counting is worth when it ends or is cut off after that many plies.
void expect_value(const SearchParams& params, std::uint64_t sims, double plies) {
  const auto result = search(toy::Counting{}, {}, {.sims = sims}, params);
  for (const auto& stats : result.moves)
    EXPECT_TRUE(stats.visits == 0 || stats.value == plies) << stats.value << " instead of " << plies;
}

TEST(CutOff, APlayoutGoesToTheEndWithoutLimits) { expect_value({}, 100, 20); }

TEST(CutOff, DepthCountsFromTheLeaf) {
  // Two simulations are two leaves one ply below the root.
  for (const std::uint32_t depth : {0U, 1U, 5U}) expect_value({.depth = depth}, 2, 1 + depth);
  expect_value({.depth = 100}, 2, 20);
}

TEST(CutOff, MaxMovesCountsFromTheRoot) {
  for (const std::uint32_t moves : {1U, 2U, 7U}) {
    expect_value({.max_moves = moves}, 500, moves);
    expect_value({.max_moves = moves, .expand = Expand::all}, 500, moves);
  }
  expect_value({.max_moves = 100}, 500, 20);
}

TEST(CutOff, TheFirstOfBothLimitsCounts) {
  expect_value({.depth = 3, .max_moves = 10}, 2, 4);
  expect_value({.depth = 10, .max_moves = 3}, 2, 3);
}

TEST(CutOff, TheTreeEndsThereToo) {
  const auto result = search(toy::Endless{}, {}, {.sims = 1000}, {.max_moves = 3});
  EXPECT_EQ(result.max_depth, 3U);
  EXPECT_EQ(result.nodes, 3U + 9U + 27U);
}

// Tic-tac-toe has no heuristic: a game that is cut off scores the middle of the range.
TEST(CutOff, WithoutAHeuristicTheMiddle) {
  const auto result = search(TicTacToe{}, {}, {.sims = 1000}, {.solver = false, .max_moves = 4});
  for (const auto& stats : result.moves) EXPECT_EQ(stats.value, 0);
}

// A game that ends by itself at the limit is not cut off.
TEST(CutOff, AGameThatIsOverCounts) {
  const TicTacToe game;
  const auto state = *game.parse_position("XX./OO./...");
  const auto result = search(game, state, {.sims = 200}, {.solver = false, .max_moves = 1});
  EXPECT_EQ(game.print_move(state, *result.best), "c3");
  EXPECT_EQ(result.value, 1);
  for (const auto& stats : result.moves) EXPECT_EQ(stats.value, stats.move == *result.best ? 1 : 0);
}

}  // namespace
}  // namespace banyan
