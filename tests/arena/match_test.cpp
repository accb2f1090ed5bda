// Matches: the same results however many games run at once, and a clean end when stopped.
#include <gtest/gtest.h>

#include <banyan/arena/match.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/session.hpp>

namespace banyan {
namespace {

MatchSettings settings_of(std::string_view game, const std::vector<std::string>& agents,
                          std::uint64_t games) {
  MatchSettings settings{.game = *built_in_games().make(game), .agents = {}, .schedule = {}, .jobs = 1};
  for (const std::string& agent : agents) settings.agents.push_back(*parse_spec(agent));
  settings.schedule = {.agents = agents.size(), .games = games, .opening = 0, .seed = 11};
  return settings;
}

std::vector<PlayedGame> play_all(const MatchSettings& settings) {
  std::vector<PlayedGame> games;
  const auto result =
      run_match(settings, {}, {.game = [&](const PlayedGame& game) { games.push_back(game); }});
  EXPECT_TRUE(result && result->complete() && result->games == games.size());
  return games;
}

TEST(Match, DoesNotDependOnHowManyGamesRunAtOnce) {
  auto settings = settings_of("pig:goal=30", {"uct:sims=60", "random", "uct:sims=20"}, 6);
  settings.schedule.opening = 2;
  const auto one = play_all(settings);
  settings.jobs = 4;
  const auto four = play_all(settings);
  ASSERT_EQ(one.size(), 18U);
  ASSERT_EQ(four.size(), 18U);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].scheduled.seed, four[i].scheduled.seed);
    EXPECT_EQ(one[i].moves, four[i].moves);
    EXPECT_EQ(one[i].outcome, four[i].outcome);
  }
}

TEST(Match, GivesMovesThatReplayToTheOutcome) {
  const auto settings = settings_of("othello", {"random", "random"}, 4);
  for (const PlayedGame& game : play_all(settings)) {
    Session session(settings.game);
    ASSERT_TRUE(session.play_all(game.moves, std::nullopt));
    EXPECT_EQ(session.position().outcome(), game.outcome);
  }
}

TEST(Match, TellsItsProgress) {
  std::vector<std::size_t> heard;
  const auto result = run_match(settings_of("tictactoe", {"random", "random"}, 5), {},
                                {.progress = [&](std::size_t done, std::size_t all) {
                                  heard.push_back(done);
                                  EXPECT_EQ(all, 5U);
                                }});
  ASSERT_TRUE(result);
  EXPECT_EQ(heard, (std::vector<std::size_t>{1, 2, 3, 4, 5}));
}

TEST(Match, KeepsWhatWasFinishedWhenStopped) {
  std::stop_source stop;
  std::size_t told = 0;
  const auto result = run_match(settings_of("tictactoe", {"random", "random"}, 50), stop.get_token(),
                                {.game = [&](const PlayedGame&) { ++told; },
                                 .progress =
                                     [&](std::size_t done, std::size_t) {
                                       if (done == 3) stop.request_stop();
                                     }});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->complete());
  EXPECT_EQ(result->games, 3U);
  EXPECT_EQ(told, 3U);
}

TEST(Match, AnswersAWrongAgentWithAnError) {
  EXPECT_FALSE(run_match(settings_of("tictactoe", {"random", "uct:simulations=3"}, 4), {}, {}));
}

TEST(Winner, IsWhoAloneHasTheFirstPlace) {
  EXPECT_EQ(winner_of({0, 1}, {1, -1}), 0U);
  EXPECT_EQ(winner_of({1, 0}, {1, -1}), 1U);
  EXPECT_EQ(winner_of({0, 1}, {0, 0}), std::nullopt);
  EXPECT_EQ(winner_of({2, 0, 1}, {3, 3, 1}), std::nullopt);
  EXPECT_EQ(winner_of({0, 1, 0}, {3, 1, 3}), 0U) << "both seats are the same agent's";
  EXPECT_EQ(winner_of({0}, {100}), std::nullopt) << "alone nobody wins";
}

}  // namespace
}  // namespace banyan
