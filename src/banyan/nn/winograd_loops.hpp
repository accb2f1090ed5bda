// Winograd's convolutions (Winograd, "Arithmetic Complexity of Computations", 1980; Lavin & Gray, "Fast
// Algorithms for Convolutional Neural Networks", 2016) but for the multiplications themselves: 25 for the 9
// cells of a small tile where the plain way takes 81, and 36 for the 16 of a large one where it takes 144.
//
// In one dimension, a filter's polynomial is known at the points 0, r, -r, 2r, infinity and, for large tiles,
// -2r, with r² = 1/2: roundings grow to half as much as with the usual 0, ±1, ±2 (to about twice those of the
// plain way, with either kind of tile), since no power of a point is large. Six numbers of a large patch
// become
//
//   1  0 -5/2  0   1  0          and back from six             1   1   1   1  0   1
//   0 -2r  -2   r  1  0          products to four cells        0   r  -r  2r  0 -2r
//   0  2r  -2  -r  1  0                                        0 1/2 1/2   2  0   2
//   0 -r -1/2  2r  1  0                                        0 r/2 -r/2 4r  1 -4r
//   0  1   0 -5/2  0  1
//   0  r -1/2 -2r  1  0
//
// and so do five of a small one. It lacks the last point, and as the filters are the same, its rows make up
// for their being divided by the distance from that point:
//
//   1  -r  -2   2r  0                                          1   1   1   1  0
//   0 -3r -3/2  3r  0                                          0   r  -r  2r  0
//   0   r -3/2   r  0                                          0 1/2 1/2   2  1
//   0 -2r   0   4r  0
//   0   r -1/2 -2r  1
#pragma once

#include <cstddef>

#include <banyan/nn/kernels.hpp>

namespace banyan::detail {

// V as in kernel_loops.hpp.
template <class V>
struct WinogradLoops {
  using Vector = typename V::Vector;
  static constexpr std::size_t width = V::width;
  static constexpr float r = 0.70710678118654752F;

  template <std::size_t Side>
  static void transform_line(const Vector (&d)[Side + 2], Vector* out) {
    if constexpr (Side == small_side) {
      const Vector middle = V::fill(-1.5F) * d[2];
      const Vector far = V::fill(r) * (d[3] + d[3] - d[1]);
      out[0] = V::multiply_add(V::fill(-2.0F), d[2], d[0] + far);
      out[1] = V::multiply_add(V::fill(3 * r), d[3] - d[1], middle);
      out[2] = V::multiply_add(V::fill(r), d[3] + d[1], middle);
      out[3] = far + far;
      out[4] = V::multiply_add(V::fill(-0.5F), d[2], d[4] - far);
    } else {
      const auto pair = [&](float square, float root, Vector& plus, Vector& minus) {  // the others' square
        const Vector even = V::multiply_add(V::fill(-square), d[2], d[4]);
        const Vector odd = V::multiply_add(V::fill(-square), d[1], d[3]);
        plus = V::multiply_add(V::fill(root), odd, even);
        minus = V::multiply_add(V::fill(-root), odd, even);
      };
      out[0] = V::multiply_add(V::fill(-2.5F), d[2], d[0] + d[4]);
      pair(2.0F, r, out[1], out[2]);
      pair(0.5F, 2 * r, out[3], out[5]);
      out[4] = V::multiply_add(V::fill(-2.5F), d[3], d[1] + d[5]);
    }
  }

  template <std::size_t Side>
  static void line_back(const Vector (&m)[Side + 2], Vector* out) {
    const Vector sum = m[1] + m[2];
    const Vector difference = V::fill(r) * (m[1] - m[2]);
    if constexpr (Side == small_side) {
      out[0] = m[0] + sum + m[3];
      out[1] = V::multiply_add(V::fill(2 * r), m[3], difference);
      out[2] = V::multiply_add(V::fill(0.5F), sum, V::multiply_add(V::fill(2.0F), m[3], m[4]));
    } else {
      const Vector far_sum = m[3] + m[5];
      const Vector far_difference = V::fill(2 * r) * (m[3] - m[5]);
      out[0] = m[0] + sum + far_sum;
      out[1] = difference + far_difference;
      out[2] = V::multiply_add(V::fill(0.5F), sum, far_sum + far_sum);
      out[3] = V::multiply_add(V::fill(0.5F), difference, m[4] + (far_difference + far_difference));
    }
  }

  // Where the numbers of a tile begin in each frequency: by whether it is the last one of its column and of
  // its row, which fewer tiles have.
  struct Places {
    std::size_t at[2][2];
    std::size_t stride;  // from one frequency to the next

    Places(const Grid& grid, std::size_t channels, std::size_t frequency_stride, std::size_t position,
           std::size_t y, std::size_t x)
        : stride(frequency_stride) {
      for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t column = 0; column < 2; ++column) {
          const std::size_t in_row = column == 0 ? grid.columns.tiles : grid.columns.large;
          const std::size_t of_rows = row == 0 ? grid.rows.tiles : grid.rows.large;
          at[row][column] = ((position * of_rows + y) * in_row + x) * channels;
        }
    }
    [[nodiscard]] std::size_t operator()(std::size_t row, std::size_t column) const {
      constexpr std::size_t last = side_frequencies - 1;
      return at[row == last ? 1 : 0][column == last ? 1 : 0] + (row * side_frequencies + column) * stride;
    }
  };

  // A vector's worth of channels, and only the frequencies from row Begin on. Not inlined into the loop over
  // channels, out of which compilers would hoist all addresses, far more than there are registers for them.
  template <std::size_t Rows, std::size_t Columns, std::size_t Begin, std::size_t End>
  [[gnu::noinline]] static void transform_rows(const float* corner, std::size_t row_step,
                                               std::size_t cell_step, const Places& places, float* out) {
    Vector lines[End - Begin][Columns + 2];  // columns transformed
    for (std::size_t x = 0; x < Columns + 2; ++x) {
      Vector column[Rows + 2];
      for (std::size_t y = 0; y < Rows + 2; ++y) column[y] = V::load(corner + x * cell_step + y * row_step);
      Vector done[Rows + 2];
      transform_line<Rows>(column, done);
      for (std::size_t y = Begin; y < End; ++y) lines[y - Begin][x] = done[y];
    }
    for (std::size_t y = Begin; y < End; ++y) {
      Vector done[Columns + 2];
      transform_line<Columns>(lines[y - Begin], done);
      for (std::size_t x = 0; x < Columns + 2; ++x) V::store(out + places(y, x), done[x]);
    }
  }

  // In two parts where that keeps a patch in the registers: to load it again costs less than to spill it.
  template <std::size_t Rows, std::size_t Columns>
  static void transform_patch(const float* corner, std::size_t row_step, std::size_t channels,
                              const Places& places, float* out) {
    constexpr auto fits = [](std::size_t rows) {
      constexpr std::size_t others = 6;  // registers for what is being calculated
      return rows * (Columns + 2) + others <= V::registers;
    };
    constexpr std::size_t all = Rows + 2;
    constexpr std::size_t half = (all + 1) / 2;
    constexpr std::size_t part = !fits(all) && fits(half) ? half : all;
    for (std::size_t c = 0; c < channels; c += width) {
      transform_rows<Rows, Columns, 0, part>(corner + c, row_step, channels, places, out + c);
      if constexpr (part < all)
        transform_rows<Rows, Columns, part, all>(corner + c, row_step, channels, places, out + c);
    }
  }

  static void transform_patches(const Grid& grid, const float* cells, std::size_t channels,
                                std::size_t position, Strided<float> patches) {
    const std::size_t row_step = grid.width() * channels;
    for (std::size_t y = 0; y < grid.rows.tiles; ++y)
      for (std::size_t x = 0; x < grid.columns.tiles; ++x) {
        const auto transform = kind(grid, y, x, transform_patch<4, 4>, transform_patch<4, 3>,
                                    transform_patch<3, 4>, transform_patch<3, 3>);
        transform(cells + (grid.rows.begin(y) * grid.width() + grid.columns.begin(x)) * channels, row_step,
                  channels, Places(grid, channels, patches.stride, position, y, x), patches.numbers);
      }
  }

  struct Cells {
    float* corner;
    std::size_t row_step;
    std::size_t channels;
    std::size_t rows;  // on the board
    std::size_t columns;
  };

  // A vector's worth of channels again.
  template <std::size_t Rows, std::size_t Columns>
  [[gnu::noinline]] static void vector_back(const float* products, const Places& places, Vector bias,
                                            bool residual, const Cells& cells, float* cell) {
    Vector lines[Rows][Columns + 2];
    for (std::size_t x = 0; x < Columns + 2; ++x) {
      Vector column[Rows + 2];
      for (std::size_t y = 0; y < Rows + 2; ++y) column[y] = V::load(products + places(y, x));
      Vector done[Rows];
      line_back<Rows>(column, done);
      for (std::size_t y = 0; y < Rows; ++y) lines[y][x] = done[y];
    }
    for (std::size_t y = 0; y < Rows; ++y, cell += cells.row_step) {
      if (y == cells.rows) break;
      Vector done[Columns];
      line_back<Columns>(lines[y], done);
      for (std::size_t x = 0; x < Columns; ++x) {
        if (x == cells.columns) break;
        float* at = cell + x * cells.channels;
        Vector number = done[x] + bias;
        if (residual) number = number + V::load(at);
        V::store(at, V::maximum(number, V::fill(0.0F)));
      }
    }
  }
  template <std::size_t Rows, std::size_t Columns>
  static void tile_back(const float* products, const Places& places, const float* bias, bool residual,
                        const Cells& cells) {
    for (std::size_t channel = 0; channel < cells.channels; channel += width)
      vector_back<Rows, Columns>(products + channel, places, V::load(bias + channel), residual, cells,
                                 cells.corner + channel);
  }

  static void transform_back(const Grid& grid, Strided<const float> products, std::size_t channels,
                             const float* bias, bool residual, std::size_t position, float* cells) {
    for (std::size_t y = 0; y < grid.rows.tiles; ++y)
      for (std::size_t x = 0; x < grid.columns.tiles; ++x) {
        const auto back =
            kind(grid, y, x, tile_back<4, 4>, tile_back<4, 3>, tile_back<3, 4>, tile_back<3, 3>);
        const std::size_t row = grid.rows.begin(y);
        const std::size_t column = grid.columns.begin(x);
        back(products.numbers, Places(grid, channels, products.stride, position, y, x), bias, residual,
             {cells + grid.place(row, column) * channels, grid.width() * channels, channels,
              grid.rows.cells - row, grid.columns.cells - column});
      }
  }

  // What of these is made for the size of a tile.
  template <class Function>
  static Function* kind(const Grid& grid, std::size_t y, std::size_t x, Function* large, Function* tall,
                        Function* wide, Function* small) {
    if (y < grid.rows.large) return x < grid.columns.large ? large : tall;
    return x < grid.columns.large ? wide : small;
  }
};

}  // namespace banyan::detail
