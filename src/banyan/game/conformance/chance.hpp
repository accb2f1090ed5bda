// Checks the distributions of what a game draws by itself. sample_chance() is compared with the probabilities
// of chance_outcomes(), and playouts with games played move by move: both are played many times from the same
// positions, and the mean and the mean square of every player's return are compared; for games that are won,
// drawn or lost these two determine the distribution.
//
// A difference is reported at six standard errors. Without a difference this happens by chance once in 5·10^8
// comparisons; as all draws are seeded, a game that passes always passes.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <banyan/core/running_stats.hpp>
#include <banyan/core/value.hpp>
#include <banyan/game/conformance/report.hpp>
#include <banyan/game/game.hpp>

namespace banyan::detail {

inline constexpr double standard_errors_apart = 6;

// A random move: a chance outcome by its probability, or any legal move of a player.
struct UniformMove {
  template <Game G>
  RewardsOf<G> operator()(const G& game, StateOf<G>& state, Random& random) const {
    if constexpr (HasChance<G>)
      if (game.current_player(state) == chance_player)
        return apply_move(game, state, sample_chance(game, state, random));
    MoveListOf<G> moves;
    game.legal_moves(state, moves);
    return apply_move(game, state, moves[random.below(moves.size())]);
  }
};

// The same, but a decisive move if there is one.
struct DecisiveMove {
  template <HasDecisiveMoves G>
  RewardsOf<G> operator()(const G& game, StateOf<G>& state, Random& random) const {
    MoveListOf<G> moves;
    if (game.current_player(state) != chance_player) game.decisive_moves(state, moves);
    if (moves.empty()) return UniformMove{}(game, state, random);
    return apply_move(game, state, moves[random.below(moves.size())]);
  }
};

// The same, but a move of playout_moves().
struct PlayoutMove {
  template <HasPlayoutMoves G>
  RewardsOf<G> operator()(const G& game, StateOf<G>& state, Random& random) const {
    if (game.current_player(state) == chance_player) return UniformMove{}(game, state, random);
    MoveListOf<G> moves;
    game.playout_moves(state, moves);
    return apply_move(game, state, moves[random.below(moves.size())]);
  }
};

template <Game G, class Step>
RewardsOf<G> play_move_by_move(const G& game, StateOf<G> state, Random& random, const Step& step) {
  RewardsOf<G> returns{};
  const auto add = [&](const RewardsOf<G>& rewards) {
    for (std::size_t i = 0; i < returns.size(); ++i) returns[i] += rewards[i];
  };
  while (true) {
    if (const auto outcome = game.outcome(state)) {
      add(*outcome);
      return returns;
    }
    add(step(game, state, random));
  }
}

// Compares from one position; returns what differs.
template <Game G, class Playout, class Step>
std::vector<std::string> compare_playouts_from(const G& game, const StateOf<G>& state, Random& random,
                                               std::size_t samples, const Playout& playout,
                                               const Step& step) {
  constexpr std::size_t players = static_cast<std::size_t>(G::max_players);
  std::array<std::array<RunningStats, 2>, players> fast;  // for each player: the return, its square
  std::array<std::array<RunningStats, 2>, players> plain;
  const auto note = [](auto& means, const RewardsOf<G>& returns) {
    for (std::size_t i = 0; i < players; ++i) {
      means[i][0].add(returns[i]);
      means[i][1].add(returns[i] * returns[i]);
    }
  };
  for (std::size_t i = 0; i < samples; ++i) {
    note(fast, playout(state, random));
    note(plain, play_move_by_move(game, state, random, step));
  }
  std::vector<std::string> problems;
  for (std::size_t i = 0; i < players; ++i)
    for (const std::size_t power : {0U, 1U}) {
      const RunningStats& a = fast[i][power];
      const RunningStats& b = plain[i][power];
      const double apart = std::abs(a.mean() - b.mean());
      if (apart <= standard_errors_apart * std::hypot(a.standard_error(), b.standard_error())) continue;
      problems.push_back("player " + std::to_string(i) + ": the mean " +
                         (power == 0 ? "return" : "squared return") + " is " + print_number(a.mean()) +
                         " by the playout and " + print_number(b.mean()) + " move by move");
    }
  return problems;
}

// Compares playout(state, random) with games of step(game, state, random), from the start and from a few
// positions of random games.
template <Game G, class Playout, class Step>
std::vector<std::string> compare_playouts(const G& game, const ConformanceOptions& options,
                                          const Playout& playout, const Step& step) {
  constexpr std::size_t positions = 4;
  std::vector<std::string> problems;
  if (options.playouts < 2) return problems;
  for (std::size_t i = 0; i < positions; ++i) {
    Random random(options.seed, ~std::uint64_t{i});
    StateOf<G> state = game.start();
    const std::size_t plies = 4 * i;
    for (std::size_t ply = 0; ply < plies && !game.outcome(state); ++ply) UniformMove{}(game, state, random);
    for (std::string& problem : compare_playouts_from(game, state, random, options.playouts, playout, step))
      problems.push_back("after " + std::to_string(plies) + " random moves, " + std::move(problem));
  }
  return problems;
}

// Draws many times in one state where chance is to move; returns what differs from the probabilities.
template <SamplesChance G>
std::vector<std::string> compare_samples(const G& game, const StateOf<G>& state, Random& random,
                                         std::size_t samples) {
  ChanceListOf<G> outcomes;
  game.chance_outcomes(state, outcomes);
  std::vector<std::size_t> drawn(outcomes.size());
  for (std::size_t i = 0; i < samples; ++i) {
    const MoveOf<G> move = game.sample_chance(state, random);
    for (std::size_t k = 0; k < outcomes.size(); ++k) drawn[k] += outcomes[k].move == move ? 1U : 0U;
  }
  std::vector<std::string> problems;
  if (samples == 0) return problems;
  const auto n = static_cast<double>(samples);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    const double p = outcomes[k].probability;
    const double share = static_cast<double>(drawn[k]) / n;
    // One draw more than the standard error allows, because counts of rare outcomes are not normally
    // distributed.
    if (std::abs(share - p) <= standard_errors_apart * std::sqrt(std::max(p * (1 - p), 0.0) / n) + 1 / n)
      continue;
    problems.push_back("outcome " + std::to_string(k) + " of the list has probability " + print_number(p) +
                       " and was drawn with frequency " + print_number(share));
  }
  return problems;
}

}  // namespace banyan::detail
