// What a search is allowed: limits that are missing, and limits in the standard library's units.
#include <gtest/gtest.h>

#include <chrono>

#include <banyan/search/forest.hpp>

#include "toy_games.hpp"

namespace banyan {
namespace {

// No limit at all means one second, for every way to ask.
TEST(Limits, NoneMeansOneSecond) {
  const StopRule rule = stop_at_limits({});
  EXPECT_EQ(rule({.simulations = 5, .seconds = 0.999}).reason, std::nullopt);
  EXPECT_EQ(rule({.simulations = 5, .seconds = 1}).reason, StopReason::time);
  EXPECT_EQ(Searcher<toy::Endless>({}, {}, 1).run({}).stopped_by, StopReason::time);
}
TEST(Limits, NoneMeansOneSecondForForests) {
  const SearchParams params{.threads = 2, .parallel = Parallel::root};
  EXPECT_EQ(Forest<toy::Endless>({}, params, 1).run({}, false, {}, {}).stopped_by, StopReason::time);
}

TEST(Limits, TakeDurationsOfTheStandardLibrary) {
  using namespace std::chrono_literals;
  const SearchLimits limits{.time = 200ms};
  EXPECT_EQ(limits.time, Duration{0.2});
  EXPECT_EQ(Duration(2min), Duration{120});
  const auto result = search(toy::Endless{}, {}, {.sims = 10, .time = 1h});
  EXPECT_EQ(result.stopped_by, StopReason::sims);
}

}  // namespace
}  // namespace banyan
