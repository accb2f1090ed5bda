// The default strategy: a random game from a leaf to its end, or to a limit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <banyan/game/game.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/playout_watch.hpp>

namespace banyan {

inline constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

// What a game is worth when it is not played on: the game's own guess, else the middle of its range.
template <Game G>
RewardsOf<G> cut_off_value(const G& game, const StateOf<G>& state) {
  if constexpr (HasHeuristic<G>) {
    return game.heuristic(state);
  } else {
    RewardsOf<G> rewards{};
    if constexpr (HasRewardRange<G>) rewards.fill(RewardRange(G::reward_range).middle());
    return rewards;
  }
}

// Whether chance is to move. Where a game has none it isn't asked, and no compiler thinks of a player -1.
template <Game G>
bool chance_moves(const G& game, const StateOf<G>& state) {
  if constexpr (HasChance<G>) {
    return game.current_player(state) == chance_player;
  } else {
    return false;
  }
}

// Makes every move as likely as any other. Other policies may take its place in random games: each is called
// with the state, the moves to choose from and the random stream, and answers one of the moves.
struct UniformPick {
  template <class State, class Moves>
  auto operator()(const State& /*state*/, const Moves& moves, Random& random) const {
    return moves[random.below(moves.size())];
  }
};

// One random move of whoever is to move; what it pays, times the weight, is added to `rewards`.
template <Game G, class Pick = UniformPick>
void random_step(const G& game, StateOf<G>& state, Random& random, Playout playout, RewardsOf<G>& rewards,
                 double weight = 1, Pick&& pick = {}) {
  const auto play = [&](const MoveOf<G>& move) {
    const RewardsOf<G> paid = apply_move(game, state, move);
    if constexpr (HasStepRewards<G>)
      for (std::size_t player = 0; player < rewards.size(); ++player)
        rewards[player] += weight * paid[player];
  };
  if constexpr (HasChance<G>)
    if (chance_moves(game, state)) return play(sample_chance(game, state, random));
  MoveListOf<G> moves;
  if constexpr (HasPlayoutMoves<G>)
    if (playout == Playout::game) game.playout_moves(state, moves);
  if constexpr (HasDecisiveMoves<G>)
    if (playout == Playout::decisive || playout == Playout::mast) game.decisive_moves(state, moves);
  if (moves.empty()) game.legal_moves(state, moves);
  if constexpr (HasAllMoves<G>)
    if (playout == Playout::walk) {
      MoveListOf<G> all;
      game.all_moves(all);
      const MoveOf<G> drawn = all[random.below(all.size())];
      if (std::find(moves.begin(), moves.end(), drawn) != moves.end()) play(drawn);
      return;
    }
  play(pick(state, moves, random));
}

// Every move is as likely as any other: the game offers nothing better for this kind of playout.
template <Game G>
constexpr bool is_uniform(Playout playout) {
  return playout == Playout::uniform || (playout == Playout::game && !HasPlayoutMoves<G>) ||
         (playout == Playout::decisive && !HasDecisiveMoves<G>) ||
         (playout == Playout::walk && !HasAllMoves<G>);
}

// The returns of a random game from this state on, in which at most `plies` more moves are made (chance
// moves are not counted). Each of them makes what follows worth `discount` times as much. A game that has
// more moves than any sensible one (most_moves), or that the watch doesn't let go on, ends as if it had no
// plies left; only a playout() of the game's own has to end by itself.
template <Game G, class Pick = UniformPick>
RewardsOf<G> random_playout(const G& game, StateOf<G> state, Random& random, std::uint32_t plies = no_limit,
                            Playout playout = Playout::uniform, double discount = 1, Pick&& pick = {},
                            PlayoutWatch* watch = nullptr) {
  constexpr bool any_move_will_do = std::is_same_v<std::remove_cvref_t<Pick>, UniformPick>;
  if constexpr (HasDecisivePlayout<G> && any_move_will_do)
    if (plies == no_limit && playout == Playout::decisive && discount == 1)
      return game.decisive_playout(state, random);
  if constexpr (HasPlayout<G> && any_move_will_do)
    if (plies == no_limit && is_uniform<G>(playout) && discount == 1) return game.playout(state, random);

  RewardsOf<G> rewards{};
  double weight = 1;
  const auto with = [&](const RewardsOf<G>& last) {
    for (std::size_t player = 0; player < rewards.size(); ++player) rewards[player] += weight * last[player];
    return rewards;
  };
  const std::size_t most = most_moves(game);
  MoveBudget moves(std::min<std::size_t>(plies, most), watch);
  [[maybe_unused]] MoveBudget chances(most, watch);
  while (true) {
    if (const auto outcome = game.outcome(state)) return with(*outcome);
    if constexpr (HasChance<G>) {
      if (chance_moves(game, state) && chances.take()) {
        random_step(game, state, random, playout, rewards, weight, pick);
        continue;
      }
    }
    if (chance_moves(game, state) || !moves.take()) {
      if (watch != nullptr) watch->cut_off = true;
      return with(cut_off_value(game, state));
    }
    random_step(game, state, random, playout, rewards, weight, pick);
    weight *= discount;
  }
}

}  // namespace banyan
