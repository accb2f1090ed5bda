// The rules that pull each arm once, in order, and from then on the arm with the highest index (the first
// of them where several are equal). They share one loop and differ in the index.
#pragma once

#include <cmath>
#include <optional>

#include <banyan/bandit/beta_quantile.hpp>
#include <banyan/bandit/index.hpp>
#include <banyan/bandit/kl_ucb.hpp>
#include <banyan/bandit/rule.hpp>

namespace banyan::bandit {

// An index is made from its parameters and the setting, and maps (tally, ln t) to a number. One that is
// costly may also say cheaply when it is surely below a given value.
template <class Index>
concept RulesOutCheaply = requires(const Index& index, const ArmTally& tally) {
  { index.surely_below(tally, 1.0, 1.0) } -> std::same_as<bool>;
};

template <class Index>
class IndexRule {
 public:
  using Params = typename Index::Params;
  static constexpr std::string_view name = Index::name;
  static constexpr std::string_view help = Index::help;
  static std::string problem(const Params& params, const Setting& setting) {
    return Index::problem(params, setting);
  }

  IndexRule(const Params& params, const Setting& setting) : index_(params, setting), arms_(setting.arms) {}

  std::size_t choose(Random& /*random*/) {
    if (total_ < arms_.size()) return static_cast<std::size_t>(total_);
    const double ln_total = std::log(static_cast<double>(total_));
    if constexpr (RulesOutCheaply<Index>) {
      if (arms_.empty()) return 0;
      return leader_ = challenge(leader_, ln_total);
    } else {
      return detail::arg_max(arms_.size(), [&](std::size_t i) { return index_(arms_[i], ln_total); });
    }
  }

  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.size(), arm, reward); !ok) return ok;
    arms_[arm].add(reward);
    ++total_;
    return {};
  }

  [[nodiscard]] std::span<const ArmTally> arms() const { return arms_; }
  [[nodiscard]] const Index& index() const { return index_; }

 private:
  // The same as arg_max, starting from the arm pulled last: most others are ruled out at once.
  std::size_t challenge(std::size_t best, double ln_total) const {
    double highest = index_(arms_[best], ln_total);
    const std::size_t first = best;
    for (std::size_t i = 0; i < arms_.size(); ++i) {
      if (i == first || index_.surely_below(arms_[i], ln_total, highest)) continue;
      const double value = index_(arms_[i], ln_total);
      if (value > highest || (value == highest && i < best)) {
        highest = value;
        best = i;
      }
    }
    return best;
  }

  Index index_;
  std::vector<ArmTally> arms_;
  std::uint64_t total_ = 0;
  std::size_t leader_ = 0;
};

struct GreedyIndex {
  using Params = NoParameters;
  static constexpr std::string_view name = "greedy";
  static constexpr std::string_view help =
      "the arm with the highest mean so far: it may never leave a bad one";
  static std::string problem(const Params&, const Setting&) { return {}; }
  GreedyIndex(const Params&, const Setting&) {}
  double operator()(const ArmTally& arm, double) const { return mean(arm.sum, arm.n); }
};

struct Ucb1Index {
  struct Params {
    std::optional<double> c;
    std::optional<double> k;
    std::optional<double> interval;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("c", self.c, at_least(0), "mean + c sqrt(ln t / n); sqrt(2) if nothing is given");
      visit("k", self.k, at_least(0), "the same as mean + sqrt(k ln t / n)");
      visit("interval", self.interval, at_least(0), "the same as mean + interval sqrt(2 ln t / n)");
    }
  };
  static constexpr std::string_view name = "ucb1";
  static constexpr std::string_view help = "the highest upper confidence bound (Auer et al. 2002)";
  static std::string problem(const Params& params, const Setting&) {
    const int given =
        int{params.c.has_value()} + int{params.k.has_value()} + int{params.interval.has_value()};
    return given > 1 ? "ucb1: c, k and interval say the same thing in three ways; give one" : "";
  }
  static double weight(const Params& params) {
    if (params.c) return *params.c;
    if (params.k) return weight_from_k(*params.k);
    return weight_from_interval(params.interval.value_or(1.0));
  }

  double c;
  explicit Ucb1Index(double weight_c) : c(weight_c) {}
  Ucb1Index(const Params& params, const Setting&) : c(weight(params)) {}
  double operator()(const ArmTally& arm, double ln_total) const { return ucb1(arm.sum, arm.n, ln_total, c); }
};

struct Ucb1TunedIndex {
  struct Params {
    double c = 1;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("c", self.c, at_least(0), "weight of exploration");
    }
  };
  static constexpr std::string_view name = "ucb1-tuned";
  static constexpr std::string_view help =
      "UCB1 that explores less where rewards vary less (Auer et al. 2002)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  double c;
  Ucb1TunedIndex(const Params& params, const Setting&) : c(params.c) {}
  double operator()(const ArmTally& arm, double ln_total) const {
    return ucb1_tuned(arm.sum, arm.squares, arm.n, ln_total, c);
  }
};

struct UcbVIndex {
  struct Params {
    double zeta = 1.2;
    double bias = 3;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("zeta", self.zeta, at_least(0), "weight of ln t");
      visit("bias", self.bias, at_least(0), "weight of the term for not knowing the variance");
    }
  };
  static constexpr std::string_view name = "ucb-v";
  static constexpr std::string_view help = "a bound from the variance seen (Audibert et al. 2009)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  Params params;
  UcbVIndex(const Params& chosen, const Setting&) : params(chosen) {}
  double operator()(const ArmTally& arm, double ln_total) const {
    return ucb_v(arm.sum, arm.squares, arm.n, ln_total, params.zeta, params.bias);
  }
};

// MOSS (Audibert & Bubeck, "Minimax policies for adversarial and stochastic bandits", 2009): explores an arm
// only while it has had less than its share of the horizon.
struct MossIndex {
  struct Params {
    std::optional<std::uint64_t> horizon;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("horizon", self.horizon, at_least(1), "pulls it plans for; the experiment's if not given");
    }
  };
  static constexpr std::string_view name = "moss";
  static constexpr std::string_view help = "the best worst case for a known horizon (Audibert & Bubeck 2009)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  double share;
  MossIndex(const Params& params, const Setting& setting)
      : share(static_cast<double>(params.horizon.value_or(setting.horizon)) /
              static_cast<double>(setting.arms)) {}
  double operator()(const ArmTally& arm, double) const {
    return arm.mean() + std::sqrt(std::fmax(std::log(share / arm.n), 0.0) / arm.n);
  }
};

struct KlUcbIndex {
  struct Params {
    double loglog = 0;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("loglog", self.loglog, at_least(0),
            "weight of ln ln t beside ln t: 3 in the proof, 0 in practice");
    }
  };
  static constexpr std::string_view name = "kl-ucb";
  static constexpr std::string_view help =
      "the largest plausible mean, by KL divergence (Garivier & Cappé 2011)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  double loglog;
  KlUcbIndex(const Params& params, const Setting&) : loglog(params.loglog) {}
  [[nodiscard]] double budget(double ln_total) const {
    return ln_total + (loglog > 0 && ln_total > 1 ? loglog * std::log(ln_total) : 0);
  }
  double operator()(const ArmTally& arm, double ln_total) const {
    return kl_ucb_bernoulli(arm.sum, arm.n, budget(ln_total));
  }
  // The value is above the plausible range by more than rounding error.
  [[nodiscard]] bool surely_below(const ArmTally& arm, double ln_total, double value) const {
    return arm.mean() < value && arm.n * kl_bernoulli(arm.mean(), value) > budget(ln_total) * (1 + 1e-6);
  }
};

// Bayes-UCB (Kaufmann, Cappé & Garivier, "On Bayesian upper confidence bounds for bandit problems", 2012):
// the 1 - 1/t quantile of the posterior of the mean, from a uniform prior. A mean outside of [0,1] counts
// as the nearer end.
struct BayesUcbIndex {
  using Params = NoParameters;
  static constexpr std::string_view name = "bayes-ucb";
  static constexpr std::string_view help = "a high quantile of the posterior (Kaufmann et al. 2012)";
  static std::string problem(const Params&, const Setting&) { return {}; }
  BayesUcbIndex(const Params&, const Setting&) {}
  double operator()(const ArmTally& arm, double ln_total) const {
    const double successes = std::clamp(arm.sum, 0.0, arm.n);
    return beta_upper_quantile(std::exp(-ln_total), 1 + successes, 1 + arm.n - successes);
  }
};

using Greedy = IndexRule<GreedyIndex>;
using Ucb1 = IndexRule<Ucb1Index>;
using Ucb1Tuned = IndexRule<Ucb1TunedIndex>;
using UcbV = IndexRule<UcbVIndex>;
using Moss = IndexRule<MossIndex>;
using KlUcb = IndexRule<KlUcbIndex>;
using BayesUcb = IndexRule<BayesUcbIndex>;

}  // namespace banyan::bandit
