// How long to think about a move when there is a clock for the whole game.
#pragma once

#include <algorithm>

#include <banyan/core/value.hpp>

namespace banyan {

class TimeManager {
 public:
  explicit TimeManager(const GameClock& clock) : clock_(clock), left_(clock.base.seconds) {}

  // A twentieth of what is left and most of what the move will bring, but never so much that the clock could
  // run out.
  [[nodiscard]] Duration for_next_move() const {
    constexpr double moves_to_plan_for = 20;
    constexpr double reserve = 0.02;  // seconds, for what is not thinking
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
