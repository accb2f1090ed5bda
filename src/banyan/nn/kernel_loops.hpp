// The inner loops, written once over vectors of any width. V gives the type Vector of `width` numbers, of
// which the processor has `registers`, and what to do with it: load, store, fill (a number in all lanes),
// multiply_add (a * b + c), maximum, and + - * by operators. It must be a type of the including unit's own
// where that unit is compiled for another processor than the rest: then nothing instantiated here can be
// mixed up with another unit's.
#pragma once

#include <cstddef>

#include <banyan/nn/kernels.hpp>
#include <banyan/nn/winograd_loops.hpp>

namespace banyan::detail {

template <class V>
struct KernelLoops {
  using Vector = typename V::Vector;
  static constexpr std::size_t width = V::width;
  static constexpr std::size_t panel_vectors = 4;

  // ---- Matrices.

  // All sums of a block stay in registers: Rows * Vectors of them, besides a row's or a column's worth of
  // what comes in, whichever is less, and one more.
  template <std::size_t Rows, std::size_t Vectors>
  static void multiply_block(Strided<const float> a, const float* panel, std::size_t inner,
                             Strided<float> c) {
    Vector sums[Rows][Vectors];
    for (std::size_t r = 0; r < Rows; ++r)
      for (std::size_t v = 0; v < Vectors; ++v) sums[r][v] = V::fill(0.0F);
    std::size_t k = 0;
    do {  // there is at least one: without that way around, compilers keep the sums in registers
      if constexpr (Rows < Vectors) {
        Vector factors[Rows];
        for (std::size_t r = 0; r < Rows; ++r) factors[r] = V::fill(a.numbers[r * a.stride + k]);
        for (std::size_t v = 0; v < Vectors; ++v) {
          const Vector column = V::load(panel + v * width);
          for (std::size_t r = 0; r < Rows; ++r) sums[r][v] = V::multiply_add(factors[r], column, sums[r][v]);
        }
      } else {
        Vector columns[Vectors];
        for (std::size_t v = 0; v < Vectors; ++v) columns[v] = V::load(panel + v * width);
        for (std::size_t r = 0; r < Rows; ++r) {
          const Vector factor = V::fill(a.numbers[r * a.stride + k]);
          for (std::size_t v = 0; v < Vectors; ++v)
            sums[r][v] = V::multiply_add(factor, columns[v], sums[r][v]);
        }
      }
      panel += Vectors * width;
    } while (++k < inner);
    for (std::size_t r = 0; r < Rows; ++r)
      for (std::size_t v = 0; v < Vectors; ++v) V::store(c.numbers + r * c.stride + v * width, sums[r][v]);
  }

  // Of a block that fits the registers; more than six rows are no faster.
  static constexpr std::size_t highest_block(std::size_t vectors) {
    std::size_t rows = 1;
    const auto registers = [&](std::size_t r) { return r * vectors + (r < vectors ? r : vectors) + 1; };
    while (rows < 6 && registers(rows + 1) <= V::registers) ++rows;
    return rows;
  }

  template <std::size_t Vectors, std::size_t Rows>
  static void multiply_up_to(std::size_t rows, Strided<const float> a, const float* panel, std::size_t inner,
                             Strided<float> c) {
    if (rows == Rows) {
      multiply_block<Rows, Vectors>(a, panel, inner, c);
    } else if constexpr (Rows > 1) {
      multiply_up_to<Vectors, Rows - 1>(rows, a, panel, inner, c);
    }
  }

  // Blocks of equal height as far as possible: in a low block each sum would wait for the one before.
  template <std::size_t Vectors>
  static void multiply_panel(Strided<const float> a, std::size_t rows, const float* panel, std::size_t inner,
                             Strided<float> c) {
    constexpr std::size_t highest = highest_block(Vectors);
    for (std::size_t blocks = (rows + highest - 1) / highest; blocks > 0; --blocks) {
      const std::size_t height = (rows + blocks - 1) / blocks;
      multiply_up_to<Vectors, highest>(height, a, panel, inner, c);
      a.numbers += height * a.stride;
      c.numbers += height * c.stride;
      rows -= height;
    }
  }

  static void multiply(Strided<const float> a, std::size_t rows, const Panels& b, Strided<float> c) {
    const float* panel = b.numbers;
    for (std::size_t done = 0; done < b.columns;) {
      const std::size_t left = (b.columns - done) / width;
      const std::size_t vectors = left < panel_vectors ? left : panel_vectors;
      switch (vectors) {
        case 1: multiply_panel<1>(a, rows, panel, b.rows, c); break;
        case 2: multiply_panel<2>(a, rows, panel, b.rows, c); break;
        case 3: multiply_panel<3>(a, rows, panel, b.rows, c); break;
        default: multiply_panel<4>(a, rows, panel, b.rows, c); break;
      }
      panel += b.rows * vectors * width;
      c.numbers += vectors * width;
      done += vectors * width;
    }
  }

  // ---- The heads.

  static void pool(Strided<const float> rows, std::size_t count, std::size_t channels, const float* bias,
                   float* means, float* maxima) {
    const Vector zero = V::fill(0.0F);
    const Vector share = V::fill(1.0F / static_cast<float>(count));
    for (std::size_t channel = 0; channel < channels; channel += width) {
      Vector sum = zero;
      Vector highest = zero;
      for (std::size_t i = 0; i < count; ++i) {
        const Vector number = V::load(rows.numbers + i * rows.stride + channel) + V::load(bias + channel);
        const Vector positive = V::maximum(number, zero);
        sum = sum + positive;
        highest = V::maximum(highest, positive);
      }
      V::store(means + channel, sum * share);
      V::store(maxima + channel, highest);
    }
  }

  static void score(Strided<const float> rows, std::size_t count, std::size_t channels, const float* bias,
                    const float* vectors, std::size_t outputs, float* scores) {
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t o = 0; o < outputs; ++o) {
        Vector sum = V::fill(0.0F);
        for (std::size_t channel = 0; channel < channels; channel += width) {
          const Vector number = V::load(rows.numbers + i * rows.stride + channel) + V::load(bias + channel);
          sum = V::multiply_add(V::maximum(number, V::fill(0.0F)), V::load(vectors + o * channels + channel),
                                sum);
        }
        float total = 0;
        for (std::size_t lane = 0; lane < width; ++lane) total += V::lane(sum, lane);
        scores[o * count + i] = total;
      }
  }

  static constexpr Kernels table{.name = V::name,
                                 .channel_step = width < 8 ? 8 : width,
                                 .panel_columns = panel_vectors * width,
                                 .multiply = multiply,
                                 .transform_patches = WinogradLoops<V>::transform_patches,
                                 .transform_back = WinogradLoops<V>::transform_back,
                                 .pool = pool,
                                 .score = score};
};

}  // namespace banyan::detail
