// Every kind of agent ends with each limit alone, whether a request brings it or its spec, and says by which.
#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include <banyan/agent/make.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>

#include "../search/toy_games.hpp"
#include "by_spec.hpp"

namespace banyan {
namespace {

// Stops what goes on for much longer than any busy machine takes for these searches.
class Watchdog {
 public:
  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::jthread thread_{[this](const std::stop_token& is_over) {
    std::mutex mutex;
    std::unique_lock lock(mutex);
    std::condition_variable_any().wait_for(lock, is_over, std::chrono::seconds(60), [] { return false; });
    if (!is_over.stop_requested()) stop_.request_stop();
  }};
};

template <Game G>
StopReason reason_of(Agent<G>& agent, const StateOf<G>& state, const std::optional<SearchLimits>& limits) {
  const Watchdog watchdog;
  const auto result = agent.analyze(state, {.stop = watchdog.token(), .progress = {}, .limits = limits});
  EXPECT_EQ(result.error, "");
  return result.stopped_by;
}

const SearchLimits some_sims{.sims = 100};
const SearchLimits some_time{.time = Duration{1e-3}};
const SearchLimits some_nodes{.nodes = 100};

TEST(EveryLimit, EndsASearchByItself) {
  const toy::Endless game;
  for (const std::string spec : {"flat", "uct", "uct:threads=2", "uct:threads=3,parallel=root"}) {
    SCOPED_TRACE(spec);
    const auto agent = agent_by_spec(game, spec, 1);
    EXPECT_EQ(reason_of(*agent, game.start(), some_sims), StopReason::sims);
    EXPECT_EQ(reason_of(*agent, game.start(), some_time), StopReason::time);
    EXPECT_EQ(reason_of(*agent, game.start(), some_nodes), StopReason::nodes);
  }
}

TEST(EveryLimit, EndsASearchThatHasItInItsSpec) {
  const toy::Endless game;
  for (const auto& [spec, reason] :
       {std::pair{"flat:sims=100", StopReason::sims}, std::pair{"flat:time=1ms", StopReason::time},
        std::pair{"uct:sims=100", StopReason::sims}, std::pair{"uct:time=1ms", StopReason::time},
        std::pair{"uct:nodes=100", StopReason::nodes}})
    EXPECT_EQ(reason_of(*agent_by_spec(game, spec, 1), game.start(), std::nullopt), reason) << spec;
}

// Where the game ends soon there are fewer nodes than were asked for.
TEST(EveryLimit, OfMoreNodesThanThereAre) {
  const TicTacToe game;
  auto state = game.start();
  for (const auto* move : {"a1", "b1", "c1", "a2", "b2", "a3"})
    game.apply(state, game.parse_move(state, move).value());
  for (const std::string spec : {"flat", "uct:solver=false", "uct:solver=false,threads=2"})
    EXPECT_EQ(reason_of(*agent_by_spec(game, spec, 1), state, SearchLimits{.nodes = 500}), StopReason::nodes)
        << spec;
}

// Expectimax has no nodes of a tree: simulations and nodes are evaluations.
TEST(EveryLimit, EndsExpectimax) {
  const Twenty48 game;
  auto state = game.start();
  Random random(1);
  while (game.current_player(state) == chance_player) game.apply(state, game.sample_chance(state, random));
  NTupleParams params;
  params.plies = 90;
  const auto network =
      std::make_shared<NTupleNetwork>(NTupleShape{.patterns = *parse_patterns("0123"), .stages = {}});
  ExpectimaxAgent<Twenty48> agent(game, params, network);
  EXPECT_EQ(reason_of(agent, state, some_sims), StopReason::sims);
  EXPECT_EQ(reason_of(agent, state, some_time), StopReason::time);
  EXPECT_EQ(reason_of(agent, state, some_nodes), StopReason::sims);
}

// The others don't search, or end by themselves. A new kind of agent must be looked at here.
TEST(EveryLimit, IsTestedForEveryKindOfAgent) {
  std::string names;
  for (const AgentInfo& agent : list_agents()) names += agent.name + ' ';
  EXPECT_EQ(names, "random flat uct puct ntuple exact ");
}

}  // namespace
}  // namespace banyan
