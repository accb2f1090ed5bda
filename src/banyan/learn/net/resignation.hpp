// When a player of self-play resigns. Some games are always played to their end, and show the lowest value of
// a player who did not lose after all: resigning there would have been wrong. The threshold is the highest at
// which no more than an allowed share of these games would have ended wrongly (Silver et al., "Mastering the
// game of Go without human knowledge", 2017, who allow 5 %).
//
// The estimate is conservative: a game counts as wrong even if the other player had sunk that low earlier,
// and would have resigned rightly.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <banyan/agent/self_player.hpp>

namespace banyan {

struct Resignation {
  static constexpr std::uint64_t generations = 10;  // the latest, whose games are looked at
  static constexpr std::size_t fewest_games = 50;   // before resignation is allowed
  static constexpr double highest = -0.5;           // values above it never resign

  // The value below which a player resigns, from the lowest values of players who did not lose in games
  // played to the end.
  static double threshold(std::vector<double> comebacks, double allowed) {
    if (comebacks.size() < fewest_games) return SelfPlayTask::never;
    const auto wrong = static_cast<std::size_t>(allowed * static_cast<double>(comebacks.size()));
    const auto at = comebacks.begin() + static_cast<std::ptrdiff_t>(wrong);
    std::nth_element(comebacks.begin(), at, comebacks.end());
    return std::min(*at, highest);
  }

  // The number of these games in which resigning below that value would have been wrong.
  static std::uint64_t count_wrong(std::span<const double> comebacks, double below) {
    return static_cast<std::uint64_t>(
        std::count_if(comebacks.begin(), comebacks.end(), [&](double lowest) { return lowest < below; }));
  }
};

}  // namespace banyan
