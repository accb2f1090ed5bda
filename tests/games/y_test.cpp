// The game of Y: chains that join three sides, and texts that are refused.
#include <gtest/gtest.h>

#include <string>

#include <banyan/games/y.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

TEST(YRules, JoinsThreeSides) {
  const Y game({3});
  EXPECT_EQ(game.outcome(after_moves(game, {"c2", "b2", "c3"})),
            std::nullopt);  // the left is missing
  EXPECT_EQ(game.outcome(after_moves(game, {"b2", "c1", "b3", "a3", "c2"})), win_for(0));
  EXPECT_EQ(game.outcome(after_moves(game, {"a3", "c1", "b3", "b2", "c3"})),
            win_for(0));  // corners count twice
}

TEST(YText, SaysWhatIsWrong) {
  const Y game({3});
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message("x/o./..."), "");
  EXPECT_NE(message("x/o/...").find("too early"), std::string::npos);
  EXPECT_NE(message("x/o../...").find("too many"), std::string::npos);
  EXPECT_NE(message("x/x./...").find("X moves first"), std::string::npos);
  EXPECT_FALSE(game.parse_move(game.start(), "a1"));  // not on the triangle
}

TEST(YParameters, ConformOnManyBoards) {
  for (const int size : {2, 3, 5, 9}) expect_conforming(Y({size}), {.games = 50, .playouts = 2000});
}

}  // namespace
}  // namespace banyan
