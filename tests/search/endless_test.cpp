// Games that don't end by themselves: every search of one ends all the same, by its limits or when it is told
// to.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stop_token>

#include <banyan/agent/flat.hpp>
#include <banyan/search/forest.hpp>

#include "../core/hand_clock.hpp"
#include "result_checks.hpp"

namespace banyan {
namespace {

// Two players make one of three moves for ever. After so many moves, counted over all games, a stop is asked
// for.
struct Forever {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  using Move = std::uint8_t;
  struct State {
    std::uint64_t played = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  static inline std::atomic<std::int64_t> moves_made = 0;
  static inline std::atomic<std::int64_t> stop_after = -1;
  static inline std::stop_source stop{};

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.played % 2 == 0 ? 0 : 1; }
  void legal_moves(const State& /*state*/, MoveListOf<Forever>& moves) const {
    for (Move move = 0; move < 3; ++move) moves.push_back(move);
  }
  void apply(State& state, Move /*move*/) const {
    ++state.played;
    if (++moves_made == stop_after) stop.request_stop();
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& /*state*/) const {
    return std::nullopt;
  }
};
static_assert(Game<Forever>);

// One player moves once; then chance does, for ever.
struct DiceForever {
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 2;
  static constexpr std::size_t max_chance = 2;
  static constexpr RewardRange reward_range{0, 1};
  using Move = std::uint8_t;
  struct State {
    bool rolling = false;
    std::uint32_t rolled = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.rolling ? chance_player : 0; }
  void legal_moves(const State& /*state*/, MoveListOf<DiceForever>& moves) const {
    for (const Move move : {Move{0}, Move{1}}) moves.push_back(move);
  }
  void chance_outcomes(const State& /*state*/, ChanceListOf<DiceForever>& outcomes) const {
    for (const Move move : {Move{0}, Move{1}}) outcomes.push_back({move, 0.5});
  }
  void apply(State& state, Move /*move*/) const {
    state.rolled += state.rolling ? 1 : 0;
    state.rolling = true;
  }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& /*state*/) const {
    return std::nullopt;
  }
};
static_assert(Game<DiceForever> && HasChance<DiceForever>);

// Every way to play random games that Forever has room for.
std::vector<SearchParams> ways_to_search() {
  return {{},
          {.threads = 2},
          {.threads = 2, .parallel = Parallel::root},
          {.playout = Playout::mast},
          {.rule = Rule::grave},
          {.deterministic = true}};
}

// A reading of the clock is a millisecond. Before the limit there are at most so many readings as fit into
// it, and between two of them at most an interval of moves for each game under way, so this many moves are
// enough for a search that looks at the clock within its games, and not for one that plays its first game to
// the 100,000th move.
TEST(EndlessGames, EndByTheClock) {
  for (const SearchParams& params : ways_to_search()) {
    const HandClock clock(1e-3);
    Forever::moves_made = 0;
    const auto result =
        Forest<Forever>({}, params, 1).run({.time = std::chrono::milliseconds(3)}, false, {}, {});
    EXPECT_EQ(result.stopped_by, StopReason::time);
    EXPECT_GE(result.simulations, 1U);
    EXPECT_LE(Forever::moves_made, 90'000) << print_value(params.parallel) << ' ' << params.threads;
    EXPECT_TRUE(result.best);
  }
}

TEST(EndlessGames, EndWhenAStopIsRequested) {
  for (const SearchParams& params : ways_to_search()) {
    Forever::moves_made = 0;
    Forever::stop = std::stop_source{};
    Forever::stop_after = 10'000;
    const auto result =
        Forest<Forever>({}, params, 1).run({.sims = 1'000'000}, false, Forever::stop.get_token(), {});
    Forever::stop_after = -1;
    EXPECT_EQ(result.stopped_by, StopReason::interrupted);
    EXPECT_LE(Forever::moves_made, 90'000) << print_value(params.parallel) << ' ' << params.threads;
  }
}

// Without either, a game that has more moves than any sensible one is cut off: it is worth the middle reward.
TEST(EndlessGames, AreCutOffWhereNothingElseEndsThem) {
  Forever::moves_made = 0;
  const auto result = search(Forever{}, {}, {.sims = 3});
  EXPECT_EQ(result.simulations, 3U);
  EXPECT_EQ(result.value, 0);
  EXPECT_GE(Forever::moves_made, 3 * std::int64_t{longest_game});
  EXPECT_LE(Forever::moves_made, 3 * std::int64_t{longest_game} + 10);
}

// The limit counts, not the clock: what is limited by simulations is the same with any clock.
TEST(EndlessGames, AreReproducible) {
  const auto by_machine = search(Forever{}, {}, {.sims = 5}, {.depth = 20'000});
  const HandClock clock(1e-3);
  const auto by_hand = search(Forever{}, {}, {.sims = 5}, {.depth = 20'000});
  EXPECT_EQ(visits_by_move(by_machine), visits_by_move(by_hand));
}

TEST(EndlessGames, OfChanceEndToo) {
  for (const ChanceNodes chance : {ChanceNodes::closed, ChanceNodes::open}) {
    const SearchParams params{.chance = chance};
    EXPECT_EQ(search(DiceForever{}, {}, {.sims = 10}, params).simulations, 10U);
    const HandClock clock(1e-3);
    const auto timed = search(DiceForever{}, {}, {.time = std::chrono::milliseconds(3)}, params);
    EXPECT_EQ(timed.stopped_by, StopReason::time);
  }
}

TEST(EndlessGames, EndForFlatAgentsToo) {
  Forever::moves_made = 0;
  const HandClock clock(1e-3);
  FlatAgent<Forever> agent({}, {.time = std::chrono::milliseconds(3)}, 1);
  EXPECT_EQ(agent.analyze({}, {}).stopped_by, StopReason::time);
  EXPECT_LE(Forever::moves_made, 90'000);
}

// A way down the tree that never ends takes no more memory than it may.
struct OneWay : Forever {
  void legal_moves(const State& /*state*/, MoveListOf<OneWay>& moves) const { moves.push_back(0); }
};
TEST(EndlessGames, HaveTreesOfBoundedDepth) {
  const SearchParams params{.solver = false, .depth = 0, .memory = Bytes{1'000'000}};
  const auto result = search(OneWay{}, {}, {.sims = 2500}, params);
  EXPECT_EQ(result.simulations, 2500U);
  EXPECT_LE(result.max_depth, 1'000'000U / 8 / sizeof(PathStep<OneWay>));
  EXPECT_GT(result.max_depth, 1000U);
}

}  // namespace
}  // namespace banyan
