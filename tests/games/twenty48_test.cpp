// The rules of 2048, also against a second implementation that shares nothing with the first.
#include <banyan/games/twenty48.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <banyan/core/interval.hpp>
#include <banyan/search/evaluate/playout.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

using State = Twenty48::State;

// Tiles by their values, row by row from the top; every direction is "left" of a turned grid.
using Grid = std::array<std::array<std::uint64_t, 4>, 4>;

Grid turned_left(const Grid& grid) {
  Grid result{};
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column) result[3 - column][row] = grid[row][column];
  return result;
}

std::uint64_t push_left(std::array<std::uint64_t, 4>& row) {
  std::vector<std::uint64_t> tiles;
  for (const std::uint64_t tile : row)
    if (tile != 0) tiles.push_back(tile);
  std::uint64_t paid = 0;
  for (std::size_t i = 0; i + 1 < tiles.size(); ++i) {
    if (tiles[i] != tiles[i + 1]) continue;
    tiles[i] *= 2;
    paid += tiles[i];
    tiles.erase(tiles.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
  tiles.resize(4);
  std::copy(tiles.begin(), tiles.end(), row.begin());
  return paid;
}

std::uint64_t slow_move(Grid& grid, const std::string& direction) {
  const int turns = direction == "left" ? 0 : direction == "up" ? 1 : direction == "right" ? 2 : 3;
  for (int i = 0; i < turns; ++i) grid = turned_left(grid);
  std::uint64_t paid = 0;
  for (auto& row : grid) paid += push_left(row);
  for (int i = turns; i < 4; ++i) grid = turned_left(grid);
  return paid;
}

std::string text_of(const Grid& grid) {
  std::string text;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column) {
      const std::uint64_t tile = grid[row][column];
      text += (tile == 0 ? "." : std::to_string(tile)) + (column < 3 ? "," : row < 3 ? "/" : "");
    }
  return text;
}

// Boards of all fillings, with few kinds of tiles so that many merge.
Grid random_grid(Random& random, std::uint64_t largest) {
  Grid grid{};
  const std::uint64_t empty = random.below(10);
  const std::uint64_t kinds = 1 + random.below(largest);
  const std::uint64_t lowest = 1 + random.below(largest - kinds + 1);
  for (auto& row : grid)
    for (auto& tile : row)
      tile = random.below(10) < empty ? 0 : std::uint64_t{1} << (lowest + random.below(kinds));
  return grid;
}

void expect_same_moves(const Twenty48& game, const Grid& grid) {
  const auto state = game.parse_position(text_of(grid));
  ASSERT_TRUE(state) << state.error().message;
  MoveListOf<Twenty48> moves;
  game.legal_moves(*state, moves);
  bool any = false;
  for (const Twenty48::Move move : {Twenty48::up, Twenty48::down, Twenty48::left, Twenty48::right}) {
    Grid slow = grid;
    const std::uint64_t paid = slow_move(slow, game.print_move(*state, move));
    const bool legal = slow != grid;
    any = any || legal;
    ASSERT_EQ(std::ranges::find(moves, move) != moves.end(), legal) << text_of(grid) << " " << int{move};
    if (!legal) continue;
    State after = *state;
    ASSERT_EQ(game.apply(after, move)[0], static_cast<double>(paid)) << text_of(grid) << " " << int{move};
    ASSERT_EQ(game.print_position(after), text_of(slow) + "+1") << text_of(grid) << " " << int{move};
  }
  ASSERT_EQ(game.outcome(*state).has_value(), !any) << text_of(grid);
}

// 16 is 65536: merging two of them makes 131072. Among the 10^6 positions 1 in 16 has such tiles.
TEST(Twenty48Rules, AgreesWithASlowImplementation) {
  const Twenty48 game;
  Random random(2048);
  for (int i = 0; i < 1'000'000 && !::testing::Test::HasFatalFailure(); ++i)
    expect_same_moves(game, random_grid(random, i % 8 == 0 ? 16 : 14));
}

TEST(Twenty48Rules, BeginsWithTwoTilesOfChance) {
  const Twenty48 game;
  EXPECT_EQ(game.current_player(game.start()), chance_player);
  ChanceListOf<Twenty48> outcomes;
  game.chance_outcomes(game.start(), outcomes);
  ASSERT_EQ(outcomes.size(), 32U);
  const auto state = after_moves(game, {"b3=2", "a1=4"});
  EXPECT_EQ(game.current_player(state), 0);
  EXPECT_EQ(game.print_position(state), ".,.,.,./.,2,.,./.,.,.,./4,.,.,.");
  const auto after = after_moves(game, {"b3=2", "a1=4", "up"});
  EXPECT_EQ(game.print_position(after), "4,2,.,./.,.,.,./.,.,.,./.,.,.,.+1");
}

TEST(Twenty48Rules, PaysWhatMerges) {
  const Twenty48 game;
  auto state = *game.parse_position("2,2,2,2/4,4,8,./8,.,8,8/.,.,.,.");
  EXPECT_EQ(game.apply(state, Twenty48::left)[0], 4 + 4 + 8 + 16);
  EXPECT_EQ(game.print_position(state), "4,4,.,./8,8,.,./16,8,.,./.,.,.,.+1");
}

TEST(Twenty48Rules, TilesBeyondFourBits) {
  const Twenty48 game;
  auto state = *game.parse_position("32768,32768,65536,131072/.,.,.,./.,.,.,./.,.,.,.");
  EXPECT_EQ(game.milestone(state), 131072U);
  EXPECT_EQ(game.apply(state, Twenty48::left)[0], 65536);
  EXPECT_EQ(game.apply(state, *game.parse_move(state, "d1=2"))[0], 0);
  EXPECT_EQ(game.print_position(state), "65536,65536,131072,./.,.,.,./.,.,.,./.,.,.,2");
  EXPECT_EQ(game.apply(state, Twenty48::right)[0], 131072);
  EXPECT_EQ(game.print_position(state), ".,.,131072,131072/.,.,.,./.,.,.,./.,.,.,2+1");
  const auto stuck = *game.parse_position("32768,65536,2,4/65536,32768,4,2/2,4,2,4/4,2,4,2");
  EXPECT_TRUE(game.outcome(stuck));
}

TEST(Twenty48Rules, EndsAtItsGoal) {
  const Twenty48 game({.goal = 16});
  auto state = *game.parse_position("8,8,.,./.,.,.,./.,.,.,./.,.,.,.");
  EXPECT_FALSE(game.outcome(state));
  EXPECT_EQ(game.apply(state, Twenty48::left)[0], 16);
  ASSERT_TRUE(game.outcome(state));
  EXPECT_EQ((*game.outcome(state))[0], 0);
  expect_conforming(game, {.games = 50, .playouts = 2000});
  expect_conforming(Twenty48({.goal = 128}), {.games = 50, .playouts = 2000});
  EXPECT_NE(Twenty48::problem({.goal = 100}), "");
  EXPECT_EQ(Twenty48::problem({.goal = 2048}), "");
}

// The quick playout and one step at a time agree in the mean of score and length from the start. Five
// standard errors of the difference: a false alarm comes once in two million runs, and the seed is fixed.
TEST(Twenty48Playout, IsAUniformlyRandomGame) {
  const Twenty48 game;
  constexpr int games = 20'000;
  Random random(7);
  std::array<Moments, 4> seen;  // score and length, of each kind
  for (int i = 0; i < games; ++i) {
    std::uint64_t moves = 0;
    seen[0].add(game.playout(game.start(), random, moves)[0]);
    seen[1].add(static_cast<double>(moves));
    State state = game.start();
    RewardsOf<Twenty48> sum{};
    double length = 0;
    while (!game.outcome(state)) {
      length += state.due == 0;
      random_step(game, state, random, Playout::uniform, sum);
    }
    seen[2].add(sum[0]);
    seen[3].add(length);
  }
  for (const std::size_t i : {0U, 1U}) {
    const double a = seen[i].sum / games;
    const double b = seen[i + 2].sum / games;
    const double error = std::sqrt((seen[i].variance() + seen[i + 2].variance()) / games);
    EXPECT_NEAR(a, b, 5 * error);
  }
}

// The rollouts of the third seed: over all four directions, of which illegal ones change nothing, with a
// discount. On this board only `left` and `right` move, and both merge 2+2 at first: a walk of one ply pays 4
// in half of all cases. With two plies it pays nothing in a quarter, 4 at once or 4 later; what follows a
// merge is at most one more.
TEST(Twenty48Playout, WalksOverAllDirections) {
  const Twenty48 game;
  const auto state = *game.parse_position("2,2,8,16/32,64,128,256/512,1024,2048,4096/8,16,32,64");
  Random random(3);
  int paid = 0;
  int later = 0;
  constexpr int walks = 4000;
  for (int i = 0; i < walks; ++i) {
    const double one = random_playout(game, state, random, 1, Playout::walk)[0];
    EXPECT_TRUE(one == 0 || one == 4);
    paid += one > 0;
    const double two = random_playout(game, state, random, 2, Playout::walk, 0.5)[0];
    later += two == 2;  // nothing, then 4 at half its worth
  }
  EXPECT_NEAR(paid, walks / 2, 5 * std::sqrt(walks / 4.0));
  EXPECT_NEAR(later, walks / 4, 5 * std::sqrt(walks * 3 / 16.0));
}

// The largest tile that is missing below the highest says where the tiles that are halved begin; that goes on
// while the highest is still as large as it was asked about.
TEST(Twenty48Downgrade, HalvesWhatIsAboveTheLargestGap) {
  const Twenty48 game;
  const auto downgraded = [&](const char* board, std::uint64_t tile) {
    return game.print_position(game.downgraded(*game.parse_position(board), tile));
  };
  const char* const board = "32768,16384,2048,2/.,.,.,./.,.,.,./2,.,.,4+1";
  EXPECT_EQ(downgraded(board, 65536), board);
  EXPECT_EQ(downgraded(board, 32768), "16384,8192,2048,2/.,.,.,./.,.,.,./2,.,.,4+1");
  EXPECT_EQ(downgraded(board, 16384), "8192,4096,2048,2/.,.,.,./.,.,.,./2,.,.,4+1");
  EXPECT_EQ(downgraded("131072,.,.,./.,.,.,./.,.,.,./.,.,.,2", 65536), "32768,.,.,./.,.,.,./.,.,.,./.,.,.,2");
  const char* const without_a_gap = "16,8,4,2/.,.,.,./.,.,.,./.,.,.,.";
  EXPECT_EQ(downgraded(without_a_gap, 2), without_a_gap);
}

// What can be moved stays what it was: tiles that differ go on to differ, and equal ones to be equal.
TEST(Twenty48Downgrade, KeepsTheMoves) {
  const Twenty48 game;
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    State state;
    for (unsigned cell = 0; cell < 16; ++cell)
      set_exponent(state, cell, static_cast<unsigned>(random.below(largest_exponent)));
    MoveListOf<Twenty48> before;
    MoveListOf<Twenty48> after;
    game.legal_moves(state, before);
    game.legal_moves(game.downgraded(state, 64), after);
    EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end()))
        << game.print_position(state);
  }
}

TEST(Twenty48Position, SaysWhatIsWrong) {
  const Twenty48 game;
  EXPECT_TRUE(game.parse_position("2,.,.,./.,.,.,./.,.,.,./.,.,.,.+2"));
  for (const char* wrong : {"", "2", "2,.,.,./.,.,.,./.,.,.,.", "3,.,.,./.,.,.,./.,.,.,./.,.,.,.",
                            "1,.,.,./.,.,.,./.,.,.,./.,.,.,.", "2,.,.,.,/.,.,.,./.,.,.,./.,.,.,.",
                            "262144,.,.,./.,.,.,./.,.,.,./.,.,.,.", "2,.,.,./.,.,.,./.,.,.,./.,.,.,.+3",
                            "2,.,.,./.,.,.,./.,.,.,./.,.,.,.+", "2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2+1",
                            "2,.,.,./.,.,.,./.,.,.,./.,.,.,.,", "2,.,.,./.,.,.,./.,.,.,./.,.,.,./"})
    EXPECT_FALSE(game.parse_position(wrong)) << wrong;
}

}  // namespace
}  // namespace banyan
