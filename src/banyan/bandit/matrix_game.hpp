// Games that are one table: every player chooses an action at the same time, and the table says what each is
// paid. Any number of players and actions.
//
// payoffs[p]: rows are the others' joint actions (last player varies fastest), columns p's own actions.
#pragma once

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <banyan/bandit/rule.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

using MixedStrategy = std::vector<double>;

class MatrixGame {
 public:
  // All payoffs are zero until they are set. A table that can't be held throws what std::vector throws.
  explicit MatrixGame(std::string name, std::vector<std::vector<std::string>> actions)
      : name_(std::move(name)), actions_(std::move(actions)) {
    std::size_t joint = 1;
    for (const auto& own : actions_)
      if (__builtin_mul_overflow(joint, own.size(), &joint)) joint = std::numeric_limits<std::size_t>::max();
    payoffs_.assign(players(), std::vector<double>(joint, 0.0));
  }

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t players() const { return actions_.size(); }
  [[nodiscard]] std::size_t action_count(std::size_t player) const { return actions_[player].size(); }
  [[nodiscard]] const std::vector<std::string>& actions(std::size_t player) const { return actions_[player]; }

  // Whether rules and the linear program can work with it: there are players, each has an action, and payoffs
  // are finite numbers, at most largest_reward in size.
  [[nodiscard]] Result<void> check() const {
    if (players() == 0) return Error{name_ + " has no players"};
    for (std::size_t player = 0; player < players(); ++player) {
      if (action_count(player) == 0)
        return Error{name_ + ": player " + std::to_string(player) + " has no actions"};
      for (const double payoff : payoffs_[player])
        if (!usable_reward(payoff))
          return Error{name_ + ": player " + std::to_string(player) + " is paid " + print_number(payoff) +
                       "; payoffs are from -1e100 to 1e100"};
    }
    return {};
  }

  void set_payoff(std::size_t player, std::span<const std::size_t> joint, double value) {
    payoffs_[player][others_index(player, joint) * action_count(player) + joint[player]] = value;
  }
  [[nodiscard]] double payoff(std::size_t player, std::span<const std::size_t> joint) const {
    return utilities(player, joint)[joint[player]];
  }

  // What each of the player's actions pays against the others' in `joint`.
  [[nodiscard]] std::span<const double> utilities(std::size_t player,
                                                  std::span<const std::size_t> joint) const {
    const std::size_t own = action_count(player);
    return std::span(payoffs_[player]).subspan(others_index(player, joint) * own, own);
  }

  // The same on average, against the others' mixed strategies.
  [[nodiscard]] std::vector<double> expected_utilities(std::size_t player,
                                                       std::span<const MixedStrategy> strategies) const {
    std::vector<double> expected(action_count(player), 0.0);
    for_each_joint([&](std::span<const std::size_t> joint) {
      if (joint[player] != 0) return;  // each joint action of the others once
      double probability = 1;
      for (std::size_t other = 0; other < players(); ++other)
        if (other != player) probability *= strategies[other][joint[other]];
      const auto row = utilities(player, joint);
      for (std::size_t i = 0; i < expected.size(); ++i) expected[i] += probability * row[i];
    });
    return expected;
  }

  [[nodiscard]] double expected_payoff(std::size_t player, std::span<const MixedStrategy> strategies) const {
    return average(expected_utilities(player, strategies), strategies[player]);
  }

  // What a player gains on average by answering the others' strategies best instead of keeping their own: 0
  // exactly in an equilibrium. Exact but for rounding, which can't bring it below 0. NaN where a payoff is.
  [[nodiscard]] double exploitability(std::span<const MixedStrategy> strategies) const {
    double gain = 0;
    for (std::size_t player = 0; player < players(); ++player) {
      const std::vector<double> utility = expected_utilities(player, strategies);
      gain += *std::max_element(utility.begin(), utility.end()) - average(utility, strategies[player]);
    }
    return std::max(gain / static_cast<double>(players()), 0.0);
  }

  // Two players, and what one is paid the other pays.
  [[nodiscard]] bool zero_sum() const {
    if (players() != 2) return false;
    bool opposed = true;
    for_each_joint([&](std::span<const std::size_t> joint) {
      opposed = opposed && payoff(0, joint) + payoff(1, joint) == 0;
    });
    return opposed;
  }

  // The game with each player's payoffs moved and stretched to [0,1], for rules that need that. A player
  // whose payoffs are all the same gets 0.
  [[nodiscard]] MatrixGame scaled_to_unit() const {
    MatrixGame unit = *this;
    for (std::vector<double>& table : unit.payoffs_) {
      const auto [low, high] = std::minmax_element(table.begin(), table.end());
      const double base = *low;
      const double range = *high > *low ? *high - *low : 1;
      for (double& value : table) value = (value - base) / range;
    }
    return unit;
  }

  // Calls visit(joint) for every combination of actions, the last player's going fastest.
  template <class Visit>
  void for_each_joint(Visit&& visit) const {
    for (const auto& own : actions_)
      if (own.empty()) return;
    std::vector<std::size_t> joint(players(), 0);
    while (true) {
      visit(std::span<const std::size_t>(joint));
      std::size_t player = players();
      while (player > 0 && ++joint[player - 1] == action_count(player - 1)) joint[--player] = 0;
      if (player == 0) return;
    }
  }

 private:
  [[nodiscard]] std::size_t others_index(std::size_t player, std::span<const std::size_t> joint) const {
    if (joint.size() == 2) return joint[1 - player];
    std::size_t index = 0;
    for (std::size_t other = 0; other < joint.size(); ++other)
      if (other != player) index = index * action_count(other) + joint[other];
    return index;
  }

  static double average(const std::vector<double>& utility, const MixedStrategy& strategy) {
    double sum = 0;
    for (std::size_t i = 0; i < utility.size(); ++i) sum += utility[i] * strategy[i];
    return sum;
  }

  std::string name_;
  std::vector<std::vector<std::string>> actions_;
  std::vector<std::vector<double>> payoffs_;
};

}  // namespace banyan::bandit
