// Ratings by a fit over all games: closed forms, the condition of the maximum, and how often intervals hold.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <banyan/arena/elo_fit.hpp>
#include <banyan/core/random.hpp>

namespace banyan {
namespace {

double expected(double ahead) { return 1 / (1 + std::pow(10, -ahead / 400)); }

TEST(EloFit, OfTwoIsTheClosedForm) {
  const auto ratings = fit_elo(2, {{.first = 0, .second = 1, .points = 5, .games = 20}}, 0);
  EXPECT_EQ(ratings[0].elo, 0);
  EXPECT_NEAR(ratings[1].elo, 400 * std::log10(3), 1e-6);
  const auto sunk = [](double elo) {  // by how much the likelihood is lower than at its maximum
    const auto at = [](double p) { return 15 * std::log(p) + 5 * std::log(1 - p); };
    return at(0.75) - at(expected(elo));
  };
  EXPECT_NEAR(sunk(ratings[1].low), 1.9207, 1e-3);
  EXPECT_NEAR(sunk(ratings[1].high), 1.9207, 1e-3);
  EXPECT_LT(ratings[1].low, ratings[1].elo);
  EXPECT_GT(ratings[1].high, ratings[1].elo);
}

// At the maximum everyone has scored what the ratings expect.
TEST(EloFit, ScoresAreAsExpected) {
  Random random(3);
  std::vector<PairScore> scores;
  constexpr std::size_t players = 6;
  for (std::size_t i = 0; i < players; ++i)
    for (std::size_t j = i + 1; j < players; ++j)
      scores.push_back({.first = i, .second = j, .points = 1 + 7 * random.uniform(), .games = 10});
  const auto ratings = fit_elo(players, scores, 2);
  EXPECT_EQ(ratings[2].elo, 0);
  std::vector<double> more(players, 0);
  for (const auto& [first, second, points, games] : scores) {
    const double surplus = points - games * expected(ratings[first].elo - ratings[second].elo);
    more[first] += surplus;
    more[second] -= surplus;
  }
  for (const double x : more) EXPECT_NEAR(x, 0, 1e-5);
}

TEST(EloFit, ComparesThoseWhoNeverMet) {
  const auto ratings = fit_elo(3,
                               {{.first = 0, .second = 1, .points = 25, .games = 100},
                                {.first = 1, .second = 2, .points = 25, .games = 100}},
                               0);
  EXPECT_NEAR(ratings[1].elo, 400 * std::log10(3), 1e-6);
  EXPECT_NEAR(ratings[2].elo, 800 * std::log10(3), 1e-6);
  EXPECT_GT(ratings[2].high - ratings[2].low, 1.3 * (ratings[1].high - ratings[1].low));  // √2 in theory
}

TEST(EloFit, SaysWhatIsUnbounded) {
  const auto ratings = fit_elo(5,
                               {{.first = 1, .second = 0, .points = 12, .games = 12},
                                {.first = 2, .second = 0, .points = 5, .games = 10},
                                {.first = 3, .second = 2, .points = 0, .games = 10}},
                               0);
  EXPECT_TRUE(std::isnan(ratings[1].elo));
  EXPECT_TRUE(std::isnan(ratings[1].high));
  // 12 wins are no surprise where p^12 > e^-1.92.
  EXPECT_NEAR(expected(ratings[1].low), std::exp(-1.9207 / 12), 1e-3);
  EXPECT_NEAR(ratings[2].elo, 0, 1e-6);
  EXPECT_TRUE(std::isnan(ratings[3].low));
  EXPECT_LT(ratings[3].high, 0);
  EXPECT_TRUE(std::isnan(ratings[4].low) && std::isnan(ratings[4].high));  // has not played
}

// 400 tournaments of four with 20 games a pair. With a coverage of 95 % the count of intervals that hold the
// truth is 380 ± 4.4 for each player; five deviations either way are crossed once in a million times.
TEST(EloFit, IntervalsHoldAsOftenAsTheySay) {
  const std::vector<double> truth{0, 100, -150, 250};
  std::vector<int> held(truth.size(), 0);
  for (std::uint64_t tournament = 0; tournament < 400; ++tournament) {
    Random random(11, tournament);
    std::vector<PairScore> scores;
    for (std::size_t i = 0; i < truth.size(); ++i) {
      for (std::size_t j = i + 1; j < truth.size(); ++j) {
        double points = 0;
        for (int game = 0; game < 20; ++game)
          points += random.uniform() < expected(truth[i] - truth[j]) ? 1 : 0;
        scores.push_back({.first = i, .second = j, .points = points, .games = 20});
      }
    }
    const auto ratings = fit_elo(truth.size(), scores, 0);
    for (std::size_t i = 1; i < truth.size(); ++i)
      held[i] += !(ratings[i].low > truth[i]) && !(ratings[i].high < truth[i]) ? 1 : 0;
  }
  for (std::size_t i = 1; i < truth.size(); ++i) {
    EXPECT_GT(held[i], 380 - 22);
    EXPECT_LT(held[i], 380 + 20);
  }
}

}  // namespace
}  // namespace banyan
