// A look into the tree shows what the search itself computes, and changes nothing.
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {
namespace {

TEST(View, RootVisitsAddUpToTheSimulations) {
  Searcher<ConnectFour> searcher(ConnectFour{}, SearchParams{}, 1);
  searcher.run({.sims = 500});
  const auto root = searcher.view({});
  ASSERT_TRUE(root);
  EXPECT_EQ(root->player, 0);
  std::uint64_t visits = 0;
  for (const auto& child : root->children) visits += child.visits;
  EXPECT_EQ(visits, 500U);
}

TEST(View, TermsAreThoseOfUcb1) {
  SearchParams params;
  params.c = 1.25;
  Searcher<ConnectFour> searcher(ConnectFour{}, params, 2);
  searcher.run({.sims = 100});  // below 128 the search's own logarithm is exact
  const auto root = searcher.view({});
  ASSERT_TRUE(root);
  for (const auto& child : root->children) {
    EXPECT_NEAR(child.mean, (child.value + 1) / 2, 1e-4);  // means are kept in 15 bits a visit
    EXPECT_NEAR(child.exploration, 1.25 * std::sqrt(std::log(100.0) / static_cast<double>(child.visits)),
                1e-4);
  }
}

TEST(View, TheNextSimulationGoesToTheHighestIndex) {
  Searcher<ConnectFour> searcher(ConnectFour{}, SearchParams{}, 3);
  searcher.run({.sims = 64});
  for (int i = 0; i < 50; ++i) {
    const auto root = searcher.view({});
    ASSERT_TRUE(root);
    const ChildView<MoveOf<ConnectFour>>* best = nullptr;
    for (const auto& child : root->children)
      if (best == nullptr || child.mean + child.exploration > best->mean + best->exploration + 1e-6)
        best = &child;
    searcher.step();
    const auto last = searcher.last_simulation();
    ASSERT_FALSE(last.path.empty());
    EXPECT_EQ(last.path.front(), best->move) << "simulation " << 65 + i;
  }
}

TEST(View, ASimulationAddsOneNodeAtTheEndOfItsPath) {
  Searcher<ConnectFour> searcher(ConnectFour{}, SearchParams{}, 4);
  for (int i = 0; i < 30; ++i) {
    searcher.step();
    const auto last = searcher.last_simulation();
    ASSERT_FALSE(last.path.empty());
    EXPECT_TRUE(last.expanded);
    const auto parent = searcher.view(std::span(last.path).first(last.path.size() - 1));
    ASSERT_TRUE(parent);
    EXPECT_EQ(parent->children.back().move, last.path.back());
    EXPECT_EQ(parent->children.back().visits, 1U);
    EXPECT_DOUBLE_EQ(last.rewards[0] + last.rewards[1], 0);
  }
}

TEST(View, LookingChangesNothing) {
  Searcher<ConnectFour> seen(ConnectFour{}, SearchParams{.rule = Rule::thompson}, 5);
  Searcher<ConnectFour> unseen(ConnectFour{}, SearchParams{.rule = Rule::thompson}, 5);
  for (int i = 0; i < 10; ++i) {
    seen.run({.sims = 20});
    unseen.run({.sims = 20});
    ASSERT_TRUE(seen.view({}));
  }
  const auto a = seen.result();
  const auto b = unseen.result();
  ASSERT_EQ(a.moves.size(), b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) EXPECT_EQ(a.moves[i].visits, b.moves[i].visits);
}

TEST(View, ChanceHasOutcomesWithoutExploration) {
  Searcher<Pig> searcher(Pig{}, SearchParams{}, 6);
  searcher.run({.sims = 300});
  const auto root = searcher.view({});
  ASSERT_TRUE(root);
  for (const auto& child : root->children) {
    const auto below = searcher.view(std::span(&child.move, 1));
    ASSERT_TRUE(below);
    if (below->player != chance_player) continue;
    for (const auto& outcome : below->children) EXPECT_TRUE(std::isnan(outcome.exploration));
  }
}

TEST(View, WhereTheTreeDoesNotReachThereIsNothing) {
  Searcher<ConnectFour> searcher(ConnectFour{}, SearchParams{}, 7);
  const MoveOf<ConnectFour> move{};
  EXPECT_FALSE(searcher.view(std::span(&move, 1)));
}

}  // namespace
}  // namespace banyan
