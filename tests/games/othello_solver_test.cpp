// Othello's solver against trying everything.
#include <gtest/gtest.h>

#include <banyan/games/othello.hpp>

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

TEST(OthelloSolver, SaysWhenThereIsTooMuchToDo) {
  OthelloSolver solver;
  SolvedListOf<Othello> moves;
  const std::string problem = solver.solve(Othello().start(), moves, {});
  EXPECT_NE(problem.find("20 empty squares"), std::string::npos) << problem;
}

}  // namespace
}  // namespace banyan
