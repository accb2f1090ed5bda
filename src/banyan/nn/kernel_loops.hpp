// The inner loops, written once over vectors of any width. V gives the type Vector of `width` numbers and
// what to do with it: load, store, fill (a number in all lanes), multiply_add (a * b + c), maximum, and + - *
// by operators. It must be a type of the including unit's own where that unit is compiled for another
// processor than the rest: then nothing instantiated here can be mixed up with another unit's.
//
// Convolutions are Winograd's (Winograd, "Arithmetic Complexity of Computations", 1980; Lavin & Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2016): 25 multiplications for the 9 cells of a small tile
// where the plain way takes 81, and 36 for the 16 of a large one where it takes 144.
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

  // ---- Winograd's transforms, in one dimension by their points. For tiles of three, 0, 1, -1, 2 and
  // infinity: five numbers of a patch become
  //
  //   2 -1 -2  1  0          and back from five          1  1  1  1  0
  //   0 -2 -1  1  0          products to three cells     0  1 -1  2  0
  //   0  2 -3  1  0                                      0  1  1  4  1
  //   0 -1  0  1  0
  //   0  2 -1 -2  1
  //
  // For tiles of four, 0, ±r, ±2r and infinity with r² = 1/2: roundings grow to half as much as with the
  // usual 0, ±1, ±2 (1.9 times those of the plain way, tiles of three 1.7 times), since no power of a point
  // is large, and as points come in pairs, so do the rows.
  //
  //   1  0 -5/2  0   1  0                                1  1  1  1  1  0
  //   0 -2r  -2   r  1  0                                0  r -r 2r -2r 0
  //   0  2r  -2  -r  1  0                                0 1/2 1/2 2 2  0
  //   0 -r -1/2  2r  1  0                                0 r/2 -r/2 4r -4r 1
  //   0  r -1/2 -2r  1  0
  //   0  1   0 -5/2  0  1

  static constexpr float point = 0.70710678118654752F;  // r

  template <std::size_t Side>
  static void transform_line(const Vector (&d)[Side + 2], Vector* out, std::size_t step) {
    if constexpr (Side == 3) {
      const Vector odd = d[3] - d[1];
      out[0] = V::multiply_add(V::fill(2.0F), d[0] - d[2], odd);
      out[step] = odd - (d[1] + d[2]);
      out[2 * step] = V::multiply_add(V::fill(3.0F), d[1] - d[2], odd);
      out[3 * step] = odd;
      out[4 * step] = V::multiply_add(V::fill(-2.0F), odd, d[4] - d[2]);
    } else {
      const auto pair = [&](float square, float root, Vector* first) {  // rows of ±root: the others' square
        const Vector even = V::multiply_add(V::fill(-square), d[2], d[4]);
        const Vector odd = V::multiply_add(V::fill(-square), d[1], d[3]);
        first[0] = V::multiply_add(V::fill(root), odd, even);
        first[step] = V::multiply_add(V::fill(-root), odd, even);
      };
      out[0] = V::multiply_add(V::fill(-2.5F), d[2], d[0] + d[4]);
      pair(2.0F, point, out + step);
      pair(0.5F, 2 * point, out + 3 * step);
      out[5 * step] = V::multiply_add(V::fill(-2.5F), d[3], d[1] + d[5]);
    }
  }

  template <std::size_t Side>
  static void line_back(const Vector (&m)[Side + 2], Vector* out, std::size_t step) {
    const Vector sum = m[1] + m[2];
    const Vector difference = m[1] - m[2];
    if constexpr (Side == 3) {
      out[0] = m[0] + sum + m[3];
      out[step] = V::multiply_add(V::fill(2.0F), m[3], difference);
      out[2 * step] = V::multiply_add(V::fill(4.0F), m[3], sum + m[4]);
    } else {
      const Vector far_sum = m[3] + m[4];
      const Vector far_difference = V::fill(2 * point) * (m[3] - m[4]);
      const Vector near_difference = V::fill(point) * difference;
      out[0] = m[0] + sum + far_sum;
      out[step] = near_difference + far_difference;
      out[2 * step] = V::multiply_add(V::fill(0.5F), sum, far_sum + far_sum);
      out[3 * step] =
          V::multiply_add(V::fill(0.5F), near_difference, m[5] + (far_difference + far_difference));
    }
  }

  template <std::size_t Side>
  static void transform_patch(const float* corner, std::size_t row_step, std::size_t cell_step, float* out,
                              std::size_t frequency_step) {
    constexpr std::size_t patch = Side + 2;
    Vector lines[patch][patch];  // columns transformed
    for (std::size_t x = 0; x < patch; ++x) {
      Vector column[patch];
      for (std::size_t y = 0; y < patch; ++y) column[y] = V::load(corner + x * cell_step + y * row_step);
      transform_line<Side>(column, &lines[0][x], patch);
    }
    for (std::size_t y = 0; y < patch; ++y) {
      Vector done[patch];
      transform_line<Side>(lines[y], done, 1);
      for (std::size_t x = 0; x < patch; ++x) V::store(out + (y * patch + x) * frequency_step, done[x]);
    }
  }

  template <std::size_t Side>
  static void transform_all(const Grid& grid, const float* cells, std::size_t channels,
                            Strided<float> patches) {
    const std::size_t row_step = grid.width() * channels;
    float* out = patches.numbers;
    for (std::size_t y = 0; y < grid.tile_rows(); ++y)
      for (std::size_t x = 0; x < grid.tile_columns(); ++x, out += channels) {
        const float* corner = cells + (y * Side * grid.width() + x * Side) * channels;
        for (std::size_t channel = 0; channel < channels; channel += width)
          transform_patch<Side>(corner + channel, row_step, channels, out + channel, patches.stride);
      }
  }
  static void transform_patches(const Grid& grid, const float* cells, std::size_t channels,
                                Strided<float> patches) {
    (grid.tile_side == 3 ? transform_all<3> : transform_all<4>)(grid, cells, channels, patches);
  }

  // One tile, of which `rows` × `columns` cells are on the board.
  template <std::size_t Side>
  static void tile_back(const float* products, std::size_t frequency_step, const Vector& bias, bool residual,
                        float* corner, std::size_t row_step, std::size_t cell_step, std::size_t rows,
                        std::size_t columns) {
    constexpr std::size_t patch = Side + 2;
    Vector lines[Side][patch];
    for (std::size_t x = 0; x < patch; ++x) {
      Vector column[patch];
      for (std::size_t y = 0; y < patch; ++y)
        column[y] = V::load(products + (y * patch + x) * frequency_step);
      line_back<Side>(column, &lines[0][x], patch);
    }
    for (std::size_t y = 0; y < rows; ++y) {
      Vector done[Side];
      line_back<Side>(lines[y], done, 1);
      float* cell = corner + y * row_step;
      for (std::size_t x = 0; x < columns; ++x, cell += cell_step) {
        Vector number = done[x] + bias;
        if (residual) number = number + V::load(cell);
        V::store(cell, V::maximum(number, V::fill(0.0F)));
      }
    }
  }

  template <std::size_t Side>
  static void all_back(const Grid& grid, Strided<const float> products, std::size_t channels,
                       const float* bias, bool residual, float* cells) {
    const std::size_t row_step = grid.width() * channels;
    const auto on_board = [](std::size_t begin, std::size_t end) {
      return end - begin < Side ? end - begin : Side;
    };
    const float* in = products.numbers;
    for (std::size_t y = 0; y < grid.rows; y += Side)
      for (std::size_t x = 0; x < grid.columns; x += Side, in += channels) {
        float* corner = cells + grid.place(y, x) * channels;
        for (std::size_t channel = 0; channel < channels; channel += width)
          tile_back<Side>(in + channel, products.stride, V::load(bias + channel), residual, corner + channel,
                          row_step, channels, on_board(y, grid.rows), on_board(x, grid.columns));
      }
  }
  static void transform_back(const Grid& grid, Strided<const float> products, std::size_t channels,
                             const float* bias, bool residual, float* cells) {
    (grid.tile_side == 3 ? all_back<3> : all_back<4>)(grid, products, channels, bias, residual, cells);
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
