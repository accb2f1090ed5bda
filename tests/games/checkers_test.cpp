// Checkers: captures, crowning, ends of games, text.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <banyan/games/checkers.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

using Texts = std::vector<std::string>;

Checkers::State checkers_at(const std::string& text) {
  const auto state = Checkers{}.parse_position(text);
  EXPECT_TRUE(state) << text << ": " << (state ? "" : state.error().message);
  return state ? *state : Checkers{}.start();
}
Texts checkers_moves(const Checkers::State& state) {
  const Checkers game;
  Texts texts;
  MoveListOf<Checkers> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves) texts.push_back(game.print_move(state, move));
  std::ranges::sort(texts);
  return texts;
}

TEST(CheckersRules, BlackBegins) {
  EXPECT_EQ(checkers_moves(Checkers{}.start()),
            (Texts{"10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"}));
}

TEST(CheckersRules, WhoCanCaptureMust) {
  EXPECT_EQ(checkers_moves(checkers_at("B:W15:B11,1")), (Texts{"11x18"}));
  EXPECT_EQ(checkers_moves(checkers_at("W:W18,32:B15,K3")), (Texts{"18x11"}));
}

TEST(CheckersRules, ChainsGoToTheirEnd) {
  const Checkers game;
  auto state = checkers_at("W:W22:B18,11");
  EXPECT_EQ(checkers_moves(state), (Texts{"22x15x8"}));
  EXPECT_EQ(game.parse_move(state, "22x8"), game.parse_move(state, "22x15x8"));
  EXPECT_FALSE(game.parse_move(state, "22x15"));
  game.apply(state, *game.parse_move(state, "22x15x8"));
  EXPECT_EQ(game.print_position(state), "B:W8:B");
  EXPECT_EQ(game.outcome(state), win_for(1));
}

// A king goes around four men in either direction, which are two moves.
TEST(CheckersRules, Kings) {
  const auto state = checkers_at("W:WK22:B17,18,9,10");
  EXPECT_EQ(checkers_moves(state), (Texts{"22x13x6x15x22", "22x15x6x13x22"}));
  EXPECT_FALSE(Checkers{}.parse_move(state, "22x22"));  // which of them?
}

TEST(CheckersRules, AManThatIsCrownedStops) {
  const Checkers game;
  auto state = checkers_at("W:W10:B6,7,12");
  EXPECT_EQ(checkers_moves(state), (Texts{"10x1", "10x3"}));
  game.apply(state, *game.parse_move(state, "10x3"));
  EXPECT_EQ(game.print_position(state), "B:WK3:B6,12");
}

TEST(CheckersRules, FortyMovesWithoutProgressAreADraw) {
  const Checkers game;
  auto state = checkers_at("B:WK32:BK1:H79");
  EXPECT_FALSE(game.outcome(state));
  game.apply(state, *game.parse_move(state, "1-5"));
  EXPECT_EQ(game.outcome(state), draw_for_all());
  auto advanced = checkers_at("B:WK32:B1:H79");
  game.apply(advanced, *game.parse_move(advanced, "1-5"));
  EXPECT_FALSE(game.outcome(advanced));
}

TEST(CheckersRules, WhoCannotMoveLoses) {
  EXPECT_EQ(Checkers{}.outcome(checkers_at("B:W13,17,22:B9,5,14")), std::nullopt);
  EXPECT_EQ(Checkers{}.outcome(checkers_at("B:W8,11:B4")), win_for(1));
}

// As other programs write it, in the header of PDN 3.0 and before.
TEST(CheckersPosition, ReadsOtherForms) {
  const Checkers game;
  EXPECT_EQ(checkers_at("B:W21-32:B1-12:H0:F1"), game.start());
  EXPECT_EQ(checkers_at("B:W21-32:B1-12."), game.start());
  EXPECT_EQ(checkers_at("W:W18,K29-31:B12,K22:H7:F31"), checkers_at("W:W18,K29,K30,K31:B12,K22:H7"));
  EXPECT_EQ(checkers_at("W:W18:B12:F31:H7."), checkers_at("W:W18:B12:H7"));
}

TEST(CheckersPosition, SaysWhatIsWrong) {
  const auto expect = [&](const std::string& text, const std::string& words) {
    const auto state = Checkers{}.parse_position(text);
    ASSERT_FALSE(state) << text;
    EXPECT_NE(state.error().message.find(words), std::string::npos) << state.error().message;
  };
  expect("", "who is to move");
  expect("B:W33:B1", "'33' is not a square");
  expect("B:W1,:B2", "ends with a comma");
  expect("B:W5:B5", "given twice");
  expect("B:W1:B9", "would be a king");
  expect("B:W21:W22", "one each");
  expect("B:W21:B1:H81", "0 to 80");
  expect("B:W21:B1:H1:H2", "once each");
  expect("B:W21:B1:F1:G2", "once each");
  expect("B:W24-21:B1", "'24-21' is not a square");
  expect("B:W21-:B1", "'21-' is not a square");
  expect("B:W21-24,22:B1", "given twice");
  expect("B:W:B1", "no pieces");
  expect("B:WK1,K2,K3,K4,5,6,7,8,9,10,11,12,13:B14", "more than 12");
}

TEST(CheckersPicture, PointsAtEveryLanding) {
  const Checkers game;
  const auto state = checkers_at("W:W22:B18,11");
  CellPath cells;
  game.move_cells(state, *game.parse_move(state, "22x15x8"), cells);
  ASSERT_EQ(cells.size(), 3U);
  const Picture picture = game.picture(state);
  EXPECT_EQ(picture.cells[cells[0]].name, "22");
  EXPECT_EQ(picture.cells[cells[0]].text, "w");
  EXPECT_EQ(picture.cells[cells[1]].name, "15");
  EXPECT_EQ(picture.cells[cells[2]].name, "8");
}

}  // namespace
}  // namespace banyan
