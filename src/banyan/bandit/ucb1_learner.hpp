// UCB1 as a game programmer meets it (Game AI Pro 2, chapter 25): something chooses among a few actions, does
// the one chosen, and tells what it was worth.
//
//   online    a learner that lives through many encounters: choose, act in the real game, tell the utility
//   offline   the same while there is time to think, on simulated games: offline_ucb1(actions, simulate, …)
//
// Utilities are in the caller's units. The exploration term is stretched to their range, declared or else the
// range seen so far; that comes to the same as scaling them to [0,1].
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <banyan/bandit/index.hpp>
#include <banyan/bandit/rule.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

struct UtilityRange {
  double low;
  double high;
};

// A value: keep it, copy it, or save its tallies and go on from them another day.
class Ucb1Learner {
 public:
  explicit Ucb1Learner(std::size_t actions, double c = auer_weight<double>,
                       std::optional<UtilityRange> range = std::nullopt)
      : Ucb1Learner(std::vector<Tally>(actions), c, range) {}
  explicit Ucb1Learner(std::vector<Tally> known, double c = auer_weight<double>,
                       std::optional<UtilityRange> range = std::nullopt)
      : c_(c), declared_(range), tallies_(std::move(known)) {
    assert(!tallies_.empty());
    for (const Tally& tally : tallies_) total_ += tally.n;
  }

  // The first action that was never tried, else the one with the highest index.
  [[nodiscard]] std::size_t choose() const {
    for (std::size_t i = 0; i < tallies_.size(); ++i)
      if (tallies_[i].n == 0) return i;
    const double ln_total = std::log(total_);
    const double weight = c_ * width();
    return detail::arg_max(tallies_.size(), [&](std::size_t i) {
      return ucb1(tallies_[i].sum, tallies_[i].n, ln_total, weight);
    });
  }

  Result<void> tell(std::size_t action, double utility) {
    if (action >= tallies_.size())
      return Error{"action " + std::to_string(action) + " is unknown; there are " +
                   std::to_string(tallies_.size())};
    if (!std::isfinite(utility))
      return Error{"the utility of action " + std::to_string(action) + " is " + print_number(utility) +
                   "; it is a finite number"};
    tallies_[action].add(utility);
    total_ += 1;
    seen_ = seen_ ? UtilityRange{std::min(seen_->low, utility), std::max(seen_->high, utility)}
                  : UtilityRange{utility, utility};
    return {};
  }

  // The action tried most, and among equals the one that was worth most.
  [[nodiscard]] std::size_t best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < tallies_.size(); ++i) {
      const Tally& mine = tallies_[i];
      const Tally& other = tallies_[best];
      if (mine.n > other.n || (mine.n == other.n && mine.sum > other.sum)) best = i;
    }
    return best;
  }

  [[nodiscard]] const std::vector<Tally>& tallies() const { return tallies_; }
  [[nodiscard]] double total() const { return total_; }

 private:
  [[nodiscard]] double width() const {
    if (declared_) return declared_->high - declared_->low;
    return seen_ && seen_->high > seen_->low ? seen_->high - seen_->low : 1;
  }

  double c_;
  std::optional<UtilityRange> declared_;
  std::optional<UtilityRange> seen_;
  std::vector<Tally> tallies_;
  double total_ = 0;
};

// The chapter's SimulateUCB: while time remains, an action is chosen, simulated and told. simulate(action)
// gives its utility; time_remains() is asked before each.
template <class Simulate, class TimeRemains>
Result<void> offline_ucb1(Ucb1Learner& learner, Simulate&& simulate, TimeRemains&& time_remains) {
  while (time_remains()) {
    const std::size_t action = learner.choose();
    if (auto ok = learner.tell(action, simulate(action)); !ok) return ok.error();
  }
  return {};
}

// The same from nothing; the learner that comes back knows the rest.
template <class Simulate, class TimeRemains>
Result<Ucb1Learner> offline_ucb1(std::size_t actions, Simulate&& simulate, TimeRemains&& time_remains) {
  if (actions == 0) return Error{"there are no actions to choose among"};
  Ucb1Learner learner(actions);
  if (auto ok = offline_ucb1(learner, simulate, time_remains); !ok) return ok.error();
  return learner;
}

}  // namespace banyan::bandit
