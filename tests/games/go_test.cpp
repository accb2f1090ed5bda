// Go against what is known from elsewhere: numbers of legal positions, rules of ko and suicide, counting, and
// the statistics of random games.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <banyan/games/go.hpp>

#include "expect_conforming.hpp"
#include "go_known.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

std::string go_error(const Go& game, const std::string& text) {
  const auto state = game.parse_position(text);
  return state ? std::string() : state.error().message;
}
bool is_legal_in_go(const Go& game, const Go::State& state, const std::string& text) {
  MoveListOf<Go> moves;
  game.legal_moves(state, moves);
  return std::ranges::find(moves, game.parse_move(state, text).value()) != moves.end();
}

// 4×4 in the slow tests.
TEST(GoRules, LegalPositions) {
  EXPECT_EQ(count_legal(detail::GoBoard(1), 0), 1U);
  EXPECT_EQ(count_legal(detail::GoBoard(2), 0), 57U);
  EXPECT_EQ(count_legal(detail::GoBoard(3), 0), 12'675U);
}

TEST(GoRules, KoMayNotBeTakenBackAtOnce) {
  for (const GoKo ko : {GoKo::positional, GoKo::situational, GoKo::simple}) {
    const Go game({.size = 5, .ko = ko});
    auto state = after_moves(game, {"b3", "c3", "a2", "d2", "b1", "c1", "c2", "b2"});
    EXPECT_EQ(game.print_position(state), "...../...../.xo../xo.o./.xo.. x c2 0 8");
    EXPECT_FALSE(is_legal_in_go(game, state, "c2"));
    for (const char* move : {"e5", "a5"}) game.apply(state, *game.parse_move(state, move));
    EXPECT_TRUE(is_legal_in_go(game, state, "c2"));
  }
}

std::string board_text_of(const Go& game, const Go::State& state) {
  const std::string text = game.print_position(state);
  return text.substr(0, text.find(' '));
}
// On 3×3 long games meet superko often. A set of texts of all positions so far says what is legal.
TEST(GoRules, SuperkoForbidsWhatWasThereBefore) {
  int forbidden = 0;
  for (const GoKo ko : {GoKo::positional, GoKo::situational}) {
    const Go game({.size = 3, .ko = ko, .suicide = true});
    const auto situation = [&](const Go::State& state) {
      return board_text_of(game, state) + (ko == GoKo::situational ? "xo"[state.player] : ' ');
    };
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      std::set<std::string> seen{situation(game.start())};
      walk(game, random_choices(seed, game.max_moves()), [&](const auto&, auto, const auto& after) {
        seen.insert(situation(after));
        if (game.outcome(after)) return;
        MoveListOf<Go> legal;
        game.legal_moves(after, legal);
        for (const auto point : after.board.empty_points()) {
          if (after.board.is_suicide(point, after.player) && after.board.is_lonely(point, after.player))
            continue;
          auto next = after;
          game.apply(next, point);
          const bool repeats = seen.contains(situation(next));
          forbidden += repeats ? 1 : 0;
          ASSERT_EQ(std::ranges::find(legal, point) == legal.end(), repeats) << game.print_position(after);
        }
      });
    }
  }
  EXPECT_GT(forbidden, 100);
}

TEST(GoRules, SuicideOnlyWhereAllowedAndNeverOfOneStone) {
  const std::string two = ".o.../xo.../o..../...../..... x";
  const Go usual({.size = 5});
  const Go allowed({.size = 5, .suicide = true});
  EXPECT_FALSE(is_legal_in_go(usual, *usual.parse_position(two), "a5"));
  auto state = *allowed.parse_position(two);
  ASSERT_TRUE(is_legal_in_go(allowed, state, "a5"));
  allowed.apply(state, *allowed.parse_move(state, "a5"));
  EXPECT_EQ(allowed.print_position(state), ".o.../.o.../o..../...../..... o - 0 5");
  EXPECT_FALSE(is_legal_in_go(allowed, *allowed.parse_position(".o.../o..../...../...../..... x"), "a5"));
}

TEST(GoRules, AreaAndKomi) {
  const std::string over = ".x.o./xxoo./.xo../xxo../.xo.. x - 2 20";  // 10 for X, 14 for O, c5 nobody's
  for (const auto& [komi, lead] : {std::pair{-4.5, 1}, {-4.0, 0}, {-3.5, -1}}) {
    const Go game({.size = 5, .komi = komi});
    const auto state = game.parse_position(over);
    ASSERT_TRUE(state) << state.error().message;
    EXPECT_EQ(game.outcome(*state), lead == 0 ? draw_for_all() : win_for(lead > 0 ? 0 : 1)) << komi;
  }
}

TEST(GoText, PointsLeaveOutI) {
  const Go game;
  EXPECT_EQ(game.print_move(game.start(), *game.parse_move(game.start(), "J10")), "j10");
  EXPECT_EQ(game.print_move(game.start(), *game.parse_move(game.start(), "t19")), "t19");
  for (const char* wrong : {"i5", "u1", "a20", "a0", "", "aa1", "5"})
    EXPECT_FALSE(game.parse_move(game.start(), wrong)) << wrong;
}

TEST(GoText, SaysWhatIsWrong) {
  const Go game({.size = 3});
  EXPECT_EQ(go_error(game, ".../.x./... o"), "");
  EXPECT_NE(go_error(game, ".../.x./...").find("who is to move"), std::string::npos);
  EXPECT_NE(go_error(game, "xo./o../... x").find("the group at a3 has no liberties"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o i3").find("not a point of the board"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o b2").find("could play otherwise"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o a1,a1").find("twice"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o - 3").find("from 0 to 2"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o - 1 0").find("from 1"), std::string::npos);
  EXPECT_NE(go_error(game, ".../.x./... o a1 2").find("over"), std::string::npos);
  EXPECT_NE(go_error(Go({.size = 3, .ko = GoKo::simple}), ".../.x./... o a1").find("ko=simple"),
            std::string::npos);
  EXPECT_NE(Go::problem({.komi = 7.3}).find("multiple of 0.5"), std::string::npos);
}

// Plays the moves in turn and returns all moves that an expert playout may then begin with, over 200 streams.
std::set<std::string> expert_moves(const std::vector<std::string>& moves) {
  const Go game({.size = 9});
  auto state = game.start();
  for (const std::string& move : moves) game.apply(state, *game.parse_move(state, move));
  std::set<std::string> first;
  for (std::uint64_t stream = 0; stream < 200; ++stream) {
    Random random(1, stream);
    auto copy = state;
    first.insert(game.print_move(state, detail::GoExpert(game.rules(), copy, random).move()));
  }
  return first;
}

TEST(GoExpert, RunsWithAChainInAtari) {
  EXPECT_EQ(expert_moves({"e5", "d5", "a1", "f5", "a2", "e6"}), (std::set<std::string>{"e4"}));
}
TEST(GoExpert, TakesAChainInAtari) {
  EXPECT_EQ(expert_moves({"d5", "a1", "f5", "a2", "e6", "e5"}), (std::set<std::string>{"e4"}));
}
// Running to the edge would still be atari: only taking the stone that attacks helps.
TEST(GoExpert, DoesNotRunWhereRunningIsUseless) {
  EXPECT_EQ(expert_moves({"a5", "b5", "h8", "b4", "j8", "a6"}).count("a4"), 0U);
}
TEST(GoExpert, AnswersByShape) {
  // White attaches diagonally; the answers are among the points around it.
  const auto answers = expert_moves({"e5", "d6"});
  EXPECT_FALSE(answers.empty());
  for (const std::string& move : answers)
    EXPECT_TRUE((std::set<std::string>{"d5", "e6", "c5", "c6", "c7", "d7", "e7"}.count(move))) << move;
}

TEST(GoParameters, ConformOnManyBoards) {
  for (const int size : {1, 2, 3, 5})
    for (const GoKo ko : {GoKo::positional, GoKo::situational, GoKo::simple})
      for (const bool suicide : {false, true})
        expect_conforming(Go({.size = size, .komi = 0.5, .ko = ko, .suicide = suicide}),
                          {.games = 10, .playouts = 300});
}

// The light board of random games against the whole rules: it plays what may be played, passes only where
// nothing is left, and counts the same area. From the middle of random games, with any ko rule.
RC_GTEST_PROP(GoPlayouts, ByTheLightBoardKeepTheRules, (std::uint64_t seed)) {
  Random random(seed);
  const int size = 5 + static_cast<int>(random.below(9));
  const std::array kos{GoKo::simple, GoKo::positional, GoKo::situational};
  const Go game({.size = size, .komi = 0, .ko = kos[random.below(3)]});
  auto state = game.start();
  for (std::uint64_t left = random.below(120); left > 0; --left) {
    const auto move = detail::uniform_go_move(game.rules(), state, random);
    game.apply(state, move);
    if (game.rules().is_over(state)) return;
  }
  // The same position with ko=simple, which is all that the light board knows.
  const Go simple({.size = size, .komi = 0, .ko = GoKo::simple});
  auto replay = state;
  replay.ko = game.rules().ko_point(state);
  const auto result = game.game_playout(state, random, [&](Player player, Go::Move move) {
    RC_ASSERT(player == simple.current_player(replay));
    MoveListOf<Go> sensible;
    simple.playout_moves(replay, sensible);
    RC_ASSERT(std::ranges::find(sensible, move) != sensible.end());
    simple.apply(replay, move);
  });
  RC_ASSERT(simple.rules().is_over(replay));
  RC_ASSERT(*simple.outcome(replay) == result);
}

// A million in the slow tests.
TEST(GoPlayouts, AreAsTheReference) { expect_reference_games(20'000); }

}  // namespace
}  // namespace banyan
