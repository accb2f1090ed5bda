// What takes minutes: regret at the Lai–Robbins rate.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/bandit/divergence.hpp>
#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/theory.hpp>

namespace banyan::bandit {
namespace {

constexpr std::uint64_t first_step = 10'000;
constexpr std::uint64_t last_step = 1'000'000;

// By how much regret grows for every factor e in t between these steps, over the runs.
template <NamedRule R>
RunningStats growth(const std::vector<double>& means) {
  constexpr std::size_t runs = 256;
  const auto arms = BernoulliArms::make(means).value();
  std::vector<double> grown(runs);
  const Watch watch;
  detail::ProgressMeter meter(watch, 0);
  parallel_for(runs, 2, {}, [&](std::size_t run) {
    std::vector<CurvePoint> curve = detail::empty_curve({first_step, last_step});
    const Setting setting{means.size(), last_step};
    EXPECT_TRUE(detail::play_run(R({}, setting), arms, Random(12, run), curve, meter));
    grown[run] = (curve[1].regret.mean() - curve[0].regret.mean()) /
                 std::log(static_cast<double>(last_step) / static_cast<double>(first_step));
  });
  RunningStats stats;
  for (const double slope : grown) stats.add(slope);
  return stats;
}

constexpr double sure = 4.753;  // standard errors: one-sided error 10^-6

const std::vector<std::vector<double>> instances{{0.9, 0.6}, {0.6, 0.5, 0.4}, {0.2, 0.1, 0.05, 0.02}};

// The slope, over what theory says it is, lies between these, widened by the error of measurement.
void expect_slope(const RunningStats& slope, double theory, double low, double high) {
  const double margin = sure * slope.standard_error();
  std::printf("slope %.3f ± %.3f of what theory says\n", slope.mean() / theory,
              slope.standard_error() / theory);
  EXPECT_GT(slope.mean() + margin, low * theory);
  EXPECT_LT(slope.mean() - margin, high * theory);
  // The band says something only if the error is small beside it.
  EXPECT_LT(margin, 0.25 * theory);
}

// Thompson sampling loses Σ Δ/KL for every factor e in t (Kaufmann, Korda & Munos 2012). The best arm's own
// uncertainty is of no account here, so that a quarter is left for all terms of lower order.
TEST(LaiRobbins, ThompsonsRegretGrowsAtTheBestRate) {
  for (const std::vector<double>& means : instances)
    expect_slope(growth<Thompson>(means), lai_robbins_rate(means), 0.75, 1.25);
}

// Without chance, KL-UCB holds all its indices at one level, at which the pulls ln t / KL(mean, level) add up
// to t. The best arm's index is above its mean, by as much as t steps leave, so that at 10^4 steps the others
// are pulled less than Lai and Robbins's line says, and catch up later: a term of order sqrt(ln t / t).
double regret_without_chance(const std::vector<double>& means, double t) {
  const double best = *std::max_element(means.begin(), means.end());
  const auto pulls = [&](double mean, double level) { return std::log(t) / kl_bernoulli(mean, level); };
  double low = best;
  double high = 1;
  for (int step = 0; step < 200; ++step) {
    const double level = (low + high) / 2;
    double all = 0;
    for (const double mean : means) all += pulls(mean, level);
    (all > t ? low : high) = level;
  }
  double regret = 0;
  for (const double mean : means) regret += (best - mean) * pulls(mean, high);
  return regret;
}

double slope_without_chance(const std::vector<double>& means, double from, double to) {
  return (regret_without_chance(means, to) - regret_without_chance(means, from)) / std::log(to / from);
}

// KL-UCB's regret grows at the same rate in the end (Garivier & Cappé 2011, theorem 1); at 10^6 steps it is
// 20 to 44 % quicker on these instances, as the above says. What chance adds to that is less than 15 %.
TEST(LaiRobbins, KlUcbsRegretGrowsAsItsIndexSays) {
  for (const std::vector<double>& means : instances)
    expect_slope(growth<KlUcb>(means), slope_without_chance(means, first_step, last_step), 0.85, 1.15);
}

TEST(LaiRobbins, WhatKlUcbsIndexSaysTendsToTheBestRate) {
  for (const std::vector<double>& means : instances)
    EXPECT_NEAR(slope_without_chance(means, 1e10, 1e12) / lai_robbins_rate(means), 1, 0.01);
}

}  // namespace
}  // namespace banyan::bandit
