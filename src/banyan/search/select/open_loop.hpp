// Open-loop search (Perez, Dieskau, Hünermund, Mostaghim & Lucas, "Open Loop Search for General Video Game
// Playing", 2015): a node is what players have done, not what chance made of it. Chance is drawn anew on each
// way down and leaves no trace in the tree, so that a node is met by many states; which of its moves are
// legal depends on the state that is there this time.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include <banyan/search/expander.hpp>
#include <banyan/search/select/chooser.hpp>

namespace banyan {

// Lets chance move until a player is to move or the game is over, until that takes too long, or until there
// is nothing that chance could do; what it pays is added to `paid`, and note() is told each move. Returns the
// outcome of a game that is over.
template <Game G, class Note>
std::optional<RewardsOf<G>> draw_chance(const G& game, StateOf<G>& state, Random& random, RewardsOf<G>& paid,
                                        const PlayoutWatch& watch, Note&& note) {
  MoveBudget moves(most_moves(game), &watch);
  while (chance_moves(game, state)) {
    if (auto outcome = game.outcome(state)) return outcome;
    if (!moves.take()) return std::nullopt;
    const auto move = try_sample_chance(game, state, random);
    if (!move) return std::nullopt;
    note(*move);
    const RewardsOf<G> step = apply_move(game, state, *move);
    for (std::size_t player = 0; player < paid.size(); ++player) paid[player] += step[player];
  }
  return game.outcome(state);
}

// The child to go to among those that are legal in this state: one that was never tried, else the one with
// the highest index. No slot where there is no room for it.
template <bool Shared, Game G>
Slot open_loop_child(SearchSpace<G>& space, const Chooser<G>& chooser, Expander<G>& expander, QuadIndex node,
                     const StateOf<G>& state, std::uint64_t plays, Random& random) {
  MoveListOf<G> legal;
  space.game.legal_moves(state, legal);
  MoveListOf<G> untried = legal;
  Slot best;
  double highest = -std::numeric_limits<double>::infinity();
  space.tree.template for_each_child<Shared>(node, [&](const Slot& slot) {
    const auto move = std::find(untried.begin(), untried.end(), space.tree.move(slot));
    if (move == untried.end()) return;
    untried.swap_remove(static_cast<std::size_t>(move - untried.begin()));
    // Another thread may have put it there, and not have counted its visit yet.
    const bool is_new = load<Shared>(slot.visits()) == 0;
    const IndexTerms terms = is_new ? IndexTerms{} : chooser.index_terms(slot, plays, random);
    const double index = is_new ? std::numeric_limits<double>::max() : terms.mean + terms.exploration;
    if (std::isnan(index)) [[unlikely]]
      chooser.report_no_number();
    if (index > highest) {
      highest = index;
      best = slot;
    }
  });
  if (untried.empty()) return best;
  const auto move = untried[random.below(untried.size())];
  const Slot added = expander.template add_move<Shared>(node, move);
  return added ? added : best;
}

}  // namespace banyan
