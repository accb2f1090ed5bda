// The agent `exact`: what it says of moves, of its work, and of positions that it has no answer for.
#include <gtest/gtest.h>

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

#include <banyan/games/connect4.hpp>
#include <banyan/games/othello.hpp>

#include "../core/hand_clock.hpp"
#include "../search/exact.hpp"
#include "../search/result_checks.hpp"
#include "by_spec.hpp"

namespace banyan {
namespace {

ConnectFour::State after_columns(std::string_view columns) {
  const ConnectFour game;
  ConnectFour::State state = game.start();
  for (const char column : columns) game.apply(state, static_cast<ConnectFour::Move>(column - '1'));
  return state;
}

// Positions of random games after so many moves, in which somebody can move.
template <Game G>
std::vector<StateOf<G>> positions_after(const G& game, int moves, std::size_t count) {
  std::vector<StateOf<G>> list;
  for (std::uint64_t stream = 0; list.size() < count; ++stream) {
    Random random(17, stream);
    auto state = game.start();
    for (int ply = 0; ply < moves && !game.outcome(state); ++ply) {
      const auto legal = legal_moves_of(game, state);
      state = after(game, state, legal[random.below(legal.size())]);
    }
    if (!game.outcome(state)) list.push_back(state);
  }
  return list;
}

TEST(ExactAgent, WinsSoonest) {
  const auto result = agent_by_spec(ConnectFour(), "exact", 1)->choose(after_columns("414141"), {});
  ASSERT_EQ(result.error, "");
  EXPECT_EQ(result.best, ConnectFour::Move{3});
  EXPECT_EQ(result.value, 1);
  EXPECT_EQ(result.bounds, (Bounds{1, 1}));
  EXPECT_EQ(result.stopped_by, StopReason::proven);
}

TEST(ExactAgent, LosesLast) {
  const ConnectFour game;
  const auto agent = agent_by_spec(game, "exact", 1);
  int lost = 0;
  for (const auto& state : positions_after(game, 28, 40)) {
    const auto result = agent->choose(state, {});
    ASSERT_EQ(result.error, "");
    if (result.value >= 0) continue;
    const auto best = stats_of(result, *result.best);
    ASSERT_TRUE(best.resistance);
    for (const auto& each : result.moves) EXPECT_LE(each.resistance->plies, best.resistance->plies);
    EXPECT_EQ(result.max_depth, best.resistance->plies + 1);
    ++lost;
  }
  EXPECT_GT(lost, 0);
}

// Its solver counts no plies: a move that loses has no resistance, and the search a depth.
TEST(ExactAgent, ClaimsNoPliesWhereNobodyCountsThem) {
  const Othello game;
  int lost = 0;
  for (const auto& state : positions_after(game, 50, 30)) {
    const auto result = agent_by_spec(game, "exact", 1)->choose(state, {});
    ASSERT_EQ(result.error, "");
    EXPECT_EQ(result.max_depth, 1U);
    for (const auto& each : result.moves) {
      EXPECT_FALSE(each.resistance);
      lost += each.value < 0 ? 1 : 0;
    }
  }
  EXPECT_GT(lost, 0);
}

TEST(ExactAgent, SaysWhatMemoryItTakes) {
  EXPECT_EQ(
      agent_by_spec(ConnectFour(), "exact", 1)->choose(positions_after(ConnectFour(), 28, 1)[0], {}).bytes,
      ConnectFourSolver().bytes());
  EXPECT_EQ(agent_by_spec(Othello(), "exact", 1)->choose(positions_after(Othello(), 50, 1)[0], {}).bytes,
            OthelloSolver().bytes());
}

// With a clock that moves on at each reading, every look at it is a report.
TEST(ExactAgent, ReportsOnTheWayAndHearsAStop) {
  const ConnectFour game;
  const HandClock clock(0.2);
  const auto agent = agent_by_spec(game, "exact", 1);
  std::stop_source stop;
  std::uint64_t reports = 0;
  std::uint64_t nodes = 0;
  const auto result =
      agent->choose(game.start(), {.stop = stop.get_token(), .progress = [&](const auto& so_far) {
                                     EXPECT_GT(so_far.nodes, nodes);
                                     EXPECT_EQ(so_far.bytes, ConnectFourSolver().bytes());
                                     nodes = so_far.nodes;
                                     if (++reports == 3) stop.request_stop();
                                   }});
  EXPECT_EQ(reports, 3U);
  EXPECT_NE(result.error.find("stopped"), std::string::npos) << result.error;
}

TEST(ExactAgent, SaysWhyItHasNoAnswer) {
  const auto over = agent_by_spec(ConnectFour(), "exact", 1)->choose(after_columns("4141414"), {});
  EXPECT_NE(over.error.find("over"), std::string::npos) << over.error;
  const auto early = agent_by_spec(Othello(), "exact", 1)->choose(Othello().start(), {});
  EXPECT_NE(early.error.find("20 empty squares"), std::string::npos) << early.error;
}

}  // namespace
}  // namespace banyan
