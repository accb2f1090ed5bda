// Boards and tables as people see them.
#include <gtest/gtest.h>

#include <banyan/session/text.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

TEST(Draw, ShowsCoordinatesAndMarksTheLastMove) {
  Session session(game_of("tictactoe"));
  ASSERT_TRUE(session.play_all({"a1", "c3"}, std::nullopt));
  EXPECT_EQ(draw(session, {}), " 3 . .[O]\n 2 . . .\n 1 X . .\n   a b c\n");
}

TEST(Draw, MarksTheCellThatTheMoveFilledWhereSeveralBelongToIt) {
  Session session(game_of("connect4"));
  ASSERT_TRUE(session.play_all({"4", "4"}, std::nullopt));
  const std::string board = draw(session, {});
  EXPECT_NE(board.find("[O]"), std::string::npos);
  EXPECT_EQ(board.find("[X]"), std::string::npos);
}

TEST(Draw, ShowsNamesAtTheEdgesOfTwoRowsWithoutLabels) {
  const Session session(game_of("backgammon"));
  EXPECT_EQ(draw(session, {}),
            " 13 14 15 16 17 18    19 20 21 22 23 24\n"
            " w5  .  .  . b3  .  . b5  .  .  .  . w2  .\n"
            " b5  .  .  . w3  .  . w5  .  .  .  . b2  .\n"
            " 12 11 10  9  8  7     6  5  4  3  2  1\n"
            "White 167, Black 167 pips to go\n");
}

TEST(Draw, NumbersThePitsAtTheEdges) {
  const Session session(game_of("kalah"));
  EXPECT_EQ(draw(session, {}),
            "   6 5 4 3 2 1\n"
            " 0 4 4 4 4 4 4\n"
            "   4 4 4 4 4 4 0\n"
            "   1 2 3 4 5 6\n");
}

// Squares that are not played on are blank; the numbers of the others stand on a board beside.
TEST(Draw, ShowsTheNamesOfCellsWithoutLabelsBesideTheBoard) {
  auto session = Session::from_position(game_of("checkers"), "W:W21-28,K10:B1-7,12");
  ASSERT_TRUE(session);
  EXPECT_EQ(draw(*session, {}),
            "   b   b   b   b        1     2     3     4\n"
            " b   b   b   .       5     6     7     8\n"
            "   .   W   .   b        9    10    11    12\n"
            " .   .   .   .      13    14    15    16\n"
            "   .   .   .   .       17    18    19    20\n"
            " w   w   w   w      21    22    23    24\n"
            "   w   w   w   w       25    26    27    28\n"
            " .   .   .   .      29    30    31    32\n");
  ASSERT_TRUE(session->play("10-15"));
  EXPECT_NE(draw(*session, {}).find(" .   .  [W]  .      13    14    15    16\n"), std::string::npos)
      << draw(*session, {});
}

// Letters stand beside the first hole of their row, and what is left of all of them is left out.
TEST(Draw, LabelsTheRowsOfAStar) {
  const Session session(game_of("chinese-checkers:size=2"));
  EXPECT_EQ(draw(session, {}),
            "       i 2\n"
            "      h 2 2\n"
            " g . . . . . . .\n"
            "  f . . . . . .\n"
            "   e . . . . .\n"
            "  d . . . . . .\n"
            " c . . . . . . .\n"
            "      b 1 1\n"
            "       a 1\n"
            "pegs in their target: Red 0 of 3, Blue 0 of 3\n");
}

TEST(Draw, SetsSmallBoardsApart) {
  Session session(game_of("ultimate"));
  ASSERT_TRUE(session.play_all({"e5", "d4"}, std::nullopt));
  EXPECT_EQ(draw(session, {}),
            " 9 . . . | . . . | . . .\n"
            " 8 . . . | . . . | . . .\n"
            " 7 . . . | . . . | . . .\n"
            "  -------+-------+-------\n"
            " 6 . . . | . . . | . . .\n"
            " 5 . . . | . X . | . . .\n"
            " 4 . . . |[O]. . | . . .\n"
            "  -------+-------+-------\n"
            " 3 . . . | . . . | . . .\n"
            " 2 . . . | . . . | . . .\n"
            " 1 . . . | . . . | . . .\n"
            "   a b c   d e f   g h i\n"
            "won boards: X none, O none\n"
            "to move on board A1\n");
}

// A line that can be drawn is a dot, a box that nobody has is blank.
TEST(Draw, LeavesCellsBlankThatNoMoveIsMadeOn) {
  Session session(game_of("dots-and-boxes:width=2,height=1"));
  ASSERT_TRUE(session.play_all({"a1-a2", "b1-c1"}, std::nullopt));
  EXPECT_EQ(draw(session, {}),
            " 2 • . • . •\n"
            "   |   .   .\n"
            " 1 • . •[-]•\n"
            "   a   b   c\n"
            "Red 0, Blue 0 of 2 boxes\n");
}

TEST(Draw, CaptionsNameTheSidesAsTheGameDoes) {
  EXPECT_NE(draw(Session(game_of("go:size=5")), {}).find("komi 7.5 for White"), std::string::npos);
  EXPECT_NE(draw(Session(game_of("dots-and-boxes")), {}).find("Red 0, Blue 0 of "), std::string::npos);
}

TEST(Draw, ColoursOnlyWhereAsked) {
  Session session(game_of("tictactoe"));
  ASSERT_TRUE(session.play("b2"));
  EXPECT_EQ(draw(session, {}).find('\x1b'), std::string::npos);
  EXPECT_NE(draw(session, {.colour = true}).find('\x1b'), std::string::npos);
}

TEST(Status, SaysWhoMovesAndHowItEnded) {
  Session session(game_of("tictactoe"));
  EXPECT_EQ(status_line(session), "X (player 0) to move");
  ASSERT_TRUE(session.play_all({"a1", "a2", "b1", "b2", "c1"}, std::nullopt));
  EXPECT_EQ(status_line(session), "X (player 0) wins");
  Session pig(game_of("pig"));
  ASSERT_TRUE(pig.play("roll"));
  EXPECT_EQ(status_line(pig), "chance is to move");
}

TEST(Status, KnowsDrawsAndSharedPlaces) {
  EXPECT_EQ(result_text(*game_of("tictactoe"), {0, 0}), "a draw");
  EXPECT_EQ(result_text(*game_of("nim:players=3"), {1, 1, -1}),
            "player 0 and player 1 share the first place");
}

TEST(Table, HasALineAMoveAndSaysWhatItLeavesOut) {
  const auto game = game_of("connect4");
  const auto agent = *game->make_agent({"uct", {{"sims", "200"}}}, 3);
  const Analysis analysis = agent->analyze(*game->start(), {});
  const std::string whole = analysis_table(analysis, 20, {});
  for (const auto& move : analysis.moves)
    EXPECT_NE(whole.find("\n" + move.move + " "), std::string::npos) << whole;
  EXPECT_NE(whole.find("200 simulations"), std::string::npos);
  EXPECT_NE(analysis_table(analysis, 3, {}).find("4 more"), std::string::npos);
}

}  // namespace
}  // namespace banyan
