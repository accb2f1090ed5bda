// The selection rules: an index for four children at once, from bandit/index.hpp. `c` multiplies the
// exploration of each. Each rule is one struct (rule.hpp); the table at the end lists those that specs name.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <banyan/bandit/index.hpp>
#include <banyan/core/alternatives.hpp>
#include <banyan/core/distributions.hpp>
#include <banyan/core/float4.hpp>
#include <banyan/core/log.hpp>
#include <banyan/core/random.hpp>
#include <banyan/search/select/rule.hpp>
#include <banyan/search/tree/reward_scale.hpp>

namespace banyan {

struct Ucb1Rule {
  static constexpr std::string_view name = "ucb1";
  static constexpr std::string_view help = "the mean plus c √(ln N / n) (Auer, Cesa-Bianchi & Fischer 2002)";
  Float4 width;
  explicit Ucb1Rule(Float4 the_width) : width(the_width) {}
  explicit Ucb1Rule(const NodeFacts& node) : width(root_log_of_count(node.plays) * node.c) {}
  Float4 operator()(const Arms& arms) const { return bandit::ucb1(arms.sum, arms.n, width); }
};

// The squares of the returns.
inline constexpr Statistic squared_returns{
    .name = "squares",
    .of = [](double reward) { return reward * reward; },
    .scaled =
        [](double total, double sum, double n, const RewardScale& scale) {
          const double around_low = total - 2 * scale.low * sum + scale.low * scale.low * n;
          return around_low * scale.inverse_width * scale.inverse_width;
        }};

struct Ucb1TunedRule {
  static constexpr std::string_view name = "ucb1-tuned";
  static constexpr std::string_view help = "UCB1 that explores less where returns vary less";
  static constexpr std::array<const Statistic*, 1> statistics{&squared_returns};
  Float4 ln_total;
  Float4 c;
  explicit Ucb1TunedRule(const NodeFacts& node) : ln_total(log_of_count(node.plays)), c(node.c) {}
  Float4 operator()(const Arms& arms) const {
    return bandit::ucb1_tuned(arms.sum, arms.statistics[0], arms.n, ln_total, c);
  }
};

// Thompson (1933): a value drawn from what is believed of each child after a uniform prior.
struct ThompsonRule {
  static constexpr std::string_view name = "thompson";
  static constexpr std::string_view help = "a value drawn from the posterior of each child (Thompson 1933)";
  Random& random;
  explicit ThompsonRule(const NodeFacts& node) : random(*node.random) {}
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

// RAVE and GRAVE (amaf.hpp). The mean of n visits and that of m simulations in which the move came later
// meet at β = m / (m + n + bias · m · n) of the way. Without exploration (c = 0) it is Cazenave's rule.
struct GraveRule {
  static constexpr std::string_view name = "grave";
  static constexpr std::string_view help = "the mean blended with all-moves-as-first values (Cazenave 2015)";
  static constexpr RuleNeeds needs{.amaf = true};
  Float4 width;
  Float4 bias;
  Float4 first_play;  // of a move of which nothing is known
  explicit GraveRule(const NodeFacts& node)
      : width(root_log_of_count(node.plays) * node.c), bias(node.amaf_bias), first_play(node.first_play) {}
  Float4 operator()(const Arms& arms) const {
    const Float4 both = bias * arms.amaf_n;
    const Float4 weight = arms.amaf_n + arms.n + both * arms.n;
    const Float4 blend = (arms.sum * (Float4(1) + both) + arms.amaf_sum) / max(weight, Float4(1));
    return choose(weight > Float4(0), blend + width / sqrt(arms.n + Float4(1)), first_play);
  }
};

// PUCT (evaluator.hpp), where a guide has priors: the mean plus c · prior · √(N+1) / (1 + n). A move that was
// not tried is taken for what its node is worth to the player to move, less the reduction.
struct PuctRule {
  static constexpr std::string_view name = "puct";
  static constexpr RuleNeeds needs{.priors = true};
  Float4 weight;      // c √(N + 1)
  Float4 first_play;  // what a move is taken for before it was tried
  explicit PuctRule(const NodeFacts& node) : first_play(node.value - static_cast<float>(node.fpu_reduction)) {
    const auto total = static_cast<double>(node.plays);
    const double c = node.puct_c + node.puct_c_growth * std::log1p(total / 500);
    weight = static_cast<float>(c * std::sqrt(total + 1));
  }
  Float4 operator()(const Arms& arms) const {
    const Float4 mean = choose(arms.n > Float4(0), arms.sum / max(arms.n, Float4(1)), first_play);
    return mean + weight * arms.prior / (arms.n + Float4(1));
  }
};

// GRAVE where the game weighs its candidate moves: PUCT with the blended mean in place of the plain one.
struct GravePuctRule {
  static constexpr std::string_view name = "grave with candidates";
  static constexpr std::string_view help = "GRAVE plus c · prior · √(N+1) / (1 + n)";
  static constexpr RuleNeeds needs{.priors = true, .amaf = true};
  GraveRule blended;
  PuctRule guided;
  explicit GravePuctRule(const NodeFacts& node) : blended(node), guided(node) {
    blended.width = Float4(0);
    blended.first_play = guided.first_play;
  }
  Float4 operator()(const Arms& arms) const {
    return blended(arms) + guided.weight * arms.prior / (arms.n + Float4(1));
  }
};

// UCB1 with a progressive bias (Chaslot et al., "Progressive Strategies for Monte-Carlo Tree Search", 2008):
// the prior is what the game's heuristic says of a move, and counts the less the more often it was tried.
// Without a first-play urgency, moves not yet tried come before all others, whose index is below 1 + 5c +
// weight.
struct BiasedRule {
  static constexpr std::string_view name = "ucb1 with heuristic_weight";
  static constexpr RuleNeeds needs{.priors = true};
  Float4 width;
  Float4 weight;
  Float4 first_play;  // of a move before it was tried
  explicit BiasedRule(const NodeFacts& node)
      : width(root_log_of_count(node.plays) * node.c),
        weight(node.heuristic_weight),
        first_play(node.has_first_play ? Float4(node.first_play)
                                       : Float4(2) + node.c * Float4(5) + Float4(node.heuristic_weight)) {}
  Float4 operator()(const Arms& arms) const {
    const Float4 index = bandit::ucb1(arms.sum, max(arms.n, Float4(1)), width);
    return choose(arms.n > Float4(0), index, first_play) + weight * arms.prior / (arms.n + Float4(1));
  }
};

inline constexpr Rule Rule::ucb1 = Rule::of<Ucb1Rule>();
inline constexpr Rule Rule::ucb1_tuned = Rule::of<Ucb1TunedRule>();
inline constexpr Rule Rule::thompson = Rule::of<ThompsonRule>();
inline constexpr Rule Rule::grave = Rule::of<GraveRule>();

// The rules that specs name, in the order in which help lists them.
using NamedRules = Alternatives<Ucb1Rule, Ucb1TunedRule, ThompsonRule, GraveRule>;
inline constexpr std::string_view about_rules = "the rule that chooses among children";
inline constexpr std::array named_rules = NamedRules::map([]<class R>() { return Rule::of<R>(); });
inline std::span<const Rule> Rule::all() { return named_rules; }

}  // namespace banyan
