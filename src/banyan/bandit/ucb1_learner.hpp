// UCB1 for use inside a game (Game AI Pro 2, chapter 25): choose among a few actions, perform
// the chosen one, and report its utility.
//
//   online    a learner that lives through many encounters: choose, act in the real game, tell the utility
//   offline   the same while there is time to think, on simulated games: offline_ucb1(actions, simulate, …)
//
// Utilities are in the caller's units. Exploration is scaled to their range, declared or else the range seen
// so far; that is the same as scaling them to [0,1]. A utility outside of a declared range is taken as it is.
#pragma once

#include <algorithm>
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

// What a learner knows of one action: a tally, and the least and the most the action was worth (0 while it
// was never tried).
struct ActionTally : ArmTally {
  double low = 0;
  double high = 0;

  void add(double utility) {
    low = n > 0 ? std::min(low, utility) : utility;
    high = n > 0 ? std::max(high, utility) : utility;
    ArmTally::add(utility);
  }
};

// A value: keep it, copy it, or save its tallies and resume from them later. The tallies are all that it has
// learnt: one made from them, with the same c and range, continues exactly like the one they came from. A
// learner made from invalid values (no actions, a c that is NaN, tallies that contradict themselves) says so
// in check(), and learns nothing: every tell() returns the same error.
class Ucb1Learner {
 public:
  explicit Ucb1Learner(std::size_t actions, double c = auer_weight<double>,
                       std::optional<UtilityRange> range = std::nullopt)
      : Ucb1Learner(std::vector<ActionTally>(actions), c, range) {}
  explicit Ucb1Learner(std::vector<ActionTally> known, double c = auer_weight<double>,
                       std::optional<UtilityRange> range = std::nullopt)
      : c_(c), declared_(range), tallies_(std::move(known)), problem_(find_problem()) {
    for (const ActionTally& tally : tallies_) {
      total_ += tally.n;
      if (tally.n > 0) widen(tally.low, tally.high);
    }
  }

  [[nodiscard]] Result<void> check() const {
    if (!problem_.empty()) return Error{problem_};
    return {};
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
    if (!problem_.empty()) return Error{problem_};
    if (action >= tallies_.size())
      return Error{"action " + std::to_string(action) + " is unknown; there are " +
                   std::to_string(tallies_.size()) + ", counted from 0"};
    if (!usable_reward(utility))
      return Error{"the utility of action " + std::to_string(action) + " is " + print_number(utility) +
                   "; a utility is a finite number, at most 1e100 in size"};
    tallies_[action].add(utility);
    total_ += 1;
    widen(utility, utility);
    return {};
  }

  // The action tried most, and among equals the one that was worth most.
  [[nodiscard]] std::size_t best() const {
    std::size_t best = 0;
    for (std::size_t i = 1; i < tallies_.size(); ++i) {
      const ActionTally& mine = tallies_[i];
      const ActionTally& other = tallies_[best];
      if (mine.n > other.n || (mine.n == other.n && mine.sum > other.sum)) best = i;
    }
    return best;
  }

  [[nodiscard]] const std::vector<ActionTally>& tallies() const { return tallies_; }
  [[nodiscard]] double total() const { return total_; }

 private:
  [[nodiscard]] double width() const {
    if (declared_) return declared_->high - declared_->low;
    return seen_ && seen_->high > seen_->low ? seen_->high - seen_->low : 1;
  }
  void widen(double low, double high) {
    seen_ = seen_ ? UtilityRange{std::min(seen_->low, low), std::max(seen_->high, high)}
                  : UtilityRange{low, high};
  }

  // What is wrong with what it is made from; empty when all is well.
  [[nodiscard]] std::string find_problem() const {
    if (tallies_.empty()) return "there are no actions to choose among";
    if (!(c_ >= 0 && c_ <= largest_reward))
      return "c is " + print_number(c_) + "; the weight of exploration is a number from 0 to 1e100";
    if (declared_ && !(usable_reward(declared_->low) && usable_reward(declared_->high) &&
                       declared_->low <= declared_->high))
      return "the range is " + print_number(declared_->low) + " to " + print_number(declared_->high) +
             "; it goes from a lower to a higher finite number, at most 1e100 in size";
    for (std::size_t i = 0; i < tallies_.size(); ++i)
      if (!possible(tallies_[i]))
        return "the tally of action " + std::to_string(i) + " is impossible: n " +
               print_number(tallies_[i].n) + ", sum " + print_number(tallies_[i].sum) + ", squares " +
               print_number(tallies_[i].squares) + ", low " + print_number(tallies_[i].low) + ", high " +
               print_number(tallies_[i].high);
    return {};
  }

  // Whether utilities that are told one by one can add up to this. Sums may be off by rounding.
  static bool possible(const ActionTally& tally) {
    constexpr double most_told = 0x1p53;  // beyond it, counting by ones stands still
    if (tally.n == 0) return tally.sum == 0 && tally.squares == 0 && tally.low == 0 && tally.high == 0;
    if (!(tally.n >= 1 && tally.n <= most_told && std::floor(tally.n) == tally.n)) return false;
    if (!(usable_reward(tally.low) && usable_reward(tally.high) && tally.low <= tally.high)) return false;
    const double largest = std::max(std::abs(tally.low), std::abs(tally.high));
    const double slack = 1e-6 * largest;
    return tally.mean() >= tally.low - slack && tally.mean() <= tally.high + slack && tally.squares >= 0 &&
           tally.squares <= tally.n * largest * largest * (1 + 1e-6);
  }

  double c_;
  std::optional<UtilityRange> declared_;
  std::optional<UtilityRange> seen_;
  std::vector<ActionTally> tallies_;
  std::string problem_;
  double total_ = 0;
};

// SimulateUCB of that chapter: while time remains, chooses, simulates and reports an action. simulate(action)
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
  Ucb1Learner learner(actions);
  if (auto ok = learner.check(); !ok) return ok.error();
  if (auto ok = offline_ucb1(learner, simulate, time_remains); !ok) return ok.error();
  return learner;
}

}  // namespace banyan::bandit
