// A look into the tree, for people who want to see why: a node and its children with the two terms that the
// selection rule adds up for each, and the way one simulation took.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include <banyan/search/result.hpp>
#include <banyan/search/simulator.hpp>

namespace banyan {

// A child, with values for the player who moves into it (player 0 for what chance does).
template <class Move>
struct ChildView {
  Move move{};
  std::uint64_t visits = 0;
  double value = std::numeric_limits<double>::quiet_NaN();        // mean return in the game's units
  double mean = std::numeric_limits<double>::quiet_NaN();         // the same on the scale of the rule, [0,1]
  double exploration = std::numeric_limits<double>::quiet_NaN();  // what the rule adds to it
  std::optional<Bounds> bounds{};                                 // where the solver knows any
  std::uint64_t amaf_visits = 0;  // simulations in which the move was made here or later (rule=grave)
  double amaf_value = std::numeric_limits<double>::quiet_NaN();  // their mean return
};

template <class Move>
struct NodeView {
  Player player = 0;                      // who moves here
  std::vector<ChildView<Move>> children;  // in the order in which they were first tried
};

// What the last simulation did: down this path, of which the last move was new or not, to these rewards.
template <class Move, class Rewards>
struct SimulationView {
  std::vector<Move> path;
  bool expanded = false;
  Rewards rewards{};
};

// The node at the end of a path from the root; nothing where the tree doesn't reach. No thread may be
// searching meanwhile.
template <Game G>
std::optional<NodeView<MoveOf<G>>> view_node(const SearchSpace<G>& space, const Simulator<G>& simulator,
                                             std::span<const MoveOf<G>> path) {
  StateOf<G> state = space.root_state;
  QuadIndex node = space.root;
  std::uint64_t plays = space.root_visits;
  for (const MoveOf<G>& move : path) {
    Slot next;
    space.tree.template for_each_child<false>(node, [&](const Slot& slot) {
      if (space.tree.move(slot) == move) next = slot;
    });
    if (!next) return std::nullopt;
    apply_move(space.game, state, move);
    node = index_of(next.link());
    plays = next.visits() - (next.visits() > 0 ? 1 : 0);  // the first visit was not a play of a child
    if (node == 0) break;
  }
  NodeView<MoveOf<G>> view{.player = space.game.current_player(state), .children = {}};
  if (node == 0) return view;
  const Player viewed_by = viewer(view.player);
  space.tree.template for_each_child<false>(node, [&](const Slot& slot) {
    ChildView<MoveOf<G>> child{.move = space.tree.move(slot), .visits = slot.visits()};
    if (space.solves()) {
      const auto all = lane_bounds<G, false>(space.tree, slot, view.player);
      const auto p = static_cast<std::size_t>(viewed_by);
      child.bounds = Bounds{all.low[p], all.high[p]};
    }
    if (space.tree.has_amaf() && space.tree.amaf_visits(slot) > 0) {
      child.amaf_visits = space.tree.amaf_visits(slot);
      const auto n = static_cast<double>(child.amaf_visits);
      child.amaf_value = Layout<G>::real_sum(space.tree.amaf_sum(slot), n) / n;
    }
    if (child.visits > 0) {
      const auto n = static_cast<double>(child.visits);
      child.value = Layout<G>::real_sum(slot.sum(), n) / n;
      const IndexTerms terms = simulator.index_terms(slot, plays);
      child.mean = terms.mean;
      if (view.player != chance_player) child.exploration = terms.exploration;
    }
    view.children.push_back(child);
  });
  return view;
}

}  // namespace banyan
