// Hex against a plain search for chains; known results of small boards; the swap.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include <banyan/games/hex.hpp>
#include <banyan/search/searcher.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

// Whether a player's stones join two sides, cell by cell.
bool joins_plainly(const std::string& board, int size, char stone) {
  const auto at = [&](int row, int column) {
    return board[static_cast<std::size_t>(row * (size + 1) + column)];
  };
  std::vector<bool> seen(static_cast<std::size_t>(size * size));
  std::vector<std::pair<int, int>> stack;
  const auto reach = [&](int row, int column) {
    if (row < 0 || row >= size || column < 0 || column >= size || at(row, column) != stone) return;
    const auto i = static_cast<std::size_t>(row * size + column);
    if (!seen[i]) stack.emplace_back(row, column);
    seen[i] = true;
  };
  for (int i = 0; i < size; ++i) stone == 'x' ? reach(0, i) : reach(i, 0);
  while (!stack.empty()) {
    const auto [row, column] = stack.back();
    stack.pop_back();
    if ((stone == 'x' ? row : column) == size - 1) return true;
    for (const auto& [down, right] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}})
      reach(row + down, column + right);
  }
  return false;
}

RC_GTEST_PROP(HexRules, WinsAreChains, (std::uint64_t seed)) {
  const Hex game({static_cast<int>(3 + seed % 17), seed % 2 == 0});
  walk(game, random_choices(seed, game.max_moves()), [&](const auto&, auto, const auto& after) {
    const std::string text = game.print_position(after);
    for (const Player player : {0, 1}) {
      const bool joined = joins_plainly(text, game.params().size, "xo"[player]);
      const auto outcome = game.outcome(after);
      RC_ASSERT(joined == (outcome && (*outcome)[static_cast<std::size_t>(player)] == 1));
    }
  });
}

// The first player wins on every board; the search proves it on small ones.
TEST(HexSolved, TheFirstPlayerWinsOnSmallBoards) {
  for (const int size : {3, 4}) {
    const Hex game({size, false});
    SearchParams params;
    params.transpositions = true;
    Searcher<Hex> searcher(game, params, 1);
    searcher.set_root(game.start());
    const auto result = searcher.run({.sims = 5'000'000});
    EXPECT_EQ(result.stopped_by, StopReason::proven) << size;
    EXPECT_EQ(result.value, 1) << size;
  }
}

TEST(HexSwap, MirrorsTheFirstStone) {
  const Hex game({5, true});
  auto state = after_moves(game, {"a3", "swap"});
  EXPECT_EQ(game.print_position(state), "..o../...../...../...../..... x");
  EXPECT_EQ(game.current_player(state), 0);
  game.apply(state, *game.parse_move(state, "c3"));
  EXPECT_EQ(game.print_position(state), "..o../...../..x../...../..... o");
  MoveListOf<Hex> moves;
  game.legal_moves(state, moves);
  EXPECT_EQ(moves.size(), 23U);
  EXPECT_FALSE(Hex({5, false}).parse_move(state, "swap"));
}

TEST(HexText, SaysWhatIsWrong) {
  const Hex game({3, false});
  const auto message = [](const Hex& hex, const std::string& text) {
    const auto state = hex.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message(game, "x../.o./... x"), "");
  EXPECT_NE(message(game, "x../.o./...").find("who is to move"), std::string::npos);
  EXPECT_NE(message(game, ".o./.../... x").find("X moves first"), std::string::npos);
  EXPECT_EQ(message(Hex({3, true}), ".o./.../... x"), "");
  EXPECT_NE(message(game, "x.o/x.o/x.o x").find("already joined"), std::string::npos);
}

TEST(HexParameters, ConformOnManyBoards) {
  for (const int size : {3, 4, 6})
    for (const bool swap : {false, true})
      expect_conforming(Hex({size, swap}), {.games = 50, .playouts = 2000});
  expect_conforming(Hex({19, true}), {.games = 2, .playouts = 100});
}

}  // namespace
}  // namespace banyan
