// Pi by points on a square.
#include <numbers>

#include <gtest/gtest.h>

#include <banyan/bandit/pi.hpp>

namespace banyan::bandit {
namespace {

TEST(Pi, DoesNotDependOnTheThreads) {
  const PiResult one = estimate_pi(3'000'000, 42, 1);
  const PiResult three = estimate_pi(3'000'000, 42, 3);
  ASSERT_EQ(one.curve.size(), three.curve.size());
  for (std::size_t i = 0; i < one.curve.size(); ++i) EXPECT_EQ(one.curve[i].inside, three.curve[i].inside);
}

TEST(Pi, UsesEverySample) {
  for (const std::uint64_t samples : {1U, 2U, 15U, 17U, 1000U, 2'000'001U})
    EXPECT_EQ(estimate_pi(samples, 1, 1).curve.back().samples, samples);
}

// The estimate's deviation is 4 sqrt(p(1-p)/n) = 1.64e-4 · … = 5.2e-4 for 10^7; six of them are exceeded once
// in 5·10^8.
TEST(Pi, IsPi) {
  EXPECT_NEAR(estimate_pi(10'000'000, 1, 2).curve.back().estimate(), std::numbers::pi, 6 * 5.2e-4);
}

// Of 1000 intervals of 95 % about 950 hold pi: a count outside of 950 ± 41 (six deviations of
// sqrt(1000·.95·.05)) has a probability below 10^-8.
TEST(Pi, ItsIntervalHoldsItAsOftenAsItSays) {
  int holds = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Interval interval = estimate_pi(10'000, seed, 1).curve.back().interval();
    holds += interval.low < std::numbers::pi && std::numbers::pi < interval.high ? 1 : 0;
  }
  EXPECT_NEAR(holds, 950, 41);
}

TEST(Pi, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const PiResult result = estimate_pi(1'000'000'000'000, 1, 2, {stop.get_token(), {}});
  EXPECT_TRUE(result.stopped);
  EXPECT_TRUE(result.curve.empty());
}

// A block of 10^15 points would take days.
TEST(Pi, StopsInsideABlock) {
  std::stop_source stop;
  stop.request_stop();
  const Watch watch{stop.get_token(), {}};
  detail::ProgressMeter meter(watch, 1);
  const PiEstimate done = detail::sample_block(1, 0, 1'000'000'000'000'000, meter);
  EXPECT_EQ(done.samples, meter.done());
  EXPECT_LE(done.samples, 1U << 20U);
  EXPECT_GT(done.inside, 0U);
}

}  // namespace
}  // namespace banyan::bandit
