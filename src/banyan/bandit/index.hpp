// The rules that choose among arms by an index: a number for each arm, and the arm with the highest is
// pulled. Each index is a pure function of what is known of one arm (the sum of its rewards, the sum of
// their squares, how often it was pulled) and of ln t, the logarithm of all pulls so far. Rewards are
// scaled to [0,1]. The laboratory and the tree search use the same functions.
//
// UCB1 is written in several ways, which are one family:
//
//   x + sqrt(k ln t / c_i)          Game AI Pro 2, chapter 25           c = sqrt(k)
//   x ± C sqrt(2 ln n / n_i)        the confidence interval             c = C sqrt(2)
//   x + sqrt(2 ln n / n_j)          Auer et al.                         k = 2, C = 1, c = sqrt(2) ≈ 1.41
//
// all of which are   mean + c sqrt(ln t / n)   =   (sum + c sqrt(ln t · n)) / n,
// and the last form costs one square root and one division.
//
// None of the functions here has a branch, a logarithm or an iteration, so that a loop over arms, children or
// runs becomes vector code (with -fno-math-errno for the square root, which changes no result). Every
// operation is exactly rounded, so every compiler gives the same bits. Rules that need more than this
// (KL-UCB, Bayes-UCB, MOSS) stand in headers of their own.
//
// All require n > 0: the caller pulls arms first that were never pulled.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <numbers>

#include <banyan/core/float4.hpp>

namespace banyan::bandit {

// What an index is computed in: one number, or four arms' at once.
template <class F>
concept Real = std::floating_point<F> || std::same_as<F, Float4>;

// The weight c of exploration from k and from the interval's C.
template <std::floating_point F>
F weight_from_k(F k) {
  return std::sqrt(k);
}
template <std::floating_point F>
constexpr F weight_from_interval(F interval) {
  return interval * std::numbers::sqrt2_v<F>;
}
// Auer's own.
template <std::floating_point F>
inline constexpr F auer_weight = std::numbers::sqrt2_v<F>;

// The mean so far: the index of the greedy rule.
template <Real F>
F mean(F sum, F n) {
  return sum / n;
}

// The variance of the rewards seen. Rounding can push it a little below zero; it is kept at zero.
template <Real F>
F variance(F sum, F squares, F n) {
  const F average = sum / n;
  const F spread = squares / n - average * average;
  using std::max;
  return max(spread, F(0));
}

// UCB1 (Auer, Cesa-Bianchi & Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002).
// `width` is c √(ln t), the same for all arms. The root and the division don't wait for each other.
template <Real F>
F ucb1(F sum, F n, F width) {
  using std::sqrt;
  const F inverse = F(1) / n;
  return sum * inverse + width * sqrt(n) * inverse;
}
template <Real F>
F ucb1(F sum, F n, F ln_total, F c) {
  using std::sqrt;
  return ucb1(sum, n, c * sqrt(ln_total));
}

// The interval's lower end, for the player who minimises and for elimination.
template <Real F>
F lcb1(F sum, F n, F ln_total, F c) {
  return ucb1(sum, n, ln_total, F(0) - c);
}

// UCB1-Tuned (the same paper, section 4): exploration shrinks with the variance, whose own upper bound
// is used, and which no reward in [0,1] brings above 1/4. The paper's rule is c = 1.
template <Real F>
F ucb1_tuned(F sum, F squares, F n, F ln_total, F c) {
  const F ratio = ln_total / n;
  using std::min, std::sqrt;
  const F bound = variance(sum, squares, n) + sqrt(F(2) * ratio);
  return sum / n + c * sqrt(ratio * min(bound, F(0.25)));
}

// UCB-V (Audibert, Munos & Szepesvári, "Exploration–exploitation tradeoff using variance estimates in
// multi-armed bandits", 2009) with the exploration function zeta ln t. The bias term pays for not knowing
// the variance; the paper proves its bound for bias = 3 and zeta = 1.2.
template <Real F>
F ucb_v(F sum, F squares, F n, F ln_total, F zeta, F bias) {
  const F ratio = zeta * ln_total / n;
  using std::sqrt;
  return sum / n + sqrt(F(2) * variance(sum, squares, n) * ratio) + bias * ratio;
}

}  // namespace banyan::bandit
