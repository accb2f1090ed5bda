// The agent `uct` in play: quick where there is nothing to think about, and its tree lives from move to move.
#include <gtest/gtest.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>

#include "../core/hand_clock.hpp"
#include "../search/result_checks.hpp"
#include "by_spec.hpp"

namespace banyan {
namespace {

TEST(UctAgent, AnswersAtOnceWhereThereIsOneMove) {
  const Pig game;
  const auto agent = agent_by_spec(game, "uct:time=1h", 1);
  const auto result = agent->choose(game.start(), {});  // one can only roll
  EXPECT_EQ(result.best, Pig::roll);
  EXPECT_EQ(result.stopped_by, StopReason::single_move);
  EXPECT_EQ(result.simulations, 0U);
}

TEST(UctAgent, AnalyzesASingleMoveAllTheSame) {
  const Pig game;
  const auto agent = agent_by_spec(game, "uct:sims=3000", 1);
  const auto result = agent->analyze(game.start(), {});
  EXPECT_EQ(result.simulations, 3000U);
  EXPECT_EQ(total_visits(result), 3000U);
}

TEST(UctAgent, PlaysTheSettledMoveEarlyButAnalyzesToTheEnd) {
  const TicTacToe game;
  const auto state = *game.parse_position("XX./OO./...");
  const std::string spec = "uct:sims=100000,solver=false";
  const auto played = agent_by_spec(game, spec, 1)->choose(state, {});
  EXPECT_EQ(played.stopped_by, StopReason::settled);
  EXPECT_EQ(game.print_move(state, *played.best), "c3");
  EXPECT_EQ(agent_by_spec(game, spec, 1)->analyze(state, {}).simulations, 100'000U);
}

// Where the highest value is played, most visits settle nothing.
TEST(UctAgent, ByValueThinksToTheEnd) {
  const TicTacToe game;
  const auto state = *game.parse_position("XX./OO./...");
  const auto result = agent_by_spec(game, "uct:sims=100000,solver=false,choose=value", 1)->choose(state, {});
  EXPECT_EQ(result.simulations, 100'000U);
}

TEST(UctAgent, ThinksForASecondUnlessTold) {
  const HandClock clock(1e-3);
  const ConnectFour game;
  const auto result = agent_by_spec(game, "uct", 1)->analyze(game.start(), {});
  EXPECT_EQ(result.stopped_by, StopReason::time);
  EXPECT_GE(result.seconds, 1);
  EXPECT_LE(result.seconds, 1 + 10 * clock.tick());
}

TEST(UctAgent, StopsWhenAsked) {
  const ConnectFour game;
  std::stop_source source;
  source.request_stop();
  const auto result = agent_by_spec(game, "uct:time=1h", 1)->choose(game.start(), {source.get_token(), {}});
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_TRUE(result.best);
}

TEST(UctAgent, TellsHowItGoes) {
  const HandClock clock(1e-3);
  const ConnectFour game;
  int calls = 0;
  (void)agent_by_spec(game, "uct:time=400ms", 1)->analyze(game.start(), {{}, [&](const auto&) { ++calls; }});
  EXPECT_GE(calls, 3);  // every tenth of a second
  EXPECT_LE(calls, 4);
}

// What was visited below the moves that were played is there for the next one.
TEST(UctAgent, KeepsItsTreeFromMoveToMove) {
  const ConnectFour game;
  auto state = game.start();
  const auto with = agent_by_spec(game, "uct:sims=5000,solver=false", 1);
  const auto without = agent_by_spec(game, "uct:sims=5000,solver=false,reuse=false", 1);
  for (Agent<ConnectFour>* agent : {with.get(), without.get()}) (void)agent->analyze(state, {});
  for (const char* text : {"4", "4"}) {
    const auto move = *game.parse_move(state, text);
    for (Agent<ConnectFour>* agent : {with.get(), without.get()}) agent->observe(state, move);
    game.apply(state, move);
  }
  EXPECT_GT(total_visits(with->analyze(state, {})), 5050U);
  EXPECT_EQ(total_visits(without->analyze(state, {})), 5000U);
}

// A position that did not come from the last one by an observed move starts a new tree.
TEST(UctAgent, ForgetsItsTreeForAnotherGame) {
  const ConnectFour game;
  const auto agent = agent_by_spec(game, "uct:sims=5000,solver=false", 1);
  (void)agent->analyze(game.start(), {});
  auto other = game.start();
  for (const char* text : {"1", "2", "3"}) game.apply(other, *game.parse_move(other, text));
  EXPECT_EQ(total_visits(agent->analyze(other, {})), 5000U);
}

TEST(UctAgent, SameSeedSameGame) {
  const ConnectFour game;
  const auto play = [&](std::uint64_t seed) {
    const auto agent = agent_by_spec(game, "uct:sims=500", seed);
    std::string moves;
    for (auto state = game.start(); !game.outcome(state);) {
      const auto move = *agent->choose(state, {}).best;
      moves += game.print_move(state, move);
      agent->observe(state, move);
      game.apply(state, move);
    }
    return moves;
  };
  EXPECT_EQ(play(1), play(1));
  EXPECT_NE(play(1), play(2));
}

}  // namespace
}  // namespace banyan
