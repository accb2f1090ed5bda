// Divergences and the theory made of them.
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <banyan/bandit/divergence.hpp>
#include <banyan/bandit/theory.hpp>
#include <banyan/core/distributions.hpp>

namespace banyan::bandit {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double bits(std::vector<double> p, std::vector<double> q) { return kl_divergence(p, q).value(); }

TEST(Divergence, IsTheExtraBitsOfAWrongCode) {
  // A fair coin coded as if it were 1/4 : 3/4 costs log2(2)/2·… = 1/2·1 + 1/2·log2(2/3) bits more.
  EXPECT_NEAR(bits({0.5, 0.5}, {0.25, 0.75}), 0.5 * 1 + 0.5 * std::log2(2.0 / 3), 1e-15);
  EXPECT_NEAR(kl_divergence(std::array{0.5, 0.5}, std::array{0.25, 0.75}, LogUnit::nats).value(),
              0.5 * std::log(2.0) + 0.5 * std::log(2.0 / 3), 1e-15);
}

TEST(Divergence, IsNotSymmetric) {
  EXPECT_GT(std::abs(bits({0.5, 0.5}, {0.1, 0.9}) - bits({0.1, 0.9}, {0.5, 0.5})), 0.2);
}

TEST(Divergence, ZeroTimesLogZeroIsZero) {
  EXPECT_NEAR(bits({0, 1}, {0.5, 0.5}), 1, 1e-15);
  EXPECT_EQ(bits({0, 1}, {0, 1}), 0);
}

TEST(Divergence, IsInfiniteWhereQRulesOutWhatPDoesNot) {
  EXPECT_EQ(bits({0.5, 0.5}, {1, 0}), infinity);
  EXPECT_EQ(kl_bernoulli(0.5, 1), infinity);
  EXPECT_EQ(kl_bernoulli(0.5, 0), infinity);
}

TEST(Divergence, RefusesWhatIsNoDistribution) {
  const auto message = [](std::vector<double> p, std::vector<double> q) {
    return kl_divergence(p, q).error().message;
  };
  EXPECT_NE(message({0.5, 0.4}, {0.5, 0.5}).find("P adds up to 0.9"), std::string::npos);
  EXPECT_NE(message({0.5, 0.5}, {0.5, 0.6}).find("Q adds up to 1.1"), std::string::npos);
  EXPECT_NE(message({1.5, -0.5}, {0.5, 0.5}).find("P[0] is 1.5"), std::string::npos);
  EXPECT_NE(message({std::nan(""), 1}, {0.5, 0.5}).find("P[0] is nan"), std::string::npos);
  EXPECT_NE(message({1}, {0.5, 0.5}).find("1 symbols and Q has 2"), std::string::npos);
}

RC_GTEST_PROP(Divergence, IsZeroForEqualOnesAndElseAboveZero, (std::uint64_t seed)) {
  Random random(seed);
  std::vector<double> p(1 + random.below(6));
  std::vector<double> q(p.size());
  dirichlet(random, 1, p);
  dirichlet(random, 1, q);
  RC_ASSERT(bits(p, p) == 0);
  RC_ASSERT(p.size() == 1 || bits(p, q) > 0);
}

RC_GTEST_PROP(Divergence, OfCoinsIsThatOfTheirDistributions, (std::uint64_t seed)) {
  Random random(seed);
  const double p = random.uniform();
  const double q = random.uniform();
  const double discrete = kl_divergence(std::array{p, 1 - p}, std::array{q, 1 - q}, LogUnit::nats).value();
  RC_ASSERT(std::abs(kl_bernoulli(p, q) - discrete) <= 1e-12 * (1 + discrete));
}

TEST(Divergence, OfNormalsIsTheIntegral) {
  // D = ∫ f ln(f/g), by the midpoint rule over twelve deviations.
  const double m = 0.3, s = 0.8, n = -0.2, t = 1.5;
  double sum = 0;
  const double step = 1e-4;
  for (double x = m - 12 * s; x < m + 12 * s; x += step) {
    const double f = (x - m) / s;
    const double g = (x - n) / t;
    sum += std::exp(-f * f / 2) / (s * std::sqrt(2 * std::numbers::pi)) *
           (std::log(t / s) - f * f / 2 + g * g / 2);
  }
  EXPECT_NEAR(kl_gaussian(m, s, n, t), sum * step, 1e-9);
  EXPECT_DOUBLE_EQ(kl_gaussian(0.3, 0.1, 0.5), kl_gaussian(0.3, 0.5, 0.1, 0.5));
}

TEST(Theory, RegretIsWhatTheBestArmWouldHaveEarnedMore) {
  const std::array means{0.9, 0.8, 0.5};
  const std::array pulls{70.0, 20.0, 10.0};
  // μ* n − Σ μ_j T_j
  EXPECT_NEAR(expected_regret(means, pulls), 0.9 * 100 - (0.9 * 70 + 0.8 * 20 + 0.5 * 10), 1e-12);
  EXPECT_NEAR(realised_regret(0.9, 100, 80), 10, 1e-12);
}

TEST(Theory, BoundsAreTheirFormulas) {
  const std::array means{0.9, 0.8, 0.5};
  const double n = 1e5;
  EXPECT_NEAR(
      auer_bound(means, n),
      8 * (std::log(n) / 0.1 + std::log(n) / 0.4) + (1 + std::numbers::pi * std::numbers::pi / 3) * 0.5,
      1e-9);
  EXPECT_NEAR(lai_robbins_rate(means), 0.1 / kl_bernoulli(0.8, 0.9) + 0.4 / kl_bernoulli(0.5, 0.9), 1e-12);
  // Against a sure winner a single loss is proof: the rate is 0.
  EXPECT_EQ(lai_robbins_rate(std::array{1.0, 0.5}), 0);
}

}  // namespace
}  // namespace banyan::bandit
