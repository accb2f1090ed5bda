// Proofs: what is known for certain of a child follows from what is known of its children (bounds.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <span>

#include <banyan/search/path.hpp>
#include <banyan/search/prove/bounds.hpp>
#include <banyan/search/space.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

template <Game G, bool Shared>
typename Proofs<G>::All lane_bounds(const Tree<G>& tree, const Slot& slot, Player mover) {
  if constexpr (Proofs<G>::in_link) {
    return Proofs<G>::from_link(load<Shared>(slot.link()), viewer(mover));
  } else {
    return tree.bounds(slot);
  }
}

// Adds what has been proven of a child. Returns whether it is new.
template <Game G, bool Shared>
bool tighten_lane(const Tree<G>& tree, const Slot& slot, Player mover,
                  const typename Proofs<G>::All& proven) {
  auto all = lane_bounds<G, Shared>(tree, slot, mover);
  if (!all.tighten(proven)) return false;
  if constexpr (Proofs<G>::in_column) tree.bounds(slot) = all;
  // The link says it too: in games with a column only whether everything is known.
  std::uint32_t link = load<Shared>(slot.link());
  while (true) {
    const std::uint32_t marked = Proofs<G>::in_link ? Proofs<G>::into_link(link, all, viewer(mover))
                                 : all.exact()      ? Proofs<G>::marked_exact(link)
                                                    : link;
    if (replace<Shared>(slot.link(), link, marked)) return true;
    link = load<Shared>(slot.link());
  }
}

// What follows for a node from its children. In zero-sum games the mover's lower bound is the opponent's
// upper bound.
template <Game G, bool Shared>
typename Proofs<G>::All node_bounds(const SearchSpace<G>& space, QuadIndex node, Player mover) {
  using All = typename Proofs<G>::All;
  const All unknown = Proofs<G>::unknown(space.game);
  const Tree<G>& tree = space.tree;
  const bool zero_sum = is_zero_sum(space.game);
  const auto p = static_cast<std::size_t>(viewer(mover));
  double low = unknown.low[p];   // the mover is sure of this much,
  double high = unknown.low[p];  // and can't have more than that
  const bool complete = tree.template for_each_child<Shared>(node, [&](const Slot& slot) {
    const All child = lane_bounds<G, Shared>(tree, slot, mover);
    low = std::max(low, child.low[p]);
    high = std::max(high, child.high[p]);
  });
  if (!complete) {
    All all = unknown;
    if (mover != chance_player) all.low[p] = low;
    if (mover != chance_player && zero_sum) all.high[1 - p] = -low;
    return all;
  }
  // Every move is known; those that a better one rules out don't count.
  All all{unknown.high, unknown.low};
  tree.template for_each_child<Shared>(node, [&](const Slot& slot) {
    const All child = lane_bounds<G, Shared>(tree, slot, mover);
    if (mover == chance_player || child.high[p] >= low) all.widen(child);
  });
  if (mover != chance_player) {
    all.low[p] = low, all.high[p] = high;
    if (zero_sum) all.low[1 - p] = -high, all.high[1 - p] = -low;
  }
  return all;
}

// What a proof at the end of a path comes to.
template <Game G>
struct ProvenPath {
  RewardsOf<G> rewards;   // the return that is proven furthest up
  std::size_t news_from;  // the first step of the path of which something was proven
};

// Carries the proof of these returns at the end of a path as far up as it reaches.
template <Game G, bool Shared>
ProvenPath<G> prove_path(SearchSpace<G>& space, std::span<const PathStep<G>> path, RewardsOf<G> rewards) {
  if constexpr (Proofs<G>::supported) {
    std::unique_lock<std::mutex> lock(space.tree.proof_mutex(), std::defer_lock);
    if constexpr (Shared) lock.lock();
    auto bounds = Proofs<G>::exactly(rewards);
    for (std::size_t i = path.size(); i-- > 0;) {
      const PathStep<G>& step = path[i];
      if (!tighten_lane<G, Shared>(space.tree, step.slot, step.player, bounds)) return {rewards, i + 1};
      if (bounds.exact()) rewards = bounds.low;
      bounds = node_bounds<G, Shared>(space, step.node, step.player);
    }
    if (space.root_bounds.tighten(bounds)) space.note_proof();
  }
  return {rewards, 0};
}

}  // namespace banyan
