// Distributions of our own on banyan::Random, because the standard library's differ between
// compilers. Arithmetic is in the order written; log and exp come from the C library.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <span>

#include <banyan/core/random.hpp>

namespace banyan {

// Exponential with mean 1.
inline double exponential(Random& random) { return -std::log1p(-random.uniform()); }

namespace detail {
// The normal density cut into layers of equal area, the widest first: layer i reaches from 0 to edge[i]
// and lies wholly under the curve up to edge[i + 1]. The base layer 0 holds the tail beyond `tail`.
struct Ziggurat {
  static constexpr std::size_t layers = 256;
  static constexpr double tail = 3.6541528853610088;  // makes 256 layers close at the top (2000, table 1)
  std::array<double, layers + 1> edge{};
  std::array<double, layers + 1> height{};

  static double density(double x) { return std::exp(-0.5 * x * x); }

  Ziggurat() {
    const double area =
        tail * density(tail) + std::sqrt(std::numbers::pi / 2) * std::erfc(tail / std::numbers::sqrt2);
    edge[0] = area / density(tail);
    edge[1] = tail;
    for (std::size_t i = 1; i + 1 < layers; ++i)
      edge[i + 1] = std::sqrt(-2 * std::log(area / edge[i] + density(edge[i])));
    for (std::size_t i = 0; i <= layers; ++i) height[i] = density(edge[i]);
  }
};
inline const Ziggurat ziggurat;

// The part of the normal beyond the base layer (Marsaglia, "Generating a variable from the tail of the
// normal distribution", 1964).
inline double normal_tail(Random& random) {
  while (true) {
    const double x = exponential(random) / Ziggurat::tail;
    if (2 * exponential(random) >= x * x) return Ziggurat::tail + x;
  }
}
}  // namespace detail

// Standard normal (Marsaglia & Tsang, "The ziggurat method for generating random variables", 2000). Layer,
// sign and position come from separate bits of one draw, as Doornik (2005) asks.
inline double normal(Random& random) {
  const detail::Ziggurat& table = detail::ziggurat;
  while (true) {
    const std::uint64_t bits = random();
    const std::size_t layer = bits & 0xffU;
    const double sign = (bits & 0x100U) != 0 ? -1.0 : 1.0;
    const double x = static_cast<double>(bits >> 11U) * 0x1p-53 * table.edge[layer];
    if (x < table.edge[layer + 1]) return sign * x;
    if (layer == 0) return sign * detail::normal_tail(random);
    const double low = table.height[layer];
    const double high = table.height[layer + 1];
    if (low + random.uniform() * (high - low) < detail::Ziggurat::density(x)) return sign * x;
  }
}

// Gamma with this shape > 0 and scale 1 (Marsaglia & Tsang, "A simple method for generating gamma
// variables", 2000); a shape below 1 is drawn one higher and pulled down by a power of a uniform.
inline double gamma(Random& random, double shape) {
  assert(shape > 0);
  const double raised = shape < 1 ? shape + 1 : shape;
  const double d = raised - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  double drawn = 0;
  while (true) {
    const double x = normal(random);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - random.uniform();
    const double square = x * x;
    if (u < 1 - 0.0331 * square * square || std::log(u) < 0.5 * square + d * (1 - v + std::log(v))) {
      drawn = d * v;
      break;
    }
  }
  return shape < 1 ? drawn * std::pow(1 - random.uniform(), 1 / shape) : drawn;
}

// Beta with both parameters > 0.
inline double beta(Random& random, double a, double b) {
  const double x = gamma(random, a);
  const double y = gamma(random, b);
  // Both underflow only when a and b are tiny; then the mass sits at the ends.
  return x + y > 0 ? x / (x + y) : (random.bernoulli(a / (a + b)) ? 1.0 : 0.0);
}

// Fills `out` with a point of the simplex, Dirichlet with every parameter alpha > 0.
inline void dirichlet(Random& random, double alpha, std::span<double> out) {
  double sum = 0;
  for (double& x : out) sum += x = gamma(random, alpha);
  if (sum > 0) {
    for (double& x : out) x /= sum;
  } else if (!out.empty()) {
    out[random.below(out.size())] = 1;  // all underflowed: alpha is so small that one component is 1
  }
}

// An index drawn in proportion to its weight ≥ 0; the weights add up to `sum` > 0.
inline std::size_t categorical(Random& random, std::span<const double> weights, double sum) {
  double left = random.uniform() * sum;
  std::size_t last = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] <= 0) continue;
    last = i;
    left -= weights[i];
    if (left < 0) return i;
  }
  return last;  // rounding error: the draw belongs to the last index with positive weight
}

}  // namespace banyan
