// The game of Y against a plain search for chains; the swap; texts that are refused.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <utility>
#include <vector>

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

// Whether a chain of a player's stones joins all three sides, cell by cell: cell k of row r, both from 0, has
// neighbours in its row and in those above and below.
bool joins_all_sides_plainly(const std::vector<std::string>& rows, char stone) {
  const int size = static_cast<int>(rows.size());
  std::vector<std::string> left = rows;  // stones that were not seen yet
  for (int first_row = 0; first_row < size; ++first_row)
    for (int first_cell = 0; first_cell <= first_row; ++first_cell) {
      std::vector<std::pair<int, int>> stack;
      const auto reach = [&](int row, int cell) {
        if (row < 0 || row >= size || cell < 0 || cell > row) return;
        char& there = left[static_cast<std::size_t>(row)][static_cast<std::size_t>(cell)];
        if (there != stone) return;
        there = '.';
        stack.emplace_back(row, cell);
      };
      reach(first_row, first_cell);
      bool on_left = false;
      bool on_right = false;
      bool on_bottom = false;
      while (!stack.empty()) {
        const auto [row, cell] = stack.back();
        stack.pop_back();
        on_left = on_left || cell == 0;
        on_right = on_right || cell == row;
        on_bottom = on_bottom || row == size - 1;
        for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {1, 1}, {-1, 0}, {-1, -1}})
          reach(row + down, cell + right);
      }
      if (on_left && on_right && on_bottom) return true;
    }
  return false;
}

RC_GTEST_PROP(YRules, WinsAreChains, (std::uint64_t seed)) {
  const Y game({static_cast<int>(2 + seed % 18), seed % 4 == 0});
  walk(game, random_choices(seed, game.max_moves()), [&](const auto&, auto, const auto& after) {
    std::vector<std::string> rows(1);
    for (const char c : game.print_position(after).substr(
             0, game.cells() + static_cast<std::size_t>(game.params().size) - 1)) {
      if (c == '/') {
        rows.emplace_back();
      } else {
        rows.back() += c;
      }
    }
    for (const Player player : {0, 1}) {
      const auto outcome = game.outcome(after);
      RC_ASSERT(joins_all_sides_plainly(rows, "xo"[player]) ==
                (outcome && (*outcome)[static_cast<std::size_t>(player)] == 1));
    }
  });
}

TEST(YSwap, TakesTheFirstStoneOver) {
  const Y game({4, true});
  auto state = after_moves(game, {"c3", "swap"});
  EXPECT_EQ(game.print_position(state), "./../.o./.... x");
  EXPECT_EQ(game.current_player(state), 0);
  game.apply(state, *game.parse_move(state, "d2"));
  EXPECT_EQ(game.print_position(state), "./.x/.o./.... o");
  EXPECT_EQ(*game.parse_position("./.x/.o./.... o"), state);
  EXPECT_NE(game.hash(*game.parse_position("./.x/.o./.... o")),
            game.hash(*game.parse_position("./.x/.o./.... x")));
  MoveListOf<Y> moves;
  game.legal_moves(state, moves);
  EXPECT_EQ(moves.size(), 8U) << "there is nothing more to swap";
  EXPECT_FALSE(Y({4}).parse_move(Y({4}).start(), "swap"));
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
  const auto swap_message = [](const std::string& text) {
    const auto state = Y({3, true}).parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(swap_message("o/../... x"), "");
  EXPECT_NE(swap_message("o/../...").find("who is to move"), std::string::npos);
  EXPECT_NE(swap_message("x/../... x").find("X moves first"), std::string::npos);
}

TEST(YParameters, ConformOnManyBoards) {
  for (const int size : {2, 3, 5, 9})
    for (const bool swap : {false, true}) expect_conforming(Y({size, swap}), {.games = 50, .playouts = 2000});
}

}  // namespace
}  // namespace banyan
