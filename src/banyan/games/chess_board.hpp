// A position of chess without its past: pieces, who is to move, castling rights, en passant. Sets of squares
// are words (chess_attacks.hpp).
//
//   kinds[6]   pawns, knights, bishops, rooks, queens, kings of both sides      48 bytes
//   sides[2]   all pieces of White, of Black                                    16
//   castling   the rooks that may still castle, where they stand                 8
//   key        Zobrist key of all this                                           8
//   player, en_passant                                                           2, with padding 8
//
// A move is 16 bits: from, to (6 bits each) and what a pawn becomes (0 or the kind). Castling is written as
// the king taking a rook of its side, as in Chess960, so that it is never another move. The en passant square
// is set only where a pawn can legally capture there: positions that are the same by the laws have the same
// key.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/random.hpp>
#include <banyan/games/chess_attacks.hpp>

namespace banyan::chess {

enum Kind : unsigned { pawn, knight, bishop, rook, queen, king };

using Move = std::uint16_t;
constexpr Move make_move(Square from, Square to, unsigned promotion = 0) {
  return static_cast<Move>(from | to << 6U | promotion << 12U);
}
constexpr Square from_of(Move move) { return move & 63U; }
constexpr Square to_of(Move move) { return move >> 6U & 63U; }
constexpr unsigned promotion_of(Move move) { return move >> 12U; }

namespace detail {
struct Keys {
  std::array<std::array<std::array<std::uint64_t, 64>, 6>, 2> pieces{};
  std::array<std::uint64_t, 64> castling{};
  std::array<std::uint64_t, 8> en_passant{};
  std::uint64_t black = 0;
};
constexpr Keys make_keys() {
  Keys keys;
  std::uint64_t next = 0x6368'6573'73;  // "chess"
  for (auto& side : keys.pieces)
    for (auto& kind : side)
      for (std::uint64_t& key : kind) key = mix64(++next);
  for (std::uint64_t& key : keys.castling) key = mix64(++next);
  for (std::uint64_t& key : keys.en_passant) key = mix64(++next);
  keys.black = mix64(++next);
  return keys;
}
inline constexpr Keys keys = make_keys();
}  // namespace detail

struct Board {
  std::array<Bitboard, 6> kinds{};
  std::array<Bitboard, 2> sides{};
  Bitboard castling = 0;
  std::uint64_t key = 0;
  std::uint8_t player = 0;
  std::uint8_t en_passant = no_square;
  friend constexpr bool operator==(const Board&, const Board&) = default;

  [[nodiscard]] constexpr Bitboard occupied() const { return sides[0] | sides[1]; }
  [[nodiscard]] constexpr Bitboard of(unsigned side, Kind kind) const { return sides[side] & kinds[kind]; }
  [[nodiscard]] constexpr Square king_of(unsigned side) const { return lowest(of(side, king)); }
  // The kind of piece on an occupied square.
  [[nodiscard]] constexpr unsigned kind_at(Square square) const {
    const auto has = [&](Kind kind) { return static_cast<unsigned>(kinds[kind] >> square & 1U); };
    return has(knight) + 2 * has(bishop) + 3 * has(rook) + 4 * has(queen) + 5 * has(king);
  }

  constexpr void toggle(unsigned side, unsigned kind, Square square) {
    sides[side] ^= bit(square);
    kinds[kind] ^= bit(square);
    key ^= detail::keys.pieces[side][kind][square];
  }

  // Whether a side attacks a square.
  [[nodiscard]] constexpr bool attacks(unsigned side, Square square, Bitboard blockers) const {
    const Bitboard mine = sides[side];
    return (knight_from(square) & mine & kinds[knight]) != 0 ||
           (king_from(square) & mine & kinds[king]) != 0 ||
           (pawn_targets(bit(square), side ^ 1U) & mine & kinds[pawn]) != 0 ||
           (rook_from(square, blockers) & mine & (kinds[rook] | kinds[queen])) != 0 ||
           (bishop_from(square, blockers) & mine & (kinds[bishop] | kinds[queen])) != 0;
  }
  [[nodiscard]] constexpr bool in_check(unsigned side) const {
    return attacks(side ^ 1U, king_of(side), occupied());
  }

  [[nodiscard]] constexpr bool is_castling(Move move) const {
    return (sides[player] & bit(to_of(move))) != 0;
  }
  // Where king and rook arrive.
  static constexpr Square castled_king(Square from, Square rook_square) {
    return (from & 56U) + (rook_square > from ? 6 : 2);
  }
  static constexpr Square castled_rook(Square from, Square rook_square) {
    return (from & 56U) + (rook_square > from ? 5 : 3);
  }

  // Whether the king is safe after the pawn on `from` captured en passant.
  [[nodiscard]] constexpr bool is_safe_en_passant(Square from, Square to) const {
    const Square captured = player == 0 ? to - 8 : to + 8;
    const Bitboard after = (occupied() ^ bit(from) ^ bit(captured)) | bit(to);
    const Square own_king = king_of(player);
    const Bitboard theirs = sides[player ^ 1U];
    return (rook_from(own_king, after) & theirs & (kinds[rook] | kinds[queen])) == 0 &&
           (bishop_from(own_king, after) & theirs & (kinds[bishop] | kinds[queen])) == 0 &&
           (knight_from(own_king) & theirs & kinds[knight]) == 0 &&
           (pawn_targets(bit(own_king), player) & theirs & kinds[pawn] & ~bit(captured)) == 0;
  }
  // Sets the square that a pawn has just passed, if the player to move can capture there.
  constexpr void offer_en_passant(Square square) {
    for (Bitboard pawns = pawn_targets(bit(square), player ^ 1U) & of(player, pawn); pawns != 0;
         pawns &= pawns - 1) {
      if (!is_safe_en_passant(lowest(pawns), square)) continue;
      en_passant = static_cast<std::uint8_t>(square);
      key ^= detail::keys.en_passant[file_of(square)];
      return;
    }
  }

  // Makes a legal move. True where no earlier position can come again: captures, moves of pawns, lost rights
  // to castle. The first two also restart the count of moves, told by `quiet`.
  constexpr bool make(Move move, bool& quiet) {
    const Square from = from_of(move);
    const Square to = to_of(move);
    const unsigned us = player;
    const unsigned them = us ^ 1U;
    const Bitboard rights = castling;
    quiet = true;
    if (en_passant != no_square) {
      key ^= detail::keys.en_passant[file_of(en_passant)];
    }
    const Square passed = en_passant;
    en_passant = no_square;
    key ^= detail::keys.black;
    player = static_cast<std::uint8_t>(them);
    const unsigned kind = kind_at(from);
    if ((sides[us] & bit(to)) != 0) [[unlikely]] {
      toggle(us, king, from);
      toggle(us, rook, to);
      toggle(us, king, castled_king(from, to));
      toggle(us, rook, castled_rook(from, to));
    } else {
      if ((sides[them] & bit(to)) != 0) {
        toggle(them, kind_at(to), to);
        quiet = false;
      }
      toggle(us, kind, from);
      toggle(us, promotion_of(move) != 0 ? promotion_of(move) : kind, to);
      if (kind == pawn) {
        quiet = false;
        if (to == passed) toggle(them, pawn, us == 0 ? to - 8 : to + 8);
        if ((from ^ to) == 16) offer_en_passant((from + to) / 2);
      }
    }
    if (rights != 0) {
      Bitboard lost = rights & (bit(from) | bit(to));
      if (kind == king) lost |= rights & sides_rank(us);
      castling ^= lost;
      for (Bitboard left = lost; left != 0; left &= left - 1) key ^= detail::keys.castling[lowest(left)];
      return !quiet || lost != 0;
    }
    return !quiet;
  }

  static constexpr Bitboard sides_rank(unsigned side) { return side == 0 ? rank_1 : rank_1 << 56U; }

  // Neither side can ever mate: no pawns, rooks or queens, and one minor piece at most, or bishops on squares
  // of one colour only.
  [[nodiscard]] constexpr bool is_dead() const {
    if ((kinds[pawn] | kinds[rook] | kinds[queen]) != 0) return false;
    const Bitboard minors = kinds[knight] | kinds[bishop];
    if ((minors & (minors - 1)) == 0) return true;
    return kinds[knight] == 0 &&
           ((kinds[bishop] & dark_squares) == 0 || (kinds[bishop] & ~dark_squares) == 0);
  }

  [[nodiscard]] constexpr std::uint64_t key_from_scratch() const {
    std::uint64_t result = player == 0 ? 0 : detail::keys.black;
    for (const unsigned side : {0U, 1U})
      for (unsigned kind = pawn; kind <= king; ++kind)
        for (Bitboard left = sides[side] & kinds[kind]; left != 0; left &= left - 1)
          result ^= detail::keys.pieces[side][kind][lowest(left)];
    for (Bitboard left = castling; left != 0; left &= left - 1) result ^= detail::keys.castling[lowest(left)];
    if (en_passant != no_square) result ^= detail::keys.en_passant[file_of(en_passant)];
    return result;
  }
};

}  // namespace banyan::chess
