// Tiny games, each of which makes one behaviour of a search plain to see.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <banyan/game/game.hpp>

namespace banyan::toy {

// Two players name one of three words in turn, a hundred times, which is deeper than the searches in these
// tests get. Who wins is as good as random.
struct Endless {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 3;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  using Move = std::uint8_t;
  struct State {
    std::uint64_t said = 0;
    std::uint32_t played = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const {
    return static_cast<Player>(state.played % 2);
  }
  void legal_moves(const State& /*state*/, MoveListOf<Endless>& moves) const {
    for (Move move = 0; move < 3; ++move) moves.push_back(move);
  }
  void apply(State& state, Move move) const {
    state.said = mix64(state.said + move);
    ++state.played;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.played < 100) return std::nullopt;
    return win_for(state.said % 2 == 0 ? 0 : 1);
  }
};
static_assert(Game<Endless> && WinDrawLoss<Endless>);

// One player makes one of two moves twenty times. The outcome and the heuristic are both the number of moves
// made, so that a value tells where a game was cut off.
struct Counting {
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 2;
  static constexpr int length = 20;
  using Move = std::uint8_t;
  struct State {
    int played = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& /*state*/) const { return 0; }
  void legal_moves(const State& /*state*/, MoveListOf<Counting>& moves) const {
    for (Move move = 0; move < 2; ++move) moves.push_back(move);
  }
  void apply(State& state, Move /*move*/) const { ++state.played; }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& state) const {
    if (state.played < length) return std::nullopt;
    return heuristic(state);
  }
  [[nodiscard]] std::array<double, 1> heuristic(const State& state) const {
    return {static_cast<double>(state.played)};
  }
};
static_assert(Game<Counting> && HasHeuristic<Counting> && !HasRewardRange<Counting>);

// Three players, or fewer, dig in turn: each move is one of three places, named by a number of 63 bits, and
// pays its digger at once. What a place pays depends on where everyone has dug before. `Unit` is what a coin
// is worth, and no range is declared.
template <int Players, int Unit = 1, int Length = 6>
struct Treasure {
  static constexpr int max_players = Players;
  static constexpr std::size_t max_legal = 3;
  using Move = std::uint64_t;
  using Rewards = std::array<double, static_cast<std::size_t>(Players)>;
  struct State {
    std::uint64_t dug = 0;
    int played = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.played % Players; }
  void legal_moves(const State& state, MoveListOf<Treasure>& moves) const {
    for (std::uint64_t place = 0; place < 3; ++place) moves.push_back(mix64(state.dug + place) >> 1U);
  }
  Rewards apply(State& state, Move move) const {
    Rewards paid{};
    paid[static_cast<std::size_t>(current_player(state))] = Unit * static_cast<double>(move % 100);
    state.dug = move;
    ++state.played;
    return paid;
  }
  [[nodiscard]] std::optional<Rewards> outcome(const State& state) const {
    if (state.played < Length) return std::nullopt;
    return Rewards{};
  }

  // The returns from here on when everyone digs for himself.
  [[nodiscard]] Rewards best_returns(const State& state) const {
    if (outcome(state)) return {};
    const auto p = static_cast<std::size_t>(current_player(state));
    Rewards best{};
    best[p] = -1;
    MoveListOf<Treasure> moves;
    legal_moves(state, moves);
    for (const Move move : moves) {
      const Rewards returns = returns_of(state, move);
      if (returns[p] > best[p]) best = returns;
    }
    return best;
  }
  [[nodiscard]] Rewards returns_of(State state, Move move) const {
    Rewards returns = apply(state, move);
    const Rewards later = best_returns(state);
    for (std::size_t i = 0; i < returns.size(); ++i) returns[i] += later[i];
    return returns;
  }
};
static_assert(Game<Treasure<3>> && HasStepRewards<Treasure<3>> && !HasRewardRange<Treasure<3>>);

// One player turns one of two wheels and wins the number it stops at. The fair wheel has 0, 4 and 8 with
// equal chances, the other 1, 2 and 7 with chances 1/10, 2/10 and 7/10, which is better. Then there is one
// more choice between two moves that don't matter, so that what chance chose can become a search's root.
struct Wheels {
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 2;
  static constexpr std::size_t max_chance = 3;
  static constexpr RewardRange reward_range{0, 8};
  using Move = std::uint8_t;
  enum class Phase : std::uint8_t { choose, turn, leave, over };
  struct State {
    Phase phase = Phase::choose;
    Move wheel = 0;
    Move number = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  static constexpr Move fair = 0;
  static constexpr Move better = 1;
  static constexpr std::array<ChanceOutcome<Move>, 3> better_wheel{{{1, 0.1}, {2, 0.2}, {7, 0.7}}};
  static constexpr std::array<ChanceOutcome<Move>, 3> fair_wheel{{{0, 1.0 / 3}, {4, 1.0 / 3}, {8, 1.0 / 3}}};

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const {
    return state.phase == Phase::turn ? chance_player : 0;
  }
  void legal_moves(const State& /*state*/, MoveListOf<Wheels>& moves) const {
    for (const Move move : {fair, better}) moves.push_back(move);
  }
  void chance_outcomes(const State& state, ChanceListOf<Wheels>& outcomes) const {
    for (const auto& outcome : state.wheel == fair ? fair_wheel : better_wheel) outcomes.push_back(outcome);
  }
  void apply(State& state, Move move) const {
    if (state.phase == Phase::choose) state.wheel = move;
    if (state.phase == Phase::turn) state.number = move;
    state.phase = static_cast<Phase>(static_cast<int>(state.phase) + 1);
  }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& state) const {
    if (state.phase != Phase::over) return std::nullopt;
    return std::array<double, 1>{static_cast<double>(state.number)};
  }
};
static_assert(Game<Wheels> && HasChance<Wheels>);

// Two players take four cells in turn. Who has the last cell, 3, wins.
struct FourCells {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 4;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  using Move = std::uint8_t;
  struct State {
    std::array<std::int8_t, 4> owner{-1, -1, -1, -1};
    std::uint8_t taken = 0;
    friend bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.taken % 2; }
  void legal_moves(const State& state, MoveListOf<FourCells>& moves) const {
    for (Move cell = 0; cell < 4; ++cell)
      if (state.owner[cell] < 0) moves.push_back(cell);
  }
  void apply(State& state, Move cell) const {
    state.owner[cell] = static_cast<std::int8_t>(state.taken % 2);
    ++state.taken;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.taken < 4) return std::nullopt;
    return win_for(state.owner[3]);
  }
};
static_assert(Game<FourCells>);

}  // namespace banyan::toy
