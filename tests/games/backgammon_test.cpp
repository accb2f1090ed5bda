// Backgammon's words of bits against plain arrays of checkers, its rules by hand-made positions, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/backgammon.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

// Every order of steps, by arrays; places as the player to move counts them.
class PlainTurn {
 public:
  using Board = std::array<std::array<int, 26>, 2>;  // own, the other's as the other counts

  explicit PlainTurn(const Backgammon::State& state) {
    for (unsigned place = 0; place < 26; ++place) {
      start_[0][place] = static_cast<int>(state.sides[state.player].count(place));
      start_[1][place] = static_cast<int>(state.sides[state.player ^ 1U].count(place));
    }
    const int high = state.high;
    const int low = state.low;
    if (high == low) {
      play(start_, std::vector<int>(4, high), 0, 0);
    } else {
      play(start_, {high, low}, 0, 0);
      play(start_, {low, high}, 0, 0);
    }
  }
  // The boards after all legal turns.
  [[nodiscard]] std::set<Board> results() const {
    std::set<Board> boards;
    for (const auto& [dice, pips, board] : ends_)
      if (dice == most_dice_ && (dice != 1 || pips == most_pips_)) boards.insert(board);
    return boards;
  }

 private:
  struct End {
    std::size_t dice;  // used
    int pips;          // of the die, where only one is used
    Board board;
    friend auto operator<=>(const End&, const End&) = default;
  };
  Board start_{};
  std::set<End> ends_;
  std::size_t most_dice_ = 0;
  int most_pips_ = 0;

  void play(const Board& board, const std::vector<int>& dice, std::size_t used, int pips) {
    ends_.insert({used, used == 1 ? pips : 0, board});
    if (used == 1) most_pips_ = std::max(most_pips_, pips);
    most_dice_ = std::max(most_dice_, used);
    if (used == dice.size()) return;
    const int die = dice[used];
    for (int from = 25; from >= 1; --from)
      if (may_leave(board[0], from, die) && may_land(board[1], from - die)) {
        Board after = board;
        const int to = std::max(0, from - die);
        --after[0][static_cast<std::size_t>(from)];
        ++after[0][static_cast<std::size_t>(to)];
        if (to > 0 && after[1][static_cast<std::size_t>(25 - to)] == 1) {
          after[1][static_cast<std::size_t>(25 - to)] = 0;
          ++after[1][25];
        }
        play(after, dice, used + 1, die);
      }
  }
  static bool may_leave(const std::array<int, 26>& own, int from, int die) {
    if (own[static_cast<std::size_t>(from)] == 0 || (own[25] > 0 && from != 25)) return false;
    if (from > die) return true;
    const auto none_above = [&](int place) {
      return std::all_of(own.begin() + place + 1, own.end(), [](int number) { return number == 0; });
    };
    return none_above(6) && (from == die || none_above(from));
  }
  static bool may_land(const std::array<int, 26>& others, int to) {
    return to <= 0 || others[static_cast<std::size_t>(25 - to)] < 2;
  }
};

std::set<PlainTurn::Board> listed_results(const Backgammon& game, const Backgammon::State& state) {
  MoveListOf<Backgammon> moves;
  game.legal_moves(state, moves);
  std::set<PlainTurn::Board> boards;
  for (const auto move : moves) {
    auto after = state;
    game.apply(after, move);
    PlainTurn::Board board{};
    for (unsigned place = 0; place < 26; ++place) {
      board[0][place] = static_cast<int>(after.sides[state.player].count(place));
      board[1][place] = static_cast<int>(after.sides[state.player ^ 1U].count(place));
    }
    EXPECT_TRUE(boards.insert(board).second)
        << game.print_position(state) << ' ' << game.print_move(state, move);
  }
  EXPECT_EQ(game.count_legal(state), moves.size());
  return boards;
}

// A position with checkers anywhere: near the end of a game, on the bar, closed points, many blots.
Backgammon::State random_position(Random& random) {
  Backgammon::State state;
  std::array<std::array<unsigned, 26>, 2> counts{};
  for (const std::size_t side : {0U, 1U}) {
    const std::uint64_t highest = std::array{6U, 8U, 12U, 24U}[random.below(4)];
    unsigned left = 15;
    if (random.below(3) == 0) {
      counts[side][25] = static_cast<unsigned>(1 + random.below(3));
      left -= counts[side][25];
    }
    if (random.below(2) == 0) {
      counts[side][0] = static_cast<unsigned>(random.below(left));
      left -= counts[side][0];
    }
    for (int tries = 0; left > 0; ++tries) {
      const auto place = static_cast<std::size_t>(1 + random.below(tries < 1000 ? highest : 24));
      if (side == 1 && counts[0][25 - place] > 0) continue;
      const auto number = static_cast<unsigned>(1 + random.below(std::min(left, 3U)));
      counts[side][place] += number;
      left -= number;
    }
    for (unsigned place = 0; place < 26; ++place) state.sides[side].add(place, counts[side][place]);
  }
  state.player = static_cast<std::uint8_t>(random.below(2));
  state.high = static_cast<std::uint8_t>(1 + random.below(6));
  state.low = static_cast<std::uint8_t>(1 + random.below(state.high));
  return state;
}

TEST(BackgammonRules, TurnsAsWithPlainArraysInAnyPosition) {
  const Backgammon game;
  Random random(19);
  for (int i = 0; i < 3000; ++i) {
    const auto state = random_position(random);
    ASSERT_EQ(listed_results(game, state), PlainTurn(state).results()) << game.print_position(state);
    ASSERT_TRUE(*game.parse_position(game.print_position(state)) == state) << game.print_position(state);
  }
}

RC_GTEST_PROP(BackgammonRules, TurnsAsWithPlainArraysInGames, (std::uint64_t seed)) {
  const Backgammon game;
  Random random(seed);
  auto state = game.start();
  for (int ply = 0; ply < 60 && !game.outcome(state); ++ply) {
    if (game.current_player(state) == chance_player) {
      game.apply(state, game.sample_chance(state, random));
      RC_ASSERT(listed_results(game, state) == PlainTurn(state).results());
    } else {
      MoveListOf<Backgammon> moves;
      game.legal_moves(state, moves);
      for (const auto move : moves)
        RC_ASSERT(game.parse_move(state, game.print_move(state, move)) == std::optional(move));
      game.apply(state, moves[random.below(moves.size())]);
    }
  }
}

// A position by its checkers: "13:5 8:3" for White, then for Black as Black counts, the rest borne off.
Backgammon::State placed(const std::string& white, const std::string& black, unsigned player, int high,
                         int low) {
  Backgammon::State state;
  state.player = static_cast<std::uint8_t>(player);
  state.high = static_cast<std::uint8_t>(high);
  state.low = static_cast<std::uint8_t>(low);
  for (const std::size_t side : {0U, 1U}) {
    unsigned left = 15;
    for (const auto field : split_fields(side == 0 ? white : black)) {
      const std::size_t colon = field.find(':');
      const auto number = static_cast<unsigned>(*parse_whole(field.substr(colon + 1), 1, 15));
      state.sides[side].add(static_cast<unsigned>(*parse_whole(field.substr(0, colon), 1, 25)), number);
      left -= number;
    }
    state.sides[side].add(0, left);
  }
  return state;
}
std::vector<std::string> texts_of(const Backgammon& game, const Backgammon::State& state) {
  MoveListOf<Backgammon> moves;
  game.legal_moves(state, moves);
  std::vector<std::string> texts;
  for (const auto move : moves) texts.push_back(game.print_move(state, move));
  std::ranges::sort(texts);
  return texts;
}
using TurnTexts = std::vector<std::string>;

TEST(BackgammonRules, OpeningRollDecidesWhoBegins) {
  const Backgammon game;
  ChanceListOf<Backgammon> rolls;
  game.chance_outcomes(game.start(), rolls);
  EXPECT_EQ(rolls.size(), 30U);
  auto state = game.start();
  game.apply(state, *game.parse_move(state, "=31"));
  EXPECT_EQ(game.current_player(state), 0);
  EXPECT_EQ(texts_of(game, state).size(), 16U);
  state = game.start();
  game.apply(state, *game.parse_move(state, "=13"));
  EXPECT_EQ(game.current_player(state), 1);
  EXPECT_EQ(texts_of(game, state).size(), 16U);
  game.apply(state, *game.parse_move(state, "8/5,6/5"));
  rolls.clear();
  game.chance_outcomes(state, rolls);
  EXPECT_EQ(rolls.size(), 21U);
  EXPECT_EQ(game.parse_move(state, "=13"), game.parse_move(state, "=31"));
}

TEST(BackgammonRules, BarEntersFirst) {
  const Backgammon game;
  // Black holds 22 (3 for Black) and has a blot on 20.
  const std::string black = "3:2 5:1 6:12";
  EXPECT_EQ(texts_of(game, placed("25:1 6:14", black, 0, 5, 3)), (TurnTexts{"bar/20*,6/3", "bar/20*/17"}));
  EXPECT_EQ(texts_of(game, placed("25:2 6:13", black, 0, 5, 3)), (TurnTexts{"bar/20*"}));
  EXPECT_EQ(texts_of(game, placed("25:2 6:13", black, 0, 3, 3)), (TurnTexts{"pass"}));
  EXPECT_EQ(texts_of(game, placed("25:2 1:13", black, 0, 2, 2)), (TurnTexts{"bar/21(2)"}));
}

TEST(BackgammonRules, HigherDieWhereOnlyOneCanBeUsed) {
  const Backgammon game;
  // White's last checker on 24 can go to 18 or 19 but from neither on to 13.
  const auto state = placed("24:1 1:14", "12:2 6:2", 0, 6, 5);
  EXPECT_EQ(texts_of(game, state), (TurnTexts{"24/18"}));
  // With 18 closed (7 for Black) only the lower die is left.
  EXPECT_EQ(texts_of(game, placed("24:1 1:14", "12:2 7:2", 0, 6, 5)), (TurnTexts{"24/19"}));
  // Both dice can be used, but only if the lower is used first: then that is the only turn.
  EXPECT_EQ(texts_of(game, placed("24:1 3:1", "7:2", 0, 6, 1)), (TurnTexts{"24/17"}));
}

TEST(BackgammonRules, BearsOff) {
  const Backgammon game;
  // By 6/3 and then by the 6 from the highest point, or one each.
  EXPECT_EQ(texts_of(game, placed("6:1 3:2", "24:1", 0, 6, 3)), (TurnTexts{"6/off", "6/off,3/off"}));
  // The higher die bears off the highest checker, the other may not go before it.
  EXPECT_EQ(texts_of(game, placed("4:1 2:1", "24:1", 0, 6, 1)), (TurnTexts{"4/off", "4/off,2/1*"}));
  EXPECT_EQ(texts_of(game, placed("4:2 1:1", "24:1", 0, 6, 5)), (TurnTexts{"4/off(2)"}));
  // Not while one is outside.
  EXPECT_EQ(texts_of(game, placed("7:1 5:1", "24:1", 0, 5, 4)), (TurnTexts{"7/2,5/1*", "7/3,5/off"}));
}

TEST(BackgammonRules, DoublesAreFourSteps) {
  const Backgammon game;
  EXPECT_EQ(texts_of(game, placed("24:2", "12:2", 0, 6, 6)), (TurnTexts{"24/12(2)", "24/6,24/18"}));
  // Only three can be used.
  EXPECT_EQ(texts_of(game, placed("20:1", "20:2", 0, 5, 5)), (TurnTexts{"20/10"}));
}

TEST(BackgammonRules, CountsGammonsAndBackgammons) {
  const Backgammon game;
  const Backgammon plain({.gammons = false, .turns = 10});
  const auto value = [](const Backgammon& rules, const std::string& black) {
    auto state = placed("1:1", black, 0, 2, 1);
    rules.apply(state, *rules.parse_move(state, "1/off"));
    const auto outcome = rules.outcome(state);
    EXPECT_TRUE(outcome);
    EXPECT_EQ((*outcome)[0], -(*outcome)[1]);
    return (*outcome)[0];
  };
  EXPECT_EQ(value(game, "1:14"), 1);
  EXPECT_EQ(value(game, "1:15"), 2);
  EXPECT_EQ(value(game, "18:15"), 2);  // just outside White's home
  EXPECT_EQ(value(game, "6:14 19:1"), 3);
  EXPECT_EQ(value(game, "6:14 25:1"), 3);
  EXPECT_EQ(value(game, "6:13 25:1"), 1);
  EXPECT_EQ(value(plain, "6:14 25:1"), 1);
}

TEST(BackgammonRules, IsADrawAfterManyTurns) {
  const Backgammon game({.gammons = true, .turns = 2});
  auto state = after_moves(game, {"=31", "8/5,6/5", "=65", "24/13"});
  EXPECT_EQ(game.outcome(state), std::optional(draw_for_all()));
}

// Chance counts: 30 opening rolls, later 21. The first turns are those that gnubg lists (gnubg_test.cpp), the
// second ones are counted by arrays too.
TEST(BackgammonRules, Perft) {
  const Backgammon game;
  EXPECT_EQ(perft(game, game.start(), 1), 30U);
  EXPECT_EQ(perft(game, game.start(), 2), 380U);
  EXPECT_EQ(perft(game, game.start(), 3), 380U * 21);
  EXPECT_EQ(perft(game, game.start(), 4), 178'306U);
  std::size_t plain = 0;
  const auto after_choices = [&](const Backgammon::State& state, auto&& visit) {
    for_each_choice(game, state, [&](const auto& move) {
      auto after = state;
      game.apply(after, move);
      visit(after);
    });
  };
  after_choices(game.start(), [&](const auto& opening) {
    after_choices(opening, [&](const auto& turn) {
      after_choices(turn, [&](const auto& rolled) { plain += PlainTurn(rolled).results().size(); });
    });
  });
  EXPECT_EQ(plain, 178'306U);
}

TEST(BackgammonText, ReadsTurnsAsPeopleWriteThem) {
  const Backgammon game;
  auto state = after_moves(game, {"=31"});
  const auto same = [&](const char* a, const char* b) {
    const auto first = game.parse_move(state, a);
    return first && first == game.parse_move(state, b);
  };
  EXPECT_TRUE(same("8/5,6/5", "8/5 6/5"));
  EXPECT_TRUE(same("8/5,6/5", "6/5 8/5"));
  EXPECT_TRUE(same("8/5,6/5", "6/5, 8/5"));
  EXPECT_TRUE(same("13/9", "13/10/9"));
  EXPECT_FALSE(game.parse_move(state, "13/12/9"));  // 12 is closed
  EXPECT_TRUE(same("13/9", "13/10 10/9"));
  EXPECT_FALSE(game.parse_move(state, "8/5"));
  EXPECT_FALSE(game.parse_move(state, "8/5*,6/5"));
  EXPECT_FALSE(game.parse_move(state, "5/8,6/5"));
  EXPECT_FALSE(game.parse_move(state, "8/5/6/5"));
  EXPECT_FALSE(game.parse_move(state, "8/"));
  EXPECT_FALSE(game.parse_move(state, "8"));
  EXPECT_FALSE(game.parse_move(state, ","));
  EXPECT_FALSE(game.parse_move(state, "8/5(9),6/5"));
  EXPECT_FALSE(game.parse_move(state, "8/5(,6/5"));
  state = placed("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5", 1, 6, 6);
  EXPECT_TRUE(same("24/18(2),13/7(2)", "13/7(2) 24/18(2)"));
  EXPECT_TRUE(same("24/18(2),13/7(2)", "24/18 24/18 13/7 13/7"));
  state = placed("25:1 6:14", "3:1 6:14", 0, 3, 1);
  EXPECT_TRUE(same("bar/22*,6/5", "BAR/22 6/5"));
  EXPECT_TRUE(same("bar/22*,6/5", "25/22 6/5"));
  state = placed("6:1 5:1", "24:1", 0, 6, 5);
  EXPECT_TRUE(same("6/off,5/off", "6/0 5/off"));
}

// Where a way hits and another does not, the plain text is the one that hits nothing.
TEST(BackgammonText, NamesHitsOnTheWay) {
  const Backgammon game;
  const auto state = placed("24:1 1:14", "7:1 1:14", 0, 6, 5);  // the blot is on 18
  EXPECT_EQ(texts_of(game, state), (TurnTexts{"24/13", "24/18*/13"}));
  EXPECT_EQ(game.print_move(state, *game.parse_move(state, "24/13")), "24/13");
  EXPECT_EQ(game.print_move(state, *game.parse_move(state, "24/18/13")), "24/18*/13");
  EXPECT_EQ(game.print_move(state, *game.parse_move(state, "24/19/13")), "24/13");
}

TEST(BackgammonPosition, SaysWhatIsWrong) {
  const Backgammon game;
  const auto says = [&](const std::string& text, const char* what) {
    const auto state = game.parse_position(text);
    EXPECT_FALSE(state) << text;
    return !state && state.error().message.find(what) != std::string::npos;
  };
  EXPECT_EQ(game.print_position(game.start()), "4HPwATDgc/ABMA - -");
  EXPECT_EQ(game.print_position(*game.parse_position("4HPwATDgc/ABMA")), "4HPwATDgc/ABMA w -");
  EXPECT_EQ(game.print_position(*game.parse_position("4HPwATDgc/ABMA b 13 7")), "4HPwATDgc/ABMA b 31 7");
  EXPECT_TRUE(says("", "0 fields"));
  EXPECT_TRUE(says("4HPwATDgc/ABM", "13 characters instead of 14"));
  EXPECT_TRUE(says("4HPwATDgc.ABMA", "character 10 is not a letter"));
  EXPECT_TRUE(says("//////////////", "more than 15 checkers"));
  EXPECT_TRUE(says("4HPwATDgc/ABMP", "behind the last checker"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA x", "w, b or -"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA w 70", "two digits from 1 to 6"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA - 31", "before the opening roll"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA - - 3", "before any move"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA w 31 1001", "from 0 to 1000"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA w 31 1000", "no dice"));
  EXPECT_TRUE(says("4HPwATDgc/ABMA w 31 1 1", "5 fields"));
  const auto id = [](const char* white, const char* black) {
    const auto state = placed(white, black, 0, 0, 0);
    return backgammon::print_id(state.sides[0], state.sides[1]);
  };
  EXPECT_TRUE(says(id("24:1", "1:1") + " w -", "on point 24"));
  EXPECT_TRUE(says(id("", "1:1") + " w -", "the loser is to move"));
  EXPECT_TRUE(says(id("", "") + " w -", "the loser is to move"));
  EXPECT_TRUE(says(id("1:1", "") + " w 31", "no dice"));
  EXPECT_TRUE(game.parse_position(id("1:1", "") + " w -").ok());
}

TEST(BackgammonRules, ConformsWithOtherParameters) {
  expect_conforming(Backgammon({.gammons = false, .turns = 60}), {.games = 5, .playouts = 1000});
  expect_conforming(Backgammon({.gammons = true, .turns = 1}), {.games = 20, .playouts = 1000});
}

}  // namespace
}  // namespace banyan
