// Forecast: how fast self-play and learning are on this machine, and what follows for the rest of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace banyan {

// Self-play as it was measured, over a number of games.
struct PlayPace {
  double seconds = 0;
  std::uint64_t games = 0;
  std::uint64_t positions = 0;  // to learn from
  std::uint64_t evaluations = 0;
  std::uint64_t cache_hits = 0;

  // Shares of time; 0 before anything was measured.
  [[nodiscard]] double per_second(std::uint64_t count) const {
    return seconds > 0 ? static_cast<double>(count) / seconds : 0;
  }
  [[nodiscard]] double hits() const {
    const auto asked = static_cast<double>(evaluations + cache_hits);
    return asked > 0 ? static_cast<double>(cache_hits) / asked : 0;
  }
};

struct RunLimits {
  std::optional<double> seconds_left;
  std::optional<std::uint64_t> games_left;
};

struct Forecast {
  double seconds = 0;  // until the first limit
  double games = 0;
  double positions = 0;
  double steps = 0;
};

// `step_seconds` is a step's time, `steps_per_position` how many are taken for each new position, and
// `other_share` the part of all time that goes elsewhere (the ladder). Without a limit there is no forecast.
std::optional<Forecast> forecast(const PlayPace& pace, double step_seconds, double steps_per_position,
                                 double other_share, const RunLimits& limits);

// For people: 45 s, 12 min, 3 h 20 min.
std::string describe_time(double seconds);
// In three figures: 950, 12.3 k, 1.40 M.
std::string describe_count(double count);

}  // namespace banyan
