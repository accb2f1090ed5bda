// Rules for adversarial rewards: they make no assumption on how rewards arise; an opponent may
// choose them, knowing the rule. They play mixed strategies, and compare themselves with the best single
// arm in hindsight. Rewards are in [0,1], except for regret matching, which takes any.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include <banyan/bandit/rule.hpp>
#include <banyan/core/distributions.hpp>

namespace banyan::bandit {

namespace detail {
// Weights that grow by exp(what an arm is credited with). Kept relative to the largest, so that neither end
// of the exponent's range is ever reached.
class ExponentialWeights {
 public:
  explicit ExponentialWeights(std::size_t arms)
      : credit_(arms, 0.0), strategy_(arms, 1.0 / static_cast<double>(arms)) {}

  void add(std::size_t arm, double amount) { credit_[arm] += amount; }

  // The strategy in proportion to exp(rate · credit), mixed with a share of the uniform one.
  void update(double rate, double uniform_share) {
    const double top = *std::max_element(credit_.begin(), credit_.end());
    double sum = 0;
    for (std::size_t i = 0; i < credit_.size(); ++i)
      sum += strategy_[i] = std::exp(rate * (credit_[i] - top));
    const double floor = uniform_share / static_cast<double>(credit_.size());
    for (double& p : strategy_) p = (1 - uniform_share) * p / sum + floor;
  }

  [[nodiscard]] const std::vector<double>& strategy() const { return strategy_; }

 private:
  std::vector<double> credit_;
  std::vector<double> strategy_;
};

// ln(arms), but never 0: with one arm there is nothing to learn and any rate will do.
inline double log_arms(std::size_t arms) {
  return std::log(static_cast<double>(std::max<std::size_t>(arms, 2)));
}
}  // namespace detail

// EXP3 (Auer, Cesa-Bianchi, Freund & Schapire, "The nonstochastic multiarmed bandit problem", 2002): what an
// arm paid counts 1/p-fold, which makes up for how seldom it is seen.
class Exp3 {
 public:
  struct Params {
    std::optional<double> gamma;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("gamma", self.gamma, ValueRange{.low = 0, .high = 1, .low_excluded = true},
            "share of uniform exploration; by the horizon if not given");
    }
  };
  static constexpr std::string_view name = "exp3";
  static constexpr std::string_view help = "exponential weights from the reward seen (Auer et al. 2002)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  // The paper's choice (corollary 3.2) for a known horizon.
  static double gamma_for(const Setting& setting) {
    const auto arms = static_cast<double>(setting.arms);
    const auto steps = static_cast<double>(setting.horizon);
    return std::min(1.0, std::sqrt(arms * detail::log_arms(setting.arms) / ((std::numbers::e - 1) * steps)));
  }

  Exp3(const Params& params, const Setting& setting)
      : gamma_(params.gamma.value_or(gamma_for(setting))), weights_(setting.arms) {}

  std::size_t choose(Random& random) { return categorical(random, weights_.strategy(), 1.0); }
  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(weights_.strategy().size(), arm, reward); !ok) return ok;
    weights_.add(arm, reward / detail::seen_with(weights_.strategy()[arm]));
    weights_.update(gamma_ / static_cast<double>(weights_.strategy().size()), gamma_);
    return {};
  }
  [[nodiscard]] std::span<const double> strategy() const { return weights_.strategy(); }

 private:
  double gamma_;
  detail::ExponentialWeights weights_;
};

// EXP3-IX (Neu, "Explore no more: improved high-probability regret bounds for non-stochastic bandits", 2015):
// no uniform exploration; the loss is divided by a little more than p instead. Its anytime rates.
class Exp3Ix {
 public:
  using Params = NoParameters;
  static constexpr std::string_view name = "exp3-ix";
  static constexpr std::string_view help = "EXP3 with implicit exploration (Neu 2015)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  Exp3Ix(const Params&, const Setting& setting)
      : rate_scale_(detail::log_arms(setting.arms) / static_cast<double>(setting.arms)),
        weights_(setting.arms) {}

  std::size_t choose(Random& random) { return categorical(random, weights_.strategy(), 1.0); }
  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(weights_.strategy().size(), arm, reward); !ok) return ok;
    time_ += 1;
    const double rate = std::sqrt(rate_scale_ / time_);
    weights_.add(arm, -(1 - reward) / (weights_.strategy()[arm] + rate / 2));
    weights_.update(std::sqrt(rate_scale_ / (time_ + 1)), 0);
    return {};
  }
  [[nodiscard]] std::span<const double> strategy() const { return weights_.strategy(); }

 private:
  double rate_scale_;
  double time_ = 0;
  detail::ExponentialWeights weights_;
};

// Hedge (Freund & Schapire 1997): exponential weights when every arm's reward is shown. Where only the pulled
// arm's is, it counts 1/p-fold, and a share of uniform exploration keeps p from vanishing.
class Hedge {
 public:
  struct Params {
    std::optional<double> rate;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("rate", self.rate, above(0), "how fast weights grow; sqrt(8 ln arms / horizon) if not given");
    }
  };
  static constexpr std::string_view name = "hedge";
  static constexpr std::string_view help =
      "exponential weights from every arm's reward (Freund & Schapire 1997)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  Hedge(const Params& params, const Setting& setting)
      : rate_(params.rate.value_or(
            std::sqrt(8 * detail::log_arms(setting.arms) /
                      static_cast<double>(std::max<std::uint64_t>(setting.horizon, 1))))),
        weights_(setting.arms) {}

  std::size_t choose(Random& random) { return categorical(random, weights_.strategy(), 1.0); }
  Result<void> tell_all(std::span<const double> rewards, double got) {
    if (auto ok = check_telling(weights_.strategy().size(), rewards, got); !ok) return ok;
    for (std::size_t i = 0; i < rewards.size(); ++i) weights_.add(i, rewards[i]);
    weights_.update(rate_, 0);
    return {};
  }
  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(weights_.strategy().size(), arm, reward); !ok) return ok;
    weights_.add(arm, reward / detail::seen_with(weights_.strategy()[arm]));
    const auto arms = static_cast<double>(weights_.strategy().size());
    weights_.update(rate_ / arms, std::min(1.0, rate_));
    return {};
  }
  [[nodiscard]] std::span<const double> strategy() const { return weights_.strategy(); }

 private:
  double rate_;
  detail::ExponentialWeights weights_;
};

}  // namespace banyan::bandit
