// Four floats in one vector, with the operators that the bandit indices use. Each operation is
// rounded as for a single float, so that vector and scalar code give the same bits.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <banyan/core/strict_math.hpp>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace banyan {

// A unit that may not use SSE2 has a Float4 of its own (bits.hpp says why).
#ifdef __SSE2__
inline namespace with_sse2 {
#else
inline namespace without_sse2 {
#endif

class Float4 {
 public:
  using Vector = float __attribute__((vector_size(16)));
  using Mask = std::int32_t __attribute__((vector_size(16)));  // all bits of a lane set, or none
  using Ints = std::uint32_t __attribute__((vector_size(16)));

  Float4() = default;
  Float4(float x) : v_{x, x, x, x} {}  // NOLINT(*-explicit-*): a constant stands for four of it
  explicit Float4(Vector v) : v_(v) {}

  // Converts integers, rounding. Values below 2^31 are converted as signed, in one instruction.
  explicit Float4(Ints n) {
    const auto with_sign = Mask(n);
    if (bits(with_sign) == 0) [[likely]] {
      v_ = __builtin_convertvector(with_sign, Vector);
    } else {
      v_ = __builtin_convertvector(n, Vector);
    }
  }

  [[nodiscard]] Vector vector() const { return v_; }
  float operator[](unsigned i) const { return v_[i]; }

  friend Float4 operator+(Float4 a, Float4 b) { return Float4(a.v_ + b.v_); }
  friend Float4 operator-(Float4 a, Float4 b) { return Float4(a.v_ - b.v_); }
  friend Float4 operator*(Float4 a, Float4 b) { return Float4(a.v_ * b.v_); }
  friend Float4 operator/(Float4 a, Float4 b) { return Float4(a.v_ / b.v_); }
  friend Mask operator>(Float4 a, Float4 b) { return a.v_ > b.v_; }

  // Lane by lane a or b.
  friend Float4 choose(Mask mask, Float4 a, Float4 b) { return Float4(mask ? a.v_ : b.v_); }
  friend Float4 max(Float4 a, Float4 b) { return Float4(a.v_ > b.v_ ? a.v_ : b.v_); }
  friend Float4 min(Float4 a, Float4 b) { return Float4(a.v_ < b.v_ ? a.v_ : b.v_); }
  friend Float4 sqrt(Float4 a) {
#ifdef __SSE2__
    return Float4(Vector(_mm_sqrt_ps(__m128(a.v_))));
#else
    return Float4(Vector{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])});
#endif
  }

  // The lanes in another order.
  template <int a, int b, int c, int d>
  [[nodiscard]] Float4 shuffled() const {
    return Float4(__builtin_shufflevector(v_, v_, a, b, c, d));
  }
  friend Mask operator==(Float4 a, Float4 b) { return a.v_ == b.v_; }

  // A mask as four bits, the first lane the lowest.
  static unsigned bits(Mask mask) {
#ifdef __SSE2__
    return static_cast<unsigned>(_mm_movemask_ps(__m128(mask)));
#else
    return (mask[0] & 1U) | (mask[1] & 2U) | (mask[2] & 4U) | (mask[3] & 8U);
#endif
  }

 private:
  Vector v_;
};

}  // namespace with_sse2, without_sse2

}  // namespace banyan
