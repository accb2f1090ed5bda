// A position of xiangqi without its past. Squares are the crossings of 9 files and 10 ranks, and a set of
// them is a word of 128 bits: square = rank * 9 + file, a0 = 0, i9 = 89, Red's home rank at the bottom.
//
//   kinds[7]    generals, advisors, elephants, horses, chariots, cannons, soldiers    112 bytes
//   sides[2]    all pieces of Red, of Black                                            32
//   key[2]      Zobrist keys of the position and of its mirror image                   16
//   columns[9]  the occupied ranks of each file                                        18
//   player                                                                              1, with padding 192
//
// Chariots and cannons go along one rank or file at a time, whose occupied squares are 9 or 10 bits: simple
// arithmetic finds the first and the second piece either way.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include <banyan/core/bits.hpp>
#include <banyan/core/random.hpp>

namespace banyan::xiangqi {

using Set = Uint128;
using Square = unsigned;

inline constexpr unsigned files = 9;
inline constexpr unsigned ranks = 10;
inline constexpr unsigned squares = files * ranks;

enum Kind : unsigned { general, advisor, elephant, horse, chariot, cannon, soldier };
inline constexpr unsigned kind_count = 7;

using Move = std::uint16_t;  // from and to, 7 bits each
constexpr Move make_move(Square from, Square to) { return static_cast<Move>(from | to << 7U); }
constexpr Square from_of(Move move) { return move & 127U; }
constexpr Square to_of(Move move) { return move >> 7U; }

constexpr unsigned file_of(Square square) { return square % files; }
constexpr unsigned rank_of(Square square) { return square / files; }
constexpr Square mirrored(Square square) { return square + files - 1 - 2 * file_of(square); }

constexpr Set bit(Square square) { return Set{1} << square; }
constexpr std::uint64_t low_half(Set set) { return static_cast<std::uint64_t>(set); }
constexpr std::uint64_t high_half(Set set) { return static_cast<std::uint64_t>(set >> 64U); }
constexpr unsigned count_of(Set set) {
  return static_cast<unsigned>(std::popcount(low_half(set)) + std::popcount(high_half(set)));
}
constexpr Square lowest(Set set) {
  return static_cast<Square>(low_half(set) != 0 ? std::countr_zero(low_half(set))
                                                : 64 + std::countr_zero(high_half(set)));
}
template <class Visit>
constexpr void for_each_square(Set set, Visit&& visit) {
  for_each_bit(low_half(set), visit);
  for_each_bit(high_half(set), [&](unsigned i) { visit(64 + i); });
}
// Square number k of the set.
constexpr Square select_square(Set set, unsigned k) {
  const auto low = static_cast<unsigned>(std::popcount(low_half(set)));
  return k < low ? select_bit(low_half(set), k) : 64 + select_bit(high_half(set), k - low);
}

inline constexpr Set rank_0 = (Set{1} << files) - 1;
inline constexpr Set board_squares = (Set{1} << squares) - 1;

// The ranks of a file, given as 10 bits, as squares of file a: eight of them by copies of a byte, of which
// each gives one bit.
constexpr Set file_squares(unsigned occupied) {
  const std::uint64_t low = (occupied & 255U) * 0x0101'0101'0101'0101U & 0x8040'2010'0804'0201U;
  const std::uint64_t high = (std::uint64_t{occupied} >> 8U & 1U) << 8U | (std::uint64_t{occupied} >> 9U)
                                                                              << 17U;
  return Set{high} << 64U | low;
}
inline constexpr Set file_a = file_squares(1023);

// Along a line of ten squares: those up to the first piece, it included, both ways; and the second pieces,
// which a cannon captures.
constexpr unsigned line_reach(unsigned place, unsigned occupied) {
  const unsigned under = (1U << place) - 1;
  const unsigned above = occupied & ~under & ~(1U << place);
  const unsigned below = occupied & under;
  const unsigned first = above & (~above + 1);
  const unsigned upwards = ((first << 1U) - 1) & ~under & ~(1U << place) & 1023U;
  const unsigned downwards = below == 0 ? under : under & ~(std::bit_floor(below) - 1);
  return upwards | downwards;
}
constexpr unsigned line_jumps(unsigned place, unsigned occupied) {
  const unsigned under = (1U << place) - 1;
  const unsigned above = occupied & ~under & ~(1U << place);
  const unsigned below = occupied & under;
  const unsigned beyond = above & (above - 1);
  return (beyond & (~beyond + 1)) | std::bit_floor(below ^ std::bit_floor(below));
}

// The squares between two of a rank or file.
constexpr Set between(Square a, Square b) {
  const Set range = a < b ? bit(b) - (bit(a) << 1U) : bit(a) - (bit(b) << 1U);
  return file_of(a) == file_of(b) ? range & (file_a << file_of(a)) : range;
}

namespace detail {

// What pieces that make single steps reach from a square.
struct Steps {
  Set general = 0;
  Set advisor = 0;
  std::array<Set, 2> soldier{};       // of Red, of Black
  std::array<Set, 2> soldier_from{};  // where soldiers of Red, of Black that attack this square stand
  Set horse_range = 0;                // from where horses attack this square, if nothing hinders them
  std::array<Set, 4> horse{};         // by direction, past `leg`
  std::array<Set, 4> elephant{};      // by direction, over `eye`
  std::array<std::uint8_t, 4> leg{};
  std::array<std::uint8_t, 4> eye{};
};

constexpr bool in_palace(int rank, int file) {
  return file >= 3 && file <= 5 && ((rank >= 0 && rank <= 2) || (rank >= 7 && rank <= 9));
}

constexpr Set square_set(int rank, int file) {
  if (rank < 0 || rank >= static_cast<int>(ranks) || file < 0 || file >= static_cast<int>(files)) return 0;
  return bit(static_cast<Square>(rank * static_cast<int>(files) + file));
}

constexpr std::array<Steps, squares> make_steps() {
  constexpr std::array<std::array<int, 2>, 4> straight{{{1, 0}, {-1, 0}, {0, -1}, {0, 1}}};
  constexpr std::array<std::array<int, 2>, 4> diagonal{{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}};
  std::array<Steps, squares> all{};
  for (Square square = 0; square < squares; ++square) {
    const int rank = static_cast<int>(rank_of(square));
    const int file = static_cast<int>(file_of(square));
    Steps& steps = all[square];
    for (std::size_t d = 0; d < 4; ++d) {
      const auto [up, right] = straight[d];
      if (in_palace(rank + up, file + right)) steps.general |= square_set(rank + up, file + right);
      steps.horse[d] = square_set(rank + 2 * up + right, file + 2 * right + up) |
                       square_set(rank + 2 * up - right, file + 2 * right - up);
      steps.horse_range |= steps.horse[d];
      steps.leg[d] = static_cast<std::uint8_t>(
          steps.horse[d] == 0 ? square : square + static_cast<Square>(up * static_cast<int>(files) + right));
      const auto [tall, wide] = diagonal[d];
      if (in_palace(rank + tall, file + wide)) steps.advisor |= square_set(rank + tall, file + wide);
      if (rank / 5 == (rank + 2 * tall + 5) / 5 - 1)  // an elephant stays on its side of the river
        steps.elephant[d] = square_set(rank + 2 * tall, file + 2 * wide);
      steps.eye[d] = static_cast<std::uint8_t>(
          steps.elephant[d] == 0 ? square
                                 : square + static_cast<Square>(tall * static_cast<int>(files) + wide));
    }
    for (const std::size_t side : {0U, 1U}) {
      steps.soldier[side] = square_set(rank + (side == 0 ? 1 : -1), file);
      if ((side == 0) == (rank >= 5))
        steps.soldier[side] |= square_set(rank, file - 1) | square_set(rank, file + 1);
    }
  }
  for (Square square = 0; square < squares; ++square)
    for (const std::size_t side : {0U, 1U})
      for_each_square(all[square].soldier[side],
                      [&](Square to) { all[to].soldier_from[side] |= bit(square); });
  return all;
}
inline constexpr std::array<Steps, squares> steps = make_steps();

struct Keys {
  std::array<std::array<std::array<std::uint64_t, squares>, kind_count>, 2> pieces{};
  std::uint64_t black = 0;
};
constexpr Keys make_keys() {
  Keys keys;
  std::uint64_t x = 0x7869'616e'6771'6921;
  for (auto& side : keys.pieces)
    for (auto& kind : side)
      for (auto& square : kind) square = x = mix64(x);
  keys.black = mix64(x);
  return keys;
}
inline constexpr Keys keys = make_keys();

// The square that a horse's move to `to` passes.
constexpr Square leg_between(Square from, Square to) {
  const int up = static_cast<int>(rank_of(to)) - static_cast<int>(rank_of(from));
  const int right = static_cast<int>(file_of(to)) - static_cast<int>(file_of(from));
  const int step = std::abs(up) == 2 ? up / 2 * static_cast<int>(files) : right / 2;
  return static_cast<Square>(static_cast<int>(from) + step);
}

}  // namespace detail

struct Board {
  std::array<Set, kind_count> kinds{};
  std::array<Set, 2> sides{};
  std::array<std::uint64_t, 2> key{};
  std::array<std::uint16_t, files> columns{};
  std::uint8_t player = 0;  // who is to move

  friend constexpr bool operator==(const Board&, const Board&) = default;

  [[nodiscard]] constexpr Set occupied() const { return sides[0] | sides[1]; }
  [[nodiscard]] constexpr Set of(unsigned side, Kind kind) const { return sides[side] & kinds[kind]; }
  [[nodiscard]] constexpr Square general_of(unsigned side) const { return lowest(of(side, general)); }
  [[nodiscard]] constexpr unsigned kind_at(Square square) const {
    unsigned kind = 0;
    while (kind + 1 < kind_count && (kinds[kind] >> square & 1U) == 0) ++kind;
    return kind;
  }

  // Puts a piece there, or takes it away.
  constexpr void toggle(unsigned side, unsigned kind, Square square) {
    kinds[kind] ^= bit(square);
    sides[side] ^= bit(square);
    columns[file_of(square)] = static_cast<std::uint16_t>(columns[file_of(square)] ^ 1U << rank_of(square));
    key[0] ^= detail::keys.pieces[side][kind][square];
    key[1] ^= detail::keys.pieces[side][kind][mirrored(square)];
  }
  constexpr void pass_turn() {
    player ^= 1U;
    for (std::uint64_t& each : key) each ^= detail::keys.black;
  }

  struct Made {
    bool captured = false;
    bool for_good = false;  // no later move can bring the position back
  };
  constexpr Made make(Move move) {
    const Square from = from_of(move);
    const Square to = to_of(move);
    const unsigned us = player;
    const unsigned kind = kind_at(from);
    Made made;
    if ((sides[us ^ 1U] >> to & 1U) != 0) {
      toggle(us ^ 1U, kind_at(to), to);
      made.captured = true;
    }
    toggle(us, kind, from);
    toggle(us, kind, to);
    pass_turn();
    made.for_good = made.captured || (kind == soldier && file_of(from) == file_of(to));
    return made;
  }

  // Whether these of the other side's pieces attack a square where this side's general stands or would stand.
  // Generals attack each other along an open file.
  [[nodiscard]] constexpr bool attacks(Set theirs, unsigned side, Square square, Set others) const {
    const detail::Steps& steps = detail::steps[square];
    if ((theirs & kinds[soldier] & steps.soldier_from[side ^ 1U]) != 0) return true;
    bool found = false;
    for_each_square(theirs & kinds[horse] & steps.horse_range, [&](Square from) {
      found = found || (others >> detail::leg_between(from, square) & 1U) == 0;
    });
    const Set lines = rank_0 << (rank_of(square) * files) | file_a << file_of(square);
    for_each_square(theirs & (kinds[chariot] | kinds[general]) & lines,
                    [&](Square from) { found = found || (between(square, from) & others) == 0; });
    for_each_square(theirs & kinds[cannon] & lines,
                    [&](Square from) { found = found || count_of(between(square, from) & others) == 1; });
    return found;
  }
  [[nodiscard]] constexpr bool in_check(unsigned side) const {
    return attacks(sides[side ^ 1U], side, general_of(side), occupied());
  }

  // Nobody has a piece that crosses the river.
  [[nodiscard]] constexpr bool is_dead() const {
    return (kinds[horse] | kinds[chariot] | kinds[cannon] | kinds[soldier]) == 0;
  }

  [[nodiscard]] constexpr Board mirror_image() const {
    Board image;
    for (const unsigned side : {0U, 1U})
      for (unsigned kind = 0; kind < kind_count; ++kind)
        for_each_square(sides[side] & kinds[kind],
                        [&](Square square) { image.toggle(side, kind, mirrored(square)); });
    if (player != 0) image.pass_turn();
    return image;
  }
};

}  // namespace banyan::xiangqi
