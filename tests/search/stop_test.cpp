// When a search ends, and what it says on the way.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "../core/hand_clock.hpp"
#include "result_checks.hpp"

namespace banyan {
namespace {

TEST(Stop, AtSimulations) {
  for (const std::uint64_t sims : {1U, 7U, 1023U, 1024U, 1025U, 10'000U}) {
    const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.sims = sims});
    EXPECT_EQ(result.simulations, sims);
    EXPECT_EQ(result.stopped_by, StopReason::sims);
  }
}

// Readings of the clock between a limit and the end of the search that may follow it.
constexpr double late = 10;

// On a clock that moves on when it is read. A search that forgets its clock would go on for ever.
TEST(Stop, AtTheTime) {
  for (const double seconds : {0.001, 0.05, 0.2, 3600.0})
    for (const int readings : {3, 100}) {
      const HandClock clock(seconds / readings);
      const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.time = Duration{seconds}});
      EXPECT_EQ(result.stopped_by, StopReason::time);
      EXPECT_GE(result.seconds, seconds);
      EXPECT_LE(result.seconds, seconds + late * clock.tick());
      EXPECT_GT(result.simulations, 0U);
    }
}

// However busy the machine is, something is found out.
TEST(Stop, NotBeforeTheFirstSimulation) {
  for (const std::uint32_t threads : {1U, 2U}) {
    const auto result =
        search(ConnectFour{}, ConnectFour{}.start(), {.time = Duration{1e-9}}, {.threads = threads});
    EXPECT_EQ(result.stopped_by, StopReason::time);
    EXPECT_GT(result.simulations, 0U);
  }
}

TEST(Stop, AtTheFirstLimitReached) {
  const auto start = ConnectFour{}.start();
  EXPECT_EQ(search(ConnectFour{}, start, {.sims = 100, .time = Duration{600}}).stopped_by, StopReason::sims);
  EXPECT_EQ(search(ConnectFour{}, start, {.sims = 1'000'000'000, .time = Duration{0.01}}).stopped_by,
            StopReason::time);
}

TEST(Stop, AtNodes) {
  const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.nodes = 5000});
  EXPECT_EQ(result.stopped_by, StopReason::nodes);
  EXPECT_EQ(result.nodes, 5000U);
}

TEST(Stop, WhenRequested) {
  const HandClock clock(1e-3);
  std::stop_source source;
  double requested_at = 0;
  Searcher<ConnectFour> searcher(ConnectFour{}, {}, 1);
  const auto result = searcher.run({.time = Duration{600}}, source.get_token(), [&](const auto& so_far) {
    requested_at = so_far.seconds;
    source.request_stop();
  });
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_GT(requested_at, 0);
  EXPECT_LE(result.seconds, requested_at + late * clock.tick());
  EXPECT_GT(total_visits(result), 0U);
  EXPECT_TRUE(result.best);
}

// The limit is an hour of the clock, so that only the request can end it.
TEST(Stop, WhenRequestedByAnotherThread) {
  for (const std::uint32_t threads : {1U, 2U}) {
    std::stop_source source;
    std::atomic<bool> searches{false};
    std::jthread someone([&] {
      searches.wait(false);
      source.request_stop();
    });
    Searcher<ConnectFour> searcher(ConnectFour{}, {.threads = threads}, 1);
    const auto result = searcher.run({.time = Duration{3600}}, source.get_token(), [&](const auto&) {
      searches = true;
      searches.notify_one();
    });
    EXPECT_EQ(result.stopped_by, StopReason::interrupted);
    EXPECT_TRUE(result.best);
  }
}

// A game of one move that takes a while.
struct Slow {
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 2;
  static constexpr RewardRange reward_range{0, 1};
  static constexpr std::chrono::microseconds move_time{200};
  using Move = std::uint8_t;
  using State = int;
  [[nodiscard]] State start() const { return 0; }
  [[nodiscard]] Player current_player(State /*state*/) const { return 0; }
  void legal_moves(State /*state*/, MoveListOf<Slow>& moves) const {
    for (const Move move : {Move{0}, Move{1}}) moves.push_back(move);
  }
  void apply(State& state, Move move) const {
    state += 1 + move;
    std::this_thread::sleep_for(move_time);
  }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(State state) const {
    if (state == 0) return std::nullopt;
    return std::array<double, 1>{state / 2.0};
  }
};
static_assert(Game<Slow>);

// The second thread waits for the first, which allows simulations after it has asked the rules for the first
// time. That it had nothing to do must not make it think that simulations are quick: it would begin 4,096 of
// them. A thousand take 0.2 s; so long the system would have to keep the first thread from running just
// between its verdict and its word to the others.
TEST(Stop, AThreadThatWaitedForWorkEndsInTime) {
  Searcher<Slow> searcher(Slow{}, {.solver = false, .threads = 2}, 1);
  std::uint64_t asked = 0;
  std::uint64_t at_the_end = 0;
  const auto result = searcher.run_until([&](const Situation& now) -> Verdict {
    // Long enough for the other thread to come that far. Were it too short, the test would only be weaker.
    if (asked++ == 0) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    if (asked < 10) return {};
    at_the_end = now.simulations;
    return {.reason = StopReason::interrupted};
  });
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_LT(result.simulations - at_the_end, 1000U);
}

TEST(Stop, ARequestMadeBeforehandStopsAtOnce) {
  std::stop_source source;
  source.request_stop();
  Searcher<ConnectFour> searcher(ConnectFour{}, {}, 1);
  const auto result = searcher.run({.time = Duration{600}}, source.get_token());
  EXPECT_EQ(result.stopped_by, StopReason::interrupted);
  EXPECT_TRUE(result.best);  // any legal move is better than none
}

TEST(Stop, AFinishedGameNeedsNoSearch) {
  const TicTacToe game;
  const auto result = search(game, *game.parse_position("XXX/OO./..."), {.time = Duration{600}});
  EXPECT_EQ(result.simulations, 0U);
  EXPECT_FALSE(result.best);
  EXPECT_TRUE(result.moves.empty());
}

// Rules that may stop early ask only at checkpoints, so that the clock can't change which simulation is last.
TEST(Stop, SettledIsTheSameEveryTime) {
  const TicTacToe game;
  const auto state = *game.parse_position("XX./OO./...");
  const auto run = [&] {
    Searcher<TicTacToe> searcher(game, {.solver = false}, 3);
    searcher.set_root(state);
    return searcher.run_until(or_when_settled(stop_after_simulations(100'000)));
  };
  const auto first = run();
  EXPECT_EQ(first.stopped_by, StopReason::settled);
  EXPECT_LT(first.simulations, 100'000U);
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run().simulations, first.simulations);
}

// A move that leads by more visits than are left can't be caught up with: the choice is that of the whole
// budget.
TEST(Stop, SettledDoesNotChangeTheChoice) {
  const ConnectFour game;
  Random random(1);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto state = game.start();
    for (int ply = 0; ply < 8; ++ply) {
      MoveListOf<ConnectFour> moves;
      game.legal_moves(state, moves);
      game.apply(state, moves[random.below(moves.size())]);
    }
    if (game.outcome(state)) continue;
    Searcher<ConnectFour> early(game, {.solver = false}, seed);
    Searcher<ConnectFour> whole(game, {.solver = false}, seed);
    early.set_root(state);
    whole.set_root(state);
    EXPECT_EQ(early.run_until(or_when_settled(stop_after_simulations(8000))).best,
              whole.run_until(stop_after_simulations(8000)).best);
  }
}

TEST(Progress, IsReportedWhileSearching) {
  const HandClock clock(1e-3);
  Searcher<ConnectFour> searcher(ConnectFour{}, {}, 1);
  std::uint64_t last = 0;
  int calls = 0;
  const auto result = searcher.run({.time = Duration{0.6}}, {}, [&](const auto& so_far) {
    ++calls;
    EXPECT_GT(so_far.simulations, last);
    last = so_far.simulations;
    EXPECT_EQ(total_visits(so_far), so_far.simulations);
    EXPECT_TRUE(so_far.best);
  });
  EXPECT_GE(calls, 5);  // every tenth of a second
  EXPECT_LE(calls, 6);
  EXPECT_GE(result.simulations, last);
}

TEST(Step, IsOneSimulation) {
  Searcher<ConnectFour> searcher(ConnectFour{}, {}, 1);
  for (std::uint64_t i = 1; i <= 20; ++i) {
    searcher.step();
    EXPECT_EQ(total_visits(searcher.result()), i);
  }
}

}  // namespace
}  // namespace banyan
