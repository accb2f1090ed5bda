// Statistics where positions are shared among the ways that lead to them (transpositions.hpp).
//
// An edge's visits are its own, but its mean is that of the node it leads to, as of its last visit; a node's
// mean is that of its edges, weighed by their visits, and of its first evaluation. So what was found below a
// node counts once, whichever way it was found; adding up returns along the way taken would leave the other
// ways with what they saw long ago, and count moves that a node has given up as if it still made them
// (KataGo's docs/GraphSearch.md explains the trap).
//
// One mean serves both players, so what one gains the other must lose (has_opposite_values).
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>

#include <banyan/search/path.hpp>
#include <banyan/search/prove/solver.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

template <Game G>
class PositionGraph {
 public:
  explicit PositionGraph(SearchSpace<G>& space) : space_(space) {}

  struct Totals {
    double sum = 0;  // of returns on [0,1], for the player to move
    std::uint64_t visits = 0;
  };
  [[nodiscard]] Totals totals(QuadIndex node) const {
    Totals all;
    space_.tree.template for_each_child<true>(node, [&](const Slot& slot) {
      all.sum += Layout<G>::unit_sum(load<true>(slot.sum()));
      all.visits += load<true>(slot.visits());
    });
    return all;
  }

  // A node's mean to `player`, if `mover` is to move there.
  [[nodiscard]] double mean_to(Player player, QuadIndex node, Player mover) const {
    const Totals all = totals(node);
    const double mean =
        (all.sum + load<true>(space_.tree.first_value(node))) / static_cast<double>(all.visits + 1);
    return player == mover ? mean : 1 - mean;
  }

  void set_mean(const Slot& slot, double mean) const requires Transposable<G> {
    store<true>(slot.sum(), Layout<G>::with_mean(load<true>(slot.sum()), mean, load<true>(slot.visits())));
  }

  // A move leads to this state for the first time: if others do too, to the same node. What that is proven to
  // be worth, if it is.
  std::optional<RewardsOf<G>> join(const Slot& slot, const StateOf<G>& state) const {
    if constexpr (Transposable<G>) {
      const QuadIndex node = space_.tree.table().template find<true>(space_.game.hash(state));
      if (node == 0) return std::nullopt;
      space_.tree.template hang<true>(slot, node);
      return settled(node, space_.game.current_player(state));
    } else {
      return std::nullopt;
    }
  }
  // What a node is proven to be worth, which it may be without the edge that led here knowing.
  [[nodiscard]] std::optional<RewardsOf<G>> settled(QuadIndex node, Player player) const {
    if constexpr (Proofs<G>::supported) {
      if (!space_.solves()) return std::nullopt;
      const std::unique_lock<std::mutex> lock(space_.tree.proof_mutex());
      const auto bounds = node_bounds<G, true>(space_, node, player);
      if (bounds.exact()) return bounds.low;
    }
    return std::nullopt;
  }

  // Step 4 of a simulation: means are recomputed instead of added to. Returns the simulation's rewards.
  template <class Evaluate>
  RewardsOf<G> back_up(std::span<const PathStep<G>> path, const std::optional<RewardsOf<G>>& outcome,
                       const StateOf<G>& state, Evaluate&& evaluate) const requires Transposable<G> {
    const PathStep<G>& leaf = path.back();
    const QuadIndex below = index_of(load<true>(leaf.slot.link(), std::memory_order_acquire));
    RewardsOf<G> rewards{};
    if (outcome) {
      rewards = *outcome;
      set_mean(leaf.slot, Layout<G>::share_of(rewards, leaf.player));
    } else if (below == 0) {
      rewards = evaluate();
      add_position(leaf.slot, leaf.player, state, Layout<G>::share_of(rewards, leaf.player));
    } else {
      const double mean = mean_to(leaf.player, below, space_.game.current_player(state));
      set_mean(leaf.slot, mean);
      rewards = Layout<G>::rewards_of(leaf.player, mean);
    }
    for (std::size_t i = path.size() - 1; i-- > 0;)
      set_mean(path[i].slot, mean_to(path[i].player, path[i + 1].node, path[i + 1].player));
    return rewards;
  }

 private:
  // Gives a state that has been evaluated its node. `value` is on [0,1], for the player who moved there.
  void add_position(const Slot& slot, Player moved, const StateOf<G>& state,
                    double value) const requires Transposable<G> {
    // Where the node was there before and given up to make room, what the edge remembers stands for it.
    const double mean = (Layout<G>::unit_sum(load<true>(slot.sum())) + value) / load<true>(slot.visits());
    set_mean(slot, mean);
    // Where priors guide the search, the evaluation has made it.
    const QuadIndex made = index_of(load<true>(slot.link(), std::memory_order_acquire));
    const QuadIndex node = made != 0 ? made : space_.tree.new_node();
    if (node == 0) return;
    const bool same_player = space_.game.current_player(state) == moved;
    store<true>(space_.tree.first_value(node), static_cast<float>(same_player ? mean : 1 - mean));
    space_.tree.template hang<true>(slot, node);
    space_.tree.table().template insert<true>(space_.game.hash(state), node);
  }

  SearchSpace<G>& space_;
};

}  // namespace banyan
