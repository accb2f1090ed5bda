// Small tools for boards kept as bits of a word.
//
// Some have an instruction of their own on some processors. Units of one program may be compiled for
// different processors, so those functions stand in an inline namespace that is named after what the compiler
// may use: each unit calls its own.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace banyan {

// Calls visit(i) for every bit i that is set, from the lowest.
template <class Visit>
constexpr void for_each_bit(std::uint64_t bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<unsigned>(std::countr_zero(bits)));
}

#ifdef __BMI2__
inline namespace with_bmi2 {
#else
inline namespace without_bmi2 {
#endif

// The place of set bit number k, counted from 0 at the lowest; 64 where there are not more than k of them.
constexpr unsigned select_bit(std::uint64_t bits, unsigned k) {
  assert(k < 64);
#ifdef __BMI2__
  if (!std::is_constant_evaluated())
    return static_cast<unsigned>(std::countr_zero(__builtin_ia32_pdep_di(std::uint64_t{1} << k, bits)));
#endif
  for (; k > 0; --k) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

// The lowest bits of a word, put in order to where the mask has bits; and those under the mask, gathered.
constexpr std::uint64_t deposit_bits(std::uint64_t bits, std::uint64_t mask) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return __builtin_ia32_pdep_di(bits, mask);
#endif
  std::uint64_t result = 0;
  for (; mask != 0; mask &= mask - 1, bits >>= 1U)
    if ((bits & 1U) != 0) result |= mask & ~(mask - 1);
  return result;
}
constexpr std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  if (!std::is_constant_evaluated()) return __builtin_ia32_pext_di(word, mask);
#endif
  std::uint64_t result = 0;
  for (std::uint64_t bit = 1; mask != 0; mask &= mask - 1, bit <<= 1U)
    if ((word & mask & ~(mask - 1)) != 0) result |= bit;
  return result;
}

}  // namespace with_bmi2, without_bmi2

#ifdef __AVX2__
inline namespace with_avx2 {
#else
inline namespace without_avx2 {
#endif

// Whether four set bits stand in a row, at one of four distances from each to the next: pairs of neighbours,
// then pairs of pairs two steps apart.
template <std::uint64_t A, std::uint64_t B, std::uint64_t C, std::uint64_t D>
constexpr bool has_four_in_a_row(std::uint64_t bits) {
#ifdef __AVX2__
  if (!std::is_constant_evaluated()) {
    using Words = long long __attribute__((vector_size(32)));
    using Unsigned = unsigned long long __attribute__((vector_size(32)));
    constexpr Unsigned steps{A, B, C, D};
    const Unsigned all{bits, bits, bits, bits};
    const Unsigned pairs = all & (all >> steps);
    return __builtin_ia32_ptestz256(reinterpret_cast<Words>(pairs),
                                    reinterpret_cast<Words>(pairs >> (2 * steps))) == 0;
  }
#endif
  std::uint64_t found = 0;
  for (const std::uint64_t step : {A, B, C, D}) {
    const std::uint64_t pairs = bits & (bits >> step);
    found |= pairs & (pairs >> (2 * step));
  }
  return found != 0;
}

}  // namespace with_avx2, without_avx2

}  // namespace banyan
