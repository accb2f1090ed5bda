// Othello against GRhino, a program nobody here wrote: over random games both know the same legal moves, turn
// the same discs, see the same forced passes and count the same score. Skipped where gtp-rhino is not
// installed.
#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string>

#include <banyan/games/othello.hpp>

#include "../gtp_engine.hpp"

namespace banyan {
namespace {

// The squares row by row from the top, and the side to move, as in print_position(); GRhino draws
//   Next move: White
//       a b c …
//     1 . . X …
std::string position_of(const std::string& board) {
  std::istringstream lines(board);
  std::string line;
  std::getline(lines, line);
  const bool white = line.find("White") != std::string::npos;
  std::getline(lines, line);
  std::string rows;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;  // its number
    while (words >> word) rows += static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  }
  return rows + (white ? " o" : " x");
}

std::string position_of(const Othello& game, const Othello::State& state) {
  std::string text;
  for (const char c : game.print_position(state))
    if (c != '/') text += c;
  return text;
}

bool accepts(GtpEngine& engine, const std::string& move, int player) {
  return engine.ask("play " + std::string(player == 0 ? "b " : "w ") + move)[0] != '?';
}

std::set<std::string> legal_squares(const Othello& game, const Othello::State& state) {
  std::set<std::string> squares;
  MoveListOf<Othello> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves)
    if (move != Othello::pass) squares.insert(game.print_move(state, move));
  return squares;
}

// Every square of the board, tried and taken back.
std::set<std::string> accepted_squares(GtpEngine& engine, int player) {
  std::set<std::string> squares;
  for (char column = 'a'; column <= 'h'; ++column)
    for (char row = '1'; row <= '8'; ++row) {
      const std::string square{column, row};
      if (!accepts(engine, square, player)) continue;
      squares.insert(square);
      engine.ask("undo");
    }
  return squares;
}

struct Seen {
  int passes = 0;
  int moves = 0;
};

void expect_same_game(GtpEngine& rhino, std::uint64_t seed, Seen& seen) {
  const Othello game;
  Random random(seed, 8);
  rhino.ask("clear_board");
  auto state = game.start();
  while (!game.outcome(state)) {
    MoveListOf<Othello> moves;
    game.legal_moves(state, moves);
    if (moves[0] == Othello::pass) {  // which GRhino does by itself
      ++seen.passes;
      game.apply(state, Othello::pass);
      continue;
    }
    ASSERT_EQ(position_of(rhino.ask("showboard")), position_of(game, state));
    if (random.below(6) == 0) {
      ASSERT_EQ(accepted_squares(rhino, state.player), legal_squares(game, state))
          << game.print_position(state);
    }
    const auto move = moves[random.below(moves.size())];
    ASSERT_TRUE(accepts(rhino, game.print_move(state, move), state.player)) << game.print_position(state);
    game.apply(state, move);
    ++seen.moves;
  }
  // " B+12", " W+3" or " 0".
  const std::string score = rhino.ask("final_score");
  ASSERT_NE(score[0], '?') << score << game.print_position(state);
  const int black = std::popcount(state.discs[0]);
  const int white = std::popcount(state.discs[1]);
  const int lead = score.size() > 3 && score[1] != '0' ? std::atoi(score.c_str() + 3) : 0;
  ASSERT_EQ(score[1] == 'W' ? -lead : lead, black - white) << score << game.print_position(state);
}

TEST(GRhino, SameMovesPassesAndScore) {
  if (!is_installed("gtp-rhino")) GTEST_SKIP() << "gtp-rhino is not installed (Debian: grhino)";
  GtpEngine rhino({"gtp-rhino"});
  Seen seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    expect_same_game(rhino, seed, seen);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(seen.passes, 0) << "none was forced";
  EXPECT_GT(seen.moves, 200 * 50);
}

}  // namespace
}  // namespace banyan
