// Othello's bits against a board of plain squares, and games that end early.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <banyan/games/othello.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

struct PlainOthello {
  std::string squares = std::string(64, '.');  // row by row from the top
  PlainOthello() {
    squares[3 * 8 + 3] = squares[4 * 8 + 4] = 'o';
    squares[3 * 8 + 4] = squares[4 * 8 + 3] = 'x';
  }

  [[nodiscard]] static bool on_board(int row, int column) {
    return row >= 0 && row < 8 && column >= 0 && column < 8;
  }
  [[nodiscard]] char at(int row, int column) const {
    return squares[static_cast<std::size_t>(row * 8 + column)];
  }

  // The discs that a disc of this colour on the square would turn over.
  [[nodiscard]] std::vector<int> turned(int square, char colour) const {
    std::vector<int> all;
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right) {
        if (down == 0 && right == 0) continue;
        std::vector<int> run;
        int row = square / 8 + down;
        int column = square % 8 + right;
        while (on_board(row, column) && at(row, column) == (colour == 'x' ? 'o' : 'x')) {
          run.push_back(row * 8 + column);
          row += down;
          column += right;
        }
        if (on_board(row, column) && at(row, column) == colour) all.insert(all.end(), run.begin(), run.end());
      }
    return all;
  }
  [[nodiscard]] std::vector<int> placeable(char colour) const {
    std::vector<int> list;
    for (int square = 0; square < 64; ++square)
      if (squares[static_cast<std::size_t>(square)] == '.' && !turned(square, colour).empty())
        list.push_back(square);
    return list;
  }
  void place(int square, char colour) {
    for (const int other : turned(square, colour)) squares[static_cast<std::size_t>(other)] = colour;
    squares[static_cast<std::size_t>(square)] = colour;
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = 0; row < 8; ++row)
      text += (row > 0 ? "/" : "") + squares.substr(static_cast<std::size_t>(row) * 8, 8);
    return text;
  }
};

void expect_same(const Othello& game, const Othello::State& state, const PlainOthello& board) {
  const char colour = "xo"[state.player];
  const char other = "ox"[state.player];
  RC_ASSERT(game.print_position(state) == board.text() + ' ' + colour);
  const std::vector<int> expected = board.placeable(colour);
  const bool over = expected.empty() && board.placeable(other).empty();
  RC_ASSERT(game.outcome(state).has_value() == over);
  if (over) {
    const auto lead = std::ranges::count(board.squares, 'x') - std::ranges::count(board.squares, 'o');
    RC_ASSERT(*game.outcome(state) == (lead == 0 ? draw_for_all() : win_for(lead > 0 ? 0 : 1)));
    return;
  }
  MoveListOf<Othello> moves;
  game.legal_moves(state, moves);
  std::vector<int> found(moves.begin(), moves.end());
  RC_ASSERT(found == (expected.empty() ? std::vector<int>{Othello::pass} : expected));
}

RC_GTEST_PROP(OthelloRules, PlaysAsABoardOfSquares, (std::uint64_t seed)) {
  const Othello game;
  PlainOthello board;
  expect_same(game, game.start(), board);
  walk(game, random_choices(seed, 120), [&](const auto& before, auto move, const auto& after) {
    if (move != Othello::pass) board.place(move, "xo"[before.player]);
    RC_ASSERT(after.player != before.player);
    expect_same(game, after, board);
  });
}

TEST(OthelloRules, FirstMovesAndStart) {
  const Othello game;
  std::vector<std::string> texts;
  MoveListOf<Othello> moves;
  game.legal_moves(game.start(), moves);
  for (const auto move : moves) texts.push_back(game.print_move(game.start(), move));
  EXPECT_EQ(texts, (std::vector<std::string>{"d3", "c4", "f5", "e6"}));
  EXPECT_EQ(game.print_position(game.start()),
            "......../......../......../...ox.../...xo.../......../......../........ x");
}

// The shortest game there is: after nine moves white has no disc left.
TEST(OthelloRules, WipedOut) {
  const Othello game;
  const auto end = after_moves(game, {"e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5"});
  EXPECT_EQ(end.discs[1], 0U);
  EXPECT_EQ(game.outcome(end), win_for(0));
}

TEST(OthelloRules, PassIsTheOnlyMoveWhereOneMustPass) {
  const Othello game;
  auto state = after_moves(game, {"f5", "f6", "c4", "g5", "h5", "h4", "g7", "h6"});
  MoveListOf<Othello> moves;
  game.legal_moves(state, moves);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(game.print_move(state, moves[0]), "pass");
  EXPECT_FALSE(game.outcome(state));
  const auto discs = state.discs;
  game.apply(state, moves[0]);
  EXPECT_EQ(state.discs, discs);
  EXPECT_EQ(game.current_player(state), 1);
  EXPECT_NE(state.placeable, 0U);
}

TEST(OthelloPosition, SaysWhatIsWrong) {
  const Othello game;
  const std::string start = game.print_position(game.start());
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message(start), "");
  EXPECT_NE(message(start.substr(0, start.size() - 2)).find("who is to move"), std::string::npos);
  EXPECT_NE(message(start.substr(0, start.size() - 1) + "b").find("who is to move"), std::string::npos);
  EXPECT_NE(
      message("......../......../......../......../......../......../......../........ x").find("middle"),
      std::string::npos);
}

TEST(OthelloPicture, RowOneIsOnTop) {
  const Othello game;
  const Picture picture = game.picture(game.start());
  EXPECT_EQ(picture.row_labels.front(), "1");
  EXPECT_EQ(picture.at(0, 0).move, "a1");
  EXPECT_EQ(picture.at(2, 3).move, "d3");
  EXPECT_EQ(picture.at(3, 4).text, "X");
  EXPECT_EQ(picture.caption, "Black 2  White 2");
}

TEST(OthelloHeuristic, LikesCorners) {
  const Othello game;
  const auto with_corner =
      game.parse_position("x......./......../......../...ox.../...xo.../......../......../........ x");
  ASSERT_TRUE(with_corner);
  const auto guess = game.heuristic(*with_corner);
  EXPECT_GT(guess[0], 0);
  EXPECT_EQ(guess[1], -guess[0]);
  EXPECT_EQ(game.heuristic(game.start())[0], 0);
}

}  // namespace
}  // namespace banyan
