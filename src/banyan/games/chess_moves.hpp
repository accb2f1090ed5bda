// The legal moves of a chess position, found without trying them: pieces that are pinned stay on their line,
// who is in check captures the checker, steps between or moves the king, and the king goes where nothing
// attacks.
//
// Moves come in groups that share a piece or a direction, each a set of squares to go to; lists, counts and
// random choices are made of groups.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/bits.hpp>
#include <banyan/core/random.hpp>
#include <banyan/games/chess_board.hpp>

namespace banyan::chess {

struct Group {
  Bitboard targets = 0;
  std::uint8_t from = 0;  // the piece; of pawns: how far they go, modulo 256
  bool pawns = false;
  std::uint8_t choices = 1;  // moves for each target: 4 for promotions
};

class Moves {
 public:
  explicit constexpr Moves(const Board& board) : board_(board), us_(board.player), them_(us_ ^ 1U) {
    find_danger();
    find_checks_and_pins();
    add_king();
    const bool double_check = (checkers_ & (checkers_ - 1)) != 0;
    if (double_check) return;
    add_pieces();
    add_pawns();
    if (board.en_passant != no_square) add_en_passant();
    if (board.castling != 0 && checkers_ == 0) add_castling();
  }

  [[nodiscard]] constexpr bool in_check() const { return checkers_ != 0; }
  [[nodiscard]] constexpr unsigned count() const { return count_; }

  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < size_; ++i) {
      const Group& group = groups_[i];
      for_each_bit(group.targets, [&](unsigned to) {
        const Square from = source(group, to);
        if (group.choices == 1) {
          visit(make_move(from, to));
        } else {
          for (const Kind kind : {queen, rook, bishop, knight}) visit(make_move(from, to, kind));
        }
      });
    }
  }

  // Move number k of those that for_each() visits.
  [[nodiscard]] constexpr Move pick(unsigned k) const {
    std::size_t i = 0;
    while (true) {
      const unsigned moves = static_cast<unsigned>(std::popcount(groups_[i].targets)) * groups_[i].choices;
      if (k < moves) break;
      k -= moves;
      ++i;
    }
    const Group& group = groups_[i];
    if (group.choices == 1) {
      const Square to = select_bit(group.targets, k);
      return make_move(source(group, to), to);
    }
    const Square to = select_bit(group.targets, k / 4);
    return make_move(source(group, to), to, queen - k % 4);
  }

 private:
  const Board& board_;
  unsigned us_;
  unsigned them_;
  Square king_ = 0;
  Bitboard danger_ = 0;    // what the other attacks, seen through our king
  Bitboard checkers_ = 0;  // the pieces that give check
  Bitboard pinned_ = 0;
  Bitboard allowed_ = 0;  // where pieces other than the king may go
  unsigned count_ = 0;
  std::size_t size_ = 0;
  // Pieces, directions of pawns with and without promotion, two captures en passant, castling.
  std::array<Group, 16 + 7 + 2 + 2> groups_;

  static constexpr Square source(const Group& group, Square to) {
    return group.pawns ? (to - group.from) & 63U : group.from;
  }
  constexpr void add(Bitboard targets, unsigned from, bool pawns = false, unsigned choices = 1) {
    if (targets == 0) return;
    count_ += static_cast<unsigned>(std::popcount(targets)) * choices;
    groups_[size_++] = {targets, static_cast<std::uint8_t>(from), pawns, static_cast<std::uint8_t>(choices)};
  }

  constexpr void find_danger() {
    king_ = board_.king_of(us_);
    const Bitboard theirs = board_.sides[them_];
    const Bitboard queens = board_.kinds[queen];
    danger_ = pawn_targets(theirs & board_.kinds[pawn], them_) |
              knight_targets(theirs & board_.kinds[knight]) | king_from(board_.king_of(them_)) |
              slider_targets(theirs & (board_.kinds[rook] | queens), theirs & (board_.kinds[bishop] | queens),
                             board_.occupied() ^ bit(king_));
  }

  constexpr void find_checks_and_pins() {
    const Bitboard theirs = board_.sides[them_];
    const Bitboard ours = board_.sides[us_];
    const Bitboard rooks = theirs & (board_.kinds[rook] | board_.kinds[queen]);
    const Bitboard bishops = theirs & (board_.kinds[bishop] | board_.kinds[queen]);
    // Sliders that would see the king if our pieces were not there: each checks, or pins if one piece is
    // between.
    const Bitboard snipers = (rook_from(king_, theirs) & rooks) | (bishop_from(king_, theirs) & bishops);
    allowed_ = ~ours;
    if ((danger_ & bit(king_)) != 0) {
      checkers_ = (knight_from(king_) & theirs & board_.kinds[knight]) |
                  (pawn_targets(bit(king_), us_) & theirs & board_.kinds[pawn]);
    }
    for_each_bit(snipers, [&](unsigned sniper) {
      const Bitboard blockers = between(king_, sniper) & ours;
      if (blockers == 0) {
        checkers_ |= bit(sniper);
      } else if ((blockers & (blockers - 1)) == 0) {
        pinned_ |= blockers;
      }
    });
    if (checkers_ != 0) allowed_ &= checkers_ | between(king_, lowest(checkers_));
  }

  constexpr void add_king() { add(king_from(king_) & ~board_.sides[us_] & ~danger_, king_); }

  constexpr void add_pieces() {
    const Bitboard ours = board_.sides[us_];
    const Bitboard occupied = board_.occupied();
    const Bitboard queens = board_.kinds[queen];
    const auto along_pin = [&](Square square, Bitboard targets) {
      if ((pinned_ & bit(square)) != 0) targets &= line_through(king_, square);
      add(targets & allowed_, square);
    };
    // A pinned knight never moves.
    for_each_bit(ours & board_.kinds[knight] & ~pinned_,
                 [&](unsigned square) { add(knight_from(square) & allowed_, square); });
    for_each_bit(ours & board_.kinds[bishop],
                 [&](unsigned square) { along_pin(square, bishop_from(square, occupied)); });
    for_each_bit(ours & board_.kinds[rook],
                 [&](unsigned square) { along_pin(square, rook_from(square, occupied)); });
    for_each_bit(ours & queens, [&](unsigned square) {
      along_pin(square, bishop_from(square, occupied) | rook_from(square, occupied));
    });
  }

  // Where pawns can go: one step, two steps, captures to the left and right. A target tells the direction's
  // pawn.
  struct PawnTargets {
    Bitboard one = 0;
    Bitboard two = 0;
    Bitboard left = 0;
    Bitboard right = 0;
  };
  [[nodiscard]] constexpr PawnTargets pawn_moves(Bitboard pawns) const {
    const Bitboard empty = ~board_.occupied();
    const Bitboard theirs = board_.sides[them_];
    const auto ahead = [&](Bitboard set) { return us_ == 0 ? set << 8U : set >> 8U; };
    const Bitboard first = ahead(pawns);
    PawnTargets targets;
    targets.one = first & empty;
    targets.two = ahead(targets.one & (us_ == 0 ? rank_1 << 16U : rank_1 << 40U)) & empty;
    targets.left = moved(first, -1, 0) & theirs;
    targets.right = moved(first, 1, 0) & theirs;
    return targets;
  }

  constexpr void add_pawns() {
    const Bitboard pawns = board_.of(us_, pawn);
    PawnTargets all = pawn_moves(pawns & ~pinned_);
    for_each_bit(pawns & pinned_, [&](unsigned square) {
      const PawnTargets targets = pawn_moves(bit(square));
      const Bitboard line = line_through(king_, square);
      all.one |= targets.one & line;
      all.two |= targets.two & line;
      all.left |= targets.left & line;
      all.right |= targets.right & line;
    });
    const unsigned forward = us_ == 0 ? 8 : 256 - 8;
    const Bitboard last = Board::sides_rank(them_);
    const auto add_direction = [&](Bitboard targets, unsigned step) {
      targets &= allowed_;
      add(targets & ~last, step, true);
      add(targets & last, step, true, 4);
    };
    add_direction(all.one, forward);
    add(all.two & allowed_, us_ == 0 ? 16 : 256 - 16, true);
    add_direction(all.left, (forward - 1) & 255U);
    add_direction(all.right, (forward + 1) & 255U);
  }

  constexpr void add_en_passant() {
    const Square to = board_.en_passant;
    for_each_bit(pawn_targets(bit(to), them_) & board_.of(us_, pawn), [&](unsigned from) {
      if (board_.is_safe_en_passant(from, to)) add(bit(to), from);
    });
  }

  constexpr void add_castling() {
    for_each_bit(board_.castling & Board::sides_rank(us_), [&](unsigned rook_square) {
      const Square king_to = Board::castled_king(king_, rook_square);
      const Square rook_to = Board::castled_rook(king_, rook_square);
      const Bitboard others = board_.occupied() ^ bit(king_) ^ bit(rook_square);
      const Bitboard king_path = between(king_, king_to) | bit(king_to);
      const Bitboard rook_path = between(rook_square, rook_to) | bit(rook_to);
      if ((others & (king_path | rook_path)) != 0 || (danger_ & king_path) != 0) return;
      // In Chess960 the rook may have been what kept a slider of the first rank from the king.
      const Bitboard after = others | bit(rook_to);
      const Bitboard sliders = board_.kinds[rook] | board_.kinds[queen];
      if ((rook_from(king_to, after) & board_.sides[them_] & sliders & Board::sides_rank(us_)) != 0) return;
      add(bit(rook_square), king_);
    });
  }
};

}  // namespace banyan::chess
