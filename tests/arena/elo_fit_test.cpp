// Ratings by a fit over all games: closed forms, the condition of the maximum, and how often intervals hold.
#include <gtest/gtest.h>

#include <cmath>
#include <stop_token>
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

// Sixty players, some of whom win or lose all their games: the ends of the intervals lie where the
// likelihood, at its best for all others, has sunk by 1.92 (here by a plain search over the others,
// coordinate by coordinate).
TEST(EloFit, OfSixtyHasItsEndsWhereTheLikelihoodSays) {
  constexpr std::size_t players = 60;
  Random random(5);
  std::vector<PairScore> scores;
  for (std::size_t i = 0; i < players; ++i)
    for (std::size_t j = i + 1; j < players; ++j)
      scores.push_back({.first = i,
                        .second = j,
                        .points = i == 7   ? 4
                                  : j == 7 ? 0
                                           : static_cast<double>(random.below(5)),
                        .games = 4});
  const EloFit fit(players, scores, 0);
  const auto ratings = fit.ratings();
  const auto score_of = [&](const std::vector<double>& elos,
                            std::size_t player) {  // what is missing of its points
    double surplus = 0;
    for (const auto& [first, second, points, games] : scores) {
      if (first != player && second != player) continue;
      const double share = games * expected(elos[first] - elos[second]);
      surplus += first == player ? points - share : share - points;
    }
    return surplus;
  };
  const auto value = [&](const std::vector<double>& elos) {
    double sum = 0;
    for (const auto& [first, second, points, games] : scores) {
      const double share = expected(elos[first] - elos[second]);
      if (points > 0) sum += points * std::log(share);
      if (points < games) sum += (games - points) * std::log(1 - share);
    }
    return sum;
  };
  constexpr double far_away = 3000;
  const auto best_for_others = [&](std::vector<double> elos, std::size_t fixed) {
    for (int round = 0; round < 200; ++round)
      for (std::size_t i = 1; i < players; ++i)
        if (i != fixed && i != 7) elos[i] += 400 * score_of(elos, i) / (4 * players) * 2;
    return value(elos);
  };
  std::vector<double> elos;
  for (const EloRating& rating : ratings) elos.push_back(std::isnan(rating.elo) ? far_away : rating.elo);
  EXPECT_TRUE(std::isnan(ratings[7].elo));
  EXPECT_GT(ratings[7].low, 0);
  const double most = best_for_others(elos, 7);
  for (const std::size_t player : {std::size_t{3}, std::size_t{41}}) {
    for (const double end : {ratings[player].low, ratings[player].high}) {
      std::vector<double> moved = elos;
      moved[player] = end;
      EXPECT_NEAR(most - best_for_others(moved, player), 1.9207, 0.01) << player;
    }
  }
}

// Half the weight of each game is a likelihood that has to sink by twice as much.
TEST(EloFit, ScatterWidensTheIntervals) {
  const std::vector<PairScore> scores{{.first = 0, .second = 1, .points = 30, .games = 60}};
  const std::vector<PairScore> half{{.first = 0, .second = 1, .points = 15, .games = 30}};
  const EloRating wide = EloFit(2, scores, 0).ratings(2)[1];
  const EloRating plain = EloFit(2, half, 0).ratings()[1];
  EXPECT_NEAR(wide.high, plain.high, 0.01);
  EXPECT_NEAR(wide.low, plain.low, 0.01);
}

TEST(EloFit, AStopIsHeard) {
  std::stop_source stop;
  stop.request_stop();
  const EloFit fit(3,
                   {{.first = 0, .second = 1, .points = 5, .games = 9},
                    {.first = 1, .second = 2, .points = 5, .games = 9}},
                   0);
  const auto ratings = fit.ratings(1, stop.get_token());
  EXPECT_TRUE(std::isnan(ratings[2].low) && std::isnan(ratings[2].high));
  EXPECT_EQ(ratings[2].elo, fit.elo(2));
  EXPECT_FALSE(std::isnan(ratings[2].elo));
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
