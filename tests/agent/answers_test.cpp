// What agents answer belongs together: the move, its value and its line; and for whom they think ahead.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

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

// One player makes the only move there is, twice; or something is wrong before the first.
struct OneByOne {
  enum class Fault { none, over, chance, too_many };
  using State = std::uint8_t;
  using Move = std::uint8_t;
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 1;
  static constexpr std::size_t max_chance = 1;
  static constexpr RewardRange reward_range{0, 1};

  Fault fault = Fault::none;

  [[nodiscard]] static State start() { return 0; }
  [[nodiscard]] Player current_player(State /*state*/) const {
    return fault == Fault::chance ? chance_player : 0;
  }
  void legal_moves(State /*state*/, MoveListOf<OneByOne>& moves) const {
    moves.push_back(0);
    if (fault == Fault::too_many) moves.push_back(1);
  }
  static void chance_outcomes(State /*state*/, ChanceListOf<OneByOne>& outcomes) {
    outcomes.push_back({0, 1});
  }
  static void apply(State& state, Move /*move*/) { ++state; }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(State state) const {
    if (state < 2 && fault != Fault::over) return std::nullopt;
    return std::array{1.0};
  }
};
static_assert(Game<OneByOne> && HasChance<OneByOne>);

std::string error_of_only_move(OneByOne::Fault fault) {
  const OneByOne game{fault};
  const auto result = agent_by_spec(game, "uct:sims=10", 1)->choose(game.start(), {});
  EXPECT_EQ(result.best.has_value(), result.error.empty());
  EXPECT_EQ(result.stopped_by, result.error.empty() ? StopReason::single_move : StopReason::fault);
  return result.error;
}

TEST(TheOnlyMove, IsNoAnswerWhereNobodyCanMove) {
  using Fault = OneByOne::Fault;
  EXPECT_EQ(error_of_only_move(Fault::none), "");
  EXPECT_NE(error_of_only_move(Fault::over).find("the game is over"), std::string::npos);
  EXPECT_NE(error_of_only_move(Fault::chance).find("chance is to move"), std::string::npos);
  EXPECT_NE(error_of_only_move(Fault::too_many).find("more than max_legal"), std::string::npos);
}

}  // namespace
}  // namespace banyan
