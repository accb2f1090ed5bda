// Gomoku's lines against a search of the whole board, on boards and lines of all sizes.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

#include <banyan/games/gomoku.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

using Cells = std::map<std::pair<int, int>, int>;  // (row, column) → player

bool has_line(const Cells& cells, int player, int line, bool exact) {
  const auto is_own = [&](int row, int column) {
    const auto cell = cells.find({row, column});
    return cell != cells.end() && cell->second == player;
  };
  for (const auto& [place, owner] : cells)
    for (const auto& [up, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      int length = 0;
      while (is_own(place.first + length * up, place.second + length * right)) ++length;
      if (!exact && length >= line) return true;
      if (exact && length == line && !is_own(place.first - up, place.second - right)) return true;
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
  const int line = up_to(random.bernoulli(0.8) ? std::min(longest, 6) : longest);
  return Gomoku({width, height, line, random.bernoulli(0.5) ? GomokuRule::standard : GomokuRule::freestyle});
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
    if (has_line(cells, player, game.params().line, game.exact())) {
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
    const bool won = detail::has_run(own.through(move), game.params().line, game.exact());
    RC_ASSERT(won == after.won);
  });
}

// What one stone completes, against playing it.
RC_GTEST_PROP(GomokuRules, DecisiveMovesCompleteLines, (std::uint64_t seed)) {
  const Gomoku game = any_board(seed);
  std::size_t ply = 0;
  walk(game, random_choices(seed, game.max_moves()), [&](const auto&, auto, const Gomoku::State& state) {
    if (game.outcome(state) || ++ply % 5 != 0) return;
    std::array<std::set<Gomoku::Move>, 2> wins;
    MoveListOf<Gomoku> moves;
    game.legal_moves(state, moves);
    for (const std::size_t player : {0U, 1U})
      for (const auto move : moves) {
        Gomoku::State next = state;
        next.played = static_cast<std::uint16_t>(player);
        game.apply(next, move);
        if (next.won) wins[player].insert(move);
      }
    const std::size_t mover = state.played & 1U;
    const Urgency urgency = game.decisive_moves(state, moves);
    const std::set<Gomoku::Move> told(moves.begin(), moves.end());
    RC_ASSERT(told == (wins[mover].empty() ? wins[mover ^ 1U] : wins[mover]));
    RC_ASSERT((urgency == Urgency::win) == !wins[mover].empty());
    RC_ASSERT((urgency == Urgency::lost) == (wins[mover].empty() && wins[mover ^ 1U].size() > 1));
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

TEST(GomokuRules, ExactlyFiveWinByTheStandardRule) {
  const Gomoku game({.rule = GomokuRule::standard});
  const auto six =
      after_moves(game, alternate({"a1", "b1", "c1", "e1", "f1", "d1"}, {"a3", "c3", "e3", "g3", "i3"}));
  EXPECT_FALSE(game.outcome(six));
  const auto five = after_moves(game, alternate({"a1", "b1", "c1", "e1", "d1"}, {"a3", "c3", "e3", "g3"}));
  EXPECT_EQ(game.outcome(five), win_for(0));
  // Six along a row and five along a column, by one stone.
  const auto both = after_moves(game, alternate({"a1", "b1", "c1", "e1", "f1", "d2", "d3", "d4", "d5", "d1"},
                                                {"a8", "c8", "e8", "g8", "i8", "a9", "c9", "e9", "g9"}));
  EXPECT_EQ(game.outcome(both), win_for(0));
}

// A four between stones of one's own: what would fill it makes six, and is no threat.
TEST(GomokuRules, AnOverlineIsNoThreatByTheStandardRule) {
  const auto prospect = [](GomokuRule rule, const std::vector<std::string>& x,
                           const std::vector<std::string>& o) {
    const Gomoku game({.rule = rule});
    return game.prospect(after_moves(game, alternate(x, o)));
  };
  const std::vector<std::string> around{"a1", "b1", "c1", "e1", "f1"};
  const std::vector<std::string> others{"a3", "c3", "e3", "g3", "i3"};
  EXPECT_EQ(prospect(GomokuRule::freestyle, around, others), Prospect::won);
  EXPECT_EQ(prospect(GomokuRule::standard, around, others), Prospect::open);
  EXPECT_EQ(prospect(GomokuRule::standard, {"b1", "c1", "e1", "f1", "h8"}, others), Prospect::won);
  const std::vector<std::string> four{"b1", "c1", "d1", "e1"};
  EXPECT_EQ(prospect(GomokuRule::standard, four, {"a8", "c8", "e8"}), Prospect::lost);
  EXPECT_EQ(prospect(GomokuRule::standard, four, {"a1", "c8", "e8"}), Prospect::forced);
}

// Playouts that know the game end as the rules say.
TEST(GomokuRules, PlayoutsKeepTheStandardRule) {
  const Gomoku game({.width = 7, .height = 1, .line = 3, .rule = GomokuRule::standard});
  // X holds b and e: c or d makes two and one apart; both make four, which is too long.
  Gomoku::State state = after_moves(game, {"b1", "a1", "e1", "g1", "c1"});
  EXPECT_FALSE(game.outcome(state));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    for (const auto& result : {game.playout(state, random), game.decisive_playout(state, random),
                               game.expert_playout(state, random, [](Player, Gomoku::Move) {})})
      EXPECT_EQ(result, draw_for_all());
  }
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
  const Gomoku game({20, 20, 5});
  EXPECT_EQ(game.print_move(game.start(), 0), "a1");
  EXPECT_EQ(game.print_move(game.start(), 399), "t20");
  EXPECT_EQ(game.parse_move(game.start(), "i9"), 8 * 20 + 8);  // no letter is skipped
  for (const char* wrong : {"u1", "a21", "a0", "a01", "1a", "", "aa1"})
    EXPECT_FALSE(game.parse_move(game.start(), wrong)) << wrong;
  EXPECT_FALSE(Gomoku({8, 8, 5}).parse_move({}, "i1"));
}

}  // namespace
}  // namespace banyan
