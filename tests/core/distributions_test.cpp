// Each distribution against its own distribution function, by Kolmogorov and Smirnov: of n = 200'000 draws
// the largest distance D to the true function exceeds 2.7 / sqrt(n) with probability 2 exp(-2 · 2.7²) <
// 10^-6.
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/core/distributions.hpp>
#include <banyan/core/running_stats.hpp>

namespace banyan {
namespace {

template <class Draw, class Below>
void expect_distribution(Draw&& draw, Below&& below) {
  constexpr std::size_t n = 200'000;
  Random random(2024);
  std::vector<double> drawn(n);
  for (double& x : drawn) x = draw(random);
  std::sort(drawn.begin(), drawn.end());
  double distance = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double truth = below(drawn[i]);
    distance =
        std::max({distance, truth - static_cast<double>(i) / n, static_cast<double>(i + 1) / n - truth});
  }
  EXPECT_LT(distance * std::sqrt(static_cast<double>(n)), 2.7);
}

double normal_below(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

TEST(Distributions, Exponential) {
  expect_distribution([](Random& random) { return exponential(random); },
                      [](double x) { return 1 - std::exp(-x); });
}

TEST(Distributions, Normal) {
  expect_distribution([](Random& random) { return normal(random); }, normal_below);
}

// The tail beyond 3.65 comes from code of its own: its share of 10^7 draws, 2622 on average, lies within six
// standard deviations (308), and the draws there follow the normal's own tail.
TEST(Distributions, NormalTail) {
  Random random(5);
  const double edge = 3.6541528853610088;
  const double share = 2 * normal_below(-edge);
  std::vector<double> tail;
  constexpr int n = 10'000'000;
  for (int i = 0; i < n; ++i)
    if (const double x = std::abs(normal(random)); x > edge) tail.push_back(x);
  EXPECT_NEAR(static_cast<double>(tail.size()), share * n, 6 * std::sqrt(share * n));
  std::sort(tail.begin(), tail.end());
  double distance = 0;
  for (std::size_t i = 0; i < tail.size(); ++i)
    distance =
        std::max(distance, std::abs(1 - 2 * normal_below(-tail[i]) / share -
                                    (static_cast<double>(i) + 0.5) / static_cast<double>(tail.size())));
  EXPECT_LT(distance * std::sqrt(static_cast<double>(tail.size())), 2.7);
}

TEST(Distributions, Gamma) {
  const auto draw = [](double shape) { return [shape](Random& random) { return gamma(random, shape); }; };
  expect_distribution(draw(0.5), [](double x) { return std::erf(std::sqrt(x)); });
  expect_distribution(draw(1), [](double x) { return 1 - std::exp(-x); });
  expect_distribution(draw(3), [](double x) { return 1 - std::exp(-x) * (1 + x + x * x / 2); });
}

TEST(Distributions, Beta) {
  const auto draw = [](double a, double b) { return [a, b](Random& random) { return beta(random, a, b); }; };
  expect_distribution(draw(1, 1), [](double x) { return x; });
  expect_distribution(draw(2, 3), [](double x) { return x * x * (6 - 8 * x + 3 * x * x); });
  expect_distribution(draw(0.5, 0.5), [](double x) { return 2 / std::acos(-1.0) * std::asin(std::sqrt(x)); });
}

TEST(Distributions, DirichletsPartsAreBeta) {
  // One part of n with parameter 1 is Beta(1, n-1).
  const auto draw = [](Random& random) {
    std::array<double, 4> point{};
    dirichlet(random, 1, point);
    return point[2];
  };
  expect_distribution(draw, [](double x) { return 1 - std::pow(1 - x, 3); });
}

TEST(Distributions, DirichletAddsUpToOneHoweverSmallItsParameter) {
  Random random(1);
  for (const double alpha : {1e-6, 0.03, 1.0, 50.0}) {
    for (int i = 0; i < 1000; ++i) {
      std::array<double, 7> point{};
      dirichlet(random, alpha, point);
      double sum = 0;
      for (const double x : point) sum += x;
      ASSERT_NEAR(sum, 1, 1e-12);
    }
  }
}

TEST(Distributions, CategoricalFollowsItsWeightsAndNeverDrawsAZero) {
  Random random(1);
  const std::array weights{0.0, 1.0, 0.0, 3.0, 0.0};
  std::array<int, 5> drawn{};
  for (int i = 0; i < 40'000; ++i) ++drawn.at(categorical(random, weights, 4));
  EXPECT_EQ(drawn[0] + drawn[2] + drawn[4], 0);
  EXPECT_NEAR(drawn[1], 10'000, 6 * std::sqrt(40'000 * 0.25 * 0.75));
}

// These exact values pin the streams: every compiler and every build draws the same.
TEST(Distributions, AreTheSameEverywhere) {
  Random random(1);
  double sum = 0;
  for (int i = 0; i < 1000; ++i)
    sum += normal(random) + gamma(random, 0.3) + beta(random, 2, 5) + exponential(random);
  EXPECT_DOUBLE_EQ(sum, 1510.3747676757075);
}

TEST(RunningStats, AgreeWithTheirFormulasAndJoin) {
  RunningStats all;
  RunningStats left;
  RunningStats right;
  for (int i = 0; i < 10; ++i) {
    all.add(i * i);
    (i < 3 ? left : right).add(i * i);
  }
  left.add(right);
  EXPECT_DOUBLE_EQ(all.mean(), 28.5);
  EXPECT_DOUBLE_EQ(left.mean(), all.mean());
  EXPECT_DOUBLE_EQ(left.variance(), all.variance());
  EXPECT_NEAR(all.variance(), (15333 - 10 * 28.5 * 28.5) / 9, 1e-9);
  RunningStats none;
  EXPECT_TRUE(std::isnan(none.mean()));
  none.add(2.0);
  EXPECT_TRUE(std::isnan(none.standard_error()));
}

}  // namespace
}  // namespace banyan
