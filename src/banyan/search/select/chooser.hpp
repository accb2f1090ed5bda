// The rule that the options name, at work in the tree: which child to go to, and why.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include <banyan/core/log.hpp>
#include <banyan/search/select/amaf.hpp>
#include <banyan/search/select/selection.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

// The two terms of a child's index: its mean, and the exploration term.
struct IndexTerms {
  double mean;
  double exploration;
};

// One thread's.
template <Game G>
class Chooser {
  SearchSpace<G>& space_;

 public:
  explicit Chooser(SearchSpace<G>& space) : space_(space) {}

  // The child to go to from a node of which children were played so often. node_value() returns what the node
  // is worth to the player to move; only the priors of a guide need to know.
  template <bool Shared, class NodeValue>
  [[gnu::always_inline]] Selection choose(const StateOf<G>& state, QuadIndex node, std::uint64_t plays,
                                          Random& random, NodeValue&& node_value) {
    if (is_ucb1_) [[likely]]
      return select_child<G, Shared>(space_.tree, node, scale, solving(),
                                     PlainRule{Ucb1Rule(root_log_of_count(plays) * weight_)});
    return choose_otherwise(state, node, plays, needs_value_ ? node_value() : 0.0F, random);
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
    Arms arms{.sum = sums_of(sum, visits), .n = Float4(static_cast<float>(visits))};
    if (tree.has_priors()) arms.prior = Float4(tree.prior(slot));
    for (std::size_t i = 0; i < tree.statistics().size(); ++i)
      arms.statistics[i] = Layout<G>::scaled_statistic(
          *tree.statistics()[i], load<true>(tree.statistic(i, slot)), sum, arms.n[0], scale);
    if (tree.has_amaf()) {
      const std::uint32_t n = load<true>(tree.amaf_visits(slot));
      arms.amaf_sum = sums_of(load<true>(tree.amaf_sum(slot)), n);
      arms.amaf_n = Float4(static_cast<float>(n));
    }
    RuleAtNode rule;
    space_.rule->prepare(rule, facts(plays, 0, random));
    const Float4 index = rule(arms);
    const double mean = arms.sum[0] / arms.n[0];
    return {.mean = mean, .exploration = index[0] - mean};
  }

  // A child whose index is not a number would never be chosen, and nobody would know.
  [[gnu::cold, gnu::noinline]] void report_no_number() const {
    space_.fault().report("the selection rule '" + std::string(space_.rule.name()) +
                          "' gives a child an index that is not a number");
  }

  RewardScale scale = first_scale<G>(space_.game);
  Amaf<G> amaf;
  [[nodiscard]] bool is_ucb1() const { return is_ucb1_; }
  bool whole_nodes = space_.has_whole_nodes();  // all children are there from the beginning
  // The index of a move without a child.
  float first_play_urgency =
      space_.params.fpu ? static_cast<float>(*space_.params.fpu) : std::numeric_limits<float>::infinity();

 private:
  [[nodiscard]] detail::Solving solving() const {
    return space_.solves() ? detail::Solving::on : detail::Solving::off;
  }

  // Apart, so that the usual rule stands in the loop without a call. Loads are atomic whether other threads
  // share the tree or not.
  [[gnu::noinline]] Selection choose_otherwise(const StateOf<G>& state, QuadIndex node, std::uint64_t plays,
                                               float node_value, Random& random) {
    AnyRule<G> rule{.tree = space_.tree, .scale = scale, .needs = space_.rule->needs};
    if constexpr (has_short_moves<G>)
      if (rule.needs.amaf)
        rule.borrowed = amaf.template borrow<true>(space_.tree, node, space_.game.current_player(state),
                                                   plays, space_.params.ref);
    space_.rule->prepare(rule.index, facts(plays, node_value, random));
    const Selection found = select_child<G, true>(space_.tree, node, scale, solving(), rule);
    if (!found.is_sound) [[unlikely]]
      report_no_number();
    return found;
  }

  [[nodiscard]] NodeFacts facts(std::uint64_t plays, float node_value, Random& random) const {
    const SearchParams& params = space_.params;
    return {.plays = plays,
            .c = weight_,
            .first_play = first_play_urgency,
            .has_first_play = params.fpu.has_value(),
            .value = node_value,
            .puct_c = puct_.c,
            .puct_c_growth = puct_.c_growth,
            .fpu_reduction = puct_.fpu_reduction,
            .heuristic_weight = static_cast<float>(params.heuristic_weight),
            .amaf_bias = static_cast<float>(params.bias),
            .random = &random};
  }

  bool is_ucb1_ = space_.params.rule == Rule::ucb1 && space_.rule == Rule::ucb1;
  bool needs_value_ = space_.guide.has_priors || space_.has_candidates();
  PuctParams puct_ = space_.priors_use();
  Float4 weight_ = static_cast<float>(space_.exploration_weight());
};

}  // namespace banyan
