// Step 2 of a simulation: new nodes and new children, by one thread.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <banyan/search/contract.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

template <Game G>
class Expander {
 public:
  using State = StateOf<G>;

  explicit Expander(SearchSpace<G>& space) : space_(space) {}

  std::uint64_t nodes = 0;  // that were added

  // The node below a child; 0 when there is no room for it.
  template <bool Shared>
  QuadIndex open_node(const Slot& slot, const State& state, const RewardScale& scale, Random& random) {
    if (!space_.has_whole_nodes() || space_.game.current_player(state) == chance_player)
      return open_empty_node<Shared>(slot);
    const QuadIndex node = new_whole_node(state, scale, random);
    if (node == 0) return 0;
    space_.tree.template hang<Shared>(slot, node);
    return index_of(load<Shared>(slot.link(), std::memory_order_acquire));
  }

  template <bool Shared>
  QuadIndex open_empty_node(const Slot& slot) {
    return space_.tree.template open_node<Shared>(slot, supply_);
  }

  // A node with a child for each legal move, in random order, and what the heuristic says of each if that
  // counts.
  QuadIndex new_whole_node(const State& state, const RewardScale& scale, Random& random) {
    if constexpr (HasCandidates<G>)
      if (space_.has_candidates()) return new_candidate_node(state, random);
    MoveListOf<G> legal;
    if (!list_moves(state, legal) || !is_player(space_.game, space_.game.current_player(state))) return 0;
    random.shuffle(std::span(legal.begin(), legal.size()));
    std::array<float, static_cast<std::size_t>(G::max_legal)> hints{};
    if constexpr (HasHeuristic<G>) {
      const auto player = static_cast<std::size_t>(space_.game.current_player(state));
      for (std::size_t i = 0; i < (space_.tree.has_priors() ? legal.size() : 0); ++i) {
        State next = state;
        const double paid = apply_move(space_.game, next, legal[i])[player];
        const auto outcome = space_.game.outcome(next);
        const RewardsOf<G> rest = outcome ? *outcome : RewardsOf<G>(space_.game.heuristic(next));
        const double expected = paid + rest[player];
        if (!std::isfinite(expected)) [[unlikely]] {
          report_hint(next, expected);
          return 0;
        }
        hints[i] = static_cast<float>(std::clamp(Layout<G>::scaled(expected, scale), 0.0, 1.0));
      }
    }
    const QuadIndex node = space_.tree.new_node_with(legal, hints, supply_);
    if (node != 0) nodes += legal.size();
    return node;
  }

  // The game's candidates, none where it knows nothing; false where there are too many, which ends the
  // search. A node of these is complete if no move that is left out needs to be searched.
  bool list_candidates(const State& state, CandidateListOf<G>& candidates,
                       bool& is_complete) requires HasCandidates<G> {
    const Prospect prospect = space_.game.candidate_moves(state, candidates);
    if (candidates.dropped() > 0) [[unlikely]] {
      space_.fault().report("candidate_moves() lists more moves than max_legal, which is " +
                            std::to_string(candidates.capacity()) + in_position(space_.game, state));
      return false;
    }
    is_complete = candidates.empty() || prospect != Prospect::open || candidates.size() == legal_count(state);
    return true;
  }

  // A node with a child for each candidate, in random order, as of equals the first is tried first. Whether
  // it is complete is what makes proofs sound: where a move that is left out may be better than these, the
  // node keeps an open lane, and an open lane allows no upper bound (node_bounds); where all others lose, the
  // candidates decide what the node is worth.
  QuadIndex new_candidate_node(const State& state, Random& random) requires HasCandidates<G> {
    CandidateListOf<G> candidates;
    bool is_complete = true;
    if (!list_candidates(state, candidates, is_complete)) return 0;
    random.shuffle(std::span(candidates.begin(), candidates.size()));
    MoveListOf<G> moves;
    std::array<float, static_cast<std::size_t>(G::max_legal)> weights;
    for (const auto& candidate : candidates) {
      weights[moves.size()] = candidate.weight;
      moves.push_back(candidate.move);
    }
    const std::span<const float> given(weights.data(), moves.size());
    if (!are_priors_sound(given)) [[unlikely]] {
      const std::string problem = problem_of_priors(given, "candidate_moves() gives a move the weight");
      space_.fault().report(problem + in_position(space_.game, state));
      return 0;
    }
    if (moves.empty()) {
      if (!list_moves(state, moves)) return 0;
      random.shuffle(std::span(moves.begin(), moves.size()));
      weights.fill(1 / static_cast<float>(moves.size()));
    }
    const QuadIndex node = space_.tree.new_node_with(moves, weights, supply_, is_complete);
    if (node != 0) nodes += moves.size();
    return node;
  }

  // A node with a child for each move that the evaluator is asked about, and what it expects of it.
  QuadIndex expand_by_priors(const State& state, Evaluator<G>& evaluator, RewardsOf<G>& rewards,
                             Random& random) {
    MoveListOf<G> moves;
    bool is_complete = true;
    if (!list_for_evaluator(state, moves, is_complete)) return 0;
    std::array<float, static_cast<std::size_t>(G::max_legal)> priors;
    const std::span<float> wanted(priors.data(), moves.size());
    rewards = space_.worth(evaluator.evaluate(state, moves, wanted, random));
    return new_node_by_priors(moves, wanted, is_complete);
  }
  QuadIndex new_node_by_priors(const MoveListOf<G>& moves, std::span<const float> priors, bool is_complete) {
    if (!are_priors_sound(priors)) [[unlikely]] {
      space_.fault().report(problem_of_priors(priors, "the evaluator gives a move the prior"));
      return 0;
    }
    const QuadIndex node = space_.tree.new_node_with(moves, priors, supply_, is_complete);
    if (node != 0) nodes += moves.size();
    return node;
  }

  // The moves to ask an evaluator about: the game's candidates, or else all legal ones. They are in the same
  // order whenever the state comes up, since an evaluator may remember its answers by their places.
  bool list_for_evaluator(const State& state, MoveListOf<G>& moves, bool& is_complete) {
    is_complete = true;
    if constexpr (HasCandidates<G>) {
      if (space_.has_candidates()) {
        CandidateListOf<G> candidates;
        if (!list_candidates(state, candidates, is_complete)) return false;
        moves.clear();
        for (const auto& candidate : candidates) moves.push_back(candidate.move);
        if (!moves.empty()) return true;
      }
    }
    return list_moves(state, moves);
  }

  // A child for a legal move that has none; no slot when all have one or there is no room.
  template <bool Shared>
  Slot add_child(QuadIndex node, const State& state, Random& random) {
    MoveListOf<G> legal;
    if (!list_moves(state, legal)) return {};
    const Slot added = space_.tree.template add_random_child<Shared>(node, legal, random, supply_);
    if (added) {
      ++nodes;
    } else if (!space_.tree.full() && !space_.tree.template is_complete<Shared>(node)) {
      report_repeats(state, legal);
    }
    return added;
  }

  // The legal moves of a player to move. False where there is none, or where some found no room: that ends
  // the search.
  [[gnu::always_inline]] bool list_moves(const State& state, MoveListOf<G>& legal) {
    space_.game.legal_moves(state, legal);
    if (!legal.empty() && legal.dropped() == 0) [[likely]]
      return true;
    space_.fault().report(problem_of_moves(space_.game, state, legal));
    return false;
  }

  // The child for this legal move, added if it isn't there; no slot when it is not legal or there is no room.
  Slot add_legal_move(QuadIndex node, const State& state, const MoveOf<G>& move) {
    MoveListOf<G> legal;
    space_.game.legal_moves(state, legal);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return {};
    const auto most = static_cast<std::uint32_t>(legal.size());
    const Slot slot = space_.tree.template find_or_add_child<false>(node, move, most, supply_);
    if (slot && slot.visits() == 0) ++nodes;
    return slot;
  }

  // The child for this move, where a node's moves vary with the state: the final number of children is
  // unknown.
  template <bool Shared>
  Slot add_move(QuadIndex node, const MoveOf<G>& move) {
    constexpr std::uint32_t unknown = 1U << 16U;
    const Slot slot = space_.tree.template find_or_add_child<Shared>(node, move, unknown, supply_);
    if (slot && load<Shared>(slot.visits()) == 0) ++nodes;
    return slot;
  }

  template <bool Shared>
  void add_all_children(QuadIndex node, const State& state, Random& random) {
    if (space_.game.current_player(state) == chance_player) return;
    while (add_child<Shared>(node, state, random)) {
    }
  }

  // The child for what chance brings now.
  template <bool Shared>
  Slot chance_child(QuadIndex node, const State& state, Random& random) {
    if constexpr (HasChance<G>) {
      const bool is_new = lane_of(load<Shared>(space_.tree.quad(node).link[0])) == Lane::open;
      if (is_new && !check_chance(state)) return {};
      const auto move = try_sample_chance(space_.game, state, random);
      if (!move) {
        check_chance(state);
        return {};
      }
      const Slot slot = space_.tree.template find_or_add_child<Shared>(node, *move, G::max_chance, supply_);
      if (slot && load<Shared>(slot.visits()) == 0) ++nodes;
      return slot;
    } else {
      return {};
    }
  }

 private:
  [[nodiscard]] std::size_t legal_count(const State& state) const {
    if constexpr (HasLegalCount<G>) {
      return space_.game.count_legal(state);
    } else {
      MoveListOf<G> legal;
      space_.game.legal_moves(state, legal);
      return legal.size();
    }
  }

  // The same for chance.
  bool check_chance(const State& state) requires HasChance<G> {
    std::string problem = problem_of_chance(space_.game, state);
    if (problem.empty()) return true;
    space_.fault().report(std::move(problem));
    return false;
  }

  // What the heuristic expects of a move is not a number to compare by.
  [[gnu::cold, gnu::noinline]] void report_hint(const State& next, double expected) {
    space_.fault().report("apply(), outcome() and heuristic() make a move worth " + print_number(expected) +
                          in_position(space_.game, next) + ": rewards must be finite");
  }

  // There are fewer different moves than are listed.
  [[gnu::cold, gnu::noinline]] void report_repeats(const State& state, const MoveListOf<G>& legal) {
    const std::string problem = problem_of_repeats(space_.game, state, legal);
    space_.fault().report(!problem.empty() ? problem
                                           : "legal_moves() lists other moves than before" +
                                                 in_position(space_.game, state) +
                                                 ": the same state must always have the same moves");
  }

  SearchSpace<G>& space_;
  QuadSupply supply_;
};

}  // namespace banyan
