// Kullback–Leibler divergence D(P‖Q) = Σ P(x) log(P(x)/Q(x)): how many bits a symbol costs more, on average,
// when what follows P is coded as if it followed Q. It is what the best possible regret is made of
// (theory.hpp). It is zero for equal distributions and not symmetric: D(P‖Q) ≠ D(Q‖P).
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

enum class LogUnit { bits, nats };

namespace detail {
// p log(p/q) in nats, by its limits where a factor is zero.
inline double divergence_term(double p, double q) {
  if (p == 0) return 0;
  if (q == 0) return std::numeric_limits<double>::infinity();
  return p * std::log(p / q);
}

inline Result<void> check_distribution(std::span<const double> weights, const std::string& name) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] >= 0 && weights[i] <= 1))
      return Error{name + "[" + std::to_string(i) + "] is " + print_number(weights[i]) +
                   "; a probability is from 0 to 1"};
    sum += weights[i];
  }
  if (std::abs(sum - 1) > 1e-9)
    return Error{name + " adds up to " + print_number(sum) + "; a distribution adds up to 1"};
  return {};
}
}  // namespace detail

// Between two distributions over the same symbols. Infinite where Q calls impossible what P does not.
inline Result<double> kl_divergence(std::span<const double> p, std::span<const double> q,
                                    LogUnit unit = LogUnit::bits) {
  if (p.size() != q.size())
    return Error{"P has " + std::to_string(p.size()) + " symbols and Q has " + std::to_string(q.size()) +
                 "; both must be over the same symbols"};
  if (auto ok = detail::check_distribution(p, "P"); !ok) return ok.error();
  if (auto ok = detail::check_distribution(q, "Q"); !ok) return ok.error();
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += detail::divergence_term(p[i], q[i]);
  // The sum is ≥ 0 (Gibbs' inequality); rounding may make it slightly negative.
  sum = std::fmax(sum, 0.0);
  return unit == LogUnit::bits ? sum / std::numbers::ln2 : sum;
}

// Between coins that show heads with probability p and q, in nats.
inline double kl_bernoulli(double p, double q) {
  return std::fmax(detail::divergence_term(p, q) + detail::divergence_term(1 - p, 1 - q), 0.0);
}

// Between normals of mean m and n and standard deviation s and t, in nats.
inline double kl_gaussian(double m, double s, double n, double t) {
  const double shift = m - n;
  return std::log(t / s) + (s * s + shift * shift) / (2 * t * t) - 0.5;
}
inline double kl_gaussian(double m, double n, double sigma) {
  return (m - n) * (m - n) / (2 * sigma * sigma);
}

}  // namespace banyan::bandit
