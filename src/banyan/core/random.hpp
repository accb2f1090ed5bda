// Random streams: one seed gives the same result on every compiler and machine.
//
// The generator is xoshiro256++ (Blackman & Vigna, "Scrambled linear pseudorandom number generators",
// 2021), seeded by SplitMix64. Only integer arithmetic and exactly rounded floating-point operations
// are used, so no standard-library distribution can change a result.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include <banyan/core/strict_math.hpp>

namespace banyan {

__extension__ using Uint128 = unsigned __int128;

// One round of SplitMix64: a bijection that scatters neighbouring inputs.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

class Random {
 public:
  // Streams of one seed are independent of each other: game i of a match takes stream i.
  explicit constexpr Random(std::uint64_t seed, std::uint64_t stream = 0) {
    std::uint64_t x = mix64(seed) ^ mix64(~mix64(stream));
    for (auto& word : state_) word = x = mix64(x);
  }

  // The next 64 random bits.
  constexpr std::uint64_t operator()() {
    const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17U;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // Uniform on 0 … n-1 (n ≥ 1). The bias of the multiplication, n / 2^64, is below anything measurable.
  constexpr std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>((Uint128{(*this)()} * n) >> 64U);
  }

  // Uniform on [0, 1): a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>((*this)() >> 11U) * 0x1p-53; }

  // True with probability p.
  constexpr bool bernoulli(double p) { return uniform() < p; }

  // Puts the list into a uniformly random order (Fisher–Yates).
  template <class T>
  constexpr void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

  // The generator's whole state, for code that steps many of them at once.
  [[nodiscard]] constexpr const std::array<std::uint64_t, 4>& state() const { return state_; }

  friend constexpr bool operator==(const Random&, const Random&) = default;

  // The interface of a standard uniform random bit generator.
  using result_type = std::uint64_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return ~result_type{0}; }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace banyan
