// The selection rules, as the tree asks them: an index for four children at once, from bandit/index.hpp.
// `c` multiplies the exploration of each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include <banyan/bandit/index.hpp>
#include <banyan/core/distributions.hpp>
#include <banyan/core/float4.hpp>
#include <banyan/core/log.hpp>
#include <banyan/core/random.hpp>
#include <banyan/search/params.hpp>

namespace banyan {

// Four children: returns scaled to [0,1], summed up and squared and summed up, and visits.
struct Arms {
  Float4 sum;
  Float4 squares;  // only where a rule needs them
  Float4 n;
  Float4 prior;                 // likewise
  Float4 amaf_sum = Float4(0);  // likewise
  Float4 amaf_n = Float4(0);
};

// What a rule needs beside sums and visits. One that has priors, or AMAF values (amaf.hpp), compares children
// that were never visited too; for the others they come first.
enum class RuleNeeds { nothing, squares, priors, amaf };
template <class Rule>
inline constexpr bool compares_all = Rule::needs == RuleNeeds::priors || Rule::needs == RuleNeeds::amaf;

struct Ucb1Rule {
  static constexpr RuleNeeds needs = RuleNeeds::nothing;
  Float4 width;
  Float4 operator()(const Arms& arms) const { return bandit::ucb1(arms.sum, arms.n, width); }
};

struct Ucb1TunedRule {
  static constexpr RuleNeeds needs = RuleNeeds::squares;
  Float4 ln_total;
  Float4 c;
  Float4 operator()(const Arms& arms) const {
    return bandit::ucb1_tuned(arms.sum, arms.squares, arms.n, ln_total, c);
  }
};

// With the paper's bias of 3 the second term outweighs everything at the few visits most nodes have; as a
// share of the exploration it stays, weighed by c.
struct UcbVRule {
  static constexpr RuleNeeds needs = RuleNeeds::squares;
  Float4 ln_total;
  Float4 c;
  Float4 operator()(const Arms& arms) const {
    const Float4 mean = bandit::mean(arms.sum, arms.n);
    return mean + c * (bandit::ucb_v(arms.sum, arms.squares, arms.n, ln_total, Float4(1), Float4(1)) - mean);
  }
};

// Thompson (1933): a value drawn from what is believed of each child after a uniform prior.
struct ThompsonRule {
  static constexpr RuleNeeds needs = RuleNeeds::nothing;
  Random& random;
  Float4 operator()(const Arms& arms) const {
    constexpr float never_tried = std::numeric_limits<float>::quiet_NaN();  // as the other rules have it: 0/0
    Float4::Vector drawn{};
    for (unsigned lane = 0; lane < 4; ++lane) {
      const double n = arms.n[lane];
      const double wins = std::clamp<double>(arms.sum[lane], 0, n);
      drawn[lane] = n > 0 ? static_cast<float>(beta(random, wins + 1, n - wins + 1)) : never_tried;
    }
    return Float4(drawn);
  }
};

// PUCT (evaluator.hpp). Here the priors are no part of a bandit's index, so this rule lives with the tree.
struct PuctRule {
  static constexpr RuleNeeds needs = RuleNeeds::priors;
  Float4 weight;      // c √(N + 1)
  Float4 first_play;  // what a move is taken for before it was tried
  Float4 operator()(const Arms& arms) const {
    const Float4 mean = choose(arms.n > Float4(0), arms.sum / max(arms.n, Float4(1)), first_play);
    return mean + weight * arms.prior / (arms.n + Float4(1));
  }
};

// UCB1 with a progressive bias (Chaslot et al., "Progressive Strategies for Monte-Carlo Tree Search", 2008):
// the prior is what the game's heuristic says of a move, and counts the less the more often it was tried.
struct BiasedRule {
  static constexpr RuleNeeds needs = RuleNeeds::priors;
  Float4 width;
  Float4 weight;
  Float4 first_play;  // of a move before it was tried
  Float4 operator()(const Arms& arms) const {
    const Float4 index = bandit::ucb1(arms.sum, max(arms.n, Float4(1)), width);
    return choose(arms.n > Float4(0), index, first_play) + weight * arms.prior / (arms.n + Float4(1));
  }
};

// Calls use(rule) with the rule of that name at a node of which children were played so often: the one place
// where it makes a difference.
template <class Use>
auto with_rule(Rule rule, std::uint64_t plays, Float4 c, Random& random, Use&& use) {
  switch (rule) {
    case Rule::ucb1_tuned: return use(Ucb1TunedRule{log_of_count(plays), c});
    case Rule::ucb_v: return use(UcbVRule{log_of_count(plays), c});
    case Rule::thompson: return use(ThompsonRule{random});
    default: return use(Ucb1Rule{root_log_of_count(plays) * c});
  }
}

}  // namespace banyan
