// The root search of Danihelka et al. for few simulations ("Policy improvement by planning with Gumbel",
// 2022). The moves considered are sampled by their priors without replacement: those with the highest log
// prior plus Gumbel noise. Sequential halving (Karnin et al. 2013) divides the simulations among them and
// drops the worse half, by prior, noise and value together, until two are left. In expectation the result is
// better than a move sampled from the priors, however few the simulations; visits by PUCT guarantee that only
// when they are many.
//
// Knows no game and no tree: moves are numbers in an order that never changes.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <banyan/core/random.hpp>
#include <banyan/search/evaluate/evaluator.hpp>

namespace banyan {

// A move at the root, as far as it is known.
struct RootMove {
  double prior = 0;
  double value =
      0;  // mean return to the player to move, scaled to [0,1]; of no account before the first visit
  std::uint32_t visits = 0;
  bool settled = false;  // its value is proven: it is not searched any more
};

// How many visits the move to search next has already, for each simulation of a sequential halving among
// `considered` moves: 0 0 0 0 | 1 1 2 2 … looks at four moves once and at the better two further on. Worked
// out as it goes: a list would take as much memory as there are simulations.
class HalvingSchedule {
 public:
  HalvingSchedule(std::size_t considered, std::uint64_t simulations)
      : considered_(considered),
        simulations_(simulations),
        rounds_(static_cast<std::uint64_t>(std::bit_width(std::max<std::size_t>(considered, 2) - 1))) {}

  // For the next simulation. Beyond those that were planned the last answer stays.
  std::uint32_t next() {
    const std::uint32_t wanted = visits_;
    if (++given_ >= simulations_) return wanted;
    if (++move_ < considered_) return wanted;
    move_ = 0;
    ++visits_;
    if (++sweep_ < std::max<std::uint64_t>(1, simulations_ / (rounds_ * considered_))) return wanted;
    sweep_ = 0;
    if (considered_ > 2) considered_ = std::max<std::size_t>(2, considered_ / 2);
    return wanted;
  }

 private:
  std::size_t considered_;
  std::uint64_t simulations_;
  std::uint64_t rounds_;
  std::uint64_t given_ = 0;
  std::size_t move_ = 0;     // of those that are considered, in this sweep
  std::uint64_t sweep_ = 0;  // over them all, in this round
  std::uint32_t visits_ = 0;
};

class GumbelRoot {
 public:
  // For so many simulations from here on. Without noise the moves with the highest priors are looked at.
  GumbelRoot(const PuctParams& params, std::span<const RootMove> moves, std::uint64_t simulations,
             double root_value, Random& random)
      : scale_(params.gumbel_scale),
        root_value_(root_value),
        schedule_(std::min<std::size_t>(params.gumbel, moves.size()), simulations) {
    for (const RootMove& move : moves) {
      noise_.push_back(params.noise > 0 ? gumbel(random) : 0);
      visits_before_.push_back(move.visits);
    }
  }

  // The move for the next simulation: of those that had as many as the schedule says (or nearly, where proofs
  // upset it) the most promising. Nothing where all is proven.
  std::optional<std::size_t> next(std::span<const RootMove> moves) {
    const std::uint32_t wanted = schedule_.next();
    return most_promising(moves, [&](std::size_t i) {
      const std::uint32_t n = visits(moves, i);
      return n > wanted ? n - wanted : wanted - n;
    });
  }

  // The move to play: the most promising of those that were searched longest.
  [[nodiscard]] std::optional<std::size_t> best(std::span<const RootMove> moves) const {
    const std::uint32_t most = most_visits(moves);
    return most_promising(moves, [&](std::size_t i) { return most - visits(moves, i); });
  }

  // What the search makes of the priors: a target to learn from. Moves that were not visited are taken for
  // what the root is worth by all that is known.
  [[nodiscard]] std::vector<double> improved_policy(std::span<const RootMove> moves) const {
    const double unknown = mixed_value(moves);
    const double weight = value_weight(moves);
    std::vector<double> policy;
    for (const RootMove& move : moves)
      policy.push_back(log_prior(move) + weight * (move.visits > 0 ? move.value : unknown));
    const double highest = *std::max_element(policy.begin(), policy.end());
    double sum = 0;
    for (double& p : policy) sum += p = std::exp(p - highest);
    for (double& p : policy) p /= sum;
    return policy;
  }

 private:
  // The largest of very many numbers is distributed like this, shifted and scaled.
  static double gumbel(Random& random) { return -std::log(-std::log((random.uniform() + 0x1p-54))); }

  static constexpr double visits_at_least = 50;  // c_visit of the paper

  // In this search.
  [[nodiscard]] std::uint32_t visits(std::span<const RootMove> moves, std::size_t i) const {
    return moves[i].visits - std::min(moves[i].visits, visits_before_[i]);
  }
  [[nodiscard]] std::uint32_t most_visits(std::span<const RootMove> moves) const {
    std::uint32_t most = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) most = std::max(most, visits(moves, i));
    return most;
  }
  // The more was searched, the more values weigh against priors.
  [[nodiscard]] double value_weight(std::span<const RootMove> moves) const {
    return (visits_at_least + most_visits(moves)) * scale_;
  }
  static double log_prior(const RootMove& move) { return std::log(std::max(move.prior, 1e-30)); }

  // The network's value of the root and those of the visited moves, by prior, together.
  [[nodiscard]] double mixed_value(std::span<const RootMove> moves) const {
    double all_visits = 0;
    double priors = 0;
    double values = 0;
    for (const RootMove& move : moves) {
      if (move.visits == 0) continue;
      all_visits += move.visits;
      priors += move.prior;
      values += move.prior * move.value;
    }
    return priors > 0 ? (root_value_ + all_visits * values / priors) / (1 + all_visits) : root_value_;
  }

  // Of the moves that are nearest by `distance` the one with the highest sum of prior, noise and value.
  template <class Distance>
  std::optional<std::size_t> most_promising(std::span<const RootMove> moves, Distance&& distance) const {
    const double unknown = mixed_value(moves);
    const double weight = value_weight(moves);
    std::optional<std::size_t> best;
    double best_score = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const RootMove& move = moves[i];
      if (move.settled) continue;
      const double score = noise_[i] + log_prior(move) + weight * (move.visits > 0 ? move.value : unknown);
      const bool nearer = !best || distance(i) < distance(*best);
      if (nearer || (distance(i) == distance(*best) && score > best_score)) {
        best = i;
        best_score = score;
      }
    }
    return best;
  }

  double scale_;
  double root_value_;
  HalvingSchedule schedule_;
  std::vector<double> noise_;
  std::vector<std::uint32_t> visits_before_;
};

}  // namespace banyan
