// The inner loops of a network, as a table of functions, so that the fastest that a processor can do is
// chosen when the program runs. Whoever uses the headers alone gets loops compiled as all of their code is.
// The program calls use_fast_kernels() (kernels_choice.cpp, part of banyan::app), the only code that looks at
// the processor; the loops it may find are compiled in a unit of their own (kernels_avx2.cpp), for AVX2 and
// FMA, and share no inline function with any other.
//
// Numbers lie with channels side by side. A position is a grid of cells with a frame: a board of rows ×
// columns is cut into square tiles, and the grid has room for whole tiles and one more cell all around, which
// stay 0.
#pragma once

#include <atomic>
#include <cstddef>
#include <string_view>

namespace banyan {

inline constexpr std::size_t channel_step = 8;  // channels come in eights

struct Grid {
  std::size_t rows = 0;  // of the board
  std::size_t columns = 0;
  std::size_t tile_side = 3;  // 3 or 4 cells

  // What filters of 3×3 see of a tile is a patch; transformed, it has as many frequencies as numbers.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t frequencies() const {
    return (tile_side + 2) * (tile_side + 2);
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t tile_rows() const {
    return (rows + tile_side - 1) / tile_side;
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t tile_columns() const {
    return (columns + tile_side - 1) / tile_side;
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t tiles() const {
    return tile_rows() * tile_columns();
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t width() const {
    return tile_columns() * tile_side + 2;
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t cells() const {
    return (tile_rows() * tile_side + 2) * width();
  }
  // The place of a cell of the board in the grid.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t place(std::size_t row, std::size_t column) const {
    return (row + 1) * width() + column + 1;
  }
};

// Large tiles where they save a quarter of the multiplications, for each of which they take more transforms
// and weights: a board of 8×8 is four large tiles (144 for each pair of channels) or nine small ones (225),
// one of 9×9 is nine of either (324 or 225).
constexpr Grid cut_board(std::size_t rows, std::size_t columns) {
  const Grid small{rows, columns, 3};
  const Grid large{rows, columns, 4};
  const auto multiplications = [](const Grid& grid) { return grid.tiles() * grid.frequencies(); };
  return 4 * multiplications(large) < 3 * multiplications(small) ? large : small;
}

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
  std::size_t panel_columns;

  // c = a · b for `rows` rows.
  void (*multiply)(Strided<const float> a, std::size_t rows, const Panels& b, Strided<float> c);

  // The patches of a position's tiles, transformed: number of tile t, frequency f and channel c goes to
  // patches[f * stride + t * channels + c].
  void (*transform_patches)(const Grid& grid, const float* cells, std::size_t channels,
                            Strided<float> patches);

  // The way back: products in the same order become cells, with bias added, then what is there already if
  // `residual`, and negative ones set to 0.
  void (*transform_back)(const Grid& grid, Strided<const float> products, std::size_t channels,
                         const float* bias, bool residual, float* cells);

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

namespace detail {
inline std::atomic<const Kernels*> kernels_in_use{nullptr};
}

// What networks are prepared for from now on.
inline const Kernels& kernels_in_use() {
  const Kernels* chosen = detail::kernels_in_use.load(std::memory_order_acquire);
  return chosen != nullptr ? *chosen : portable_kernels();
}

// The fastest for this processor; answers it. Only in banyan::app.
const Kernels& use_fast_kernels();

}  // namespace banyan

#include <banyan/nn/kernels_portable.hpp>  // IWYU pragma: export
