// The inner loops, written once over vectors of any width. V gives the type Vector of `width` numbers and
// what to do with it: load, store, fill (a number in all lanes), multiply_add (a * b + c), maximum, and + - *
// by operators. It must be a type of the including unit's own where that unit is compiled for another
// processor than the rest: then nothing instantiated here can be mixed up with another unit's.
//
// Convolutions are Winograd's (Winograd, "Arithmetic Complexity of Computations", 1980; Lavin & Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2016): F(3×3, 3×3) with the points 0, 1, -1, 2 and infinity,
// 25 multiplications for 9 cells where the plain way takes 81.
#pragma once

#include <cstddef>

#include <banyan/nn/kernels.hpp>

namespace banyan::detail {

template <class V>
struct KernelLoops {
  using Vector = typename V::Vector;
  static constexpr std::size_t width = V::width;
  static constexpr std::size_t panel_vectors = 4;

  // ---- Matrices.

  // All sums of a block stay in registers: Rows * Vectors of them, and Rows + 1 more for what comes in.
  template <std::size_t Rows, std::size_t Vectors>
  static void multiply_block(Strided<const float> a, const float* panel, std::size_t inner,
                             Strided<float> c) {
    Vector sums[Rows][Vectors];
    for (std::size_t r = 0; r < Rows; ++r)
      for (std::size_t v = 0; v < Vectors; ++v) sums[r][v] = V::fill(0.0F);
    std::size_t k = 0;
    do {  // there is at least one: without that way around, compilers keep the sums in registers
      Vector factors[Rows];
      for (std::size_t r = 0; r < Rows; ++r) factors[r] = V::fill(a.numbers[r * a.stride + k]);
      for (std::size_t v = 0; v < Vectors; ++v) {
        const Vector column = V::load(panel + v * width);
        for (std::size_t r = 0; r < Rows; ++r) sums[r][v] = V::multiply_add(factors[r], column, sums[r][v]);
      }
      panel += Vectors * width;
    } while (++k < inner);
    for (std::size_t r = 0; r < Rows; ++r)
      for (std::size_t v = 0; v < Vectors; ++v) V::store(c.numbers + r * c.stride + v * width, sums[r][v]);
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

  // Blocks of equal height as far as it goes, so that none is so low that its sums wait for each other.
  template <std::size_t Vectors>
  static void multiply_panel(Strided<const float> a, std::size_t rows, const float* panel, std::size_t inner,
                             Strided<float> c) {
    constexpr std::size_t highest = Vectors == 4 ? 3 : Vectors == 3 ? 4 : 6;
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

  // ---- Winograd's transforms. In one dimension, five numbers of a patch become
  //
  //   2 -1 -2  1  0          and back from five          1  1  1  1  0
  //   0 -2 -1  1  0          products to three cells     0  1 -1  2  0
  //   0  2 -3  1  0                                      0  1  1  4  1
  //   0 -1  0  1  0
  //   0  2 -1 -2  1

  static void transform_line(const Vector& d0, const Vector& d1, const Vector& d2, const Vector& d3,
                             const Vector& d4, Vector* out, std::size_t step) {
    const Vector two = V::fill(2.0F);
    const Vector odd = d3 - d1;
    out[0] = V::multiply_add(two, d0 - d2, odd);
    out[step] = odd - (d1 + d2);
    out[2 * step] = V::multiply_add(V::fill(3.0F), d1 - d2, odd);
    out[3 * step] = odd;
    out[4 * step] = V::multiply_add(V::fill(-2.0F), odd, d4 - d2);
  }

  static void transform_patch(const float* corner, std::size_t row_step, std::size_t cell_step, float* out,
                              std::size_t frequency_step) {
    Vector lines[patch_side][patch_side];  // columns transformed
    for (std::size_t x = 0; x < patch_side; ++x) {
      const float* column = corner + x * cell_step;
      transform_line(V::load(column), V::load(column + row_step), V::load(column + 2 * row_step),
                     V::load(column + 3 * row_step), V::load(column + 4 * row_step), &lines[0][x],
                     patch_side);
    }
    for (std::size_t y = 0; y < patch_side; ++y) {
      Vector done[patch_side];
      const Vector* line = lines[y];
      transform_line(line[0], line[1], line[2], line[3], line[4], done, 1);
      for (std::size_t x = 0; x < patch_side; ++x)
        V::store(out + (y * patch_side + x) * frequency_step, done[x]);
    }
  }

  static void transform_patches(const Grid& grid, const float* cells, std::size_t channels,
                                Strided<float> patches) {
    const std::size_t row_step = grid.width() * channels;
    float* out = patches.numbers;
    for (std::size_t y = 0; y < grid.tile_rows(); ++y)
      for (std::size_t x = 0; x < grid.tile_columns(); ++x, out += channels) {
        const float* corner = cells + (y * tile_side * grid.width() + x * tile_side) * channels;
        for (std::size_t channel = 0; channel < channels; channel += width)
          transform_patch(corner + channel, row_step, channels, out + channel, patches.stride);
      }
  }

  static void line_back(const Vector& m0, const Vector& m1, const Vector& m2, const Vector& m3,
                        const Vector& m4, Vector* out, std::size_t step) {
    const Vector sum = m1 + m2;
    out[0] = m0 + sum + m3;
    out[step] = V::multiply_add(V::fill(2.0F), m3, m1 - m2);
    out[2 * step] = V::multiply_add(V::fill(4.0F), m3, sum + m4);
  }

  // One tile, of which `rows` × `columns` cells are on the board.
  static void tile_back(const float* products, std::size_t frequency_step, const Vector& bias, bool residual,
                        float* corner, std::size_t row_step, std::size_t cell_step, std::size_t rows,
                        std::size_t columns) {
    Vector lines[tile_side][patch_side];
    for (std::size_t x = 0; x < patch_side; ++x) {
      const auto at = [&](std::size_t y) {
        return V::load(products + (y * patch_side + x) * frequency_step);
      };
      line_back(at(0), at(1), at(2), at(3), at(4), &lines[0][x], patch_side);
    }
    for (std::size_t y = 0; y < rows; ++y) {
      Vector done[tile_side];
      const Vector* line = lines[y];
      line_back(line[0], line[1], line[2], line[3], line[4], done, 1);
      float* cell = corner + y * row_step;
      for (std::size_t x = 0; x < columns; ++x, cell += cell_step) {
        Vector number = done[x] + bias;
        if (residual) number = number + V::load(cell);
        V::store(cell, V::maximum(number, V::fill(0.0F)));
      }
    }
  }

  static void transform_back(const Grid& grid, Strided<const float> products, std::size_t channels,
                             const float* bias, bool residual, float* cells) {
    const std::size_t row_step = grid.width() * channels;
    const auto on_board = [](std::size_t begin, std::size_t end) {
      return end - begin < tile_side ? end - begin : tile_side;
    };
    const float* in = products.numbers;
    for (std::size_t y = 0; y < grid.rows; y += tile_side)
      for (std::size_t x = 0; x < grid.columns; x += tile_side, in += channels) {
        float* corner = cells + grid.place(y, x) * channels;
        for (std::size_t channel = 0; channel < channels; channel += width)
          tile_back(in + channel, products.stride, V::load(bias + channel), residual, corner + channel,
                    row_step, channels, on_board(y, grid.rows), on_board(x, grid.columns));
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
                                 .panel_columns = panel_vectors * width,
                                 .multiply = multiply,
                                 .transform_patches = transform_patches,
                                 .transform_back = transform_back,
                                 .pool = pool,
                                 .score = score};
};

}  // namespace banyan::detail
