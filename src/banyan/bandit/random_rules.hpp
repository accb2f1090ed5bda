// Rules that explore at random: epsilon-greedy, which sometimes pulls any arm, and Thompson sampling,
// which draws a mean for every arm from its posterior and pulls the arm with the highest draw.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <banyan/bandit/rule.hpp>
#include <banyan/core/distributions.hpp>

namespace banyan::bandit {

namespace detail {
// What every rule here keeps, and the arm that looks best (one that was never pulled comes first).
class Tallies {
 public:
  explicit Tallies(std::size_t arms) : arms_(arms) {}
  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.size(), arm, reward); !ok) return ok;
    arms_[arm].add(reward);
    ++total_;
    return {};
  }
  [[nodiscard]] std::size_t size() const { return arms_.size(); }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] const ArmTally& operator[](std::size_t arm) const { return arms_[arm]; }
  [[nodiscard]] std::size_t leader() const {
    return arg_max(arms_.size(), [&](std::size_t i) {
      return arms_[i].n > 0 ? arms_[i].mean() : std::numeric_limits<double>::infinity();
    });
  }

 private:
  std::vector<ArmTally> arms_;
  std::uint64_t total_ = 0;
};
}  // namespace detail

class EpsilonGreedy {
 public:
  struct Params {
    std::optional<double> epsilon;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("epsilon", self.epsilon, between(0, 1), "how often any arm is pulled instead of the best");
    }
  };
  static constexpr std::string_view name = "epsilon-greedy";
  static constexpr std::string_view help = "the best so far, but any arm with probability epsilon";
  static std::string problem(const Params& params, const Setting&) {
    return params.epsilon ? "" : detail::lacks(name, "epsilon", "0.1");
  }

  EpsilonGreedy(const Params& params, const Setting& setting)
      : epsilon_(params.epsilon.value()), arms_(setting.arms) {}

  std::size_t choose(Random& random) {
    return random.bernoulli(epsilon_) ? random.below(arms_.size()) : arms_.leader();
  }
  Result<void> tell(std::size_t arm, double reward) { return arms_.tell(arm, reward); }

 private:
  double epsilon_;
  detail::Tallies arms_;
};

// Epsilon falls like 1/t: min(1, factor · arms / (gap² t)), where gap is at most the distance between the
// best arm and the next (Auer et al. 2002, theorem 3).
class DecayingEpsilonGreedy {
 public:
  struct Params {
    std::optional<double> gap;
    double factor = 5;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("gap", self.gap, ValueRange{.low = 0, .high = 1, .low_excluded = true},
            "at most the distance between the best arm's mean and the next");
      visit("factor", self.factor, above(0),
            "epsilon is min(1, factor arms / (gap^2 t)); the theorem asks for > 5");
    }
  };
  static constexpr std::string_view name = "decaying-epsilon";
  static constexpr std::string_view help = "epsilon-greedy with epsilon falling like 1/t (Auer et al. 2002)";
  static std::string problem(const Params& params, const Setting&) {
    return params.gap ? "" : detail::lacks(name, "gap", "0.1");
  }

  DecayingEpsilonGreedy(const Params& params, const Setting& setting)
      : numerator_(params.factor * static_cast<double>(setting.arms) /
                   (params.gap.value() * params.gap.value())),
        arms_(setting.arms) {}

  std::size_t choose(Random& random) {
    const double epsilon = std::min(1.0, numerator_ / static_cast<double>(arms_.total() + 1));
    return random.bernoulli(epsilon) ? random.below(arms_.size()) : arms_.leader();
  }
  Result<void> tell(std::size_t arm, double reward) { return arms_.tell(arm, reward); }

 private:
  double numerator_;
  detail::Tallies arms_;
};

// Thompson sampling for rewards in [0,1] from a uniform prior (Thompson 1933). A reward x between the ends
// counts as x of a success and 1-x of a failure; a mean outside of them counts as the nearer end.
class Thompson {
 public:
  using Params = NoParameters;
  static constexpr std::string_view name = "thompson";
  static constexpr std::string_view help = "a mean drawn from each arm's beta posterior, the highest pulled";
  static std::string problem(const Params&, const Setting&) { return {}; }

  Thompson(const Params&, const Setting& setting) : arms_(setting.arms) {}

  std::size_t choose(Random& random) {
    return detail::arg_max(arms_.size(), [&](std::size_t i) {
      const double successes = std::clamp(arms_[i].sum, 0.0, arms_[i].n);
      return beta(random, 1 + successes, 1 + arms_[i].n - successes);
    });
  }
  Result<void> tell(std::size_t arm, double reward) { return arms_.tell(arm, reward); }

 private:
  detail::Tallies arms_;
};

// Thompson sampling for normal rewards of known deviation, from a flat prior: each arm is pulled once first.
class GaussianThompson {
 public:
  struct Params {
    double sigma = 0.5;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("sigma", self.sigma, above(0), "standard deviation of a reward");
    }
  };
  static constexpr std::string_view name = "thompson-gaussian";
  static constexpr std::string_view help =
      "a mean drawn from each arm's normal posterior, the highest pulled";
  static std::string problem(const Params&, const Setting&) { return {}; }

  GaussianThompson(const Params& params, const Setting& setting)
      : sigma_(params.sigma), arms_(setting.arms) {}

  std::size_t choose(Random& random) {
    if (arms_.total() < arms_.size()) return static_cast<std::size_t>(arms_.total());
    return detail::arg_max(arms_.size(), [&](std::size_t i) {
      return arms_[i].mean() + sigma_ * normal(random) / std::sqrt(arms_[i].n);
    });
  }
  Result<void> tell(std::size_t arm, double reward) { return arms_.tell(arm, reward); }

 private:
  double sigma_;
  detail::Tallies arms_;
};

}  // namespace banyan::bandit
