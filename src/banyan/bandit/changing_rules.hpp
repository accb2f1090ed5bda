// UCB1 for arms that change: it forgets, either everything older than a window or a little at every step
// (Garivier & Moulines, "On upper-confidence bound policies for switching bandit problems", 2011). The
// index is UCB1's own, over what is remembered.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <banyan/bandit/index.hpp>
#include <banyan/bandit/rule.hpp>

namespace banyan::bandit {

class SlidingWindowUcb {
 public:
  struct Params {
    std::optional<std::uint64_t> window;
    double xi = 0.6;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("window", self.window, between(1, 1e8), "how many of the latest pulls are remembered");
      visit("xi", self.xi, at_least(0), "mean + sqrt(xi ln t / n) over the window");
    }
  };
  static constexpr std::string_view name = "sliding-ucb";
  static constexpr std::string_view help = "UCB1 over the latest pulls only (Garivier & Moulines 2011)";
  static std::string problem(const Params& params, const Setting&) {
    return params.window ? "" : detail::lacks(name, "window", "1000");
  }

  SlidingWindowUcb(const Params& params, const Setting& setting)
      : c_(weight_from_k(params.xi)), window_(params.window.value()), arms_(setting.arms) {}

  std::size_t choose(Random& /*random*/) {
    const double ln_total = std::log(static_cast<double>(std::max<std::size_t>(memory_.size(), 1)));
    return detail::arg_max(arms_.size(), [&](std::size_t i) {
      const ArmTally& arm = arms_[i];
      return arm.n > 0 ? ucb1(arm.sum, arm.n, ln_total, c_) : std::numeric_limits<double>::infinity();
    });
  }

  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.size(), arm, reward); !ok) return ok;
    arms_[arm].add(reward);
    if (memory_.size() < window_) {
      memory_.push_back({arm, reward});
      return {};
    }
    Pull& oldest = memory_[next_];
    ArmTally& faded = arms_[oldest.arm];
    faded.n -= 1;
    // Clears the rounding errors of an arm that has left the window.
    faded.sum = faded.n > 0 ? faded.sum - oldest.reward : 0;
    oldest = {arm, reward};
    next_ = next_ + 1 == memory_.size() ? 0 : next_ + 1;
    return {};
  }

 private:
  struct Pull {
    std::size_t arm;
    double reward;
  };
  double c_;
  std::uint64_t window_;
  std::vector<ArmTally> arms_;
  std::vector<Pull> memory_;  // a ring; next_ is its oldest entry once it is full
  std::size_t next_ = 0;
};

class DiscountedUcb {
 public:
  struct Params {
    std::optional<double> gamma;
    double xi = 0.6;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("gamma", self.gamma, ValueRange{.low = 0, .high = 1, .low_excluded = true},
            "what a pull's weight is multiplied by at every step");
      visit("xi", self.xi, at_least(0), "mean + 2 sqrt(xi ln t / n) over discounted sums");
    }
  };
  static constexpr std::string_view name = "discounted-ucb";
  static constexpr std::string_view help = "UCB1 over pulls that fade with age (Garivier & Moulines 2011)";
  static std::string problem(const Params& params, const Setting&) {
    return params.gamma ? "" : detail::lacks(name, "gamma", "0.999");
  }

  DiscountedUcb(const Params& params, const Setting& setting)
      : c_(2 * weight_from_k(params.xi)), gamma_(params.gamma.value()), arms_(setting.arms) {}

  std::size_t choose(Random& /*random*/) {
    double total = 0;
    for (const ArmTally& arm : arms_) total += arm.n;
    const double ln_total = std::log(std::max(total, 1.0));
    return detail::arg_max(arms_.size(), [&](std::size_t i) {
      const ArmTally& arm = arms_[i];
      // An arm whose pulls have almost no weight left counts as never pulled.
      return arm.n > 1e-100 ? ucb1(arm.sum, arm.n, ln_total, c_) : std::numeric_limits<double>::infinity();
    });
  }

  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.size(), arm, reward); !ok) return ok;
    for (ArmTally& faded : arms_) {
      faded.sum *= gamma_;
      faded.n *= gamma_;
    }
    arms_[arm].sum += reward;
    arms_[arm].n += 1;
    return {};
  }

 private:
  double c_;
  double gamma_;
  std::vector<ArmTally> arms_;
};

}  // namespace banyan::bandit
