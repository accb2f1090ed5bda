// Confidence intervals of a mean, at 95 %.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace banyan {

struct Interval {
  double low;
  double high;
};

inline constexpr double normal_975 = 1.959963984540054;  // the 97.5 % point of the standard normal

// For samples of any range: mean ± z·s/√n. Unknown (NaN) below two samples.
inline Interval normal_interval(double sum, double sum_of_squares, double n) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (n < 2) return {unknown, unknown};
  const double mean = sum / n;
  const double variance = std::max(0.0, (sum_of_squares - n * mean * mean) / (n - 1));
  const double half = normal_975 * std::sqrt(variance / n);
  return {mean - half, mean + half};
}

// For samples in [0, 1]: Wilson's score interval, which keeps its coverage near 0 and 1 and never
// shrinks to a point there. Samples between 0 and 1 (draws) vary less than a coin of the same mean
// does; they count as correspondingly more coin flips.
inline Interval wilson_interval(double sum, double sum_of_squares, double n) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (n < 1) return {unknown, unknown};
  constexpr double z2 = normal_975 * normal_975;
  const double mean = std::clamp(sum / n, 0.0, 1.0);
  const double coin = mean * (1 - mean);
  // One more flip of the fair coin keeps the variance of a few equal samples from being called zero.
  const double variance = (std::max(0.0, sum_of_squares - n * mean * mean) + 0.25) / (n + 1);
  const double flips = coin > 0 ? n * std::max(1.0, coin / std::max(variance, 0.25 * coin)) : n;
  const double centre = (mean + z2 / (2 * flips)) / (1 + z2 / flips);
  const double half = normal_975 / (1 + z2 / flips) * std::sqrt(coin / flips + z2 / (4 * flips * flips));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

}  // namespace banyan
