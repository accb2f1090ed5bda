#include <banyan/arena/score_statistics.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>

#include <banyan/arena/tally.hpp>

namespace banyan {

ScoreStatistics score_statistics(std::span<const std::uint64_t> counts) {
  ScoreStatistics result;
  double samples = 0;
  for (const std::uint64_t count : counts) samples += static_cast<double>(count);
  if (samples == 0) return result;
  const auto points = [&](std::size_t k) {
    return static_cast<double>(k) / static_cast<double>(counts.size() - 1);
  };
  double mean = 0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    mean += points(k) * static_cast<double>(counts[k]) / samples;
  double variance = 0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    variance += static_cast<double>(counts[k]) / samples * (points(k) - mean) * (points(k) - mean);
  constexpr double standard_scores = 1.959963984540054;  // of a 95 % interval
  result.score = mean;
  result.elo = elo_of(mean);
  // Samples that are all alike, or a single one, do not show how far others would be from them.
  if (variance == 0) return result;
  const double error = standard_scores * std::sqrt(variance / samples);
  const double games = static_cast<double>(counts.size() - 1) / 2;  // of a sample
  const double unit = 800 / std::numbers::ln10 / std::sqrt(games * variance);
  result.elo_error = (elo_of(mean + error) - elo_of(mean - error)) / 2;
  result.normalized_elo = (mean - 0.5) * unit;
  result.normalized_elo_error = error * unit;
  result.los = std::erfc(-(mean - 0.5) / std::sqrt(2 * variance / samples)) / 2;
  return result;
}

}  // namespace banyan
