// Breakthrough's bits against a board of plain squares, ends of games, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <banyan/games/breakthrough.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// Every square is looked at; rows from the bottom.
std::vector<std::string> plain_breakthrough_moves(const Breakthrough& game,
                                                  const Breakthrough::State& state) {
  const Picture picture = game.picture(state);
  const int width = game.params().width;
  const int height = game.params().height;
  const auto owner = [&](int row, int column) {
    return picture.at(static_cast<std::size_t>(height - 1 - row), static_cast<std::size_t>(column)).owner;
  };
  std::vector<std::string> moves;
  const int player = game.current_player(state);
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      for (int side = -1; side <= 1; ++side) {
        const int to_row = row + (player == 0 ? 1 : -1);
        const int to_column = column + side;
        if (owner(row, column) != player || to_row < 0 || to_row >= height || to_column < 0 ||
            to_column >= width)
          continue;
        const int there = owner(to_row, to_column);
        if (there == -1 || (side != 0 && there != player))
          moves.push_back(print_square(row, column) + print_square(to_row, to_column));
      }
  std::ranges::sort(moves);
  return moves;
}

RC_GTEST_PROP(BreakthroughRules, PlaysAsABoardOfSquares, (std::uint64_t seed)) {
  const Breakthrough game({2 + static_cast<int>(seed % 7), 3 + static_cast<int>(seed / 7 % 6)});
  walk(game, random_choices(seed, 200), [&](const auto& before, auto move, const auto& after) {
    std::vector<std::string> texts;
    MoveListOf<Breakthrough> moves;
    game.legal_moves(before, moves);
    for (const auto each : moves) texts.push_back(game.print_move(before, each));
    std::ranges::sort(texts);
    RC_ASSERT(texts == plain_breakthrough_moves(game, before));
    const int far_row = before.player == 0 ? game.params().height - 1 : 0;
    const bool won = move.to / Breakthrough::stride == far_row || after.pieces[after.player] == 0;
    RC_ASSERT(game.outcome(after) == (won ? std::optional(win_for(before.player)) : std::nullopt));
  });
}

TEST(BreakthroughRules, ReadsMovesWithASign) {
  const Breakthrough game;
  const auto state = after_moves(game, {"a2-a3", "b7b6", "a3a4", "b6b5", "a4xb5"});
  EXPECT_EQ(game.print_position(state), "pppppppp/p1pppppp/8/1P6/8/8/1PPPPPPP/PPPPPPPP b");
  EXPECT_FALSE(game.parse_move(state, "a2:a3"));
  EXPECT_FALSE(game.parse_move(state, "a2a9"));
  EXPECT_FALSE(game.parse_move(state, "a2"));
}

TEST(BreakthroughRules, DecisiveMoves) {
  const Breakthrough game({4, 6});
  const auto decide = [&](const char* text) {
    const auto state = game.parse_position(text);
    EXPECT_TRUE(state) << text;
    MoveListOf<Breakthrough> moves;
    const Urgency urgency = game.decisive_moves(*state, moves);
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(game.print_move(*state, move));
    std::ranges::sort(texts);
    return std::pair(urgency, texts);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(decide("4/P3/4/4/3p/4 w"), std::pair(Urgency::win, Texts{"a5a6", "a5b6"}));
  EXPECT_EQ(decide("4/p3/4/P3/3p/2P1 w"), std::pair(Urgency::block, Texts{"c1d2"}));
  EXPECT_EQ(decide("4/p3/4/P3/3p/3P w").first, Urgency::lost);
  EXPECT_EQ(decide("4/p3/4/P3/4/3P w"), std::pair(Urgency::none, Texts{}));
  EXPECT_EQ(decide("4/4/1p2/P3/4/4 w"), std::pair(Urgency::win, Texts{"a3b4"}));
}

TEST(BreakthroughPosition, SaysWhatIsWrong) {
  const Breakthrough game;
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"), "");
  EXPECT_NE(message("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP").find("who is to move"), std::string::npos);
  EXPECT_NE(message("ppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w").find("row 8 has 7"), std::string::npos);
  EXPECT_NE(message("pppppppp/pppppppp/9/8/8/8/PPPPPPPP/PPPPPPPP w").find("too long"), std::string::npos);
  EXPECT_NE(message("pppppppp/pppppppp/p7/8/8/8/PPPPPPPP/PPPPPPPP w").find("17 pieces"), std::string::npos);
  EXPECT_NE(message("pppppppP/8/8/8/8/8/8/8 w").find("far row"), std::string::npos);
  EXPECT_NE(message("8/8/8/8/8/8/8/8 w").find("no pieces"), std::string::npos);
  EXPECT_NE(message("8/pP6/8/8/8/8/8/x7 b").find("not allowed"), std::string::npos);
}

TEST(BreakthroughPicture, PointsAtSquares) {
  const Breakthrough game({5, 6});
  const auto state = game.start();
  CellPath cells;
  game.move_cells(state, *game.parse_move(state, "b2c3"), cells);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(game.picture(state).cells[cells[0]].name, "b2");
  EXPECT_EQ(game.picture(state).cells[cells[1]].name, "c3");
}

TEST(BreakthroughHeuristic, CountsPiecesAndHowFarTheyAre) {
  const Breakthrough game;
  const auto value = [&](const char* text) { return game.heuristic(*game.parse_position(text))[0]; };
  EXPECT_EQ(game.heuristic(game.start())[0], 0);
  EXPECT_GT(value("p7/8/8/8/8/8/8/PP6 w"), 0);
  EXPECT_GT(value("p7/8/8/8/7P/8/8/P7 w"), value("p7/8/8/8/8/8/7P/P7 w"));
  // A piece that can be captured counts as lost, unless it is guarded or the other side is not to move.
  const double hanging = value("8/8/8/p7/1P6/8/8/8 b");
  EXPECT_LT(hanging, value("8/8/8/p7/2P5/8/8/8 b"));
  EXPECT_GT(value("8/8/8/p7/1P6/8/8/8 w"), 0);
  EXPECT_LT(hanging, value("8/8/8/p7/1P6/2P5/8/8 b"));
  EXPECT_EQ(value("8/8/8/7p/P7/8/8/8 b"), -value("8/8/8/p7/7P/8/8/8 w"));
}

}  // namespace
}  // namespace banyan
