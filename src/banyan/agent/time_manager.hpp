// Divides the time of a game clock among the moves.
#pragma once

#include <algorithm>

#include <banyan/core/value.hpp>

namespace banyan {

class TimeManager {
 public:
  explicit TimeManager(const GameClock& clock) : clock_(clock), left_(clock.base.seconds) {}

  // A twentieth of the remaining time plus most of the increment, but never enough to run out of time.
  [[nodiscard]] Duration for_next_move() const {
    constexpr double moves_to_plan_for = 20;
    constexpr double reserve = 0.02;  // seconds, for overhead outside the search
    const double wanted = left_ / moves_to_plan_for + 0.9 * clock_.increment.seconds;
    return Duration{std::max(1e-3, std::min(wanted, 0.8 * left_ - reserve))};
  }

  void spent(double seconds) { left_ = std::max(0.0, left_ - seconds) + clock_.increment.seconds; }
  [[nodiscard]] double left() const { return left_; }

 private:
  GameClock clock_;
  double left_;
};

}  // namespace banyan
