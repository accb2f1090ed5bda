// What games add up to, with numbers worked out by hand.
#include <gtest/gtest.h>

#include <cmath>

#include <banyan/arena/report.hpp>
#include <banyan/arena/tally.hpp>

namespace banyan {
namespace {

PlayedGame game(std::size_t group, std::vector<std::size_t> seats, std::vector<double> outcome,
                std::vector<std::string> moves) {
  PlayedGame played;
  played.scheduled.group = group;
  played.scheduled.seats = seats;
  played.winner = winner_of(seats, outcome);
  played.outcome = std::move(outcome);
  played.moves = std::move(moves);
  return played;
}

MatchTally tally(const std::vector<PlayedGame>& games, std::size_t agents, int players) {
  Tally sums(agents, players);
  for (const PlayedGame& played : games) sums.add(played);
  return sums.finish();
}

TEST(Tally, CountsWinsDrawsAndLosses) {
  const auto totals = tally({game(0, {0, 1}, {1, -1}, {"a"}), game(0, {1, 0}, {0, 0}, {"b"}),
                             game(1, {0, 1}, {1, -1}, {"a"}), game(1, {1, 0}, {1, -1}, {"c"})},
                            2, 2);
  EXPECT_EQ(totals.distinct, 3U);
  EXPECT_EQ(totals.agents[0].wins, 2U);
  EXPECT_EQ(totals.agents[0].draws, 1U);
  EXPECT_EQ(totals.agents[0].losses, 1U);
  EXPECT_DOUBLE_EQ(totals.agents[0].points, 0.625);
  EXPECT_DOUBLE_EQ(totals.agents[1].points, 0.375);
  EXPECT_DOUBLE_EQ(totals.agents[0].score, 0.25);
}

TEST(Tally, TellsHowManyGamesCameHowFar) {
  std::vector<PlayedGame> games;
  for (const std::uint64_t tile : {2048U, 512U, 2048U, 4096U}) {
    games.push_back(game(0, {0}, {1}, {"a"}));
    games.back().milestone = tile;
  }
  const std::map<std::uint64_t, double> reached{{512, 1}, {2048, 0.75}, {4096, 0.25}};
  EXPECT_EQ(tally(games, 1, 1).agents[0].stats->reached, reached);
}

TEST(Tally, RatesRelativeToTheFirstAgent) {
  std::vector<PlayedGame> games;
  for (std::size_t i = 0; i < 20; ++i) {  // agent 1 scores 3/4: one win and one draw in every pair
    games.push_back(game(i, {0, 1}, {-1, 1}, {"a"}));
    games.push_back(game(i, {1, 0}, {0, 0}, {"b"}));
  }
  const auto totals = tally(games, 2, 2);
  EXPECT_EQ(totals.agents[0].elo, 0);
  EXPECT_NEAR(totals.agents[1].elo, 400 * std::log10(3), 1e-9);
  EXPECT_LT(totals.agents[1].elo_low, totals.agents[1].elo);
  EXPECT_GT(totals.agents[1].elo_high, totals.agents[1].elo);
}

TEST(Tally, HasOneBoundAfterACleanSweep) {
  std::vector<PlayedGame> games;
  for (std::size_t i = 0; i < 50; ++i) games.push_back(game(i / 2, {0, 1}, {-1, 1}, {"a"}));
  const auto totals = tally(games, 2, 2);
  EXPECT_TRUE(std::isnan(totals.agents[1].elo));
  EXPECT_TRUE(std::isnan(totals.agents[1].elo_high));
  EXPECT_GT(totals.agents[1].elo_low, 0);
}

// A seat that always wins makes every pair a draw: that is known better than the games alone would say.
TEST(Tally, CountsAnOpeningPlayedFromBothSeatsOnce) {
  std::vector<PlayedGame> paired;
  std::vector<PlayedGame> single;
  for (std::size_t i = 0; i < 40; ++i) {
    const bool swapped = i % 2 == 1;
    const std::vector<std::size_t> seats{swapped ? 1U : 0U, swapped ? 0U : 1U};
    paired.push_back(game(i / 2, seats, {1, -1}, {"a"}));
    single.push_back(game(i, seats, {1, -1}, {"a"}));
  }
  const auto of_pairs = tally(paired, 2, 2).agents[1];
  const auto of_games = tally(single, 2, 2).agents[1];
  EXPECT_NEAR(of_pairs.elo, 0, 1e-9);
  EXPECT_LT(of_pairs.elo_high - of_pairs.elo_low, of_games.elo_high - of_games.elo_low);
}

TEST(Tally, ComparesPairsOfAgentsAmongMany) {
  const auto totals =
      tally({game(0, {0, 1, 2}, {3, 2, 1}, {"a"}), game(0, {1, 2, 0}, {3, 1, 3}, {"b"})}, 3, 3);
  EXPECT_EQ(totals.agents[0].wins, 1U);
  EXPECT_EQ(totals.agents[0].draws, 1U);
  EXPECT_EQ(totals.agents[1].draws, 1U);
  EXPECT_EQ(totals.agents[1].losses, 1U);
  EXPECT_EQ(totals.agents[2].losses, 2U);
  EXPECT_NEAR(totals.agents[1].elo, 400 * std::log10(0.25 / 0.75), 1e-9);
  EXPECT_TRUE(std::isnan(totals.agents[2].elo));
}

// Two agents at a table of three: one has two seats. Its place is that of the better one, for points and for
// Elo.
TEST(Tally, EloAndPointsAgreeWhereAnAgentHasSeveralSeats) {
  const auto totals = tally({game(0, {0, 1, 0}, {9, 5, 0}, {"a"}), game(0, {1, 0, 1}, {4, 5, 1}, {"b"}),
                             game(1, {0, 1, 0}, {0, 5, 5}, {"c"}), game(1, {1, 0, 1}, {6, 1, 0}, {"d"})},
                            2, 3);
  EXPECT_EQ(totals.agents[0].wins, 2U);
  EXPECT_EQ(totals.agents[0].draws, 1U);
  EXPECT_EQ(totals.agents[1].wins, 1U);
  EXPECT_DOUBLE_EQ(totals.agents[1].points, 0.375);
  EXPECT_NEAR(totals.agents[1].elo, elo_of(0.375), 1e-9);
}

// An agent that wins now and then has a rating, though the mean of its seats is always the lower one.
TEST(Tally, WinsWithOneSeatOfTwoBoundTheRating) {
  std::vector<PlayedGame> games;
  for (std::size_t i = 0; i < 12; ++i) {
    const bool wins = i < 2;
    games.push_back(game(i, {1, 0, 1}, {wins ? 10.0 : 1.0, 9, 0}, {std::to_string(i)}));
  }
  const auto totals = tally(games, 2, 3);
  EXPECT_EQ(totals.agents[1].wins, 2U);
  EXPECT_NEAR(totals.agents[1].points, 2.0 / 12, 1e-12);
  EXPECT_NEAR(totals.agents[1].elo, 400 * std::log10(0.2), 1e-9);
}

// Comparisons of one game count k - 1 for k agents, also where there are more seats than agents.
TEST(Tally, ComparisonsCountByAgentsNotBySeats) {
  std::vector<PlayedGame> wide;
  std::vector<PlayedGame> narrow;
  for (std::size_t i = 0; i < 20; ++i) {
    const bool even = i % 2 == 0;
    const double a = even ? 3 : 1;
    const double b = i % 4 < 2 ? 2 : 0;
    wide.push_back(game(i, {0, 1, 2, 0}, {a, b, 1.5, -1}, {std::to_string(i)}));
    narrow.push_back(game(i, {0, 1, 2}, {a, b, 1.5}, {std::to_string(i)}));
  }
  const auto of_four = tally(wide, 3, 4).agents[1];
  const auto of_three = tally(narrow, 3, 3).agents[1];
  EXPECT_NEAR(of_four.elo, of_three.elo, 1e-9);
  EXPECT_NEAR(of_four.elo_low, of_three.elo_low, 1e-6);
}

// Two points, one and a half, one by two draws, one by one win each, and none; a game left over.
TEST(Tally, CountsPairsOfGamesByPoints) {
  const auto totals = tally(
      {game(0, {0, 1}, {1, -1}, {"a"}), game(0, {1, 0}, {-1, 1}, {"b"}), game(1, {0, 1}, {1, -1}, {"c"}),
       game(1, {1, 0}, {0, 0}, {"d"}), game(2, {0, 1}, {0, 0}, {"e"}), game(2, {1, 0}, {0, 0}, {"f"}),
       game(3, {0, 1}, {1, -1}, {"g"}), game(3, {1, 0}, {1, -1}, {"h"}), game(4, {0, 1}, {-1, 1}, {"i"}),
       game(4, {1, 0}, {1, -1}, {"j"}), game(5, {0, 1}, {1, -1}, {"k"})},
      2, 2);
  ASSERT_EQ(totals.pairs.size(), 1U);
  EXPECT_EQ(totals.pairs[0].pairs, (Pentanomial{1, 0, 2, 1, 1}));
  EXPECT_EQ(totals.pairs[0].wins, 5U);
  EXPECT_EQ(totals.pairs[0].draws, 3U);
  EXPECT_EQ(totals.pairs[0].losses, 3U);
  EXPECT_EQ(totals.seat_pairs, 1U) << "only the first seat won both games of the fourth pair";
}

// A sequential test sees a pair as soon as its second game is in.
TEST(Tally, KnowsAPairWhenItIsWhole) {
  Tally sums(2, 2);
  sums.add(game(0, {0, 1}, {1, -1}, {"a"}));
  EXPECT_EQ(sums.pentanomial(), Pentanomial{});
  sums.add(game(0, {1, 0}, {0, 0}, {"b"}));
  EXPECT_EQ(sums.pentanomial(), (Pentanomial{0, 0, 0, 1, 0}));
}

TEST(EloText, SaysWhatIsKnown) {
  constexpr double none = AgentTally::none;
  EXPECT_EQ(elo_text(35, -20, 90), "+35 [-20, +90]");
  EXPECT_EQ(elo_text(none, 20, none), "∞ [+20, ∞]");
  EXPECT_EQ(elo_text(35, none, none), "+35");
  EXPECT_EQ(elo_text(none, none, none), "-");
}

TEST(Tally, AStopLeavesOutIntervalsAndNothingElse) {
  Tally sums(3, 2);
  for (std::size_t i = 0; i < 12; ++i) {
    const double wins = i % 3 == 0 ? -1 : 1;
    sums.add(game(i, {i % 2, 2}, {-wins, wins}, {std::to_string(i)}));
  }
  std::stop_source stop;
  stop.request_stop();
  const auto stopped = sums.finish(stop.get_token());
  EXPECT_TRUE(stopped.stopped);
  EXPECT_TRUE(std::isnan(stopped.agents[2].elo_low));
  const auto whole = sums.finish();
  EXPECT_FALSE(whole.stopped);
  EXPECT_EQ(stopped.agents[2].elo, whole.agents[2].elo);
  EXPECT_LT(whole.agents[2].elo_low, whole.agents[2].elo);
  EXPECT_EQ(stopped.agents[2].wins, whole.agents[2].wins);
}

// Agent 2 has not met the first, but someone who has.
TEST(Tally, RatesThreeByAllTheirGames) {
  std::vector<PlayedGame> games;
  for (std::size_t i = 0; i < 40; ++i) {
    const double wins = i % 4 == 0 ? -1 : 1;
    games.push_back(game(i, {0, 1}, {-wins, wins}, {"a"}));
    games.push_back(game(i, {1, 2}, {-wins, wins}, {"b"}));
  }
  const auto totals = tally(games, 3, 2);
  EXPECT_EQ(totals.agents[0].elo, 0);
  EXPECT_NEAR(totals.agents[1].elo, 400 * std::log10(3), 1e-6);
  EXPECT_NEAR(totals.agents[2].elo, 800 * std::log10(3), 1e-6);
}

// Games of one opening that resemble each other are no two samples: pairs that fall to one side wholly make
// wider intervals than games of which each is by itself, and pairs that are split make narrower ones.
TEST(Tally, RatesThreeByOpeningsNotByGames) {
  const auto width = [](int first_of_pair, int second_of_pair) {
    std::vector<PlayedGame> games;
    for (std::size_t i = 0; i < 40; ++i)
      for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>(0, 1), {0, 2}, {1, 2}}) {
        const int sign = i % 2 == 0 ? 1 : -1;
        const double first = sign * first_of_pair;
        const double second = sign * second_of_pair;
        games.push_back(game(3 * i + a + b, {a, b}, {first, -first}, {"a"}));
        games.push_back(game(3 * i + a + b, {b, a}, {-second, second}, {"b"}));
      }
    const auto totals = tally(games, 3, 2);
    EXPECT_NEAR(totals.agents[1].elo, 0, 1);
    return totals.agents[1].elo_high - totals.agents[1].elo_low;
  };
  EXPECT_GT(width(1, 1), 3 * width(1, -1));
}

// The last game of an odd number has no counterpart, and counts as a game all the same.
TEST(Tally, RatesByTheShareOfPoints) {
  const auto totals = tally(
      {game(0, {0, 1}, {1, -1}, {"a"}), game(0, {1, 0}, {0, 0}, {"b"}), game(1, {0, 1}, {1, -1}, {"c"})}, 2,
      2);
  EXPECT_NEAR(totals.agents[1].elo, 400 * std::log10((0.5 / 3) / (2.5 / 3)), 1e-9);
}

TEST(Tally, DescribesReturnsOfOnePlayer) {
  const auto totals = tally({game(0, {0}, {4}, {"a"}), game(1, {0}, {2}, {"b"}), game(2, {0}, {9}, {"c"}),
                             game(3, {0}, {1}, {"d"})},
                            1, 1);
  ASSERT_TRUE(totals.agents[0].stats);
  EXPECT_DOUBLE_EQ(totals.agents[0].stats->mean, 4);
  EXPECT_DOUBLE_EQ(totals.agents[0].stats->median, 3);
  EXPECT_DOUBLE_EQ(totals.agents[0].stats->max, 9);
  EXPECT_LT(totals.agents[0].stats->low, 4);
  EXPECT_TRUE(std::isnan(totals.agents[0].elo));
  EXPECT_EQ(totals.agents[0].wins, 0U);
}

}  // namespace
}  // namespace banyan
