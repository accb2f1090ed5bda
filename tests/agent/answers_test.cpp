// What agents answer belongs together: the move, its value and its line; and for whom they think ahead.
#include <gtest/gtest.h>

#include <atomic>
#include <stop_token>

#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>

#include "../search/result_checks.hpp"
#include "../search/toy_games.hpp"
#include "by_spec.hpp"

namespace banyan {
namespace {

// With a temperature another move than the best may be drawn: then value and line are that move's.
template <class Spec>
void expect_answers_of_one_move(const Spec& spec) {
  const ConnectFour game;
  int drawn_anew = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto result = agent_by_spec(game, spec, seed)->choose(game.start(), {});
    ASSERT_TRUE(result.best);
    ASSERT_FALSE(result.line.empty());
    EXPECT_EQ(result.line.front(), *result.best);
    EXPECT_EQ(result.value, known_value(stats_of(result, *result.best)));
    drawn_anew += result.best == result.moves.front().move ? 0 : 1;
    const bool is_known = stats_of(result, *result.best).visits > 10;
    EXPECT_GT(result.line.size(), is_known ? 1U : 0U);
  }
  EXPECT_GT(drawn_anew, 0) << "the best move was drawn every time";
}

TEST(Answers, BelongToTheMoveThatWasDrawn) { expect_answers_of_one_move("uct:sims=300,temperature=2"); }

TEST(Answers, BelongToTheMoveThatWasDrawnByAForest) {
  expect_answers_of_one_move("uct:sims=900,temperature=2,threads=3,parallel=root");
}

TEST(Answers, OfRandomAgentsHaveALine) {
  const TicTacToe game;
  const auto result = agent_by_spec(game, "random", 1)->choose(game.start(), {});
  ASSERT_EQ(result.line.size(), 1U);
  EXPECT_EQ(result.line.front(), *result.best);
}

// The second player's first move is forced. Whoever has been through enough moves asks for a stop.
struct Forced : toy::Endless {
  static inline std::atomic<int> moves_left = 0;
  static inline std::stop_source stop{std::nostopstate};

  void legal_moves(const State& state, MoveListOf<Forced>& moves) const {
    for (Move move = 0; move < (state.played == 1 ? 1 : 3); ++move) moves.push_back(move);
  }
  void apply(State& state, Move move) const {
    toy::Endless::apply(state, move);
    if (--moves_left == 0) stop.request_stop();
  }
};

// Where draws are worth something, what was thought for one player is of no use for the other: a forced move
// must not make the agent think ahead for the wrong one.
TEST(Pondering, IsForThePlayerWhoMadeAForcedMove) {
  const Forced game;
  Forced::stop = std::stop_source{};
  const auto agent = agent_by_spec(game, "uct:sims=1,draw=-0.5,ponder=true", 1);
  auto state = game.start();
  game.apply(state, 0);
  EXPECT_EQ(agent->choose(state, {}).stopped_by, StopReason::single_move);
  agent->observe(state, 0);
  game.apply(state, 0);
  Forced::moves_left = 100'000;
  agent->ponder(state, Forced::stop.get_token());
  Forced::moves_left = 0;
  agent->observe(state, 1);
  game.apply(state, 1);
  EXPECT_GT(total_visits(agent->analyze(state, {})), 100U) << "what was found while pondering is forgotten";
}

}  // namespace
}  // namespace banyan
