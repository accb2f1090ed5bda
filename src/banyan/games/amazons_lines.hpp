// The occupied squares of a board of up to 10 × 10 as words for its rows, columns and diagonals, so that a
// queen's reach is eight counts of zeros. A square's number is row * 10 + column on every board.
//
//   words  0–9 rows, 10–19 columns, 20–38 diagonals (row - column), 39–57 diagonals (row + column)
//   bits   column + 1; in columns row + 1. What is off the board is set, bit 0 and bit 15 always
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace banyan::amazons {

inline constexpr int longest_side = 10;
using Square = std::uint8_t;
inline constexpr Square no_square = 255;
constexpr Square square_at(int row, int column) { return static_cast<Square>(row * longest_side + column); }
constexpr int row_of(Square square) { return square / longest_side; }
constexpr int column_of(Square square) { return square % longest_side; }

// The most squares that a queen reaches on an empty board.
constexpr std::size_t longest_reach(int size) {
  return static_cast<std::size_t>(size % 2 == 0 ? 4 * size - 5 : 4 * size - 4);
}

// How far a queen can go in each of eight directions.
struct Reach {
  std::array<std::uint8_t, 8> squares{};
  unsigned total = 0;
};

class Lines {
 public:
  static constexpr std::array<int, 8> steps{1, -1, 10, -10, 11, -11, -9, 9};  // two ways along each line

  constexpr Lines() = default;
  constexpr explicit Lines(int size) {
    words_.fill(0xffff);
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) toggle(square_at(row, column));
  }

  constexpr void toggle(Square square) {
    for (const Place place : places[square])
      words_[place.word] = static_cast<std::uint16_t>(words_[place.word] ^ 1U << place.bit);
  }
  [[nodiscard]] constexpr bool has(Square square) const {
    return (words_[places[square][0].word] >> places[square][0].bit & 1U) != 0;
  }
  // The columns that are taken in a row, as bits.
  [[nodiscard]] constexpr unsigned row(int row) const {
    return static_cast<unsigned>(words_[static_cast<std::size_t>(row)]) >> 1U;
  }

  [[nodiscard]] constexpr Reach reach(Square square) const {
    Reach found;
    for (std::size_t i = 0; i < 4; ++i) {
      const Place place = places[square][i];
      const std::uint32_t word = words_[place.word];
      const auto up = static_cast<unsigned>(std::countr_zero(word >> (place.bit + 1U)));
      const auto down = static_cast<unsigned>(std::countl_zero(word << (32U - place.bit)));
      found.squares[2 * i] = static_cast<std::uint8_t>(up);
      found.squares[2 * i + 1] = static_cast<std::uint8_t>(down);
      found.total += up + down;
    }
    return found;
  }

  template <class Visit>
  static constexpr void for_each(Square from, const Reach& reach, Visit&& visit) {
    for (std::size_t d = 0; d < steps.size(); ++d)
      for (int i = 1; i <= reach.squares[d]; ++i) visit(static_cast<Square>(from + i * steps[d]));
  }
  // Square number k of those that for_each() visits.
  static constexpr Square pick(Square from, const Reach& reach, unsigned k) {
    std::size_t d = 0;
    for (; k >= reach.squares[d]; ++d) k -= reach.squares[d];
    return static_cast<Square>(from + (static_cast<int>(k) + 1) * steps[d]);
  }

  friend constexpr bool operator==(const Lines&, const Lines&) = default;

 private:
  struct Place {
    std::uint8_t word;
    std::uint8_t bit;
  };
  static constexpr std::size_t count = 2 * longest_side + 2 * (2 * longest_side - 1);
  static constexpr std::array<std::array<Place, 4>, longest_side * longest_side> make_places() {
    std::array<std::array<Place, 4>, longest_side * longest_side> all{};
    for (int row = 0; row < longest_side; ++row)
      for (int column = 0; column < longest_side; ++column) {
        const auto place = [](int word, int bit) {
          return Place{static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit + 1)};
        };
        all[square_at(row, column)] = {place(row, column), place(10 + column, row),
                                       place(20 + 9 + row - column, column),
                                       place(39 + row + column, column)};
      }
    return all;
  }
  static const std::array<std::array<Place, 4>, longest_side * longest_side> places;

  std::array<std::uint16_t, count> words_{};
};

inline constexpr std::array<std::array<Lines::Place, 4>, longest_side* longest_side> Lines::places =
    Lines::make_places();

}  // namespace banyan::amazons
