// The board of English draughts: who can step or jump where. The 32 dark squares are bits of a word, with a
// bit that is never set after each two rows, so that a neighbour is always the same number of bits away:
//
//          0   1   2   3        squares 1–4, where Black's men start
//        4   5   6   7                  5–8
//          9  10  11  12                9–12       8, 17 and 26 are unused
//       13  14  15  16                 13–16
//         18  19  20  21               17–20
//       22  23  24  25                 21–24
//         27  28  29  30               25–28
//       31  32  33  34                 29–32, where White's men start
//
// Directions are 0: down to the left (+4), 1: down to the right (+5), 2: up to the left (-5), 3: up to the
// right (-4). Black's men go down, White's up.
//
// A move is 32 bits: the bit it comes from (6), the number of jumps (4; 0 for a step), and the direction of
// the step or of each jump (2 each). No chain has more than nine jumps: all landings are squares of every
// second row and column that diagonals join, which form two groups of eight with nine joints each. For the
// same reason a piece has at most nine chains that begin in one direction, and sixteen in all.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>

namespace banyan::checkers {

using Bitboard = std::uint64_t;
inline constexpr Bitboard squares = 0x7'fbfd'feff;
inline constexpr Bitboard top_row = 0xf;
inline constexpr Bitboard bottom_row = Bitboard{0xf} << 31U;
inline constexpr unsigned directions = 4;
inline constexpr std::size_t most_chains = 16;         // of one piece
inline constexpr std::size_t most_chains_one_way = 9;  // of one piece, with the same first direction
inline constexpr std::array<int, directions> steps{4, 5, -5, -4};

constexpr Bitboard bit(unsigned place) { return Bitboard{1} << place; }
constexpr unsigned lowest(Bitboard set) { return static_cast<unsigned>(std::countr_zero(set)); }
constexpr Bitboard shifted(Bitboard set, int by) { return by > 0 ? set << by : set >> -by; }

// Squares by number, 0 to 31, and places in the word.
constexpr unsigned place_of(unsigned square) { return square + square / 8; }
constexpr unsigned square_of(unsigned place) { return place - place / 9; }

using Move = std::uint32_t;
constexpr unsigned from_of(Move move) { return move & 63U; }
constexpr unsigned jumps_of(Move move) { return move >> 6U & 15U; }
constexpr unsigned direction_of(Move move, unsigned i) { return move >> (10 + 2 * i) & 3U; }
constexpr Move make_step(unsigned from, unsigned direction) { return from | direction << 10U; }
constexpr Move add_jump(Move move, unsigned direction) {
  return (move + (1U << 6U)) | direction << (10 + 2 * jumps_of(move));
}
constexpr unsigned moved(unsigned place, unsigned direction, int times) {
  return static_cast<unsigned>(static_cast<int>(place) + times * steps[direction]);
}

struct Board {
  std::array<Bitboard, 2> sides{};  // of Black, of White
  Bitboard kings = 0;               // of both
  std::uint8_t player = 0;
  friend constexpr bool operator==(const Board&, const Board&) = default;

  [[nodiscard]] constexpr Bitboard empty() const { return squares & ~(sides[0] | sides[1]); }
  static constexpr bool is_forward(unsigned player, unsigned direction) {
    return (direction < 2) == (player == 0);
  }
  static constexpr Bitboard crown_row(unsigned player) { return player == 0 ? bottom_row : top_row; }
  // The pieces of the player to move that may go that way.
  [[nodiscard]] constexpr Bitboard able(unsigned direction) const {
    return is_forward(player, direction) ? sides[player] : sides[player] & kings;
  }

  // Where steps in a direction lead, and which pieces can jump in it.
  [[nodiscard]] constexpr Bitboard step_targets(unsigned direction) const {
    return shifted(able(direction), steps[direction]) & empty();
  }
  [[nodiscard]] constexpr Bitboard jumpers(unsigned direction) const {
    const int back = -steps[direction];
    return able(direction) & shifted(sides[player ^ 1U], back) & shifted(empty(), 2 * back);
  }
  [[nodiscard]] constexpr bool can_jump() const {
    return (jumpers(0) | jumpers(1) | jumpers(2) | jumpers(3)) != 0;
  }
  [[nodiscard]] constexpr bool can_move() const {
    return (step_targets(0) | step_targets(1) | step_targets(2) | step_targets(3)) != 0 || can_jump();
  }

  // Calls visit(move) for every chain of jumps that can't be continued. A man that is crowned stops.
  template <class Visit>
  constexpr void for_each_chain(Visit&& visit) const {
    Bitboard all = 0;
    for (unsigned direction = 0; direction < directions; ++direction) all |= jumpers(direction);
    for_each_bit(all, [&](unsigned from) {
      extend(from, from, sides[player ^ 1U], empty() | bit(from), (kings & bit(from)) != 0, visit);
    });
  }
  template <class Visit>
  constexpr void for_each_step(Visit&& visit) const {
    for (unsigned direction = 0; direction < directions; ++direction)
      for_each_bit(step_targets(direction),
                   [&](unsigned to) { visit(make_step(moved(to, direction, -1), direction)); });
  }

  // Makes a legal move. True where it can't be taken back: a capture, or a move of a man.
  constexpr bool make(Move move) {
    const unsigned from = from_of(move);
    const unsigned jumps = jumps_of(move);
    const bool king = (kings & bit(from)) != 0;
    unsigned place = from;
    Bitboard captured = 0;
    for (unsigned i = 0; i < jumps; ++i) {
      captured |= bit(moved(place, direction_of(move, i), 1));
      place = moved(place, direction_of(move, i), 2);
    }
    if (jumps == 0) place = moved(from, direction_of(move, 0), 1);
    sides[player] = (sides[player] & ~bit(from)) | bit(place);
    kings &= ~(captured | bit(from));
    if (king || (bit(place) & crown_row(player)) != 0) kings |= bit(place);
    player ^= 1U;
    sides[player] &= ~captured;
    return !king || jumps > 0;
  }

 private:
  template <class Visit>
  constexpr void extend(Move chain, unsigned place, Bitboard others, Bitboard free, bool king,
                        Visit&& visit) const {
    bool goes_on = false;
    if (king || jumps_of(chain) == 0 || (bit(place) & crown_row(player)) == 0)
      for (unsigned direction = 0; direction < directions; ++direction) {
        if (!king && !is_forward(player, direction)) continue;
        const int step = steps[direction];
        const Bitboard over = shifted(bit(place), step) & others;
        if (over == 0 || (shifted(bit(place), 2 * step) & free) == 0) continue;
        goes_on = true;
        extend(add_jump(chain, direction), moved(place, direction, 2), others ^ over, free, king, visit);
      }
    if (!goes_on) visit(chain);
  }
};

}  // namespace banyan::checkers
