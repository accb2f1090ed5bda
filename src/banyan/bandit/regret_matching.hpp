// Regret matching (Hart & Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", 2000)
// in its simplest form: after every round the regret of each action grows by what it would have
// paid more than what was received, and actions are drawn in proportion to their regret where it is not
// negative. Regret matching+ (Tammelin 2014) forgets negative regret at once, so that an action which
// becomes good is tried without delay; its average counts round t t-fold.
//
// In a user's loop: choose(random), play, then tell_all() what each action would have paid and what was got,
// in any units. All that a rule has learnt is in regret(): save it, and go on another day with restored().
#pragma once

#include <algorithm>
#include <cmath>

#include <banyan/bandit/rule.hpp>
#include <banyan/core/distributions.hpp>

namespace banyan::bandit {

struct RegretMatchingParams {
  double initial = 0;
  double explore = 0.05;
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("initial", self.initial, between(0, largest_reward),
          "regret of every action before the first round");
    visit("explore", self.explore, between(0, 1),
          "share of uniform play where only the pulled arm's reward is seen");
  }
};

template <bool Plus>
class RegretMatchingRule {
 public:
  using Params = RegretMatchingParams;
  static constexpr std::string_view name = Plus ? "regret-matching+" : "regret-matching";
  static constexpr std::string_view help =
      Plus ? "regret matching that forgets negative regret (Tammelin 2014)"
           : "actions in proportion to their positive regret (Hart & Mas-Colell 2000)";
  static constexpr bool linear_average = Plus;
  static constexpr bool takes_any_reward = true;
  static std::string problem(const Params&, const Setting&) { return {}; }

  RegretMatchingRule(const Params& params, const Setting& setting)
      : explore_(setting.full_feedback ? 0 : params.explore),
        explore_each_(explore_ / static_cast<double>(setting.arms)),
        regret_(setting.arms, params.initial),
        weight_(setting.arms),
        strategy_(setting.arms) {
    match();
  }

  // Goes on from what regret() said, exactly as the rule it came from would have.
  static Result<RegretMatchingRule> restored(const Params& params, const Setting& setting,
                                             std::span<const double> regret) {
    if (regret.size() != setting.arms)
      return Error{std::to_string(regret.size()) + " regrets for " + std::to_string(setting.arms) + " arms"};
    for (std::size_t i = 0; i < regret.size(); ++i)
      if (!(std::abs(regret[i]) <= largest_regret))
        return Error{"the regret of arm " + std::to_string(i) + " is " + print_number(regret[i]) +
                     "; a regret is a finite number"};
    RegretMatchingRule rule(params, setting);
    rule.regret_.assign(regret.begin(), regret.end());
    rule.match();
    return rule;
  }

  std::size_t choose(Random& random) {
    // Counts the cumulative weights below the draw: without branches, which would be unpredictable, and
    // without the division that normalises the weights.
    const double draw = random.uniform() * total_;
    double cumulative = 0;
    std::size_t action = 0;
    for_each_action(weight_.size(), [&](std::size_t i) {
      cumulative += weight_[i];
      action += draw >= cumulative ? 1 : 0;
    });
    if (action < weight_.size()) [[likely]]
      return action;
    // Rounding left the last ones a little short: the draw belongs to the last that has any weight.
    for (action = weight_.size(); action > 1 && !(weight_[action - 1] > 0);) --action;
    return action > 0 ? action - 1 : 0;
  }

  // The update: what each action would have paid, less what was received.
  Result<void> tell_all(std::span<const double> rewards, double got) {
    if (auto ok = check_telling(regret_.size(), rewards, got); !ok) return ok;
    for_each_action(regret_.size(), [&](std::size_t i) { credit(i, rewards[i] - got); });
    match();
    return {};
  }

  // Only one reward is seen: it counts 1/p-fold, which is right on average.
  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(regret_.size(), arm, reward); !ok) return ok;
    const double estimate = reward / detail::seen_with(strategy_[arm]);
    for (std::size_t i = 0; i < regret_.size(); ++i) credit(i, (i == arm ? estimate : 0) - reward);
    match();
    return {};
  }

  [[nodiscard]] std::span<const double> strategy() const { return strategy_; }
  [[nodiscard]] std::span<const double> regret() const { return regret_; }

 private:
  // Beyond these a sum of regrets, or one over it, would not be finite.
  static constexpr double largest_regret = 1e300;
  static constexpr double least_regret = 1e-300;

  void credit(std::size_t action, double amount) {
    const double regret = regret_[action] + amount;
    regret_[action] = Plus && regret < 0 ? 0.0 : regret;
  }

  // The strategy in proportion to positive regret; uniform while nothing is regretted.
  void match() {
    const auto actions = static_cast<double>(regret_.size());
    double sum = 0;
    for_each_action(regret_.size(), [&](std::size_t i) { sum += regret_[i] > 0 ? regret_[i] : 0; });
    const bool regretted = sum > least_regret;
    total_ = regretted ? sum : actions;
    const double share = regretted ? 1 - explore_ : 0;
    const double floor = regretted ? explore_each_ * sum : 1;
    const double inverse = 1 / total_;
    for_each_action(regret_.size(), [&](std::size_t i) {
      weight_[i] = (regret_[i] > 0 ? regret_[i] : 0) * share + floor;
      strategy_[i] = weight_[i] * inverse;
    });
  }

  double explore_;
  double explore_each_;  // by chance alone, each action
  std::vector<double> regret_;
  std::vector<double> weight_;  // of each action; they add up to total_
  double total_ = 0;
  std::vector<double> strategy_;
};

using RegretMatching = RegretMatchingRule<false>;
using RegretMatchingPlus = RegretMatchingRule<true>;

}  // namespace banyan::bandit
