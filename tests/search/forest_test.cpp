// Several trees for one question: the same answer for any number of threads, and nothing lost between them.
#include <gtest/gtest.h>

#include <cmath>

#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/forest.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

template <Game G>
SearchResult<MoveOf<G>> grow(const G& game, const SearchParams& params, std::uint64_t sims,
                             std::uint64_t seed = 1) {
  return Forest<G>(game, params, seed).run({.sims = sims}, false, {}, {});
}

TEST(Forest, DeterministicForAnyNumberOfThreads) {
  const ConnectFour game;
  for (const bool solver : {false, true}) {
    const auto one = grow(game, {.solver = solver, .threads = 1, .deterministic = true}, 4003);
    EXPECT_EQ(one.simulations, 4003U);
    for (const std::uint32_t threads : {2U, 4U, 7U}) {
      const auto many = grow(game, {.solver = solver, .threads = threads, .deterministic = true}, 4003);
      EXPECT_EQ(visits_by_move(one), visits_by_move(many));
      EXPECT_EQ(one.best, many.best);
      EXPECT_EQ(one.line, many.line);
      for (std::size_t i = 0; i < one.moves.size(); ++i) {
        EXPECT_EQ(one.moves[i].value, many.moves[i].value);
        EXPECT_EQ(one.moves[i].low, many.moves[i].low);
        EXPECT_EQ(one.moves[i].bounds, many.moves[i].bounds);
      }
    }
  }
}

TEST(Forest, NeverSpendsMoreThanItMay) {
  for (const bool deterministic : {false, true})
    for (const std::uint64_t sims : {1U, 2U, 3U, 4U, 5U, 1000U}) {
      const auto result = grow(
          ConnectFour{}, {.threads = 3, .parallel = Parallel::root, .deterministic = deterministic}, sims);
      EXPECT_EQ(result.simulations, sims);
      EXPECT_EQ(total_visits(result), sims);
      EXPECT_TRUE(result.best);
    }
}

// What one tree has proven of a move holds, whether that tree, or another, has visited the move or not.
TEST(Forest, MergesBoundsOfMovesThatWereNotVisited) {
  using Stats = MoveStats<int>;
  const Stats visited{.move = 1, .visits = 7, .value = 0.5, .bounds = Bounds{-1, 1}};
  const Stats proven{.move = 1, .bounds = Bounds{0, 1}};
  Stats sum = visited;
  merge_move(sum, proven);
  EXPECT_EQ(sum.visits, 7U);
  EXPECT_EQ(sum.bounds, (Bounds{0, 1}));
  sum = proven;
  merge_move(sum, visited);
  EXPECT_EQ(sum.visits, 7U);
  EXPECT_EQ(sum.value, 0.5);
  EXPECT_EQ(sum.bounds, (Bounds{0, 1}));
  sum = {.move = 1};
  merge_move(sum, proven);
  EXPECT_EQ(sum.bounds, (Bounds{0, 1}));
}

// A value is the mean over all visits of all trees.
TEST(Forest, MergesMeansByVisits) {
  using Result = SearchResult<int>;
  const auto part = [](std::uint64_t visits, double value) {
    Result result;
    result.moves = {{.move = 1, .visits = visits, .value = value}, {.move = 2, .visits = 1, .value = 0}};
    return result;
  };
  const auto whole = merge_results<int>({part(10, 1), part(30, 0), part(0, std::nan(""))}, ChoiceRule{});
  EXPECT_EQ(whole.moves[0].visits, 40U);
  EXPECT_EQ(whole.moves[0].value, 0.25);
  EXPECT_EQ(whole.moves[1].visits, 3U);
}

// One tree may have proven the win by a move that another has not even tried.
TEST(Forest, AProofInOneTreeIsAProof) {
  using Result = SearchResult<int>;
  Result first;
  first.moves = {{.move = 1, .visits = 10, .value = 0.5, .bounds = Bounds{-1, 1}}, {.move = 2}};
  first.bounds = Bounds{-1, 1};
  Result second;
  second.moves = {{.move = 2, .visits = 1, .value = 1, .bounds = Bounds{1, 1}}, {.move = 1}};
  second.bounds = Bounds{1, 1};
  for (const auto& parts : {std::vector{first, second}, std::vector{second, first}}) {
    const auto whole = merge_results(parts, ChoiceRule{});
    EXPECT_EQ(whole.best, 2);
    EXPECT_EQ(whole.value, 1);
    EXPECT_EQ(whole.bounds, (Bounds{1, 1}));
  }
}

TEST(Forest, SharesTheMemoryBudget) {
  constexpr std::uint64_t budget = 4'000'000;
  const auto result =
      grow(Gomoku{}, {.threads = 4, .parallel = Parallel::root, .memory = Bytes{budget}}, 20'000);
  EXPECT_LE(result.bytes, budget);
}

TEST(Forest, ReusesEveryTree) {
  const TicTacToe game;
  Forest<TicTacToe> forest(game, {.deterministic = true}, 1);
  const auto before = forest.run({.sims = 4000}, false, {}, {});
  const auto& best = before.moves[0];
  forest.advance(best.move);
  const auto after = forest.run({.sims = 1}, false, {}, {});
  EXPECT_EQ(total_visits(after), best.visits - Forest<TicTacToe>::deterministic_trees + 1);
}

}  // namespace
}  // namespace banyan
