// How long to think about a move, from what a protocol says of the clock.
#pragma once

#include <algorithm>
#include <optional>

#include <banyan/agent/time_manager.hpp>
#include <banyan/core/value.hpp>

namespace banyan::protocol {

// For overhead between this program and the one that holds the clock.
inline constexpr double clock_margin = 0.02;

// A limit for one move, less a margin: a tenth of it, at most clock_margin.
inline Duration time_within(double seconds) {
  return Duration{std::max(1e-3, seconds - std::min(clock_margin, seconds / 10))};
}

// With this much left for the game, or for the next `moves` of it, and an increment for each move.
inline Duration time_for_move(double left, double increment, std::optional<int> moves) {
  left = std::max(0.0, left);
  if (!moves || *moves < 1) return TimeManager({Duration{left}, Duration{increment}}).for_next_move();
  const double share = left / *moves + 0.9 * increment;
  return time_within(std::min(share, *moves == 1 ? left : 0.8 * left));
}

}  // namespace banyan::protocol
