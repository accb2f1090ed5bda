// The inner loops of a network, as a table of functions, so that the program can choose the fastest for its
// processor at run time. Users of the headers alone get loops compiled with the flags of their own code. The
// program calls use_fast_kernels() (kernels_choice.cpp, part of banyan::app), the only code that detects the
// processor; the loops it may find are compiled in units of their own (kernels_avx2.cpp for AVX2 and FMA,
// kernels_avx512.cpp for AVX-512), and share no inline function with any other.
//
// Numbers lie with channels side by side, and cells as grid.hpp says.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>
#include <vector>

#include <banyan/core/strict_math.hpp>
#include <banyan/nn/grid.hpp>

namespace banyan {

// A matrix that is multiplied from the right, cut into panels of so many columns (the last may be narrower);
// in a panel the columns of a row lie side by side, row after row.
struct Panels {
  const float* numbers = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
};

// Rows of numbers, so far apart.
template <class Number>
struct Strided {
  Number* numbers = nullptr;
  std::size_t stride = 0;
};

struct Kernels {
  std::string_view name;
  std::size_t channel_step;  // channels come in so many at a time
  std::size_t panel_columns;

  // c = a · b for `rows` rows.
  void (*multiply)(Strided<const float> a, std::size_t rows, const Panels& b, Strided<float> c);

  // The patches of a position's tiles, transformed: those that have a frequency follow each other, position
  // after position, at patches[(row's frequency * side_frequencies + column's) * stride]; `channels` each.
  void (*transform_patches)(const Grid& grid, const float* cells, std::size_t channels, std::size_t position,
                            Strided<float> patches);

  // The way back: products in the same order become cells, with bias added, then what is there already if
  // `residual`, and negative ones set to 0.
  void (*transform_back)(const Grid& grid, Strided<const float> products, std::size_t channels,
                         const float* bias, bool residual, std::size_t position, float* cells);

  // Adds bias to `count` rows of `channels` and sets negative ones to 0; their means and maxima.
  void (*pool)(Strided<const float> rows, std::size_t count, std::size_t channels, const float* bias,
               float* means, float* maxima);

  // For each of `count` rows: relu(row + bias) times each of `outputs` vectors; output o of row i goes to
  // scores[o * count + i].
  void (*score)(Strided<const float> rows, std::size_t count, std::size_t channels, const float* bias,
                const float* vectors, std::size_t outputs, float* scores);
};

// The loops compiled as this code is.
const Kernels& portable_kernels();

using KernelList = std::vector<const Kernels*>;

namespace detail {
inline std::atomic<const KernelList*> kernels_in_use{nullptr};
}

// What networks of so many filters are prepared for from now on.
inline const Kernels& kernels_in_use(std::size_t filters) {
  if (const KernelList* list = detail::kernels_in_use.load(std::memory_order_acquire))
    for (const Kernels* kernels : *list)
      if (filters % kernels->channel_step == 0) return *kernels;
  return portable_kernels();
}

// What is made for processors like this one, the fastest first. Only in banyan::app.
const KernelList& fast_kernels();

// The fastest that fit a network, from now on. Only in banyan::app.
void use_fast_kernels();

}  // namespace banyan

#include <banyan/nn/kernels_portable.hpp>  // IWYU pragma: export
