// Matches: the same results however many games run at once, and a clean end when stopped.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <banyan/arena/game_json.hpp>
#include <banyan/arena/match.hpp>
#include <banyan/arena/tally.hpp>
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

std::string fake_engine(const std::string& behaviour) {
  return "gtp:cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py gtp " + behaviour + "\"";
}

// The match goes on after every fault; each is a loss of the engine, and counted apart.
TEST(Match, CountsFaultsOfEnginesApart) {
  const auto settings = settings_of("gomoku:width=6,height=6,line=4", {"random", fake_engine("crash")}, 4);
  Tally tally(2, 2);
  std::vector<std::string> complaints;
  const auto result = run_match(settings, {},
                                {.game =
                                     [&](const PlayedGame& game) {
                                       EXPECT_EQ(game.end, GameEnd::crash);
                                       EXPECT_EQ(game.scheduled.seats[game.end_seat], 1U);
                                       EXPECT_EQ(game.winner, 0U);
                                       tally.add(game);
                                     },
                                 .complaint = [&](const std::string& text) { complaints.push_back(text); }});
  ASSERT_TRUE(result && result->complete() && result->error.empty());
  ASSERT_EQ(complaints.size(), 4U);
  EXPECT_NE(complaints[0].find("out of cheese"), std::string::npos) << complaints[0];
  const auto totals = tally.finish();
  EXPECT_EQ(totals.agents[1].faults, (std::array<std::uint64_t, 3>{0, 4, 0}));
  EXPECT_EQ(totals.agents[1].losses, 4U);
  EXPECT_EQ(totals.agents[0].faults, (std::array<std::uint64_t, 3>{}));
}

TEST(Match, AResignationIsALossAndNoFault) {
  const auto games =
      play_all(settings_of("gomoku:width=6,height=6,line=4", {fake_engine("resign"), "random"}, 2));
  ASSERT_EQ(games.size(), 2U);
  for (const PlayedGame& game : games) {
    EXPECT_EQ(game.end, GameEnd::resigned);
    EXPECT_EQ(game.winner, 1U);
    EXPECT_FALSE(fault_of(game.end));
  }
}

// What decides depends on the games in their order, not on those that happen to be finished.
TEST(Match, EndsWhereItIsDecidedHoweverManyGamesRunAtOnce) {
  auto settings = settings_of("tictactoe", {"uct:sims=30", "random"}, 200);
  std::vector<std::vector<std::string>> expected;
  for (const std::uint32_t jobs : {1U, 4U}) {
    settings.jobs = jobs;
    std::vector<std::vector<std::string>> told;
    const auto result = run_match(settings, {},
                                  {.game = [&](const PlayedGame& game) { told.push_back(game.moves); },
                                   .decided = [&] { return told.size() == 17; }});
    ASSERT_TRUE(result);
    EXPECT_TRUE(result->decided && result->complete());
    EXPECT_EQ(result->games, 17U);
    ASSERT_EQ(told.size(), 17U);
    if (jobs == 1) expected = told;
    EXPECT_EQ(told, expected);
  }
}

// Games that an earlier run kept are not played again, and what is told is the same as in one run.
TEST(Match, GoesOnWithWhatWasKept) {
  const auto settings = settings_of("connect4", {"uct:sims=20", "random"}, 12);
  const auto whole = play_all(settings);
  std::map<std::size_t, std::string> store;
  for (std::size_t i : {0U, 1U, 5U, 11U}) store[i] = print_played(whole[i]);
  std::vector<PlayedGame> told;
  std::size_t kept = 0;
  const auto result =
      run_match(settings, {},
                {.game = [&](const PlayedGame& game) { told.push_back(game); },
                 .recall =
                     [&](std::size_t number, const ScheduledGame& scheduled) {
                       const auto found = store.find(number);
                       return found == store.end() ? std::nullopt : parse_played(found->second, scheduled);
                     },
                 .keep =
                     [&](std::size_t number, const PlayedGame&) {
                       ++kept;
                       EXPECT_FALSE(store.contains(number));
                       return Result<void>();
                     }});
  ASSERT_TRUE(result && result->complete());
  EXPECT_EQ(kept, 8U);
  ASSERT_EQ(told.size(), whole.size());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(told[i].moves, whole[i].moves);
    EXPECT_EQ(told[i].outcome, whole[i].outcome);
    EXPECT_EQ(told[i].winner, whole[i].winner);
    EXPECT_EQ(told[i].scheduled.seats, whole[i].scheduled.seats);
  }
}

TEST(Match, AGameThatCanNotBeKeptEndsIt) {
  const auto result = run_match(
      settings_of("tictactoe", {"random", "random"}, 5), {},
      {.keep = [](std::size_t, const PlayedGame&) -> Result<void> { return Error{"the disk is full"}; }});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->error, "the disk is full");
}

TEST(PlayedGame, IsReadBackOrRefused) {
  ScheduledGame scheduled;
  scheduled.seats = {1, 0};
  PlayedGame game{.scheduled = scheduled,
                  .outcome = {1, -1},
                  .winner = 1,
                  .moves = {"a1", "b2"},
                  .milestone = {},
                  .end = GameEnd::timeout,
                  .end_seat = 1,
                  .values = {0.25, Analysis::none}};
  const auto read = parse_played(print_played(game), scheduled);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->moves, game.moves);
  EXPECT_EQ(read->end, GameEnd::timeout);
  EXPECT_EQ(read->end_seat, 1U);
  EXPECT_EQ(read->winner, 1U);
  EXPECT_EQ(read->values[0], 0.25);
  EXPECT_TRUE(std::isnan(read->values[1]));
  for (const char* wrong : {"", "[]", "{}", "{\"outcome\":[1]}", "no JSON",
                            R"({"outcome":[1],"moves":[],"values":[],"end":"rules","end_seat":0})",
                            R"({"outcome":[1,2],"moves":["a"],"values":[],"end":"rules","end_seat":0})",
                            R"({"outcome":[1,2],"moves":[],"values":[],"end":"rules","end_seat":7})",
                            R"({"outcome":[1,2],"moves":[3],"values":[0],"end":"rules","end_seat":0})",
                            R"({"outcome":[1,2],"moves":[],"values":[],"end":"bored","end_seat":0})"})
    EXPECT_FALSE(parse_played(wrong, scheduled)) << wrong;
}

TEST(Match, AdjudicatesByLengthAndProof) {
  auto settings = settings_of("tictactoe", {"random", "random"}, 6);
  settings.adjudication.length = 3;
  for (const PlayedGame& game : play_all(settings)) {
    EXPECT_EQ(game.moves.size(), 3U);
    EXPECT_EQ(game.end, GameEnd::length);
    EXPECT_EQ(game.winner, std::nullopt);
  }
  settings = settings_of("tictactoe", {"uct:sims=20000", "random"}, 4);
  settings.adjudication.proof = true;
  std::size_t proven = 0;
  for (const PlayedGame& game : play_all(settings)) proven += game.end == GameEnd::proof ? 1 : 0;
  EXPECT_EQ(proven, 4U) << "tic-tac-toe is solved from the first move on";
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
