// All rules by name: `ucb1`, `epsilon-greedy:epsilon=0.1`. One list; everything else derives from it.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include <banyan/bandit/adversarial_rules.hpp>
#include <banyan/bandit/changing_rules.hpp>
#include <banyan/bandit/elimination_rules.hpp>
#include <banyan/bandit/index_rules.hpp>
#include <banyan/bandit/random_rules.hpp>
#include <banyan/bandit/regret_matching.hpp>
#include <banyan/core/spec.hpp>

namespace banyan::bandit {

template <NamedRule... R>
struct RuleList {};

using AllRules =
    RuleList<Greedy, EpsilonGreedy, DecayingEpsilonGreedy, Ucb1, Ucb1Tuned, UcbV, Moss, KlUcb, BayesUcb,
             Thompson, GaussianThompson, SuccessiveElimination, SequentialHalving, SlidingWindowUcb,
             DiscountedUcb, Exp3, Exp3Ix, Hedge, RegretMatching, RegretMatchingPlus>;

struct RuleInfo {
  std::string name;
  std::string help;
  std::vector<FieldInfo> fields;
};

template <NamedRule... R>
std::vector<RuleInfo> list_rules(RuleList<R...> /*list*/ = AllRules{}) {
  return {{std::string(R::name), std::string(R::help), describe_fields(typename R::Params{})}...};
}
inline std::vector<RuleInfo> list_rules() { return list_rules(AllRules{}); }

namespace detail {
template <NamedRule R, class Visitor>
Result<void> visit_rule(const Spec& spec, const Setting& setting, Visitor&& visit) {
  if (setting.arms == 0) return Error{"there are no arms to choose among"};
  const auto params = parse_params<typename R::Params>(spec);
  if (!params) return params.error();
  if (std::string problem = R::problem(*params, setting); !problem.empty()) return Error{std::move(problem)};
  visit(std::type_identity<R>{}, *params);
  return {};
}
}  // namespace detail

// Finds the rule a spec names and calls visit(std::type_identity<R>, params); the error says what is wrong
// with the spec. R(params, setting) then makes as many of them as are wanted.
template <class Visitor, NamedRule... R>
Result<void> with_rule(const Spec& spec, const Setting& setting, Visitor&& visit, RuleList<R...> /*list*/) {
  Result<void> outcome = [&] {
    std::string known;
    ((known += " " + std::string(R::name)), ...);
    return Error{"unknown rule '" + banyan::detail::shorten(spec.name) + "'; there are:" + known};
  }();
  ((spec.name == R::name ? void(outcome = detail::visit_rule<R>(spec, setting, visit)) : void()), ...);
  return outcome;
}
template <class Visitor>
Result<void> with_rule(const Spec& spec, const Setting& setting, Visitor&& visit) {
  return with_rule(spec, setting, visit, AllRules{});
}

// The spec in its shortest form, or what is wrong with it.
inline Result<std::string> canonical_rule_spec(const Spec& spec, const Setting& setting) {
  std::string text;
  auto done = with_rule(spec, setting, [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
    text = print_spec(R::name, params);
  });
  if (!done) return done.error();
  return text;
}

}  // namespace banyan::bandit
