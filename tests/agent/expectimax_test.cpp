// Expectimax on an n-tuple network: the values of a plain recursion, and a budget that is kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <banyan/agent/expectimax.hpp>
#include <banyan/agent/ntuple.hpp>
#include <banyan/games/twenty48.hpp>

#include "../core/hand_clock.hpp"

namespace banyan {
namespace {

std::shared_ptr<NTupleNetwork> random_network() {
  auto network =
      std::make_shared<NTupleNetwork>(NTupleShape{.patterns = *parse_patterns("0123/0145"), .stages = {}});
  Random random(5);
  for (float& weight : network->weights()) weight = static_cast<float>(random.below(2001));
  return network;
}

// Some way into a random game, with the player to move.
Twenty48::State some_state(const Twenty48& game, std::uint64_t seed, int moves) {
  Random random(seed);
  Twenty48::State state = game.start();
  for (int i = 0; i < moves || game.current_player(state) == chance_player; ++i) {
    if (game.current_player(state) == chance_player) {
      game.apply(state, game.sample_chance(state, random));
      continue;
    }
    MoveListOf<Twenty48> legal;
    game.legal_moves(state, legal);
    if (legal.empty()) return some_state(game, seed + 1000, moves);
    game.apply(state, legal[random.below(legal.size())]);
  }
  return game.outcome(state) ? some_state(game, seed + 1000, moves) : state;
}

// What a board is worth after `moves` more moves, with no table, and by nothing but the rules.
double plain_value(const Twenty48& game, const NTupleNetwork& network, const Twenty48::State& state,
                   unsigned moves) {
  if (game.outcome(state)) return 0;
  if (game.current_player(state) == chance_player) {
    if (moves == 0) return network.value(game.cells(state));
    ChanceListOf<Twenty48> outcomes;
    game.chance_outcomes(state, outcomes);
    double sum = 0;
    for (const auto& outcome : outcomes) {
      Twenty48::State next = state;
      game.apply(next, outcome.move);
      sum += outcome.probability * plain_value(game, network, next, moves);
    }
    return sum;
  }
  MoveListOf<Twenty48> legal;
  game.legal_moves(state, legal);
  double best = -1e300;
  for (const auto move : legal) {
    Twenty48::State next = state;
    const double paid = game.apply(next, move)[0];
    best = std::max(best, paid + plain_value(game, network, next, moves - 1));
  }
  return best;
}

TEST(Expectimax, HasTheValuesOfAPlainRecursion) {
  const Twenty48 game;
  const auto network = random_network();
  Expectimax<Twenty48> search(game, network);
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto state = some_state(game, seed, 80);
    for (unsigned plies = 1; plies <= 3; ++plies) {
      const auto result = search.run(state, {.seconds = std::nullopt, .deepest = plies}, {});
      EXPECT_EQ(result.max_depth, plies);
      EXPECT_EQ(result.stopped_by, StopReason::plies);
      const double plain = plain_value(game, *network, state, plies);
      EXPECT_NEAR(result.value, plain, 1e-9 * std::abs(plain)) << seed << ' ' << plies;
    }
  }
}

// A search reads the clock once in 64 evaluations: with this tick it makes 64,000 a second, the same ones
// each time.
constexpr double tick = 1e-3;

TEST(Expectimax, AnalysisUsesItsTimeAndPlayMayLeaveSome) {
  const HandClock clock(tick);
  const Twenty48 game;
  Expectimax<Twenty48> search(game, random_network());
  const auto state = some_state(game, 1, 60);
  const auto whole = search.run(state, {.seconds = 2, .deepest = 20}, {});
  EXPECT_EQ(whole.stopped_by, StopReason::time);
  EXPECT_GE(whole.seconds, 2);
  EXPECT_LE(whole.seconds, 2 + 10 * tick);
  const auto thrifty = search.run(state, {.seconds = 2, .deepest = 20, .thrifty = true}, {});
  EXPECT_EQ(thrifty.stopped_by, StopReason::time);
  EXPECT_GE(thrifty.max_depth, 2U);
}

// Boards that an earlier search has seen make the first depths free; that the next one is not must not
// frighten a thrifty search, which would stop far from its time.
TEST(Expectimax, ThriftyPlayUsesMuchOfItsTimeFromMoveToMove) {
  const HandClock clock(tick);
  const Twenty48 game;
  Expectimax<Twenty48> search(game, random_network());
  Random random(9);
  Twenty48::State state = some_state(game, 3, 40);
  constexpr double limit = 5;
  double used = 0;
  constexpr int moves = 20;
  for (int i = 0; i < moves; ++i) {
    const auto result = search.run(state, {.seconds = limit, .deepest = 20, .thrifty = true}, {});
    used += result.seconds;
    game.apply(state, *result.best);
    game.apply(state, game.sample_chance(state, random));
  }
  EXPECT_GT(used, moves * limit / 20);
}

TEST(Expectimax, TheOnlyMoveIsPlayedAtOnce) {
  const HandClock clock(tick);
  const Twenty48 game;
  Twenty48::State state;  // a full column of different tiles on the left: nothing moves but to the right
  state = *game.parse_position("2,.,.,./4,.,.,./8,.,.,./16,.,.,.");
  NTupleParams params;
  params.limits.time = Duration{10};
  ExpectimaxAgent<Twenty48> agent(game, params, random_network());
  const auto result = agent.choose(state, {});
  EXPECT_EQ(result.moves.size(), 1U);
  EXPECT_EQ(result.stopped_by, StopReason::single_move);
  EXPECT_EQ(result.max_depth, 1U);
  EXPECT_LE(result.seconds, 10 * tick);
}

// Every report is of a complete search, and what it has taken grows.
TEST(Expectimax, ReportsOnTheWay) {
  const HandClock clock(tick);
  const Twenty48 game;
  Expectimax<Twenty48> search(game, random_network());
  const auto state = some_state(game, 1, 60);
  std::vector<double> seconds;
  std::uint64_t evaluations = 0;
  const auto result = search.run(state, {.seconds = 2, .deepest = 20}, {}, [&](const auto& so_far) {
    EXPECT_TRUE(so_far.best);
    EXPECT_GT(so_far.simulations, evaluations);
    EXPECT_GT(so_far.bytes, 0U);
    evaluations = so_far.simulations;
    seconds.push_back(so_far.seconds);
  });
  EXPECT_EQ(result.stopped_by, StopReason::time);
  EXPECT_GE(result.simulations, evaluations);
  ASSERT_GE(seconds.size(), 15U);  // one each 0.1 s of 2 s, and the clock moves by itself
  for (std::size_t i = 1; i < seconds.size(); ++i) EXPECT_GE(seconds[i], seconds[i - 1] + 0.1);
}

// An agent that plays by the network alone needs no table, and making one is cheap.
TEST(Expectimax, TakesNoMemoryBeforeItLooksAhead) {
  const Twenty48 game;
  Expectimax<Twenty48> search(game, random_network());
  const auto state = some_state(game, 1, 60);
  EXPECT_EQ(search.run(state, {.seconds = std::nullopt, .deepest = 1}, {}).bytes, 0U);
  EXPECT_GT(search.run(state, {.seconds = std::nullopt, .deepest = 2}, {}).bytes, 0U);
}

TEST(Expectimax, AStopIsHeard) {
  const Twenty48 game;
  Expectimax<Twenty48> search(game, random_network());
  std::stop_source stop;
  stop.request_stop();
  const auto result = search.run(some_state(game, 2, 60), {.seconds = 60, .deepest = 20}, stop.get_token());
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_TRUE(result.best);  // one move deep it always looks
}

}  // namespace
}  // namespace banyan
