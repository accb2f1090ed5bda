// Havannah: wins against a plain search of the board, hand-made rings, bridges and forks, text, and swap.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/havannah.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// A board of cells with three coordinates from the centre that add up to 0. Nothing is kept from move to
// move: chains are found by walking, and rings by removing the stones and walking in from outside the board.
class PlainHavannah {
 public:
  using Cell = std::pair<int, int>;  // two of the coordinates
  using Cells = std::set<Cell>;

  explicit PlainHavannah(int size) : last_(size - 1) {}

  // Rows from the top are the second coordinate, from high to low; lines are the first.
  [[nodiscard]] Cell at(int row, int line) const { return {line - last_, last_ - row}; }

  [[nodiscard]] bool has_won(const Cells& stones) const {
    return has_ring(stones) || has_bridge_or_fork(stones);
  }

 private:
  int last_;

  static std::array<Cell, 6> near(Cell cell) {
    const auto [a, b] = cell;
    return {{{a + 1, b}, {a - 1, b}, {a, b + 1}, {a, b - 1}, {a + 1, b - 1}, {a - 1, b + 1}}};
  }
  [[nodiscard]] int distance(Cell cell) const {
    const auto [a, b] = cell;
    return std::max({std::abs(a), std::abs(b), std::abs(a + b)});
  }
  // All cells that can be reached from one through cells that are allowed.
  static Cells walk_from(Cell from, const std::function<bool(Cell)>& allowed) {
    Cells reached{from};
    std::vector<Cell> open{from};
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      for (const Cell& next : near(cell))
        if (allowed(next) && reached.insert(next).second) open.push_back(next);
    }
    return reached;
  }
  [[nodiscard]] bool has_ring(const Cells& stones) const {
    const Cells outside = walk_from(
        {last_ + 1, 0}, [&](Cell cell) { return distance(cell) <= last_ + 1 && !stones.contains(cell); });
    for (int a = -last_; a <= last_; ++a)
      for (int b = -last_; b <= last_; ++b) {
        const Cell cell{a, b};
        if (distance(cell) > last_) continue;
        const bool surrounded =
            std::ranges::all_of(near(cell), [&](Cell next) { return stones.contains(next); });
        if (surrounded || (!stones.contains(cell) && !outside.contains(cell))) return true;
      }
    return false;
  }
  [[nodiscard]] bool has_bridge_or_fork(const Cells& stones) const {
    for (const Cell& stone : stones) {
      Cells sides;
      int corners = 0;
      for (const Cell& cell : walk_from(stone, [&](Cell next) { return stones.contains(next); })) {
        const auto [a, b] = cell;
        Cells touched;
        int coordinate = 0;
        for (const int value : {a, b, -a - b}) {
          if (std::abs(value) == last_) touched.insert({coordinate, value});
          ++coordinate;
        }
        if (touched.size() == 2) ++corners;
        if (touched.size() == 1) sides.insert(touched.begin(), touched.end());
      }
      if (corners >= 2 || sides.size() >= 3) return true;
    }
    return false;
  }
};

RC_GTEST_PROP(HavannahRules, WinsAsOnAPlainBoard, (std::uint64_t seed)) {
  const int size = 2 + static_cast<int>(seed % 6);
  const Havannah game({size});
  const PlainHavannah plain(size);
  std::array<PlainHavannah::Cells, 2> stones;
  walk(game, random_choices(seed, 200), [&](const auto& before, auto move, const auto& after) {
    const auto player = static_cast<std::size_t>(game.current_player(before));
    stones[player].insert(plain.at(havannah::row_of(move), havannah::line_of(move)));
    RC_ASSERT(after.won == plain.has_won(stones[player]));
    const bool full = stones[0].size() + stones[1].size() == game.cells();
    RC_ASSERT(game.outcome(after).has_value() == (after.won || full));
    RC_ASSERT(game.picture(after).winning.empty() != after.won);
  });
}

Havannah::State havannah_at(const Havannah& game, const std::string& text) {
  const auto state = game.parse_position(text);
  EXPECT_TRUE(state) << (state ? "" : state.error().message);
  return state ? *state : game.start();
}
std::vector<std::string> havannah_winning(const Havannah& game, const Havannah::State& state) {
  const Picture picture = game.picture(state);
  std::vector<std::string> cells;
  for (const std::size_t cell : picture.winning) cells.push_back(picture.cells[cell].move);
  std::ranges::sort(cells);
  return cells;
}

TEST(HavannahRules, Ring) {
  const Havannah game({4});
  auto state = havannah_at(game, "..../.xx../.x.xoo/...x.oo/o...../...../.... x");
  EXPECT_FALSE(game.outcome(state));
  game.apply(state, *game.parse_move(state, "c4"));
  EXPECT_EQ(game.outcome(state), win_for(0));
  EXPECT_EQ(havannah_winning(game, state), (std::vector<std::string>{"b2", "b3", "c2", "c4", "d3", "d4"}));
  // Around a stone of the other, and around an own one.
  EXPECT_EQ(game.outcome(havannah_at(game, "..../.xx../.xoxo./..xx.../o...../o..../o... o")), win_for(0));
  EXPECT_EQ(game.outcome(havannah_at(game, "..../.xx../.xxxo./..xx..o/o...../o..../o..o o")), win_for(0));
  // Three stones in a triangle enclose nothing, nor does the edge of the board help.
  EXPECT_FALSE(game.outcome(havannah_at(game, "..../.xx../.ox.o./......./....../...../.... o")));
  EXPECT_FALSE(game.outcome(havannah_at(game, "x.x./xxx../oo.oo./......./....../...../...o x")));
}

TEST(HavannahRules, Bridge) {
  const Havannah game({4});
  auto state = havannah_at(game, "xx.x/ooo../....../......./....../...../.... x");
  EXPECT_FALSE(game.outcome(state));
  game.apply(state, *game.parse_move(state, "c1"));
  EXPECT_EQ(game.outcome(state), win_for(0));
  EXPECT_EQ(havannah_winning(game, state), (std::vector<std::string>{"a1", "b1", "c1", "d1"}));
}

// Corners belong to no side.
TEST(HavannahRules, Fork) {
  const Havannah game({4});
  const auto after = [&](const std::string& text, const char* move) {
    auto state = havannah_at(game, text);
    EXPECT_FALSE(game.outcome(state));
    game.apply(state, *game.parse_move(state, move));
    return game.outcome(state);
  };
  // From the top (b1) to the left (a3) and the right (e2).
  EXPECT_EQ(after(".x../.x.xx/xx..../....ooo/..ooo./...../.... x", "c2"), win_for(0));
  // The same to the corner d1 instead of the right side.
  EXPECT_EQ(after("...x/.x.x./xx..../....ooo/..oo../...../.... x", "c2"), std::nullopt);
}

TEST(HavannahRules, AFullBoardWithoutAWinIsADraw) {
  const Havannah game({2});
  // Two corners next to each other are a bridge; there is no draw on the smallest board.
  EXPECT_EQ(game.outcome(after_moves(game, {"a1", "c3", "b1"})), win_for(0));
  EXPECT_EQ(game.outcome(after_moves(game, {"a1", "b2", "c2", "b1", "b3"})), std::nullopt);
  // No ring, no bridge and no fork of either.
  const Havannah larger({3});
  const auto full = larger.parse_position("oxo/oxox/xxoxo/ooxx/xox o");
  ASSERT_TRUE(full) << full.error().message;
  EXPECT_EQ(larger.outcome(*full), draw_for_all());
}

TEST(HavannahRules, Swap) {
  const Havannah game({.size = 4, .swap = true});
  auto state = after_moves(game, {"d4"});
  EXPECT_EQ(game.count_legal(state), 37U);
  state = after_moves(game, {"d4", "swap"});
  EXPECT_EQ(game.print_position(state), "..../...../....../...o.../....../...../.... x");
  EXPECT_EQ(game.current_player(state), 0);
  EXPECT_EQ(game.count_legal(state), 36U);
  EXPECT_EQ(*game.parse_position(game.print_position(state)), state);
  game.apply(state, *game.parse_move(state, "a1"));
  EXPECT_EQ(*game.parse_position(game.print_position(state)), state);
  EXPECT_FALSE(Havannah({4}).parse_move({}, "swap"));
}

TEST(HavannahRules, Perft) {
  // Nobody can win with two stones but on the smallest board: n! / (n - k)!.
  EXPECT_EQ(perft(Havannah({4}), {}, 3), 37U * 36 * 35);
  EXPECT_EQ(perft(Havannah{}, {}, 2), 169U * 168);
  // After the first three moves of size 2 there are four, unless the first player has joined two corners.
  // Two corners next to each other: 6 of 15 pairs, in 2 orders, times the 5 other moves in between.
  EXPECT_EQ(perft(Havannah({2}), {}, 4), (7U * 6 * 5 - 6U * 2 * 5) * 4);
}

TEST(HavannahText, Cells) {
  const Havannah game({4});
  const auto state = game.start();
  for (const char* text : {"a1", "d1", "g4", "g7", "d7", "a4", "D4"})
    EXPECT_TRUE(game.parse_move(state, text)) << text;
  for (const char* text : {"e1", "a5", "h7", "g3", "c7", "a0", "", "a", "1a", "swap"})
    EXPECT_FALSE(game.parse_move(state, text)) << text;
}

TEST(HavannahPosition, SaysWhatIsWrong) {
  const Havannah game({3});
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  const auto expect = [&](const std::string& text, const std::string& words) {
    EXPECT_NE(message(text).find(words), std::string::npos) << text << ": " << message(text);
  };
  EXPECT_EQ(message(".../..../.xo../..../... x"), "");
  expect(".../..../.xo../..../...", "who is to move");
  expect(".../..../.xo../..../... w", "who is to move");
  expect(".../..../.xo../.... x", "ends after it");
  expect(".../..../.xo../..../.. x", "ends too early");
  expect(".../.../.xo../..../... x", "character 8 ends row 2 too early");
  expect("..../..../.xo../..../... x", "row 1 is too long");
  expect(".../..../.xo../..../..../ x", "too much after row 5");
  expect(".../..../.xq../..../... x", "character 12 must be x, o or .");
  expect(".../..../.xo../..../... o", "X moves first");
  expect("xxx/ooo./...../..../... x", "the player to move has already won");
}

TEST(HavannahPicture, IsAHexagon) {
  const Havannah game({3});
  const Picture picture = game.picture(after_moves(game, {"a1", "e5"}));
  EXPECT_EQ(picture.row_shift, -0.5);
  EXPECT_EQ(std::ranges::count_if(picture.cells, [](const auto& cell) { return !cell.absent; }), 19);
  EXPECT_EQ(picture.at(0, 0).owner, 0);
  EXPECT_EQ(picture.at(4, 4).owner, 1);
  EXPECT_EQ(picture.at(2, 4).move, "e3");
  EXPECT_TRUE(picture.at(0, 3).absent);
}

}  // namespace
}  // namespace banyan
