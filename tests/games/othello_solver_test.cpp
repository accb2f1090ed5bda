// Othello's solver against trying everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include <banyan/games/othello.hpp>
#include <banyan/search/searcher.hpp>

#include "../search/exact.hpp"

namespace banyan {
namespace {

// A random position with at most so many empty squares, in which somebody can still move.
Othello::State late_position(const Othello& game, int empty, Random& random) {
  while (true) {
    auto state = game.start();
    while (!game.outcome(state) && std::popcount(~(state.discs[0] | state.discs[1])) > empty) {
      const auto moves = legal_moves_of(game, state);
      state = after(game, state, moves[random.below(moves.size())]);
    }
    if (!game.outcome(state)) return state;
  }
}

TEST(OthelloSolver, AgreesWithTryingEverything) {
  const Othello game;
  OthelloSolver solver;
  Random random(6);
  int decided = 0;
  for (int i = 0; i < 60; ++i) {
    ExactSolver<Othello> exact(game);
    const auto state = late_position(game, 4 + i % 5, random);
    SolvedListOf<Othello> moves;
    ASSERT_EQ(solver.solve(state, moves, {}), "");
    ASSERT_EQ(moves.size(), legal_moves_of(game, state).size());
    for (const auto& each : moves) {
      EXPECT_EQ(each.value, exact.span_of_move(state, each.move).high) << game.print_position(state);
      decided += each.value != moves[0].value ? 1 : 0;
    }
  }
  EXPECT_GT(decided, 10);  // positions in which it matters what is played
}

TEST(OthelloForesight, AgreesWithTryingEverything) {
  const Othello game;
  Random random(7);
  for (int i = 0; i < 60; ++i) {
    ExactSolver<Othello> exact(game);
    const auto state = late_position(game, 4 + i % 5, random);
    const auto end = game.foresee(state);
    ASSERT_TRUE(end);
    double best = -1;
    for (const Othello::Move move : legal_moves_of(game, state))
      best = std::max(best, exact.span_of_move(state, move).high);
    EXPECT_EQ((*end)[state.player], best) << game.print_position(state);
  }
}

TEST(OthelloForesight, IsNotForEarlyPositions) { EXPECT_FALSE(Othello().foresee(Othello().start())); }

// Few simulations prove a position with eleven empty squares, two moves before the end is foreseen.
TEST(OthelloForesight, ProvesPositionsForTheSearch) {
  const Othello game;
  OthelloSolver solver;
  Random random(8);
  int proven = 0;
  for (int i = 0; i < 10; ++i) {
    const auto state = late_position(game, 11, random);
    SolvedListOf<Othello> moves;
    ASSERT_EQ(solver.solve(state, moves, {}), "");
    const auto best = std::max_element(moves.begin(), moves.end(),
                                       [](const auto& a, const auto& b) { return a.value < b.value; });
    const auto result = search(game, state, {.sims = 20'000});
    if (!result.bounds || !result.bounds->proven()) continue;
    ++proven;
    EXPECT_EQ(result.bounds->low, best->value) << game.print_position(state);
  }
  EXPECT_EQ(proven, 10);
}

TEST(OthelloSolver, SaysWhenThereIsTooMuchToDo) {
  OthelloSolver solver;
  SolvedListOf<Othello> moves;
  const std::string problem = solver.solve(Othello().start(), moves, {});
  EXPECT_NE(problem.find("20 empty squares"), std::string::npos) << problem;
}

}  // namespace
}  // namespace banyan
