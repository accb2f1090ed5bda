// Dots and boxes against a plain grid of characters, the values of small boards, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/dots_and_boxes.hpp>
#include <banyan/search/searcher.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

// Dots, lines and boxes as a grid of characters, row 0 at the bottom.
class PlainBoxes {
 public:
  PlainBoxes(int width, int height)
      : grid_(static_cast<std::size_t>(2 * height + 1),
              std::string(static_cast<std::size_t>(2 * width + 1), '.')) {}

  // A line by its dots, as in b1-b2.
  void draw(const std::string& line) {
    const int column = line[0] - 'a' + line[3] - 'a';
    const int row = line[1] - '1' + line[4] - '1';
    at(row, column) = row % 2 == 0 ? '-' : '|';
    bool again = false;
    for (int r = 1; r < rows(); r += 2)
      for (int c = 1; c < columns(); c += 2)
        if (at(r, c) == '.' && at(r - 1, c) != '.' && at(r + 1, c) != '.' && at(r, c - 1) != '.' &&
            at(r, c + 1) != '.') {
          at(r, c) = player_;
          again = true;
        }
    if (!again) player_ = player_ == 'x' ? 'o' : 'x';
  }
  [[nodiscard]] std::string text() {
    std::string text;
    for (int r = rows() - 1; r >= 0; --r) {
      for (int c = 0; c < columns(); ++c)
        if (r % 2 == 1 || c % 2 == 1) text += at(r, c);
      text += r > 0 ? "/" : " ";
    }
    return text + player_;
  }
  [[nodiscard]] int count(char what) const {
    int number = 0;
    for (const std::string& row : grid_) number += static_cast<int>(std::ranges::count(row, what));
    return number;
  }

 private:
  std::vector<std::string> grid_;
  char player_ = 'x';

  [[nodiscard]] int rows() const { return static_cast<int>(grid_.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(grid_[0].size()); }
  char& at(int row, int column) {
    return grid_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
};

RC_GTEST_PROP(DotsAndBoxesRules, PlaysAsOnAGridOfCharacters, (std::uint64_t seed)) {
  const DotsAndBoxes game({1 + static_cast<int>(seed % 7), 1 + static_cast<int>(seed / 7 % 7)});
  PlainBoxes plain(game.params().width, game.params().height);
  auto last = game.start();
  std::size_t lines = 0;
  walk(game, random_choices(seed, game.max_moves()), [&](const auto& before, auto move, const auto& after) {
    RC_ASSERT(game.count_legal(before) == game.max_moves() - lines);
    plain.draw(game.print_move(before, move));
    RC_ASSERT(game.print_position(after) == plain.text());
    RC_ASSERT(*game.parse_position(plain.text()) == after);
    last = after;
    ++lines;
  });
  RC_ASSERT(lines == game.max_moves());
  const int lead = plain.count('x') - plain.count('o');
  RC_ASSERT((*game.outcome(last))[0] == (lead > 0 ? 1 : lead < 0 ? -1 : 0));
}

TEST(DotsAndBoxesRules, WhoClosesABoxMovesAgain) {
  const DotsAndBoxes game({2, 1});
  auto state = after_moves(game, {"a1-b1", "b1-c1", "a2-b2", "b2-c2", "a1-a2", "c1-c2"});
  EXPECT_EQ(game.current_player(state), 0);
  game.apply(state, *game.parse_move(state, "b1-b2"));  // both boxes at once
  EXPECT_EQ(game.print_position(state), "--/|x|x|/-- x");
  EXPECT_EQ(game.outcome(state), std::optional(win_for(0)));
}

TEST(DotsAndBoxesRules, PlayoutMovesTakeBoxesAndKeepThem) {
  const DotsAndBoxes game({2, 2});
  const auto offered = [&](const char* position) {
    const auto state = *game.parse_position(position);
    MoveListOf<DotsAndBoxes> moves;
    game.playout_moves(state, moves);
    std::vector<std::string> texts;
    for (const auto move : moves) texts.push_back(game.print_move(state, move));
    std::ranges::sort(texts);
    return texts;
  };
  using Texts = std::vector<std::string>;
  // The box at the bottom left has three sides.
  EXPECT_EQ(offered("../...../-./|..../-. x"), (Texts{"b1-b2"}));
  // It has two: its other sides are left alone.
  EXPECT_EQ(offered("../...../../|..../-. x"),
            (Texts{"a2-a3", "a3-b3", "b1-c1", "b2-b3", "b2-c2", "b3-c3", "c1-c2", "c2-c3"}));
  // Every line is a third side.
  EXPECT_EQ(offered("--/|...|/../|...|/-- x").size(), 4U);
}

// The margin of the first player's boxes in the best play of both, by all sets of lines from the last to the
// first: what is owned already does not matter for what is best from there.
int margin(int width, int height) {
  const DotsAndBoxes game({width, height});
  MoveListOf<DotsAndBoxes> lines;
  game.legal_moves(game.start(), lines);
  const std::size_t sets = std::size_t{1} << lines.size();
  std::vector<signed char> values(sets);
  for (std::size_t set = sets - 1; set-- > 0;) {
    DotsAndBoxes::State state;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if ((set >> i & 1U) != 0) state.lines[lines[i] >> 6U] |= std::uint64_t{1} << (lines[i] & 63U);
    int best = -100;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if ((set >> i & 1U) != 0) continue;
      auto after = state;
      game.apply(after, lines[i]);
      const int rest = values[set | std::size_t{1} << i];
      best = std::max(best, after.player == 0 ? std::popcount(after.first_boxes) + rest : -rest);
    }
    values[set] = static_cast<signed char>(best);
  }
  return values[0];
}

// 2×2 is won 3:1 by who begins, as is well known; 3×3 (slow here: 16 million sets of lines) is lost 3:6.
TEST(DotsAndBoxesRules, ValuesOfSmallBoards) {
  EXPECT_EQ(margin(1, 1), -1);
  EXPECT_EQ(margin(2, 1), 0);
  EXPECT_EQ(margin(1, 2), 0);
  EXPECT_EQ(margin(3, 1), -1);
  EXPECT_EQ(margin(4, 1), 0);
  EXPECT_EQ(margin(2, 2), 2);
  EXPECT_EQ(margin(3, 2), -2);
  EXPECT_EQ(margin(2, 3), -2);
}

// The solver proves the same, with wins and losses only.
TEST(DotsAndBoxesSearch, SolverProvesSmallBoards) {
  for (const auto& [width, height, value] : {std::array{1, 1, -1}, {2, 1, 0}, {3, 1, -1}, {2, 2, 1}}) {
    const DotsAndBoxes game({width, height});
    SearchParams params;
    params.transpositions = true;
    params.playout = Playout::game;
    Searcher<DotsAndBoxes> searcher(game, params, 1);
    searcher.set_root(game.start());
    const auto result = searcher.run({.sims = 2'000'000});
    EXPECT_EQ(result.stopped_by, StopReason::proven) << width << "×" << height;
    EXPECT_EQ(result.value, value) << width << "×" << height;
  }
}

// Lines are drawn in any order: n!/(n-k)!.
TEST(DotsAndBoxesRules, Perft) {
  const auto counts = [](int width, int height, unsigned deepest) {
    const DotsAndBoxes game({width, height});
    std::vector<std::uint64_t> leaves;
    for (unsigned depth = 1; depth <= deepest; ++depth) leaves.push_back(perft(game, game.start(), depth));
    return leaves;
  };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(counts(1, 1, 5), (Numbers{4, 12, 24, 24, 0}));
  EXPECT_EQ(counts(2, 2, 6), (Numbers{12, 132, 1320, 11'880, 95'040, 665'280}));
  EXPECT_EQ(counts(5, 5, 4), (Numbers{60, 3540, 205'320, 11'703'240}));
}

TEST(DotsAndBoxesText, ReadsLines) {
  const DotsAndBoxes game({2, 2});
  const auto state = game.start();
  EXPECT_EQ(game.parse_move(state, "a1-b1"), game.parse_move(state, "b1a1"));
  EXPECT_EQ(game.parse_move(state, "a1-a2"), game.parse_move(state, "A2-A1"));
  for (const char* text :
       {"", "a1", "a1-", "a1-a1", "a1-b2", "a1-c1", "a1-d1", "c1-d1", "a3-a4", "a1--b1", "a1+b1"})
    EXPECT_FALSE(game.parse_move(state, text)) << text;
}

TEST(DotsAndBoxesPosition, SaysWhatIsWrong) {
  const DotsAndBoxes game({2, 1});
  const auto says = [&](const std::string& text, const char* what) {
    const auto state = game.parse_position(text);
    EXPECT_FALSE(state) << text;
    return !state && state.error().message.find(what) != std::string::npos;
  };
  EXPECT_EQ(game.print_position(game.start()), "../...../.. x");
  EXPECT_TRUE(game.parse_position("-./|x|../-. o").ok());
  EXPECT_TRUE(says("", "who is to move"));
  EXPECT_TRUE(says("../...../..", "who is to move"));
  EXPECT_TRUE(says("../...../.. z", "who is to move"));
  EXPECT_TRUE(says("|./...../.. x", "character 1 is a line: - or ."));
  EXPECT_TRUE(says("../-..../.. x", "character 4 is a line: | or ."));
  EXPECT_TRUE(says("../.-.../.. x", "character 5 is a box"));
  EXPECT_TRUE(says("..-/...../.. x", "character 3 should be '/'"));
  EXPECT_TRUE(says("../.... x", "character 8 is a line"));
  EXPECT_TRUE(says("../..... x", "character 9 should be '/'"));
  EXPECT_TRUE(says("../.....x x", "character 9 should be '/'"));
  EXPECT_TRUE(says("../...../../ x", "character 12 comes after the last row"));
  EXPECT_TRUE(says("-./|.|../-. x", "the box at a1 has four lines but no owner"));
  EXPECT_TRUE(says("../...x./.. x", "the box at b1 has an owner but not four lines"));
}

TEST(DotsAndBoxesRules, ConformsOnManyBoards) {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 7}, {7, 1}, {3, 3}, {4, 6}, {7, 7}})
    expect_conforming(DotsAndBoxes({width, height}), {.games = 10, .playouts = 1000});
}

}  // namespace
}  // namespace banyan
