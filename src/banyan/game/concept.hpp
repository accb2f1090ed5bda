// The concept Game: what a game must have. Each part has a concept of its own, so that a compiler error names
// the missing one.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <type_traits>

#include <banyan/core/fixed_list.hpp>
#include <banyan/core/strict_math.hpp>

namespace banyan {

using Player = int;
inline constexpr Player chance_player = -1;

// A State is copied once per simulation. One that owns memory (a std::vector of past positions) works, but
// then copying costs more than the search: prefer arrays of fixed size.
template <class G>
concept HasState = std::regular<typename G::State>;
template <class G>
concept HasMove = std::regular<typename G::Move> && std::is_trivially_copyable_v<typename G::Move>;
template <class G>
concept HasMaxPlayers = requires {
  { G::max_players } -> std::convertible_to<int>;
  requires(G::max_players >= 1);
};
template <class G>
concept HasMaxLegal = requires {
  { G::max_legal } -> std::convertible_to<std::size_t>;
  requires(G::max_legal >= 1);
};

template <class G>
using StateOf = typename G::State;
template <class G>
using MoveOf = typename G::Move;
template <class G>
using RewardsOf = std::array<double, static_cast<std::size_t>(G::max_players)>;
template <class G>
using MoveListOf = FixedList<MoveOf<G>, static_cast<std::size_t>(G::max_legal)>;

template <class G>
concept HasStart = requires(const G& game) {
  { game.start() } -> std::same_as<StateOf<G>>;
};
template <class G>
concept HasCurrentPlayer = requires(const G& game, const StateOf<G>& state) {
  { game.current_player(state) } -> std::convertible_to<Player>;
};
template <class G>
concept HasLegalMoves = requires(const G& game, const StateOf<G>& state, MoveListOf<G>& moves) {
  { game.legal_moves(state, moves) } -> std::same_as<void>;
};
template <class G>
concept HasApply = requires(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  game.apply(state, move);
  requires std::same_as<decltype(game.apply(state, move)), void> ||
      std::same_as<decltype(game.apply(state, move)), RewardsOf<G>>;
};
template <class G>
concept HasOutcome = requires(const G& game, const StateOf<G>& state) {
  { game.outcome(state) } -> std::same_as<std::optional<RewardsOf<G>>>;
};

template <class G>
concept Game = HasState<G> && HasMove<G> && HasMaxPlayers<G> && HasMaxLegal<G> && HasStart<G> &&
    HasCurrentPlayer<G> && HasLegalMoves<G> && HasApply<G> && HasOutcome<G>;

}  // namespace banyan
