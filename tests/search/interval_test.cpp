// The interval of a move's value is of the mean return: where returns are drawn anew from one distribution
// each time, it must hold that mean in 95 of 100 searches. In a growing tree returns drift as the search
// learns, and nothing of the kind is promised.
#include <gtest/gtest.h>

#include <cmath>

#include <banyan/agent/flat.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

using toy::Wheels;
constexpr double fair_mean = 4;
constexpr double better_mean = 0.1 * 1 + 0.2 * 2 + 0.7 * 7;
constexpr int searches = 2000;

struct Coverage {
  int fair = 0;
  int better = 0;
};

template <class Search>
Coverage coverage_of(Search&& search) {
  Coverage covered;
  for (std::uint64_t seed = 1; seed <= searches; ++seed) {
    const SearchResult<Wheels::Move> result = search(seed);
    const auto holds = [&](Wheels::Move move, double mean) {
      const auto& stats = stats_of(result, move);
      return stats.low <= mean && mean <= stats.high ? 1 : 0;
    };
    covered.fair += holds(Wheels::fair, fair_mean);
    covered.better += holds(Wheels::better, better_mean);
  }
  return covered;
}

// If each interval holds its mean with probability 0.95, a count is off by four standard deviations once in
// 16,000 choices of the seeds. That the normal approximation is good to a hundredth is allowed for beside it.
void expect_nominal(int covered) {
  const double allowed = 0.01 * searches + 4 * std::sqrt(searches * 0.95 * 0.05);
  EXPECT_NEAR(covered, 0.95 * searches, allowed);
}

// Weighed so heavily, exploration spreads the plays about evenly, and a move is not left for its bad luck.
TEST(IntervalCoverage, OfAFlatSearch) {
  const auto covered = coverage_of([](std::uint64_t seed) {
    return FlatAgent<Wheels>(Wheels{}, {.sims = 400, .c = 20}, seed).analyze(Wheels{}.start(), {});
  });
  expect_nominal(covered.fair);
  expect_nominal(covered.better);
}

TEST(IntervalCoverage, OfATreeWithTwoArms) {
  const auto covered = coverage_of([](std::uint64_t seed) {
    return search(Wheels{}, Wheels{}.start(), {.sims = 400}, {.c = 20, .solver = false}, seed);
  });
  expect_nominal(covered.fair);
  expect_nominal(covered.better);
}

// With the usual weight the worse move is left when it has bad luck, which its mean then keeps: its interval
// lies too low more often than too high. The move that is played most has no such luck to keep.
TEST(IntervalCoverage, OfTheMovePlayedMostUnderTheUsualWeight) {
  const auto covered = coverage_of([](std::uint64_t seed) {
    return search(Wheels{}, Wheels{}.start(), {.sims = 400}, {.c = 0.7, .solver = false}, seed);
  });
  expect_nominal(covered.better);
}

}  // namespace
}  // namespace banyan
