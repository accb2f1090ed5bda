// A complete game in parts, one for each thing the concept Game asks for. A case puts together all of
// them but one, so that exactly this one is missing. The game: take one match or two; who takes the last
// one wins.
#pragma once

#include <array>
#include <optional>

#include <banyan/game/game.hpp>

namespace parts {

struct Matches {
  int left = 7;
  int player = 0;
  friend bool operator==(const Matches&, const Matches&) = default;
};
using Moves = banyan::FixedList<int, 2>;
using Rewards = std::array<double, 2>;

struct WithState {
  using State = Matches;
};
struct WithMove {
  using Move = int;
};
struct WithMaxPlayers {
  static constexpr int max_players = 2;
};
struct WithMaxLegal {
  static constexpr std::size_t max_legal = 2;
};
struct WithTypes : WithState, WithMove, WithMaxPlayers, WithMaxLegal {};

struct WithStart {
  [[nodiscard]] Matches start() const { return {}; }
};
struct WithCurrentPlayer {
  [[nodiscard]] int current_player(const Matches& state) const { return state.player; }
};
struct WithLegalMoves {
  void legal_moves(const Matches& state, Moves& moves) const {
    for (int count = 1; count <= 2 && count <= state.left; ++count) moves.push_back(count);
  }
};
struct WithApply {
  void apply(Matches& state, int count) const {
    state.left -= count;
    state.player ^= 1;
  }
};
struct WithOutcome {
  [[nodiscard]] std::optional<Rewards> outcome(const Matches& state) const {
    if (state.left > 0) return std::nullopt;
    return banyan::win_for(state.player ^ 1);
  }
};

}  // namespace parts
