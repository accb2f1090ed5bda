// Progressive bias: the game's heuristic guides a search where it has seen little.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <banyan/agent/uct.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

// Some moves into a game, where the heuristic tells moves apart.
Othello::State middle_game(const Othello& game) {
  Othello::State state = game.start();
  Random random(5);
  for (int ply = 0; ply < 12; ++ply) {
    MoveListOf<Othello> moves;
    game.legal_moves(state, moves);
    game.apply(state, moves[random.below(moves.size())]);
  }
  return state;
}

// For the mover, scaled to [0,1].
double hint(const Othello& game, Othello::State state, Othello::Move move) {
  const auto mover = static_cast<std::size_t>(game.current_player(state));
  game.apply(state, move);
  return (game.heuristic(state)[mover] + 1) / 2;
}

TEST(ProgressiveBias, FirstTriesWhatTheHeuristicPrefers) {
  const Othello game;
  const auto state = middle_game(game);
  MoveListOf<Othello> legal;
  game.legal_moves(state, legal);
  std::vector<double> hints;
  for (const auto move : legal) hints.push_back(hint(game, state, move));
  std::sort(hints.begin(), hints.end(), std::greater<>());
  ASSERT_GT(hints.front(), hints.back());
  Searcher<Othello> searcher(game, {.heuristic_weight = 0.5, .solver = false}, 1);
  searcher.set_root(state);
  for (const double wanted : hints) {
    searcher.step();
    EXPECT_FLOAT_EQ(static_cast<float>(hint(game, state, searcher.last_simulation().path[0])),
                    static_cast<float>(wanted));
  }
}

TEST(ProgressiveBias, CountsTheLessTheMoreAMoveWasTried) {
  const Othello game;
  const auto state = middle_game(game);
  Searcher<Othello> searcher(game, {.c = 0.7, .heuristic_weight = 3, .solver = false}, 1);
  searcher.set_root(state);
  searcher.run({.sims = 100});  // below 128 the search's own logarithm is exact
  const auto root = searcher.view({});
  for (const auto& child : root->children) {
    const auto n = static_cast<double>(child.visits);
    EXPECT_NEAR(child.exploration,
                0.7 * std::sqrt(std::log(100.0) / n) + 3 * hint(game, state, child.move) / (n + 1), 1e-4);
  }
  EXPECT_EQ(total_visits(searcher.result()), 100U);
}

TEST(ProgressiveBias, WorksWithTheSolverThreadsAndLittleMemory) {
  const Othello game;
  const SearchParams params{.heuristic_weight = 1, .solver = true, .threads = 2, .memory = Bytes{1'000'000}};
  const auto result = search(game, game.start(), {.sims = 20'000}, params);
  EXPECT_EQ(total_visits(result), 20'000U);
  EXPECT_LE(result.bytes, params.memory.count);
}

TEST(ProgressiveBias, NeedsAHeuristicAndItsRule) {
  UctParams params;
  params.search.heuristic_weight = 1;
  EXPECT_EQ(misfit<Othello>(params.search), "");
  EXPECT_NE(misfit<ConnectFour>(params.search), "");
  EXPECT_EQ(UctParams::problem(params), "");
  params.search.rule = Rule::thompson;
  EXPECT_NE(UctParams::problem(params), "");
}

}  // namespace
}  // namespace banyan
