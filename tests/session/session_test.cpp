// A game being played: moves, the way back, and dice that depend on seed and ply alone.
#include <gtest/gtest.h>

#include <banyan/session/session.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

TEST(Session, TellsWhichMoveIsIllegalAtWhichPlyAndWhatIsLegal) {
  Session session(game_of("tictactoe"));
  const auto played = session.play_all({"a1", "b2", "a1"}, std::nullopt);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().message, "move 3: 'a1' is not a legal move here; legal: b1 c1 a2 c2 a3 b3 c3");
  EXPECT_TRUE(session.moves().empty()) << "all or nothing";
}

TEST(Session, ReadsMovesOfSeveralWords) {
  Session session(game_of("backgammon"));
  ASSERT_TRUE(session.play_all({"=31", "8/5", "6/5", "=65", "24/13"}, std::nullopt));
  EXPECT_EQ(session.moves(), (std::vector<std::string>{"=31", "8/5,6/5", "=65", "24/13"}));
  EXPECT_FALSE(session.play_all({"=31", "8/5"}, std::nullopt));
}

TEST(Session, RefusesMovesAfterTheEnd) {
  Session session(game_of("tictactoe"));
  ASSERT_TRUE(session.play_all({"a1", "a2", "b1", "b2", "c1"}, std::nullopt));
  EXPECT_TRUE(session.over());
  EXPECT_EQ(session.position().outcome(), (std::vector<double>{1, -1}));
  const auto played = session.play("c3");
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().message, "move 6: 'c3' comes after the end of the game");
}

TEST(Session, GoesBackToWhereItWas) {
  Session session(game_of("othello"));
  const auto before = session.position().text();
  ASSERT_TRUE(session.play(session.position().legal().front()));
  EXPECT_NE(session.position().text(), before);
  EXPECT_TRUE(session.undo());
  EXPECT_EQ(session.position().text(), before);
  EXPECT_FALSE(session.undo());
}

TEST(Session, BeginsFromATextAndRefusesWrongOnes) {
  const auto session = Session::from_position(game_of("tictactoe"), "..x/.o./...");
  ASSERT_TRUE(session);
  EXPECT_EQ(session->position().player(), 0);
  EXPECT_EQ(session->from(), "..x/.o./...");
  EXPECT_FALSE(Session::from_position(game_of("tictactoe"), "xxx"));
}

TEST(Session, DrawsTheSameDiceAgainAfterUndo) {
  Session session(game_of("pig"));
  ASSERT_TRUE(session.play_all({"roll"}, 42));
  const auto moves = session.moves();
  ASSERT_EQ(moves.size(), 2U);
  session.undo();
  session.play_chances(42);
  EXPECT_EQ(session.moves(), moves);
}

TEST(Session, DrawsChanceOnlyWhereTheMovesDontSayIt) {
  Session session(game_of("pig"));
  ASSERT_TRUE(session.play_all({"roll", "=4", "roll", "=5", "hold", "roll"}, 1));
  ASSERT_EQ(session.moves().size(), 7U);
  EXPECT_EQ(session.moves()[1], "=4");
  EXPECT_EQ(session.moves()[3], "=5");
  EXPECT_FALSE(session.at_chance());
}

TEST(Session, LeavesChanceAloneWithoutASeed) {
  Session session(game_of("pig"));
  ASSERT_TRUE(session.play_all({"roll"}, std::nullopt));
  EXPECT_TRUE(session.at_chance());
}

}  // namespace
}  // namespace banyan
