// A selection rule with a statistic of its own, added from outside search/: the struct and the statistic
// below are all there is to it.
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

#include <gtest/gtest.h>

#include <banyan/core/log.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "toy_games.hpp"

namespace banyan {
namespace {

// How many visits were won outright; draws count nothing.
constexpr Statistic won_visits{
    .name = "won",
    .of = [](double reward) { return reward == 1 ? 1.0 : 0.0; },
    .scaled = [](double total, double, double, const RewardScale&) { return total; }};

// UCB1 on the share of visits that were won.
struct WinsOnlyRule {
  static constexpr std::string_view name = "wins-only";
  static constexpr std::array<const Statistic*, 1> statistics{&won_visits};
  Float4 width;
  explicit WinsOnlyRule(const NodeFacts& node) : width(root_log_of_count(node.plays) * node.c) {}
  Float4 operator()(const Arms& arms) const { return arms.statistics[0] / arms.n + width / sqrt(arms.n); }
};

SearchParams wins_only(double c = 1) {
  SearchParams params;
  params.c = c;
  params.rule = Rule::of<WinsOnlyRule>();
  params.solver = false;
  return params;
}

TEST(OwnRule, HasItsNameInPrintedParameters) {
  EXPECT_EQ(print_value(wins_only().rule), "wins-only");
  EXPECT_EQ(problem_of_fields(wins_only()), "");
}

// The view's terms are the rule's: the mean plus what the rule makes the index differ by. So the statistic
// can be read off them.
TEST(OwnRule, ItsStatisticCountsWhatItSays) {
  Searcher<ConnectFour> searcher(ConnectFour{}, wins_only(0), 1);
  searcher.run({.sims = 300});
  const auto root = searcher.view({});
  ASSERT_TRUE(root);
  for (const auto& child : root->children) {
    ASSERT_GT(child.visits, 0U);
    const double won = (child.mean + child.exploration) * static_cast<double>(child.visits);
    EXPECT_NEAR(won, std::round(won), 1e-3) << "a whole number of wins";
    EXPECT_LE(won, child.mean * static_cast<double>(child.visits) + 1e-3) << "draws are in the mean only";
    EXPECT_GE(won, 0);
  }
}

// Tic-tac-toe has many draws, so that the rule goes other ways than UCB1 with the same seed; and where it
// goes is where its index is highest.
TEST(OwnRule, DecidesWhereTheSearchGoes) {
  SearchParams ucb1 = wins_only();
  ucb1.rule = Rule::ucb1;
  Searcher<TicTacToe> usual(TicTacToe{}, ucb1, 1);
  Searcher<TicTacToe> own(TicTacToe{}, wins_only(), 1);
  const auto a = usual.run({.sims = 2000});
  const auto b = own.run({.sims = 2000});
  bool same = true;
  for (std::size_t i = 0; i < a.moves.size(); ++i) same &= a.moves[i].visits == b.moves[i].visits;
  EXPECT_FALSE(same);
  for (int i = 0; i < 20; ++i) {
    const auto root = own.view({});
    ASSERT_TRUE(root);
    const auto* best = &root->children.front();
    for (const auto& child : root->children)
      if (child.mean + child.exploration > best->mean + best->exploration) best = &child;
    own.step();
    EXPECT_EQ(own.last_simulation().path.front(), best->move);
  }
}

// A small memory makes the tree move its quads, columns and all; counts of wins must stay whole.
TEST(OwnRule, ItsStatisticSurvivesCompaction) {
  SearchParams params = wins_only();
  params.memory = Bytes{300'000};
  Searcher<ConnectFour> searcher(ConnectFour{}, params, 3);
  const auto result = searcher.run({.sims = 60'000});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.simulations, 60'000U);
  const auto root = searcher.view({});
  ASSERT_TRUE(root);
  std::uint64_t visits = 0;
  for (const auto& child : root->children) visits += child.visits;
  EXPECT_EQ(visits, 60'000U);
}

TEST(OwnRule, WorksOnASharedTree) {
  SearchParams params = wins_only();
  params.threads = 2;
  Searcher<TicTacToe> searcher(TicTacToe{}, params, 1);
  const auto result = searcher.run({.sims = 4000});
  EXPECT_EQ(result.error, "");
  std::uint64_t visits = 0;
  for (const auto& move : result.moves) visits += move.visits;
  EXPECT_EQ(visits, 4000U);
}

// In a game without a constant range the statistic sees returns in the game's own units.
TEST(OwnRule, WorksInTheGamesOwnUnits) {
  Searcher<toy::Treasure<3>> searcher(toy::Treasure<3>{}, wins_only(), 1);
  const auto result = searcher.run({.sims = 500});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.simulations, 500U);
}

}  // namespace
}  // namespace banyan
