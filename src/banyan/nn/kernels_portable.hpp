// The inner loops for any processor: vectors of four, which every compiler for every machine knows.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

#include <banyan/nn/kernel_loops.hpp>

namespace banyan {

namespace detail {
struct PortableVectors {
  static constexpr std::string_view name = "portable";
  using Vector = float __attribute__((vector_size(16)));
  static constexpr std::size_t width = 4;
  static constexpr std::size_t registers = 16;

  static Vector load(const float* from) {
    Vector v;
    std::memcpy(&v, from, sizeof(v));
    return v;
  }
  static void store(float* to, Vector v) { std::memcpy(to, &v, sizeof(v)); }
  static Vector fill(float x) { return Vector{x, x, x, x}; }
  static Vector multiply_add(Vector a, Vector b, Vector c) { return a * b + c; }
  static Vector maximum(Vector a, Vector b) { return a > b ? a : b; }
  static float lane(Vector v, std::size_t i) { return v[i]; }
};
}  // namespace detail

inline const Kernels& portable_kernels() { return detail::KernelLoops<detail::PortableVectors>::table; }

}  // namespace banyan
