// Where the pieces of chess go, on boards kept as the bits of a word: square = rank * 8 + file, a1 = 0, h8
// = 63. Sliding pieces are looked up by arithmetic on one line at a time (hyperbola quintessence):
// subtracting the slider from the occupied squares of its line borrows up to the first blocker; the same on
// the line with its bytes reversed goes the other way. The tables take 5 KB and need no instruction beyond a
// byte swap.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>

namespace banyan::chess {

using Bitboard = std::uint64_t;
using Square = unsigned;

inline constexpr Square no_square = 64;
inline constexpr Bitboard file_a = 0x0101'0101'0101'0101;
inline constexpr Bitboard file_h = file_a << 7U;
inline constexpr Bitboard rank_1 = 0xff;
inline constexpr Bitboard dark_squares = 0xaa55'aa55'aa55'aa55;

constexpr Bitboard bit(Square square) { return Bitboard{1} << square; }
constexpr unsigned file_of(Square square) { return square & 7U; }
constexpr unsigned rank_of(Square square) { return square >> 3U; }
constexpr Square lowest(Bitboard board) { return static_cast<Square>(std::countr_zero(board)); }

// The set of squares, each moved by so many files and ranks; those that leave the board are gone.
constexpr Bitboard moved(Bitboard set, int files, int ranks) {
  Bitboard result = ranks >= 0 ? set << (8 * ranks) : set >> (-8 * ranks);
  for (; files > 0; --files) result = (result & ~file_h) << 1U;
  for (; files < 0; ++files) result = (result & ~file_a) >> 1U;
  return result;
}

constexpr Bitboard knight_targets(Bitboard knights) {
  const Bitboard one = moved(knights, 1, 0) | moved(knights, -1, 0);
  const Bitboard two = moved(knights, 2, 0) | moved(knights, -2, 0);
  return one << 16U | one >> 16U | two << 8U | two >> 8U;
}
constexpr Bitboard king_targets(Bitboard king) {
  const Bitboard row = king | moved(king, 1, 0) | moved(king, -1, 0);
  return (row | row << 8U | row >> 8U) & ~king;
}
// What the pawns of a side attack.
constexpr Bitboard pawn_targets(Bitboard pawns, unsigned side) {
  const Bitboard ahead = side == 0 ? pawns << 8U : pawns >> 8U;
  return moved(ahead, 1, 0) | moved(ahead, -1, 0);
}

namespace detail {

struct Lines {
  Bitboard file = 0;      // each without the square itself
  Bitboard diagonal = 0;  // as a1–h8
  Bitboard other = 0;     // as a8–h1
  Bitboard knight = 0;
  Bitboard king = 0;
};

constexpr std::array<Lines, 64> make_lines() {
  std::array<Lines, 64> all{};
  for (Square square = 0; square < 64; ++square) {
    Lines& lines = all[square];
    for (int step = 1; step < 8; ++step) {
      lines.file |= moved(bit(square), 0, step) | moved(bit(square), 0, -step);
      lines.diagonal |= moved(bit(square), step, step) | moved(bit(square), -step, -step);
      lines.other |= moved(bit(square), step, -step) | moved(bit(square), -step, step);
    }
    lines.knight = knight_targets(bit(square));
    lines.king = king_targets(bit(square));
  }
  return all;
}

// What a rook reaches on its rank: by its file, and by which of the six inner squares are occupied.
constexpr std::array<std::array<std::uint8_t, 64>, 8> make_ranks() {
  std::array<std::array<std::uint8_t, 64>, 8> all{};
  for (unsigned file = 0; file < 8; ++file)
    for (unsigned inner = 0; inner < 64; ++inner) {
      unsigned reached = 0;
      for (unsigned i = file + 1; i < 8; ++i) {
        reached |= 1U << i;
        if ((inner << 1U >> i & 1U) != 0) break;
      }
      for (unsigned i = file; i-- > 0;) {
        reached |= 1U << i;
        if ((inner << 1U >> i & 1U) != 0) break;
      }
      all[file][inner] = static_cast<std::uint8_t>(reached);
    }
  return all;
}

inline constexpr std::array<Lines, 64> lines = make_lines();
inline constexpr std::array<std::array<std::uint8_t, 64>, 8> ranks = make_ranks();

constexpr Bitboard along(Bitboard occupied, Bitboard line, Square square) {
  const Bitboard blockers = occupied & line;
  const Bitboard up = blockers - bit(square);
  const Bitboard down = __builtin_bswap64(__builtin_bswap64(blockers) - __builtin_bswap64(bit(square)));
  return (up ^ down) & line;
}

// Everything that sliders reach in four directions, each shifting a board to the left by one of these
// numbers, and in the four opposite ones: fills whose steps double (Kogge–Stone), in lanes that run side by
// side.
inline constexpr std::array<unsigned, 4> fill_steps{1, 8, 7, 9};
inline constexpr std::array<Bitboard, 4> fill_up{~file_a, ~Bitboard{0}, ~file_h, ~file_a};
inline constexpr std::array<Bitboard, 4> fill_down{~file_h, ~Bitboard{0}, ~file_a, ~file_h};

}  // namespace detail

constexpr Bitboard knight_from(Square square) { return detail::lines[square].knight; }
constexpr Bitboard king_from(Square square) { return detail::lines[square].king; }
constexpr Bitboard rook_from(Square square, Bitboard occupied) {
  const unsigned shift = square & 56U;
  const auto inner = static_cast<std::size_t>(occupied >> (shift + 1) & 63U);
  return detail::along(occupied, detail::lines[square].file, square) |
         Bitboard{detail::ranks[file_of(square)][inner]} << shift;
}
constexpr Bitboard bishop_from(Square square, Bitboard occupied) {
  return detail::along(occupied, detail::lines[square].diagonal, square) |
         detail::along(occupied, detail::lines[square].other, square);
}

// All squares that these rooks and bishops (queens are both) attack.
constexpr Bitboard slider_targets(Bitboard rooks, Bitboard bishops, Bitboard occupied) {
  const std::array<Bitboard, 4> sliders{rooks, rooks, bishops, bishops};
  std::array<Bitboard, 4> reached{};
  for (std::size_t lane = 0; lane < 4; ++lane) {
    const unsigned step = detail::fill_steps[lane];
    Bitboard up = sliders[lane];
    Bitboard free = ~occupied & detail::fill_up[lane];
    up |= free & up << step;
    free &= free << step;
    up |= free & up << 2 * step;
    free &= free << 2 * step;
    up |= free & up << 4 * step;
    Bitboard down = sliders[lane];
    free = ~occupied & detail::fill_down[lane];
    down |= free & down >> step;
    free &= free >> step;
    down |= free & down >> 2 * step;
    free &= free >> 2 * step;
    down |= free & down >> 4 * step;
    reached[lane] = (up << step & detail::fill_up[lane]) | (down >> step & detail::fill_down[lane]);
  }
  return reached[0] | reached[1] | reached[2] | reached[3];
}

// The whole line through two squares, without the first; nothing where they are not on one.
constexpr Bitboard line_through(Square a, Square b) {
  const detail::Lines& lines = detail::lines[a];
  const Bitboard rank = (rank_1 << (a & 56U)) & ~bit(a);
  for (const Bitboard line : {rank, lines.file, lines.diagonal, lines.other})
    if ((line & bit(b)) != 0) return line;
  return 0;
}
// The squares between two squares of one line.
constexpr Bitboard between(Square a, Square b) {
  const Bitboard below = bit(a < b ? b : a) - 1;
  const Bitboard above = ~((bit(a < b ? a : b) << 1U) - 1);
  return line_through(a, b) & below & above;
}

}  // namespace banyan::chess
