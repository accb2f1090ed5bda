// Games that break their contract, each in one way, for tests of what a search says of them. What is wrong is
// chosen at run time, so that the search is compiled once for all of them.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include <banyan/game/game.hpp>

namespace banyan::broken {

enum class Fault {
  none,
  player_at_start,  // current_player() is a million
  player_later,
  chance_player,  // in a game without chance_outcomes()
  no_move_at_start,
  no_move_later,
  no_move_at_last,  // where only random games come
  repeats_at_start,
  repeats_later,
  too_many_at_start,  // for max_legal
  too_many_later,
  not_a_number,  // outcome()
  infinite,
  above_range,
  below_range,
};

// Two players make four moves of three, and the larger sum wins.
struct Sums {
  struct State {
    std::uint8_t plies = 0;
    std::array<std::uint8_t, 2> sums{};
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint8_t;
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3;
  static constexpr RewardRange reward_range{-1, 1};

  Fault fault = Fault::none;

  [[nodiscard]] static State start() { return {}; }
  [[nodiscard]] Player current_player(const State& state) const {
    if (fault == Fault::player_at_start && state.plies == 0) return 1'000'000;
    if (fault == Fault::player_later && state.plies == 2) return 1'000'000;
    if (fault == Fault::chance_player) return chance_player;
    return state.plies % 2;
  }
  void legal_moves(const State& state, FixedList<Move, max_legal>& list) const {
    if (fault == Fault::no_move_at_start && state.plies == 0) return;
    if (fault == Fault::no_move_later && state.plies == 1) return;
    if (fault == Fault::no_move_at_last && state.plies == 3 && state.sums[0] == 4) return;
    const bool repeats = (fault == Fault::repeats_at_start && state.plies == 0) ||
                         (fault == Fault::repeats_later && state.plies == 1);
    const bool too_many = (fault == Fault::too_many_at_start && state.plies == 0) ||
                          (fault == Fault::too_many_later && state.plies == 1);
    for (Move move = 0; move < (too_many ? 200 : 3); ++move) list.push_back(repeats ? Move{1} : move);
  }
  void apply(State& state, Move move) const {
    auto& sum = state.sums[static_cast<std::size_t>(state.plies % 2)];
    sum = static_cast<std::uint8_t>(sum + move);
    ++state.plies;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.plies < 4) return std::nullopt;
    if (fault == Fault::not_a_number) return std::array{std::nan(""), 0.0};
    if (fault == Fault::infinite) return std::array{HUGE_VAL, -HUGE_VAL};
    if (fault == Fault::above_range) return std::array{1.01, 0.0};
    if (fault == Fault::below_range) return std::array{0.0, -1.01};
    if (state.sums[0] == state.sums[1]) return draw_for_all();
    return win_for(state.sums[0] > state.sums[1] ? 0 : 1);
  }
};
static_assert(Game<Sums>);

// One player pays 5, or nothing and gets nothing; who has paid takes 6, 8 or 10. The most that comes in all
// is 5, but more can still come from the second state.
struct PayFirst {
  using State = std::uint8_t;  // 0: pay?, 1: take, 2: over
  using Move = std::uint8_t;
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 3;
  static constexpr RewardRange reward_range{-5, 5};

  [[nodiscard]] static State start() { return 0; }
  [[nodiscard]] static Player current_player(State /*state*/) { return 0; }
  static void legal_moves(State state, FixedList<Move, max_legal>& list) {
    for (Move move = 0; move < (state == 0 ? 2 : 3); ++move) list.push_back(move);
  }
  static std::array<double, 1> apply(State& state, Move move) {
    const bool pays = state == 0 && move == 1;
    const double reward = state == 1 ? 6.0 + 2 * move : pays ? -5 : 0;
    state = pays ? 1 : 2;
    return {reward};
  }
  [[nodiscard]] static std::optional<std::array<double, 1>> outcome(State state) {
    if (state < 2) return std::nullopt;
    return std::array{0.0};
  }
};
static_assert(Game<PayFirst> && HasStepRewards<PayFirst>);

// The same with a range of all that can still come, from either state on.
struct PayFirstRight : PayFirst {
  static constexpr RewardRange reward_range{-5, 10};
};

// A player bets on one of two coins; the coin is thrown, and heads wins.
struct Coin {
  enum class Fault { none, below_one, above_one, negative, nothing, too_many };
  using State = std::uint8_t;  // 0: bet, 1: throw, 2: heads, 3: tails
  using Move = std::uint8_t;
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 2;
  static constexpr std::size_t max_chance = 2;
  static constexpr RewardRange reward_range{-1, 1};

  Fault fault = Fault::none;

  [[nodiscard]] static State start() { return 0; }
  [[nodiscard]] static Player current_player(State state) { return state == 1 ? chance_player : 0; }
  static void legal_moves(State /*state*/, FixedList<Move, max_legal>& list) {
    list.push_back(0);
    list.push_back(1);
  }
  void chance_outcomes(State /*state*/, FixedList<ChanceOutcome<Move>, max_chance>& list) const {
    const bool negative = fault == Fault::negative;
    if (fault == Fault::nothing) return;
    list.push_back({2, fault == Fault::below_one   ? 0.4
                       : fault == Fault::above_one ? 0.6
                       : negative                  ? 1.5
                                                   : 0.5});
    list.push_back({3, negative ? -0.5 : 0.5});
    if (fault == Fault::too_many) list.push_back({2, 0});
  }
  static void apply(State& state, Move move) { state = state == 0 ? 1 : move; }
  [[nodiscard]] static std::optional<std::array<double, 1>> outcome(State state) {
    if (state < 2) return std::nullopt;
    return std::array{state == 2 ? 1.0 : -1.0};
  }
};
static_assert(Game<Coin> && HasChance<Coin>);

}  // namespace banyan::broken
