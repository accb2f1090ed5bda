// Rules that find the best arm by elimination: every remaining arm is pulled in turn, and
// weak arms are removed at the end of a round. The last remaining arm is pulled from then on.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <banyan/bandit/rule.hpp>

namespace banyan::bandit {

namespace detail {
// The remaining arms, pulled round robin.
class Survivors {
 public:
  explicit Survivors(std::size_t arms) : tallies(arms), in(arms) {
    std::iota(in.begin(), in.end(), std::size_t{0});
  }
  [[nodiscard]] std::size_t current() const { return in.empty() ? 0 : in[turn]; }
  // True when that was the last arm of a round.
  bool tell(std::size_t arm, double reward) {
    tallies[arm].add(reward);
    turn = turn + 1 < in.size() ? turn + 1 : 0;
    return turn == 0;
  }

  std::vector<ArmTally> tallies;
  std::vector<std::size_t> in;
  std::size_t turn = 0;
};
}  // namespace detail

// Even-Dar, Mannor & Mansour, "Action elimination and stopping conditions", 2006: an arm leaves when its
// interval lies below the leader's; the best arm stays throughout with probability 1 - delta.
class SuccessiveElimination {
 public:
  struct Params {
    double delta = 0.05;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("delta", self.delta, ValueRange{.low = 0, .high = 1, .low_excluded = true},
            "probability that the best arm is crossed off, at most");
    }
  };
  static constexpr std::string_view name = "elimination";
  static constexpr std::string_view help =
      "all in turn, crossing off what is surely worse (Even-Dar et al. 2006)";
  static std::string problem(const Params&, const Setting&) { return {}; }

  SuccessiveElimination(const Params& params, const Setting& setting)
      : arms_(setting.arms),
        // Hoeffding for each of K arms and every round r, whose shares of delta are proportional to 1/r²:
        // Σ 1/r² = π²/6 < 2, so that 2 · K · Σ delta / (4 K r²) ≤ delta.
        log_factor_(std::log(4 * static_cast<double>(setting.arms) / params.delta)) {}

  std::size_t choose(Random& /*random*/) { return arms_.current(); }

  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.tallies.size(), arm, reward); !ok) return ok;
    if (arms_.tell(arm, reward) && arms_.in.size() > 1) cross_off();
    return {};
  }

 private:
  void cross_off() {
    const double rounds = arms_.tallies[arms_.in.front()].n;
    const double radius = std::sqrt((log_factor_ + 2 * std::log(rounds)) / (2 * rounds));
    double leader = arms_.tallies[arms_.in.front()].mean();
    for (const std::size_t i : arms_.in) leader = std::max(leader, arms_.tallies[i].mean());
    std::erase_if(arms_.in, [&](std::size_t i) { return arms_.tallies[i].mean() + 2 * radius < leader; });
  }

  detail::Survivors arms_;
  double log_factor_;
};

// Karnin, Koren & Somekh, "Almost optimal exploration in multi-armed bandits", 2013: the budget is cut into
// log2(arms) equal parts, and after each the worse half leaves.
class SequentialHalving {
 public:
  struct Params {
    std::optional<std::uint64_t> budget;
    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("budget", self.budget, at_least(1), "pulls spent on finding the best arm");
    }
  };
  static constexpr std::string_view name = "halving";
  static constexpr std::string_view help =
      "half of the arms leave after each part of a budget (Karnin et al. 2013)";
  static std::string problem(const Params& params, const Setting&) {
    return params.budget ? "" : detail::lacks(name, "budget", "1000");
  }

  SequentialHalving(const Params& params, const Setting& setting)
      : arms_(setting.arms), budget_(params.budget.value()), parts_(halvings(setting.arms)) {
    begin_part();
  }

  std::size_t choose(Random& /*random*/) { return arms_.current(); }

  Result<void> tell(std::size_t arm, double reward) {
    if (auto ok = check_telling(arms_.tallies.size(), arm, reward); !ok) return ok;
    if (arms_.tell(arm, reward) && arms_.in.size() > 1 && --rounds_left_ == 0) halve();
    return {};
  }

 private:
  void halve() {
    std::stable_sort(arms_.in.begin(), arms_.in.end(), [&](std::size_t a, std::size_t b) {
      return arms_.tallies[a].mean() > arms_.tallies[b].mean();
    });
    arms_.in.resize((arms_.in.size() + 1) / 2);
    begin_part();
  }

  static std::uint64_t halvings(std::size_t arms) {
    std::uint64_t parts = 0;
    for (std::size_t left = arms; left > 1; left = (left + 1) / 2) ++parts;
    return std::max<std::uint64_t>(parts, 1);
  }
  void begin_part() {
    const std::uint64_t pulls_a_round = parts_ * std::max<std::size_t>(arms_.in.size(), 1);
    rounds_left_ = std::max<std::uint64_t>(budget_ / pulls_a_round, 1);
  }

  detail::Survivors arms_;
  std::uint64_t budget_;
  std::uint64_t parts_;
  std::uint64_t rounds_left_ = 0;
};

}  // namespace banyan::bandit
