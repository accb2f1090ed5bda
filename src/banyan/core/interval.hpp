// Confidence intervals of a mean, at 95 %.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <banyan/core/strict_math.hpp>

namespace banyan {

struct Interval {
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

inline constexpr double normal_975 = 1.959963984540054;  // the 97.5 % point of the standard normal

// Count, sum and sum of squares of samples: what a mean and its interval are made of.
struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double x) {
    count += 1;
    sum += x;
    squares += x * x;
  }
  void add(const Moments& other) {
    count += other.count;
    sum += other.sum;
    squares += other.squares;
  }
  // Of the samples around their mean; NaN below two samples.
  [[nodiscard]] double variance() const {
    if (count < 2) return std::numeric_limits<double>::quiet_NaN();
    return std::max(0.0, (squares - sum * sum / count) / (count - 1));
  }
};

// For samples of any range: mean ± z·s/√n. Unknown below two samples.
inline Interval normal_interval(double mean, double variance, double n) {
  if (!(n >= 2) || std::isnan(variance)) return {};
  const double half = normal_975 * std::sqrt(variance / n);
  return {mean - half, mean + half};
}

// For samples in [0, 1]: Wilson's score interval, which keeps its coverage near 0 and 1 and never
// shrinks to a point there. Samples between 0 and 1 (draws) vary less than a Bernoulli variable
// of the same mean and count as correspondingly more samples. An unknown variance is taken as Bernoulli.
inline Interval wilson_interval(double mean, double variance, double n) {
  if (!(n >= 1)) return {};
  constexpr double z2 = normal_975 * normal_975;
  mean = std::clamp(mean, 0.0, 1.0);
  const double coin = mean * (1 - mean);
  double flips = n;
  if (coin > 0 && variance < coin) {
    // One added sample of 1/2 keeps a few equal samples from giving an interval of width 0.
    const double careful = (variance * n + 0.25) / (n + 1);
    flips = n * std::max(1.0, coin / careful);
  }
  const double centre = (mean + z2 / (2 * flips)) / (1 + z2 / flips);
  const double half = normal_975 / (1 + z2 / flips) * std::sqrt(coin / flips + z2 / (4 * flips * flips));
  // Near 0 and 1 rounding must not put the mean outside.
  return {std::clamp(centre - half, 0.0, mean), std::clamp(centre + half, mean, 1.0)};
}

}  // namespace banyan
