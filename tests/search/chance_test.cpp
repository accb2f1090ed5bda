// Chance in the tree: outcomes are visited as often as they are likely, and moves are worth what they bring
// on average.
#include <gtest/gtest.h>

#include <banyan/games/pig.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

// How often a search went through these moves: all visits below, and the first one, which stopped there.
template <Game G>
double visits_below(const G& game, std::uint64_t sims, const std::vector<MoveOf<G>>& moves) {
  Searcher<G> searcher(game, {.solver = false}, 1);
  searcher.run({.sims = sims});
  for (const auto& move : moves) searcher.advance(move);
  return static_cast<double>(total_visits(searcher.result()) + 1);
}

TEST(Chance, OutcomesAreVisitedByTheirProbabilities) {
  constexpr std::uint64_t sims = 20'000;
  const toy::Wheels game;
  const auto result = search(game, game.start(), {.sims = sims}, {.solver = false});
  const auto turns = static_cast<double>(stats_of(result, toy::Wheels::better).visits - 1);
  double chi_square = 0;
  double counted = 0;
  for (const auto& [number, probability] : toy::Wheels::better_wheel) {
    const double visits = visits_below(game, sims, {toy::Wheels::better, number});
    const double expected = probability * turns;
    chi_square += (visits - expected) * (visits - expected) / expected;
    counted += visits;
  }
  EXPECT_EQ(counted, turns);
  EXPECT_LT(chi_square, 27.7);  // two degrees of freedom: exceeded with probability 1e-6
}

TEST(Chance, FacesOfADieAreVisitedEqually) {
  constexpr std::uint64_t sims = 12'000;
  const Pig game({.goal = 20});
  double chi_square = 0;
  double counted = 0;
  for (Pig::Move face = 1; face <= 6; ++face) {
    const double visits = visits_below(game, sims, {Pig::roll, face});
    constexpr double expected = (sims - 1) / 6.0;
    chi_square += (visits - expected) * (visits - expected) / expected;
    counted += visits;
  }
  EXPECT_EQ(counted, sims - 1);  // the first simulation ended at `roll`
  EXPECT_LT(chi_square, 35.9);   // five degrees of freedom: exceeded with probability 1e-6
}

TEST(Chance, AMoveIsWorthItsExpectation) {
  const toy::Wheels game;
  const auto result = search(game, game.start(), {.sims = 40'000}, {.solver = false});
  EXPECT_EQ(result.best, toy::Wheels::better);
  // Six standard errors: the better wheel's numbers have variance 4.89, the fair one's 10.67.
  const auto& better = stats_of(result, toy::Wheels::better);
  EXPECT_NEAR(better.value, 5.4, 6 * std::sqrt(4.89 / static_cast<double>(better.visits)));
  const auto& fair = stats_of(result, toy::Wheels::fair);
  EXPECT_NEAR(fair.value, 4.0, 6 * std::sqrt(10.67 / static_cast<double>(fair.visits)));
}

TEST(Chance, ASearchThatBeginsAtChanceSaysSo) {
  const Pig game;
  auto state = game.start();
  game.apply(state, Pig::roll);
  const auto result = search(game, state, {.sims = 100});
  EXPECT_FALSE(result.best);
  EXPECT_TRUE(result.moves.empty());
  EXPECT_EQ(result.simulations, 0U);
  EXPECT_NE(result.error.find("chance is to move"), std::string::npos) << result.error;
}

}  // namespace
}  // namespace banyan
