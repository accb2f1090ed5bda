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
