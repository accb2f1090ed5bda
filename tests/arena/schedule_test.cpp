// Who plays whom, from which seats, after which opening.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include <banyan/arena/schedule.hpp>
#include <banyan/session/built_in.hpp>

namespace banyan {
namespace {

std::vector<ScheduledGame> schedule(std::string_view game, const ScheduleSettings& settings) {
  const auto made = *built_in_games().make(game);
  const auto schedule = *Schedule::make(*made, settings);
  std::vector<ScheduledGame> games;
  for (std::size_t i = 0; i < schedule.size(); ++i) games.push_back(schedule[i]);
  return games;
}

TEST(Schedule, RotatesTheSeatsGameByGame) {
  const auto games = schedule("tictactoe", {.agents = 2, .games = 4});
  ASSERT_EQ(games.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(games[i].seats,
              i % 2 == 0 ? (std::vector<std::size_t>{0, 1}) : (std::vector<std::size_t>{1, 0}));
  const auto three = schedule("nim:players=3", {.agents = 3, .games = 3});
  EXPECT_EQ(three[1].seats, (std::vector<std::size_t>{1, 2, 0}));
}

TEST(Schedule, IsARoundRobinForMoreAgentsThanSeats) {
  const auto games = schedule("tictactoe", {.agents = 4, .games = 2});
  std::map<std::set<std::size_t>, int> meetings;
  for (const auto& game : games) ++meetings[{game.seats.begin(), game.seats.end()}];
  EXPECT_EQ(meetings.size(), 6U);
  for (const auto& [agents, count] : meetings) EXPECT_EQ(count, 2);
}

TEST(Schedule, SeatsFewAgentsSeveralTimes) {
  const auto games = schedule("nim:players=3", {.agents = 2, .games = 2});
  EXPECT_EQ(games[0].seats, (std::vector<std::size_t>{0, 1, 0}));
  EXPECT_EQ(games[1].seats, (std::vector<std::size_t>{1, 0, 1}));
}

TEST(Schedule, PlaysEachOpeningFromEverySeat) {
  const auto games = schedule("connect4", {.agents = 2, .games = 40, .opening = 6, .seed = 9});
  std::set<std::vector<std::string>> openings;
  for (std::size_t i = 0; i < games.size(); i += 2) {
    EXPECT_EQ(games[i].opening, games[i + 1].opening);
    EXPECT_EQ(games[i].opening.size(), 6U);
    EXPECT_NE(games[i].seats, games[i + 1].seats);
    openings.insert(games[i].opening);
  }
  EXPECT_GT(openings.size(), 15U);
}

TEST(Schedule, CountsOnlyMovesOfPlayersInAnOpening) {
  const auto games = schedule("pig", {.agents = 2, .games = 2, .opening = 3, .seed = 1});
  int moves = 0;
  for (const std::string& move : games[0].opening) moves += move.starts_with('=') ? 0 : 1;
  EXPECT_EQ(moves, 3);
}

TEST(Schedule, RefusesAnOpeningThatLeavesNothing) {
  const auto game = *built_in_games().make("tictactoe");
  EXPECT_FALSE(Schedule::make(*game, {.agents = 2, .games = 2, .opening = 9}));
  EXPECT_TRUE(Schedule::make(*game, {.agents = 2, .games = 2, .opening = 8}));
}

// Nothing is kept a game, so that a schedule of millions takes no time; of more than can be played there is
// none.
TEST(Schedule, MayBeAsLongAsOneLikes) {
  const auto game = *built_in_games().make("nim:players=3");
  const auto schedule = *Schedule::make(*game, {.agents = 300, .games = 100'000});
  EXPECT_EQ(schedule.size(), std::size_t{300 * 299 * 298 / 6} * 100'000);
  EXPECT_EQ(schedule[schedule.size() - 1].pairing, 300U * 299 * 298 / 6 - 1);
  EXPECT_EQ(schedule[schedule.size() - 3].seats, (std::vector<std::size_t>{298, 299, 297}));
  EXPECT_FALSE(Schedule::make(*game, {.agents = 1'000'000, .games = 10'000'000}));
}

// Openings are drawn as their games come; how many games there are changes none of them.
TEST(Schedule, DrawsOpeningsOneByOne) {
  const auto game = *built_in_games().make("connect4");
  const ScheduleSettings few{.agents = 2, .games = 10, .opening = 4, .seed = 3};
  ScheduleSettings many = few;
  many.games = 1'000'000'000'000;
  const auto longer = *Schedule::make(*game, many);
  const auto games = schedule("connect4", few);
  for (std::size_t i = 0; i < games.size(); ++i) EXPECT_EQ(longer[i].opening, games[i].opening);
  EXPECT_EQ(longer[longer.size() - 1].opening.size(), 4U);
}

TEST(Schedule, GoesThroughAllPairingsInOrder) {
  const auto games = schedule("nim:players=3", {.agents = 5, .games = 1});
  ASSERT_EQ(games.size(), 10U);
  EXPECT_TRUE(std::is_sorted(games.begin(), games.end(),
                             [](const auto& a, const auto& b) { return a.seats < b.seats; }));
  for (const auto& game : games) {
    EXPECT_LT(game.seats[0], game.seats[1]);
    EXPECT_LT(game.seats[1], game.seats[2]);
  }
}

TEST(Schedule, HasSeedsThatEveryJsonReaderKeeps) {
  std::set<std::uint64_t> seeds;
  for (const auto& game : schedule("tictactoe", {.agents = 2, .games = 100, .seed = 3})) {
    EXPECT_LT(game.seed, std::uint64_t{1} << 53U);
    seeds.insert(game.seed);
  }
  EXPECT_EQ(seeds.size(), 100U);
}

TEST(Schedule, AGauntletHasTheFirstAgentInEveryGame) {
  const auto game = *built_in_games().make("tictactoe");
  const auto schedule = *Schedule::make(*game, {.agents = 4, .games = 2, .gauntlet = true});
  ASSERT_EQ(schedule.size(), 6U);
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    std::vector<std::size_t> seats = schedule[i].seats;
    std::sort(seats.begin(), seats.end());
    EXPECT_EQ(seats, (std::vector<std::size_t>{0, 1 + i / 2}));
  }
}

TEST(Schedule, TakesOpeningsOneAfterTheOther) {
  const auto game = *built_in_games().make("tictactoe");
  const auto book = std::make_shared<const std::vector<Opening>>(
      std::vector<Opening>{{.moves = {"a1"}}, {.position = "x../.o./...", .moves = {"c3"}}});
  const auto schedule = *Schedule::make(*game, {.agents = 2, .games = 6, .book = book});
  for (std::size_t i = 0; i < schedule.size(); ++i) {
    const Opening& opening = (*book)[i / 2 % 2];
    EXPECT_EQ(schedule[i].opening, opening.moves);
    EXPECT_EQ(schedule[i].position, opening.position);
  }
}

}  // namespace
}  // namespace banyan
