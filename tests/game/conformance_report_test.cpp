// What the conformance report says beyond the broken rule: lists that are too long for their constant,
// returns of a part of the game, which abilities were detected, and all of it in few words.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <banyan/games/tictactoe.hpp>

#include "expect_broken.hpp"

namespace banyan {
namespace {

// One player takes one to four of what is left.
struct Taking {
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 4;
  using State = int;
  using Move = int;
  [[nodiscard]] static State start() { return 10; }
  [[nodiscard]] static Player current_player(State /*left*/) { return 0; }
  template <class List>
  static void legal_moves(State /*left*/, List& moves) {
    for (Move take = 1; take <= 4; ++take) moves.push_back(take);
  }
  static void apply(State& left, Move take) { left -= take; }
  [[nodiscard]] static std::optional<std::array<double, 1>> outcome(State left) {
    if (left > 0) return std::nullopt;
    return std::array{0.0};
  }
};

struct OneTooSmall : Taking {
  static constexpr std::size_t max_legal = 3;
};
TEST(ConformanceReport, ListsAreNotLongerThanMaxLegal) {
  const auto report = check_conformance(OneTooSmall{}, few_games);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.problems[0].rule, "no list is longer than max_legal");
  EXPECT_EQ(report.problems[0].what, "4 items are listed, and max_legal is 3");
}

struct DiceTooSmall : Taking {
  static constexpr std::size_t max_chance = 1;
  [[nodiscard]] static Player current_player(State left) { return left == 10 ? chance_player : 0; }
  static void chance_outcomes(State /*left*/, FixedList<ChanceOutcome<Move>, max_chance>& list) {
    list.push_back({1, 0.5});
    list.push_back({2, 0.5});
  }
};
TEST(ConformanceReport, NorThanMaxChance) {
  expect_broken(DiceTooSmall{}, "no list is longer than max_chance");
}

// Whole games return 5 at most, but 10 come from where 5 are paid.
struct PaysFirst : Taking {
  static constexpr RewardRange reward_range{-5, 5};
  static std::array<double, 1> apply(State& left, Move take) {
    const double paid = left == 10 ? -5 : 0;
    left -= take;
    return {left <= 0 ? 10 : paid};
  }
};
TEST(ConformanceReport, TheRangeIsOfWhatCanStillCome) {
  const auto report = check_conformance(PaysFirst{}, few_games);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.problems[0].rule, "returns stay within reward_range");
  EXPECT_NE(report.problems[0].what.find("on gives (10)"), std::string::npos) << report.problems[0].what;
}

// What is found in a long game is told in few words, with what it takes to repeat it.
struct Endless : Taking {
  static void apply(State& /*left*/, Move /*take*/) {}
};
TEST(ConformanceReport, IsShort) {
  const auto report = check_conformance(Endless{}, {.seed = 7, .games = 50, .longest_game = 5000});
  ASSERT_EQ(report.problems.size(), 1U) << report.text();
  EXPECT_EQ(report.games, 1U);  // the next one would not end either
  EXPECT_NE(report.problems[0].where.find("in game 0 of seed 7"), std::string::npos);
  EXPECT_NE(report.problems[0].where.find("(4980 moves left out)"), std::string::npos);
  EXPECT_LT(report.text().size(), 1000U);
}

template <Game G>
std::string almost(std::string_view name) {
  for (const Ability& ability : describe_abilities<G>())
    if (ability.name == name) return ability.detected ? "detected" : ability.almost;
  return "no such ability";
}

TEST(ConformanceReport, NamesAbilities) {
  EXPECT_EQ(almost<TicTacToe>("move text"), "detected");
  EXPECT_EQ(almost<TicTacToe>("chance"), "");
  EXPECT_EQ(almost<Taking>("move text"), "");
  const std::string text = check_conformance(TicTacToe{}, few_games).text();
  EXPECT_NE(text.find("\nabilities: "), std::string::npos) << text;
  EXPECT_NE(text.find("\nnot detected: "), std::string::npos) << text;
  EXPECT_EQ(text.find("is not used"), std::string::npos) << text;
}

struct Misspelt : Taking {
  [[nodiscard]] std::string print_move(State /*left*/, Move move) const { return std::to_string(move); }
  [[nodiscard]] std::optional<Move> parse_mov(State /*left*/, std::string_view /*text*/) const { return 1; }
  [[nodiscard]] Picture picture(State /*left*/) { return {}; }  // not const
  [[nodiscard]] int hash(State left) const { return left; }
  template <class List>
  void chance_outcomes(State /*left*/, List& /*list*/) const {}  // without max_chance
  static constexpr bool win_draw_loss = true;                    // without reward_range
};
TEST(ConformanceReport, SaysWhatAnAlmostAbilityLacks) {
  EXPECT_EQ(almost<Misspelt>("move text").find("there is print_move, but no parse_move; needed: "), 0U);
  EXPECT_EQ(almost<Misspelt>("picture").find("there is picture, but not as it must be; needed: "), 0U);
  EXPECT_EQ(almost<Misspelt>("hash").find("there is hash, but not as it must be"), 0U);
  EXPECT_EQ(almost<Misspelt>("chance").find("there is chance_outcomes, but no max_chance"), 0U);
  EXPECT_NE(almost<Misspelt>("win_draw_loss"), "");
  const auto report = check_conformance(Misspelt{}, few_games);
  EXPECT_NE(report.text().find("! picture is not used: "), std::string::npos) << report.text();
}

}  // namespace
}  // namespace banyan
