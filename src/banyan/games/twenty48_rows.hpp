// Moves of 2048 on a board of 4-bit cells (core/nibble_board.hpp): 0 is empty, k stands for the tile 2^k.
// A row is a number below 65536, so what a move makes of it is looked up; columns are rows of the board
// transposed. A row pays the same in both directions, since k equal tiles side by side merge k/2 times.
//
// The largest tile four bits can hold is 32768. Here two of them make one 32768 (and pay 65536): right for a
// network that tells no larger tiles apart, while the game (twenty48.hpp) keeps these beside the board.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/core/nibble_board.hpp>

namespace banyan {

// Slides four tiles towards the first, merging each at most once; answers what that pays. Two of the largest
// make one of them.
inline std::uint32_t slide_tiles(std::array<unsigned, 4>& tiles, unsigned largest) {
  std::array<unsigned, 4> result{};
  std::size_t count = 0;
  bool last_may_merge = false;
  std::uint32_t paid = 0;
  for (const unsigned tile : tiles) {
    if (tile == 0) continue;
    if (last_may_merge && result[count - 1] == tile) {
      result[count - 1] = std::min(tile + 1, largest);
      paid += 2U << tile;
      last_may_merge = false;
    } else {
      result[count++] = tile;
      last_may_merge = true;
    }
  }
  tiles = result;
  return paid;
}

class Twenty48Rows {
 public:
  using Table = std::array<std::uint16_t, 65536>;

  Twenty48Rows() {
    for (unsigned row = 0; row < low_.size(); ++row) {
      std::array<unsigned, 4> tiles{};
      for (unsigned i = 0; i < 4; ++i) tiles[i] = row >> 4U * i & 15U;
      quarters_[row] = static_cast<std::uint16_t>(slide_tiles(tiles, 15) / 4);
      low_[row] = pack(tiles);
      for (unsigned i = 0; i < 4; ++i) tiles[3 - i] = row >> 4U * i & 15U;
      slide_tiles(tiles, 15);
      std::reverse(tiles.begin(), tiles.end());
      high_[row] = pack(tiles);
    }
  }

  // All rows moved towards their lowest cells (towards the left, columns counted from there), or the highest.
  [[nodiscard]] NibbleBoard to_low(NibbleBoard board) const { return moved(board, low_); }
  [[nodiscard]] NibbleBoard to_high(NibbleBoard board) const { return moved(board, high_); }
  // The same chosen without a branch, for directions that are drawn at random.
  [[nodiscard]] NibbleBoard to_either(NibbleBoard board, bool high) const {
    return moved(board, high ? high_ : low_);
  }

  // What moving the rows pays: the sum of the tiles that come from merging.
  [[nodiscard]] std::uint32_t reward(NibbleBoard board) const {
    std::uint32_t sum = 0;
    for (unsigned row = 0; row < 4; ++row) sum += quarters_[board >> 16U * row & 0xffffU];
    return 4 * sum;
  }

 private:
  Table low_{};
  Table high_{};
  Table quarters_{};  // of the reward: at most 2 · 65536 / 4

  static NibbleBoard moved(NibbleBoard board, const Table& table) {
    NibbleBoard result = 0;
    for (unsigned row = 0; row < 4; ++row)
      result |= NibbleBoard{table[board >> 16U * row & 0xffffU]} << 16U * row;
    return result;
  }

  static std::uint16_t pack(const std::array<unsigned, 4>& tiles) {
    return static_cast<std::uint16_t>(tiles[0] | tiles[1] << 4U | tiles[2] << 8U | tiles[3] << 12U);
  }
};

inline const Twenty48Rows twenty48_rows;  // NOLINT(cert-err58-cpp): it allocates nothing

}  // namespace banyan
