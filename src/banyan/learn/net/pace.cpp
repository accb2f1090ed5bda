#include <banyan/learn/net/pace.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace banyan {

std::optional<Forecast> forecast(const PlayPace& pace, double step_seconds, double steps_per_position,
                                 double other_share, const RunLimits& limits) {
  if (pace.games == 0 || (!limits.seconds_left && !limits.games_left)) return std::nullopt;
  const auto games = static_cast<double>(pace.games);
  const double positions = static_cast<double>(pace.positions) / games;
  const double steps = positions * steps_per_position;
  const double each = (pace.seconds / games + steps * step_seconds) / (1 - other_share);
  double count = limits.games_left ? static_cast<double>(*limits.games_left) : INFINITY;
  if (limits.seconds_left) count = std::min(count, *limits.seconds_left / each);
  return Forecast{
      .seconds = count * each, .games = count, .positions = count * positions, .steps = count * steps};
}

std::string describe_time(double seconds) {
  if (seconds < 99.5) return fmt::format("{:.0f} s", seconds);
  const auto minutes = static_cast<std::uint64_t>(std::lround(seconds / 60));
  if (minutes < 100) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

std::string describe_count(double count) {
  const char* unit = "";
  for (const char* next : {" k", " M", " G"}) {
    if (count < 999.5) break;
    count /= 1000;
    unit = next;
  }
  const int digits = *unit == '\0' || count >= 99.95 ? 0 : count >= 9.995 ? 1 : 2;
  return fmt::format("{:.{}f}{}", count, digits, unit);
}

}  // namespace banyan
