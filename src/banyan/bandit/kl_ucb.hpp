// The index of KL-UCB (Garivier & Cappé, "The KL-UCB algorithm for bounded stochastic bandits and beyond",
// 2011): the largest mean q that is still plausible, n · KL(mean, q) ≤ budget, where the budget is
// ln t + c ln ln t. The paper proves its bound for c = 3 and recommends c = 0.
#pragma once

#include <algorithm>
#include <cmath>

#include <banyan/bandit/divergence.hpp>

namespace banyan::bandit {

namespace detail {
// How far above p the mean can lie at most: by Pinsker's inequality, KL ≥ 2 d², or where that says nothing by
// KL ≥ -(1-p) ln(1-q) - H(p).
inline double plausible_distance_at_most(double p, double level) {
  const double pinsker = std::sqrt(level / 2);
  if (p + pinsker < 1) return pinsker;
  const double entropy = -p * std::log(p) - (1 - p) * std::log1p(-p);
  return (1 - p) - std::exp(-(level + entropy) / (1 - p));
}
}  // namespace detail

// For rewards in [0,1]. Newton's method on the distance d = q - p, in which KL(p, p + d) is convex and grows:
// after the first step it walks down to the solution without crossing it. It starts from the first two terms
// of the solution's series in the level, which leaves one or two steps to do.
inline double kl_ucb_bernoulli(double sum, double n, double budget) {
  const double p = std::clamp(sum / n, 0.0, 1.0);
  const double level = budget / n;
  if (!(level > 0)) return p;
  if (p >= 1) return 1;
  if (p <= 0) return -std::expm1(-level);  // KL(0, q) = -ln(1-q)
  const double most = detail::plausible_distance_at_most(p, level);
  const double first = std::sqrt(2 * p * (1 - p) * level);
  double d = std::min(most, std::max(first / 2, first + (1 - 2 * p) * level * 2 / 3));
  for (int i = 0; i < 50; ++i) {
    // p ln(p/q) + (1-p) ln((1-p)/(1-q)), written so that close means lose no digits.
    const double divergence = -p * std::log1p(d / p) - (1 - p) * std::log1p(-d / (1 - p));
    const double step = (divergence - level) * (p + d) * (1 - p - d) / d;
    d = std::min(d - step, most);
    if (std::abs(step) <= 1e-6 * d) break;  // what is left is about the square of this
  }
  return p + d;
}

// For normal rewards of known deviation the largest plausible mean has a closed form, and it is UCB1's.
inline double kl_ucb_gaussian(double sum, double n, double budget, double sigma) {
  return sum / n + sigma * std::sqrt(2 * std::max(budget, 0.0) / n);
}

}  // namespace banyan::bandit
