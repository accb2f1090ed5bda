// The beta distribution's probability and its inverse, which Bayes-UCB takes its index from.
#pragma once

#include <cmath>
#include <limits>

#include <banyan/core/strict_math.hpp>

namespace banyan::bandit {

namespace detail {
// The continued fraction of the incomplete beta function (Abramowitz & Stegun 26.5.8), evaluated from the
// front by Lentz's method. Converges fast for x below the mean.
inline double beta_fraction(double x, double a, double b) {
  constexpr double tiny = 1e-300;
  const auto away_from_zero = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double numerator = 1;
  double denominator = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = denominator;
  for (int m = 1; m <= 2000; ++m) {
    const double k = m;
    const auto extend = [&](double term) {
      denominator = 1 / away_from_zero(1 + term * denominator);
      numerator = away_from_zero(1 + term / numerator);
      fraction *= denominator * numerator;
      return denominator * numerator;
    };
    extend(k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k)));
    const double change = extend(-(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1)));
    if (std::abs(change - 1) < 1e-15) break;
  }
  return fraction;
}

// ln B(a, b). lgamma_r, because lgamma writes a global variable, a data race between threads.
inline double log_beta(double a, double b) {
  int sign = 0;
  return ::lgamma_r(a, &sign) + ::lgamma_r(b, &sign) - ::lgamma_r(a + b, &sign);
}
}  // namespace detail

// The probability that a Beta(a, b) variable is above x. The upper tail is the one computed, because the
// quantiles asked for are so high that 1 minus the lower one would lose every digit.
inline double beta_above(double x, double a, double b) {
  if (x <= 0) return 1;
  if (x >= 1) return 0;
  const double front = std::exp(a * std::log(x) + b * std::log1p(-x) - detail::log_beta(a, b));
  if (x < (a + 1) / (a + b + 2)) return 1 - front * detail::beta_fraction(x, a, b) / a;
  return front * detail::beta_fraction(1 - x, b, a) / b;
}

// The x that a Beta(a, b) variable exceeds with this probability. Newton's method on the logarithm of the
// tail, which is nearly a parabola, kept inside a bracket that is halved whenever Newton would leave it, at
// the most until no number is left between its ends: near 1 numbers are so far apart that the tails of two
// neighbours differ in their fourth digit.
inline double beta_upper_quantile(double probability, double a, double b) {
  double low = 0;
  double high = 1;
  const double log_norm = detail::log_beta(a, b);
  const double wanted = std::log(probability);
  double x = a / (a + b);
  for (int i = 0; i < 100 && std::nextafter(low, high) < high; ++i) {
    const double tail = beta_above(x, a, b);
    const double excess = std::log(tail) - wanted;
    (excess > 0 ? low : high) = x;
    const double density = std::exp((a - 1) * std::log(x) + (b - 1) * std::log1p(-x) - log_norm);
    const double step = excess * tail / density;
    if (std::abs(step) < 1e-9 * std::fmin(x, 1 - x)) return x + step;  // the next would be about its square
    x = x + step > low && x + step < high ? x + step : (low + high) / 2;
  }
  return x;
}

}  // namespace banyan::bandit
