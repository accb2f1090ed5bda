// Gomoku's lines against a search of the whole board, on boards and lines of all sizes.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include <banyan/games/gomoku.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

using Cells = std::map<std::pair<int, int>, int>;  // (row, column) → player

bool has_line(const Cells& cells, int player, int line) {
  for (const auto& [place, owner] : cells)
    for (const auto& [up, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      int length = 0;
      while (true) {
        const auto cell = cells.find({place.first + length * up, place.second + length * right});
        if (cell == cells.end() || cell->second != player) break;
        ++length;
      }
      if (length >= line) return true;
    }
  return false;
}

// Any size, and a line that fits; short lines are the rule, since long ones end in draws.
Gomoku any_board(std::uint64_t seed) {
  Random random(seed, 1);
  const auto up_to = [&](int most) {
    return 1 + static_cast<int>(random.below(static_cast<unsigned>(most)));
  };
  const int width = up_to(Gomoku::max_side);
  const int height = up_to(Gomoku::max_side);
  const int longest = std::max(width, height);
  return Gomoku({width, height, up_to(random.bernoulli(0.8) ? std::min(longest, 6) : longest)});
}

RC_GTEST_PROP(GomokuRules, FindsTheLinesThereAre, (std::uint64_t seed)) {
  const Gomoku game = any_board(seed);
  const int rows = game.params().height;
  const int columns = game.params().width;
  Cells cells;
  walk(game, random_choices(seed, game.max_moves()), [&](const auto& before, auto move, const auto& after) {
    const int player = game.current_player(before);
    const auto text = game.print_move(before, move);
    const auto square = parse_square(text, rows, columns);
    RC_ASSERT(square.has_value());
    RC_ASSERT(cells.emplace(std::pair(square->row, square->column), player).second);
    const auto outcome = game.outcome(after);
    if (has_line(cells, player, game.params().line)) {
      RC_ASSERT(outcome == win_for(player));
    } else if (cells.size() == game.max_moves()) {
      RC_ASSERT(outcome == draw_for_all());
    } else {
      RC_ASSERT(!outcome);
      MoveListOf<Gomoku> moves;
      game.legal_moves(after, moves);
      RC_ASSERT(moves.size() + cells.size() == game.max_moves());
    }
  });
}

// The playout looks for lines in its own way; it must find the same.
RC_GTEST_PROP(GomokuRules, PlayoutsFindTheSameLines, (std::uint64_t seed)) {
  const Gomoku game = any_board(seed);
  std::array<detail::GomokuLines, 2> lines;
  walk(game, random_choices(seed, game.max_moves()), [&](const auto& before, auto move, const auto& after) {
    detail::GomokuLines& own = lines[before.played & 1U];
    own.add(move);
    const bool won = detail::has_run(own.through(move), game.params().line);
    RC_ASSERT(won == after.won);
  });
}

std::vector<std::string> alternate(const std::vector<std::string>& x, const std::vector<std::string>& o) {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < x.size(); ++i) {
    moves.push_back(x[i]);
    if (i < o.size()) moves.push_back(o[i]);
  }
  return moves;
}

TEST(GomokuRules, FiveInAllDirections) {
  const Gomoku game;
  const std::vector<std::string> apart{"o1", "o3", "o5", "o7"};
  for (const auto& five : {std::vector<std::string>{"a15", "b15", "c15", "d15", "e15"},
                           {"h4", "h5", "h8", "h7", "h6"},
                           {"a1", "b2", "c3", "d4", "e5"},
                           {"k11", "l10", "m9", "n8", "o7"}}) {
    std::vector<std::string> others = apart;
    if (five[4] == "o7") others = {"a1", "a3", "a5", "a7"};
    EXPECT_EQ(game.outcome(after_moves(game, alternate(five, others))), win_for(0)) << five[0];
  }
}

TEST(GomokuRules, MoreThanFiveWinToo) {
  const Gomoku game;
  const auto six =
      after_moves(game, alternate({"a1", "b1", "c1", "e1", "f1", "d1"}, {"a3", "c3", "e3", "g3", "i3"}));
  EXPECT_EQ(game.outcome(six), win_for(0));
}

TEST(GomokuRules, NoLineAroundTheEdge) {
  const Gomoku game;
  const auto state = after_moves(game, alternate({"n1", "o1", "a2", "b2", "c2"}, {"a5", "c5", "e5", "g5"}));
  EXPECT_FALSE(game.outcome(state));
}

TEST(GomokuRules, ALineOfOneWinsAtOnce) {
  const Gomoku game({1, 1, 1});
  EXPECT_EQ(game.outcome(after_moves(game, {"a1"})), win_for(0));
  Random random(1);
  EXPECT_EQ(game.playout(game.start(), random), win_for(0));
}

TEST(GomokuMoves, LettersAndRows) {
  const Gomoku game({19, 19, 5});
  EXPECT_EQ(game.print_move(game.start(), 0), "a1");
  EXPECT_EQ(game.print_move(game.start(), 360), "s19");
  EXPECT_EQ(game.parse_move(game.start(), "i9"), 8 * 19 + 8);  // no letter is skipped
  for (const char* wrong : {"t1", "a20", "a0", "a01", "1a", "", "aa1"})
    EXPECT_FALSE(game.parse_move(game.start(), wrong)) << wrong;
  EXPECT_FALSE(Gomoku({8, 8, 5}).parse_move({}, "i1"));
}

}  // namespace
}  // namespace banyan
