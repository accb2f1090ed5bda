// The lines of Gomoku: where there are enough stones in one, and where one more stone would make it so.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace banyan::detail {

// Stones, as a word for every row, column and diagonal of a 20×20 board, for playouts: four words hold all
// lines through a cell, and are looked at side by side.
class GomokuLines {
 public:
  static constexpr int side = 20;
  using Cell = std::uint16_t;  // row * 20 + column
  using Words = std::array<std::uint32_t, 4>;
  struct Place {
    std::uint8_t word;
    std::uint8_t bit;
  };
  static constexpr int diagonals = 2 * side - 1;
  static constexpr std::size_t count = 2 * side + 2 * diagonals;

  // Where a cell is in the four words.
  static const std::array<Place, 4>& places_of(Cell cell) { return places[cell]; }

  void add(Cell cell) {
    for (const Place place : places[cell]) words_[place.word] |= std::uint32_t{1} << place.bit;
  }
  [[nodiscard]] Words through(Cell cell) const {
    const auto& at = places[cell];
    return {words_[at[0].word], words_[at[1].word], words_[at[2].word], words_[at[3].word]};
  }
  [[nodiscard]] const std::array<std::uint32_t, count>& all() const { return words_; }
  [[nodiscard]] bool has(Cell cell) const {
    const Place row = places[cell][0];
    return (words_[row.word] >> row.bit & 1U) != 0;
  }

  // The cell at a bit of a word: the same in reverse.
  static Cell cell_of(std::size_t word, int bit) {
    const auto w = static_cast<int>(word);
    if (w < side) return cell_at(w, bit);
    if (w < 2 * side) return cell_at(bit, w - side);
    if (w < 2 * side + diagonals) return cell_at(bit, w - 2 * side - bit);
    return cell_at(bit, bit - (w - 2 * side - diagonals - side + 1));
  }

 private:
  static constexpr Cell cell_at(int row, int column) { return static_cast<Cell>(row * side + column); }
  static constexpr auto places = [] {
    std::array<std::array<Place, 4>, side * side> table{};
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column) {
        const auto place = [](int word, int bit) {
          return Place{static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit)};
        };
        table[static_cast<std::size_t>(row * side + column)] = {
            place(row, column), place(side + column, row), place(2 * side + row + column, row),
            place(2 * side + diagonals + row - column + side - 1, row)};
      }
    return table;
  }();

  std::array<std::uint32_t, count> words_{};
};

// Whether one of the words has a run of `line` bits, or more unless it must be exact. A bit that stays is the
// first of `length` in a row; the length doubles as long as it may.
inline bool has_run(GomokuLines::Words words, int line, bool exact) {
  const GomokuLines::Words all = words;
  const auto keep = [&words](int by) {
    for (auto& word : words) word &= word >> by;
  };
  int length = 1;
  for (; 2 * length <= line; length *= 2) keep(length);
  keep(line - length);
  if (exact)
    for (std::size_t i = 0; i < words.size(); ++i) words[i] &= ~(all[i] << 1U | all[i] >> line);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
}

// In each word the places, taken or not, where one more bit makes a run of `line`: k bits in a row below it
// and at least line - 1 - k above; exactly these, where the run must be exact.
template <bool Exact, std::size_t N>
std::array<std::uint32_t, N> completing(const std::array<std::uint32_t, N>& words, int line) {
  constexpr std::uint32_t everywhere = ~std::uint32_t{0};
  std::array<std::uint32_t, N> result{};
  if (line > GomokuLines::side) return result;                        // no word is that long
  std::array<std::array<std::uint32_t, N>, GomokuLines::side> above;  // [k]: k bits in a row right above
  above[0].fill(everywhere);
  for (int k = 1; k < line; ++k)
    for (std::size_t i = 0; i < N; ++i)
      above[static_cast<std::size_t>(k)][i] = above[static_cast<std::size_t>(k - 1)][i] & words[i] >> k;
  std::array<std::uint32_t, N> below;
  below.fill(everywhere);
  for (int k = 0; k < line; ++k)
    for (std::size_t i = 0; i < N; ++i) {
      if (k > 0) below[i] &= words[i] << k;
      std::uint32_t both = below[i] & above[static_cast<std::size_t>(line - 1 - k)][i];
      if constexpr (Exact) both &= ~(words[i] << (k + 1) | words[i] >> (line - k));
      result[i] |= both;
    }
  return result;
}
template <std::size_t N>
std::array<std::uint32_t, N> completing(const std::array<std::uint32_t, N>& words, int line, bool exact) {
  return exact ? completing<true>(words, line) : completing<false>(words, line);
}

}  // namespace banyan::detail
