// The index functions against the formulas they stand for, and the special functions behind them.
#include <array>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <banyan/bandit/beta_quantile.hpp>
#include <banyan/bandit/index.hpp>
#include <banyan/bandit/kl_ucb.hpp>

namespace banyan::bandit {
namespace {

double number_in(double low, double high) {
  return low + (high - low) * static_cast<double>(*rc::gen::inRange(0, 1'000'001)) / 1e6;
}

RC_GTEST_PROP(Ucb1Index, TheSeedsFormsAndAuersAreOneFamily, ()) {
  const double n = std::floor(number_in(1, 1e6));
  const double sum = number_in(0, n);
  const double ln_total = std::log(n + std::floor(number_in(0, 1e6)));
  const double k = number_in(0, 4);
  const double interval = std::sqrt(k / 2);
  const double chapter = sum / n + std::sqrt(k * ln_total / n);
  const double seed = sum / n + interval * std::sqrt(2 * ln_total / n);
  const double tolerance = 1e-13 * (1 + chapter);
  RC_ASSERT(std::abs(ucb1(sum, n, ln_total, weight_from_k(k)) - chapter) < tolerance);
  RC_ASSERT(std::abs(ucb1(sum, n, ln_total, weight_from_interval(interval)) - seed) < tolerance);
  RC_ASSERT(std::abs(lcb1(sum, n, ln_total, weight_from_interval(interval)) -
                     (sum / n - interval * std::sqrt(2 * ln_total / n))) < tolerance);
}

TEST(Ucb1Index, AuersWeightIsKOfTwoAndAnIntervalOfOne) {
  EXPECT_DOUBLE_EQ(weight_from_k(2.0), auer_weight<double>);
  EXPECT_DOUBLE_EQ(weight_from_interval(1.0), auer_weight<double>);
}

TEST(Ucb1Tuned, CapsTheVarianceAtAQuarter) {
  // Two pulls, one of each: the variance is 1/4, and with its bound's own term it is capped to 1/4.
  const double ln_total = std::log(100.0);
  EXPECT_DOUBLE_EQ(ucb1_tuned(1.0, 1.0, 2.0, ln_total, 1.0), 0.5 + std::sqrt(ln_total / 2 * 0.25));
  // A long constant series: only the bound's own term is left.
  const double n = 1e8;
  const double ratio = ln_total / n;
  EXPECT_NEAR(ucb1_tuned(n, n, n, ln_total, 1.0), 1 + std::sqrt(ratio * std::sqrt(2 * ratio)), 1e-12);
}

TEST(UcbV, HasAVarianceTermAndABiasTerm) {
  const double ln_total = 3;
  const double expected = 0.25 + std::sqrt(2 * (0.25 - 0.0625) * 1.2 * ln_total / 8) + 3 * 1.2 * ln_total / 8;
  EXPECT_NEAR(ucb_v(2.0, 2.0, 8.0, ln_total, 1.2, 3.0), expected, 1e-15);
}

RC_GTEST_PROP(KlUcb, IsTheLargestPlausibleMean, ()) {
  const double n = std::floor(number_in(1, 1e5));
  const double sum = std::floor(number_in(0, n));
  const double budget = number_in(1e-3, 20);
  const double q = kl_ucb_bernoulli(sum, n, budget);
  RC_ASSERT(q >= sum / n);
  RC_ASSERT(q <= 1);
  // On both sides of q the divergence is below and above the budget.
  const double below = sum / n + (q - sum / n) * (1 - 1e-6);
  const double above = q + (q - sum / n) * 1e-6;
  RC_ASSERT(n * kl_bernoulli(sum / n, below) <= budget);
  if (above < 1) RC_ASSERT(n * kl_bernoulli(sum / n, above) >= budget);
}

TEST(KlUcb, KnowsItsEnds) {
  EXPECT_EQ(kl_ucb_bernoulli(10, 10, 5), 1);
  EXPECT_DOUBLE_EQ(kl_ucb_bernoulli(0, 10, 5), 1 - std::exp(-0.5));
  EXPECT_EQ(kl_ucb_bernoulli(3, 10, 0), 0.3);
  // With sigma = 1/2 the normal one is UCB1 with k = 1/2, the Hoeffding bound.
  EXPECT_DOUBLE_EQ(kl_ucb_gaussian(30, 100, 7, 0.5), ucb1(30.0, 100.0, 7.0, weight_from_k(0.5)));
}

TEST(BetaQuantile, AgreesWithClosedForms) {
  for (const double x : {0.01, 0.3, 0.5, 0.9, 0.999}) {
    EXPECT_NEAR(beta_above(x, 1, 1), 1 - x, 1e-14);
    EXPECT_NEAR(beta_above(x, 5, 1), 1 - std::pow(x, 5), 1e-13);
    EXPECT_NEAR(beta_above(x, 1, 7), std::pow(1 - x, 7), 1e-13);
    EXPECT_NEAR(beta_above(x, 2, 2), 1 - x * x * (3 - 2 * x), 1e-13);
  }
}

RC_GTEST_PROP(BetaQuantile, IsTheInverse, ()) {
  const double a = std::pow(10.0, number_in(0, 4));
  const double b = std::pow(10.0, number_in(0, 4));
  const double probability = std::pow(10.0, number_in(-8, -0.1));
  const double x = beta_upper_quantile(probability, a, b);
  // The number itself, or one of its neighbours where numbers are too far apart to hit the probability.
  RC_ASSERT(beta_above(std::nextafter(x, 0), a, b) >= probability * (1 - 1e-5));
  RC_ASSERT(beta_above(std::nextafter(x, 1), a, b) <= probability * (1 + 1e-5));
}

// What a random search once found: the tail's neighbours are 1e-4 of it apart here.
TEST(BetaQuantile, IsTheNearestNumberCloseToOne) {
  const double a = 9803.22997;
  const double b = 1.05813371;
  const double probability = 1.78965353e-08;
  const double x = beta_upper_quantile(probability, a, b);
  EXPECT_GE(beta_above(std::nextafter(x, 0), a, b), probability);
  EXPECT_LE(beta_above(std::nextafter(x, 1), a, b), probability);
}

}  // namespace
}  // namespace banyan::bandit
