// Connect Four's solver against positions that another solver has solved, and against trying everything.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include <banyan/games/connect4.hpp>

#include "../search/exact.hpp"

namespace banyan {
namespace {

// The score of the file (data/connect4_solved.tsv) in plies: |score| own stones are left at the end.
std::uint32_t plies_of(int stones, int score) {
  if (score == 0) return static_cast<std::uint32_t>(42 - stones);
  std::uint32_t plies = 1;
  const bool mover = score > 0;
  while ((43 - (stones + static_cast<int>(plies) - 1)) / 2 != std::abs(score) || (plies % 2 == 1) != mover)
    ++plies;
  return plies;
}

TEST(ConnectFourSolver, AgreesWithSolvedPositions) {
  const ConnectFour game;
  ConnectFourSolver solver(std::size_t{1} << 20U);
  std::ifstream file(BANYAN_SOURCE_DIR "/data/connect4_solved.tsv");
  ASSERT_TRUE(file);
  std::string line;
  int positions = 0;
  while (std::getline(file, line)) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string played;
    words >> played;
    if (played.size() < 16) continue;  // those take too long for a test
    auto state = game.start();
    for (const char column : played) game.apply(state, static_cast<ConnectFour::Move>(column - '1'));
    SolvedListOf<ConnectFour> moves;
    ASSERT_EQ(solver.solve(state, moves, {}), "");
    std::size_t next = 0;
    for (int column = 0; column < 7; ++column) {
      std::string score;
      words >> score;
      if (score == "-") continue;
      const int wanted = std::stoi(score);
      const auto& found = moves[next++];
      EXPECT_EQ(int{found.move}, column) << played;
      EXPECT_EQ(found.value, (wanted > 0) - (wanted < 0)) << played << " " << column + 1;
      EXPECT_EQ(found.plies, plies_of(static_cast<int>(played.size()), wanted))
          << played << " " << column + 1;
    }
    EXPECT_EQ(next, moves.size());
    ++positions;
  }
  EXPECT_GT(positions, 200);
}

TEST(ConnectFourSolver, AgreesWithTryingEverything) {
  const ConnectFour game;
  ExactSolver<ConnectFour> exact(game);
  ConnectFourSolver solver(std::size_t{1} << 16U);
  Random random(4);
  for (int i = 0; i < 60; ++i) {
    auto state = game.start();
    for (int ply = 0; ply < 29 && !game.outcome(state); ++ply) {
      const auto moves = legal_moves_of(game, state);
      state = after(game, state, moves[random.below(moves.size())]);
    }
    if (game.outcome(state)) continue;
    SolvedListOf<ConnectFour> moves;
    ASSERT_EQ(solver.solve(state, moves, {}), "");
    for (const auto& each : moves)
      EXPECT_EQ(each.value, exact.span_of_move(state, each.move).high) << game.print_position(state);
  }
}

TEST(ConnectFourSolver, StopsWhenAsked) {
  ConnectFourSolver solver(std::size_t{1} << 16U);
  int asked = 0;
  SolvedListOf<ConnectFour> moves;
  EXPECT_NE(solver.solve(ConnectFour().start(), moves, [&] { return ++asked == 3; }), "");
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace banyan
