// How games proceed: the number of players and of moves, chance, and rewards; with small helpers over any
// game.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <optional>

#include <banyan/core/fixed_list.hpp>
#include <banyan/core/random.hpp>
#include <banyan/game/concept.hpp>

namespace banyan {

// Fewer players than max_players, chosen by a parameter (Nim).
template <class G>
concept VariablePlayers = requires(const G& game) {
  { game.players() } -> std::convertible_to<int>;
};

// An upper bound of the number of legal moves that depends on the game's parameters and is below max_legal
// (Gomoku on a small board): tables take less memory.
template <class G>
concept HasLegalLimit = requires(const G& game) {
  { game.legal_limit() } -> std::convertible_to<std::size_t>;
};
template <Game G>
constexpr std::size_t legal_limit_of(const G& game) {
  if constexpr (HasLegalLimit<G>) {
    return std::clamp<std::size_t>(game.legal_limit(), 1, static_cast<std::size_t>(G::max_legal));
  } else {
    return static_cast<std::size_t>(G::max_legal);
  }
}

// The number of legal moves without listing them: perft counts its leaves with it.
template <class G>
concept HasLegalCount = requires(const G& game, const StateOf<G>& state) {
  { game.count_legal(state) } -> std::convertible_to<std::size_t>;
};

// Chance: when current_player is chance_player, these are its moves with their probabilities.
template <class Move>
struct ChanceOutcome {
  Move move;
  double probability;
};
template <class G>
using ChanceListOf = FixedList<ChanceOutcome<MoveOf<G>>, static_cast<std::size_t>(G::max_chance)>;
template <class G>
concept HasChance = requires(const G& game, const StateOf<G>& state, ChanceListOf<G>& outcomes) {
  { game.chance_outcomes(state, outcomes) } -> std::same_as<void>;
};

// Draws a chance move without listing the outcomes.
template <class G>
concept SamplesChance = HasChance<G> && requires(const G& game, const StateOf<G>& state, Random& random) {
  { game.sample_chance(state, random) } -> std::same_as<MoveOf<G>>;
};

// Step rewards: apply() returns them.
template <class G>
concept HasStepRewards = requires(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  { game.apply(state, move) } -> std::same_as<RewardsOf<G>>;
};

// The least and the most that a player can still get from any state on: a return counts what is paid from
// that state to the end. With step rewards it is therefore wider than the range of whole games' returns: if a
// player first pays 5 and then receives up to 10, it is -5 to 10. A return outside ends the search with an
// error. Without a range the search uses that of the returns seen so far.
struct RewardRange {
  double low = -1;
  double high = 1;
  [[nodiscard]] constexpr double middle() const { return (low + high) / 2; }
  friend constexpr bool operator==(RewardRange, RewardRange) = default;
};
template <class G>
concept HasFixedRange = requires {
  { G::reward_range } -> std::convertible_to<RewardRange>;
};
// A game whose parameters determine the range has a function instead, which always returns the same range.
template <class G>
concept HasRangeByParams = requires(const G& game) {
  { game.reward_range() } -> std::same_as<RewardRange>;
};
template <class G>
concept HasRewardRange = HasFixedRange<G> || HasRangeByParams<G>;

template <HasRewardRange G>
constexpr RewardRange reward_range_of(const G& game) {
  if constexpr (HasFixedRange<G>) {
    return G::reward_range;
  } else {
    return game.reward_range();
  }
}

// Every return is -1, 0 or 1, and two players' returns add up to 0.
template <class G>
concept WinDrawLoss = HasFixedRange<G> && requires {
  requires bool(G::win_draw_loss);
};

// Two players whose returns always add up to 0; may depend on a parameter (Nim).
template <class G>
concept MayBeZeroSum = requires(const G& game) {
  { game.zero_sum() } -> std::same_as<bool>;
};

// An upper bound of the number of moves of a game, chance included.
template <class G>
concept HasMaxMoves = requires(const G& game) {
  { game.max_moves() } -> std::convertible_to<std::size_t>;
};

// A game with more moves counts as endless, unless it declares max_moves().
inline constexpr std::size_t longest_game = 100'000;

template <Game G>
constexpr int player_count(const G& game) {
  if constexpr (VariablePlayers<G>) {
    return game.players();
  } else {
    return G::max_players;
  }
}

// How many moves, chance included, a game may have before it counts as endless.
template <Game G>
constexpr std::size_t most_moves(const G& game) {
  if constexpr (HasMaxMoves<G>) {
    return game.max_moves();
  } else {
    return longest_game;
  }
}

// Whether this is one of the game's players: not chance, and not beyond the last seat.
template <Game G>
constexpr bool is_player(const G& game, Player player) {
  return player >= 0 && player < player_count(game) && player < G::max_players;
}

// Whether the returns of the two players add up to 0.
template <Game G>
constexpr bool is_zero_sum(const G& game) {
  if constexpr (MayBeZeroSum<G>) {
    return player_count(game) == 2 && game.zero_sum();
  } else {
    return WinDrawLoss<G> && G::max_players == 2;
  }
}

// Rewards if one player wins and the others lose, and for a draw.
template <std::size_t N = 2>
constexpr std::array<double, N> win_for(Player winner) {
  std::array<double, N> rewards{};
  rewards.fill(-1);
  rewards[static_cast<std::size_t>(winner)] = 1;
  return rewards;
}
template <std::size_t N = 2>
constexpr std::array<double, N> draw_for_all() {
  return {};
}

// apply() with the step rewards: zeros for games that pay only at the end.
template <Game G>
constexpr RewardsOf<G> apply_move(const G& game, StateOf<G>& state, const MoveOf<G>& move) {
  if constexpr (HasStepRewards<G>) {
    return game.apply(state, move);
  } else {
    game.apply(state, move);
    return {};
  }
}

// Draws a chance move by its probability. Returns nothing if the list turns out to be invalid: empty, longer
// than max_chance, or with probabilities that add up to less than 1.
template <HasChance G>
std::optional<MoveOf<G>> try_sample_chance(const G& game, const StateOf<G>& state, Random& random) {
  if constexpr (SamplesChance<G>) {
    return game.sample_chance(state, random);
  } else {
    constexpr double rounding = 1e-9;
    ChanceListOf<G> outcomes;
    game.chance_outcomes(state, outcomes);
    if (outcomes.dropped() > 0) [[unlikely]]
      return std::nullopt;
    double left = random.uniform();
    for (const auto& outcome : outcomes) {
      left -= outcome.probability;
      if (left < 0) return outcome.move;
    }
    if (outcomes.empty() || !(left < rounding)) [[unlikely]]
      return std::nullopt;
    return outcomes[outcomes.size() - 1].move;
  }
}

// The same for a list that is known to be valid.
template <HasChance G>
MoveOf<G> sample_chance(const G& game, const StateOf<G>& state, Random& random) {
  return try_sample_chance(game, state, random).value_or(MoveOf<G>{});
}

}  // namespace banyan
