// The rule that the options name, at work in the tree: which child to go to, and why.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <banyan/core/log.hpp>
#include <banyan/search/select/amaf.hpp>
#include <banyan/search/select/selection.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

// The two terms of a child's index: what is known of it, and what the rule adds because it isn't much.
struct IndexTerms {
  double mean;
  double exploration;
};

// One thread's.
template <Game G>
class Chooser {
  const SearchSpace<G>& space_;

 public:
  explicit Chooser(const SearchSpace<G>& space) : space_(space) {}

  // The child to go to from a node of which children were played so often. node_value() answers what the node
  // is worth to the player to move; only priors need to know.
  template <bool Shared, class NodeValue>
  [[gnu::always_inline]] Selection choose(const StateOf<G>& state, QuadIndex node, std::uint64_t plays,
                                          Random& random, NodeValue&& node_value) {
    if (is_ucb1_) [[likely]]
      return select<Shared>(node, Ucb1Rule{root_log_of_count(plays) * weight_});
    return choose_otherwise<Shared>(state, node, plays, random, node_value);
  }
  // What the rule makes of a visited child of a node that was played so often. Other threads may be adding to
  // it.
  [[nodiscard]] IndexTerms index_terms(const Slot& slot, std::uint64_t plays, Random& random) const {
    const Tree<G>& tree = space_.tree;
    const std::uint64_t sum = load<true>(slot.sum());
    const std::uint32_t visits = load<true>(slot.visits());
    const auto four = [](auto x) { return std::array{x, x, x, x}; };
    const auto sums_of = [&](std::uint64_t total, std::uint32_t n) {
      return Layout<G>::scaled_sums(four(total), Float4::Ints{} + n, scale);
    };
    Arms arms{.sum = sums_of(sum, visits),
              .squares = Float4(0),
              .n = Float4(static_cast<float>(visits)),
              .prior = Float4(tree.has_priors() ? tree.prior(slot) : 0)};
    if (tree.has_squares())
      arms.squares = Layout<G>::scaled_squares(four(load<true>(tree.square(slot))), four(sum), arms.n, scale);
    if (tree.has_amaf()) {
      const std::uint32_t n = load<true>(tree.amaf_visits(slot));
      arms.amaf_sum = sums_of(load<true>(tree.amaf_sum(slot)), n);
      arms.amaf_n = Float4(static_cast<float>(n));
    }
    const auto apply = [&](const auto& rule) { return rule(arms); };
    const Float4 index = !whole_nodes      ? with_rule(space_.params.rule, plays, weight_, random, apply)
                         : tree.has_amaf() ? apply(grave_rule(plays, {}))
                         : !space_.guide.has_priors ? apply(biased_rule(plays))
                                                    : apply(puct_rule(plays, 0));
    const double mean = arms.sum[0] / arms.n[0];
    return {.mean = mean, .exploration = index[0] - mean};
  }

  RewardScale scale = first_scale<G>(space_.game);
  Amaf<G> amaf;
  [[nodiscard]] bool is_ucb1() const { return is_ucb1_; }
  bool whole_nodes = space_.has_whole_nodes();  // all children are there from the beginning
  // The index of a move without a child.
  float first_play_urgency =
      space_.params.fpu ? static_cast<float>(*space_.params.fpu) : std::numeric_limits<float>::infinity();

 private:
  template <bool Shared, class Rule>
  [[gnu::always_inline]] Selection select(QuadIndex node, const Rule& rule) const {
    const auto solving = space_.solves() ? detail::Solving::on : detail::Solving::off;
    return select_child<G, Shared>(space_.tree, node, scale, solving, rule);
  }

  // Apart, so that the usual rule stands in the loop without a call.
  template <bool Shared, class NodeValue>
  [[gnu::noinline]] Selection choose_otherwise(const StateOf<G>& state, QuadIndex node, std::uint64_t plays,
                                               Random& random, NodeValue& node_value) {
    const auto by = [&](const auto& rule) { return select<Shared>(node, rule); };
    if (!whole_nodes) return with_rule(space_.params.rule, plays, weight_, random, by);
    if constexpr (has_short_moves<G>) {
      if (space_.tree.has_amaf()) {
        return by(grave_rule(
            plays, amaf.template borrow<Shared>(space_.tree, node, space_.game.current_player(state), plays,
                                                space_.params.ref)));
      }
    }
    if (!space_.guide.has_priors) return by(biased_rule(plays));
    return by(puct_rule(plays, node_value()));
  }

  [[nodiscard]] GraveRule<G> grave_rule(std::uint64_t plays, const BorrowedAmaf& borrowed) const {
    return {.width = root_log_of_count(plays) * weight_,
            .bias = static_cast<float>(space_.params.bias),
            .first_play = first_play_urgency,
            .borrowed = borrowed};
  }

  // Without a first-play urgency, moves not yet tried come before all others, whose index is below 1 + 5c +
  // weight.
  [[nodiscard]] BiasedRule biased_rule(std::uint64_t plays) const {
    const auto weight = static_cast<float>(space_.params.heuristic_weight);
    return {.width = root_log_of_count(plays) * weight_,
            .weight = weight,
            .first_play = space_.params.fpu ? Float4(first_play_urgency)
                                            : Float4(2) + weight_ * Float4(5) + Float4(weight)};
  }

  // A move that was not tried is taken for what its node is worth to the player to move, less the reduction.
  [[nodiscard]] PuctRule puct_rule(std::uint64_t plays, float node_value) const {
    const PuctParams& params = space_.guide.params;
    const auto total = static_cast<double>(plays);
    const double c = params.c + params.c_growth * std::log1p(total / 500);
    return {.weight = static_cast<float>(c * std::sqrt(total + 1)),
            .first_play = node_value - static_cast<float>(params.fpu_reduction)};
  }

  bool is_ucb1_ = space_.params.rule == Rule::ucb1 && !whole_nodes;
  Float4 weight_ = static_cast<float>(space_.exploration_weight());
};

}  // namespace banyan
