// How a board is cut into tiles for Winograd's convolutions (winograd_loops.hpp), and where their numbers
// lie.
//
// Each side is cut into as few tiles as can be, of four cells or of three, the large ones first: 13 cells are
// 4 + 3 + 3 + 3. What filters of 3×3 see of a tile is a patch, two cells longer each way. Transformed, a
// patch has as many frequencies as numbers, and those of a small tile are the first ones of a large tile, so
// that tiles of all four kinds share the weights: a board of 13×13 takes (6 + 5 + 5 + 5)² = 441
// multiplications for each pair of channels, where sixteen tiles of 4×4 take 576 and 25 of 3×3 take 625.
//
// A position is a grid of cells with a frame: there is room for whole tiles and one more cell all around,
// which stay 0. Every function here is always inlined, since units for different processors use them.
#pragma once

#include <cstddef>

namespace banyan {

inline constexpr std::size_t small_side = 3;
inline constexpr std::size_t large_side = 4;
inline constexpr std::size_t side_frequencies = large_side + 2;  // the last one of large tiles alone

// One side of a board.
struct Cut {
  std::size_t cells = 0;
  std::size_t tiles = 0;
  std::size_t large = 0;  // of the tiles

  // Where a tile begins; behind the last one, how many cells they cover.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t begin(std::size_t tile) const {
    return tile * small_side + (tile < large ? tile : large);
  }
  // Frequencies that any tile has.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t frequencies() const {
    return large > 0 ? side_frequencies : side_frequencies - 1;
  }
  // Tiles that have this frequency.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t tiles_at(std::size_t frequency) const {
    return frequency + 1 < side_frequencies ? tiles : large;
  }
};

[[gnu::always_inline]] constexpr Cut cut_side(std::size_t cells) {
  const std::size_t tiles = (cells + large_side - 1) / large_side;
  return {cells, tiles, cells > tiles * small_side ? cells - tiles * small_side : 0};
}

struct Grid {
  Cut rows;
  Cut columns;

  [[nodiscard, gnu::always_inline]] constexpr std::size_t tiles() const { return rows.tiles * columns.tiles; }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t tiles_at(std::size_t row_frequency,
                                                                   std::size_t column_frequency) const {
    return rows.tiles_at(row_frequency) * columns.tiles_at(column_frequency);
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t width() const {
    return columns.begin(columns.tiles) + 2;
  }
  [[nodiscard, gnu::always_inline]] constexpr std::size_t cells() const {
    return (rows.begin(rows.tiles) + 2) * width();
  }
  // The place of a cell of the board in the grid.
  [[nodiscard, gnu::always_inline]] constexpr std::size_t place(std::size_t row, std::size_t column) const {
    return (row + 1) * width() + column + 1;
  }
};

[[gnu::always_inline]] constexpr Grid cut_board(std::size_t rows, std::size_t columns) {
  return {cut_side(rows), cut_side(columns)};
}

}  // namespace banyan
