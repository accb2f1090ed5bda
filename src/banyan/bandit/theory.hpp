// What is proven of regret, to draw beside what is measured.
//
// Regret after n pulls, as Auer et al. (2002) define it, is what pulling the best arm every time would have
// earned more on average:
//
//   R(n) = μ* n − Σ_j μ_j E[T_j(n)] = Σ_j (μ* − μ_j) E[T_j(n)],       T_j(n): pulls of arm j among the first
//   n.
//
// Some texts print it as "μ* − μ_j Σ_j E[T_j(n)]", without the factor n of μ* and with μ_j outside of
// the sum over j. As printed it would be μ* − μ_j n, which does not depend on the rule.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>

#include <banyan/bandit/divergence.hpp>

namespace banyan::bandit {

// Σ_j (μ* − μ_j) T_j: the expected regret of these many pulls of each arm.
inline double expected_regret(std::span<const double> means, std::span<const double> pulls) {
  const double best = *std::max_element(means.begin(), means.end());
  double regret = 0;
  for (std::size_t j = 0; j < means.size(); ++j) regret += (best - means[j]) * pulls[j];
  return regret;
}

// μ* n less what was really earned.
inline double realised_regret(double best_mean, double pulls, double earned) {
  return best_mean * pulls - earned;
}

// UCB1's expected regret is below this after n pulls (Auer et al. 2002, theorem 1; rewards in [0,1]).
inline double auer_bound(std::span<const double> means, double n) {
  const double best = *std::max_element(means.begin(), means.end());
  double logarithmic = 0;
  double constant = 0;
  for (const double mean : means) {
    const double gap = best - mean;
    if (gap <= 0) continue;
    logarithmic += 8 / gap;
    constant += gap;
  }
  return logarithmic * std::log(n) + (1 + std::numbers::pi * std::numbers::pi / 3) * constant;
}

// No rule that is good everywhere has regret growing slower than this times ln n (Lai & Robbins 1985):
// Σ_j Δ_j / KL(arm j, best arm). `divergence(mean, best)` is the KL divergence of the arms' distributions.
template <class Divergence>
double lai_robbins_rate(std::span<const double> means, Divergence&& divergence) {
  const double best = *std::max_element(means.begin(), means.end());
  double rate = 0;
  for (const double mean : means)
    if (mean < best) rate += (best - mean) / divergence(mean, best);
  return rate;
}
inline double lai_robbins_rate(std::span<const double> probabilities) {
  return lai_robbins_rate(probabilities, [](double p, double q) { return kl_bernoulli(p, q); });
}

// EXP3 with the rate for its horizon: regret against the best single arm (Auer et al. 2002b, corollary 3.2).
inline double exp3_bound(std::size_t arms, double n) {
  const auto k = static_cast<double>(arms);
  return 2 * std::sqrt(std::numbers::e - 1) * std::sqrt(n * k * std::log(k));
}

// Hedge with full feedback and the rate for its horizon (Cesa-Bianchi & Lugosi 2006, theorem 2.2).
inline double hedge_bound(std::size_t arms, double n) {
  return std::sqrt(n * std::log(static_cast<double>(arms)) / 2);
}

}  // namespace banyan::bandit
