// The default strategy: a random game from a leaf to its end, or to a limit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <banyan/game/game.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/evaluate/playout_watch.hpp>
#include <banyan/search/evaluate/playouts.hpp>
#include <banyan/search/fault.hpp>
#include <banyan/search/params.hpp>

namespace banyan {

inline constexpr std::uint32_t no_limit = std::numeric_limits<std::uint32_t>::max();

// The value of a game that is cut off: the game's own estimate, else the middle of its range.
template <Game G>
RewardsOf<G> cut_off_value(const G& game, const StateOf<G>& state) {
  if constexpr (HasHeuristic<G>) {
    return game.heuristic(state);
  } else {
    RewardsOf<G> rewards{};
    if constexpr (HasRewardRange<G>) rewards.fill(reward_range_of(game).middle());
    return rewards;
  }
}

// Whether chance is to move. In games without chance it is false at compile time, so that compilers don't
// consider a player -1.
template <Game G>
bool chance_moves(const G& game, const StateOf<G>& state) {
  if constexpr (HasChance<G>) {
    return game.current_player(state) == chance_player;
  } else {
    return false;
  }
}

// Makes every move as likely as any other. Other policies may take its place in random games: each is called
// with the state, the moves to choose from and the random stream, and returns one of the moves.
struct UniformPick {
  template <class State, class Moves>
  auto operator()(const State& /*state*/, const Moves& moves, Random& random) const {
    return moves[random.below(moves.size())];
  }
};

namespace detail {
// No move can be made. Reports why, if there is a watch that collects it; returns false.
template <Game G>
[[gnu::cold, gnu::noinline]] bool cannot_move(const G& game, const StateOf<G>& state,
                                              const MoveListOf<G>& moves, FirstFault* fault) {
  if (fault == nullptr) return false;
  std::string problem = problem_of_player(game, state);
  if constexpr (HasChance<G>)
    if (problem.empty() && game.current_player(state) == chance_player)
      problem = problem_of_chance(game, state);
  if (problem.empty()) problem = problem_of_moves(game, state, moves, "the list of moves of a random game");
  fault->report("in a random game: " + problem);
  return false;
}
}  // namespace detail

// One random move of the player to move or of chance; its reward, times the weight, is added to `rewards`.
// False if no move can be made because the game breaks its contract; `fault` says how.
template <Game G, class Pick = UniformPick>
bool random_step(const G& game, StateOf<G>& state, Random& random, Playout playout, RewardsOf<G>& rewards,
                 double weight = 1, Pick&& pick = {}, FirstFault* fault = nullptr) {
  const auto play = [&](const MoveOf<G>& move) {
    const RewardsOf<G> paid = apply_move(game, state, move);
    if constexpr (HasStepRewards<G>)
      for (std::size_t player = 0; player < rewards.size(); ++player)
        rewards[player] += weight * paid[player];
    return true;
  };
  MoveListOf<G> moves;
  if constexpr (HasChance<G>)
    if (chance_moves(game, state)) {
      const auto move = try_sample_chance(game, state, random);
      return move ? play(*move) : detail::cannot_move(game, state, moves, fault);
    }
  list_playout_moves(playout, game, state, moves);
  if (moves.empty()) game.legal_moves(state, moves);
  if (moves.empty() || moves.dropped() > 0) [[unlikely]]
    return detail::cannot_move(game, state, moves, fault);
  if constexpr (HasAllMoves<G>)
    if (is_walk(playout)) {
      MoveListOf<G> all;
      game.all_moves(all);
      if (all.empty() || all.dropped() > 0) [[unlikely]]
        return detail::cannot_move(game, state, all, fault);
      const MoveOf<G> drawn = all[random.below(all.size())];
      return std::find(moves.begin(), moves.end(), drawn) == moves.end() || play(drawn);
    }
  if constexpr (!std::is_same_v<std::remove_cvref_t<Pick>, UniformPick>)  // which doesn't look at the player
    if (!is_player(game, game.current_player(state))) [[unlikely]]
      return detail::cannot_move(game, state, moves, fault);
  return play(pick(state, moves, random));
}

// A playout() of the game's own that asks the watch now and then whether to go on, and ends by itself. Where
// it doesn't play the game to its end, it sets `cut_off`. Without a watch it is null.
template <class G>
concept HasWatchedPlayout = requires(const G& game, StateOf<G> state, Random& random, PlayoutWatch* watch) {
  { game.playout(state, random, watch) } -> std::same_as<RewardsOf<G>>;
};

// The returns of a random game from this state on, in which at most `plies` more moves are made (chance
// moves are not counted). Each of them makes what follows worth `discount` times as much. A game that has
// more moves than any sensible one (most_moves), that the watch doesn't let go on, or that breaks its
// contract ends as if it had no plies left; only a playout() of the game's own has to end by itself, unless
// it takes the watch.
template <Game G, class Pick = UniformPick>
RewardsOf<G> random_playout(const G& game, StateOf<G> state, Random& random, std::uint32_t plies = no_limit,
                            Playout playout = Playout::uniform, double discount = 1, Pick&& pick = {},
                            PlayoutWatch* watch = nullptr) {
  constexpr bool any_move_will_do = std::is_same_v<std::remove_cvref_t<Pick>, UniformPick>;
  RewardsOf<G> rewards{};
  if constexpr (any_move_will_do)
    if (plies == no_limit && discount == 1) {
      if (play_whole_game<false>(playout, game, state, random, rewards, [](Player, const MoveOf<G>&) {}))
        return rewards;
      if constexpr (HasWatchedPlayout<G>) {
        if (is_uniform<G>(playout)) return game.playout(state, random, watch);
      } else if constexpr (HasPlayout<G>) {
        if (is_uniform<G>(playout)) return game.playout(state, random);
      }
    }

  double weight = 1;
  const auto with = [&](const RewardsOf<G>& last) {
    for (std::size_t player = 0; player < rewards.size(); ++player) rewards[player] += weight * last[player];
    return rewards;
  };
  // What was paid, weighed by when, and a guess at the rest may lie outside the range that the return is in.
  const auto with_guess = [&](const RewardsOf<G>& last) {
    with(last);
    if constexpr (HasRewardRange<G>)
      if (HasStepRewards<G> || discount != 1) {
        const RewardRange range = reward_range_of(game);
        for (double& reward : rewards) reward = std::clamp(reward, range.low, range.high);
      }
    return rewards;
  };
  const auto cut_off = [&] {
    if (watch != nullptr) watch->cut_off = true;
    return with_guess(cut_off_value(game, state));
  };
  FirstFault* const fault = watch != nullptr ? watch->fault : nullptr;
  const std::size_t most = most_moves(game);
  MoveBudget moves(std::min<std::size_t>(plies, most), watch);
  [[maybe_unused]] MoveBudget chances(most, watch);
  while (true) {
    if (const auto outcome = game.outcome(state))
      return discount == 1 ? with(*outcome) : with_guess(*outcome);
    if constexpr (HasChance<G>) {
      if (chance_moves(game, state) && chances.take()) {
        if (!random_step(game, state, random, playout, rewards, weight, pick, fault)) [[unlikely]]
          return cut_off();
        continue;
      }
    }
    if (chance_moves(game, state) || !moves.take()) return cut_off();
    if (!random_step(game, state, random, playout, rewards, weight, pick, fault)) [[unlikely]]
      return cut_off();
    weight *= discount;
  }
}

}  // namespace banyan
