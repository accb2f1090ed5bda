// The sequential test and Elo from counts, against values that fastchess has in its own tests (sprt_test.cpp,
// elo_test.cpp), within the precision it gives them. Its vectors with a single kind of result are left out:
// they changed with every version of its regularisation; there the ratio is worked out by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <banyan/arena/score_statistics.hpp>
#include <banyan/arena/sprt.hpp>
#include <banyan/core/random.hpp>

namespace banyan {
namespace {

struct Vector {
  double elo0;
  double elo1;
  SprtModel model;
  std::vector<std::uint64_t> counts;  // fewest points first
  double llr;
};

TEST(Sprt, AgreesWithFastchess) {
  constexpr auto normalized = SprtModel::normalized;
  constexpr auto logistic = SprtModel::logistic;
  const std::vector<Vector> vectors{{0, 2, normalized, {36027, 68692, 36433}, 0.92},
                                    {-1.75, 0.25, normalized, {10650, 20431, 10871}, 2.30},
                                    {0.5, 2.5, logistic, {21184, 40708, 21404}, -1.57},
                                    {0, 2, logistic, {57030, 106593, 57433}, -2.59},
                                    {0, 2, normalized, {365, 16618, 36029 + 200, 16974, 390}, 2.25},
                                    {-1.75, 0.25, normalized, {127, 4883, 10311 + 401, 5150, 104}, 3.01},
                                    {0.5, 2.5, logistic, {223, 9863, 20279 + 1000, 10037, 246}, -3.07},
                                    {0, 2, logistic, {871, 26175, 55003 + 980, 26678, 821}, -4.98}};
  for (const Vector& each : vectors) {
    const Sprt sprt({.elo0 = each.elo0, .elo1 = each.elo1, .model = each.model});
    const double llr = sprt.llr(each.counts);
    EXPECT_NEAR(llr, each.llr, 0.01 * (1 + std::abs(each.llr))) << each.llr;
  }
}

// Where the first agent wins everything, both hypotheses are likeliest with wins and losses alone: under H1 a
// win has the chance p with (p - 1/2) / sqrt(p (1-p)) = t, under H0 it has 1/2.
TEST(Sprt, HasTheRatioWorkedOutByHandWhereOneSideWinsEverything) {
  constexpr double pairs = 1000;
  const Sprt sprt({.elo0 = 0, .elo1 = 5});
  const double t = std::sqrt(2) * 5 * std::log(10) / 800;
  const double p = 0.5 + t / std::sqrt(1 + t * t) / 2;
  EXPECT_NEAR(sprt.llr(Pentanomial{0, 0, 0, 0, 1000}), pairs * std::log(p / 0.5), 0.01);
  EXPECT_LT(sprt.llr(Pentanomial{0, 0, 1000, 0, 0}), 0) << "draws speak for H0, which allows nothing else";
}

TEST(Sprt, DecidesAtItsBounds) {
  const Sprt sprt({.alpha = 0.05, .beta = 0.1});
  EXPECT_NEAR(sprt.lower(), std::log(0.1 / 0.95), 1e-12);
  EXPECT_NEAR(sprt.upper(), std::log(0.9 / 0.05), 1e-12);
  EXPECT_EQ(sprt.decide(sprt.upper()), SprtDecision::h1);
  EXPECT_EQ(sprt.decide(sprt.lower()), SprtDecision::h0);
  EXPECT_EQ(sprt.decide(0), SprtDecision::undecided);
  EXPECT_EQ(sprt.llr(Pentanomial{}), 0);
}

TEST(Sprt, MirroredResultsHaveTheMirroredRatio) {
  const std::vector<std::uint64_t> counts{3, 10, 40, 14, 5};
  const std::vector<std::uint64_t> mirrored(counts.rbegin(), counts.rend());
  for (const SprtModel model : {SprtModel::normalized, SprtModel::logistic}) {
    const Sprt up({.elo0 = -5, .elo1 = 15, .model = model});
    const Sprt down({.elo0 = -15, .elo1 = 5, .model = model});
    EXPECT_NEAR(up.llr(counts), -down.llr(mirrored), 1e-6);
  }
}

TEST(Sprt, IsFiniteForAnyCounts) {
  Random random(5);
  const Sprt logistic({.elo0 = -200, .elo1 = 300, .model = SprtModel::logistic});
  const Sprt normalized({.elo0 = -200, .elo1 = 300, .model = SprtModel::normalized});
  for (int i = 0; i < 500; ++i) {
    Pentanomial counts{};
    for (std::uint64_t& count : counts) count = random.below(3) == 0 ? 0 : random.below(1000);
    EXPECT_TRUE(std::isfinite(logistic.llr(counts)));
    EXPECT_TRUE(std::isfinite(normalized.llr(counts)));
  }
}

// 400 tests of equal players against elo0=0, elo1=100: H1 is accepted wrongly with probability 0.05 at most.
// That it happens in 36 of 400 or more has a probability below 0.001 by the binomial distribution; the seed
// is fixed.
TEST(Sprt, KeepsItsErrorRate) {
  Random random(2024);
  const Sprt sprt({.elo0 = 0, .elo1 = 100});
  int accepted = 0;
  for (int test = 0; test < 400; ++test) {
    Pentanomial counts{};
    while (true) {
      const auto points = random.below(3) + random.below(3);  // two games, results equally likely
      ++counts[points];
      const SprtDecision decision = sprt.decide(sprt.llr(counts));
      accepted += decision == SprtDecision::h1 ? 1 : 0;
      if (decision != SprtDecision::undecided) break;
    }
  }
  EXPECT_LT(accepted, 36);
  EXPECT_GT(accepted, 0) << "a test that never errs is not the one that was asked for";
}

TEST(Sprt, ReadsItsParameters) {
  const auto params = parse_sprt("elo0=-3,elo1=7,alpha=0.01,model=logistic");
  ASSERT_TRUE(params);
  EXPECT_EQ(params->elo0, -3);
  EXPECT_EQ(params->elo1, 7);
  EXPECT_EQ(params->beta, 0.05);
  EXPECT_EQ(params->model, SprtModel::logistic);
  for (const char* wrong : {"elo0=5,elo1=5", "elo0=x", "alpha=0", "beta=0.9", "model=bayesian", "elo=3", ""})
    EXPECT_FALSE(parse_sprt(wrong)) << wrong;
}

struct EloVector {
  std::vector<std::uint64_t> counts;
  double elo, error, normalized, normalized_error, los;
};

TEST(ScoreStatistics, AgreesWithFastchess) {
  constexpr double any = ScoreStatistics::none;
  const std::vector<EloVector> vectors{
      {{89, 123, 76}, any, any, -20.76, 40.13, 0.1553},
      {{96, 111, 136}, 40.70, 30.43, 49.77, 36.77, 0.9960},
      {{356, 0, 34}, any, any, -508.44, 34.48, any},
      {{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1.0},
      {{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, -9.17, 10.96, 0.0505},
      {{7895, 8757, 5485 + 200, 568, 9999}, -21.04, 2.95, -19.01, 2.65, any}};
  const auto near = [](double value, double expected, double precision) {
    if (!std::isnan(expected)) {
      EXPECT_NEAR(value, expected, precision);
    }
  };
  for (const EloVector& each : vectors) {
    const auto statistics = score_statistics(each.counts);
    near(statistics.elo, each.elo, 0.006);
    near(statistics.elo_error, each.error, 0.006);
    near(statistics.normalized_elo, each.normalized, 0.006);
    near(statistics.normalized_elo_error, each.normalized_error, 0.006);
    near(statistics.los, each.los, 0.00006);
  }
}

TEST(ScoreStatistics, SaysNothingOfNothing) {
  const auto none = score_statistics(Pentanomial{});
  EXPECT_TRUE(std::isnan(none.score));
  const auto sweep = score_statistics(Pentanomial{0, 0, 0, 0, 9});
  EXPECT_TRUE(std::isnan(sweep.elo));
  EXPECT_TRUE(std::isnan(sweep.los));
}

// One pair, or several that ended alike, are no sign of how much others would differ.
TEST(ScoreStatistics, HasNoErrorWherePairsDoNotDiffer) {
  for (const std::uint64_t pairs : {1U, 20U}) {
    const auto alike = score_statistics(Pentanomial{0, 0, 0, pairs, 0});
    EXPECT_EQ(alike.score, 0.75);
    EXPECT_NEAR(alike.elo, 190.85, 0.01);
    EXPECT_TRUE(std::isnan(alike.elo_error));
    EXPECT_TRUE(std::isnan(alike.los));
  }
}

}  // namespace
}  // namespace banyan
