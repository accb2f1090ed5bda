// The legal moves of a xiangqi position. Most are found without trying them: a move can leave the mover's
// general attacked only if it takes a piece away that stands between (or on a horse's leg), if it becomes the
// screen of a cannon that had none, or if the general is attacked already. Those, and the general's moves,
// are tried on the set of occupied squares.
//
// Moves come in groups, a piece and the set of squares it goes to; lists, counts and random choices are made
// of groups.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/games/xiangqi_board.hpp>

namespace banyan::xiangqi {

class Moves {
 public:
  enum class Want { all, any };  // `any` stops at the first piece that can move

  explicit constexpr Moves(const Board& board, Want want = Want::all)
      : board_(board),
        us_(board.player),
        them_(us_ ^ 1U),
        ours_(board.sides[us_]),
        occupied_(board.occupied()),
        general_(board.general_of(us_)),
        any_(want == Want::any) {
    find_threats();
    add_chariots_and_cannons();
    add_soldiers();
    add_horses();
    add_elephants_and_advisors();
    add_general();
  }

  [[nodiscard]] constexpr bool in_check() const { return in_check_; }
  [[nodiscard]] constexpr unsigned count() const { return count_; }

  template <class Visit>
  constexpr void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < size_; ++i)
      for_each_square(groups_[i].targets, [&](Square to) { visit(make_move(groups_[i].from, to)); });
  }

  // Move number k of those that for_each() visits.
  [[nodiscard]] constexpr Move pick(unsigned k) const {
    std::size_t i = 0;
    for (unsigned moves = 0; k >= (moves = count_of(groups_[i].targets)); ++i) k -= moves;
    return make_move(groups_[i].from, select_square(groups_[i].targets, k));
  }

 private:
  struct Group {
    Set targets;
    Square from;
  };

  const Board& board_;
  unsigned us_;
  unsigned them_;
  Set ours_;
  Set occupied_;
  Square general_;
  bool any_;
  bool in_check_ = false;
  Set threats_ = 0;  // pieces of the other that could attack the general after a move
  Set keep_ = 0;     // own pieces that may not simply go away
  Set hollow_ = 0;   // squares in front of a cannon without a screen
  unsigned count_ = 0;
  std::size_t size_ = 0;
  std::array<Group, 16> groups_;  // one for each piece

  constexpr void find_threats() {
    const detail::Steps& steps = detail::steps[general_];
    const Set theirs = board_.sides[them_];
    const Set lines = rank_0 << (rank_of(general_) * files) | file_a << file_of(general_);
    const Set soldiers = theirs & board_.kinds[soldier] & steps.soldier_from[them_];
    const Set horses = theirs & board_.kinds[horse] & steps.horse_range;
    const Set direct = theirs & (board_.kinds[chariot] | board_.kinds[general]) & lines;
    const Set cannons = theirs & board_.kinds[cannon] & lines;
    threats_ = soldiers | horses | direct | cannons;
    in_check_ = soldiers != 0;
    for_each_square(horses, [&](Square from) {
      const Set leg = bit(detail::leg_between(from, general_));
      in_check_ = in_check_ || (occupied_ & leg) == 0;
      keep_ |= leg & ours_;
    });
    for_each_square(direct, [&](Square from) {
      const Set screens = between(general_, from) & occupied_;
      const unsigned n = count_of(screens);
      in_check_ = in_check_ || n == 0;
      if (n == 1) keep_ |= screens & ours_;
    });
    for_each_square(cannons, [&](Square from) {
      const Set way = between(general_, from);
      const unsigned n = count_of(way & occupied_);
      in_check_ = in_check_ || n == 1;
      if (n == 0) hollow_ |= way;
      if (n == 2) keep_ |= way & ours_;
    });
    if (in_check_) keep_ = ours_;
  }

  // Whether the general is safe after a move of another piece.
  [[nodiscard]] constexpr bool is_safe(Square from, Square to) const {
    return !board_.attacks(threats_ & ~bit(to), us_, general_, (occupied_ & ~bit(from)) | bit(to));
  }
  constexpr void add(Square from, Set targets) {
    targets &= ~ours_;
    const Set doubtful = (keep_ >> from & 1U) != 0 ? targets : targets & hollow_;
    for_each_square(doubtful, [&](Square to) {
      if (!is_safe(from, to)) targets ^= bit(to);
    });
    push(from, targets);
  }
  constexpr void push(Square from, Set targets) {
    if (targets == 0) return;
    count_ += count_of(targets);
    groups_[size_++] = {targets, from};
  }
  [[nodiscard]] constexpr bool done() const { return any_ && count_ > 0; }

  template <class Visit>
  constexpr void for_each_own(Kind kind, Visit&& visit) const {
    if (done()) return;
    for_each_square(ours_ & board_.kinds[kind], visit);
  }

  // Squares up to the first piece on rank and file, and the second pieces there.
  struct Reach {
    Set first = 0;
    Set second = 0;
  };
  template <bool Jumps>
  [[nodiscard]] constexpr Reach reach(Square square) const {
    const unsigned file = file_of(square);
    const unsigned rank = rank_of(square);
    const auto row = static_cast<unsigned>(occupied_ >> (rank * files)) & 511U;
    const unsigned column = board_.columns[file];
    Reach reach;
    reach.first = Set{line_reach(file, row) & 511U} << (rank * files) | file_squares(line_reach(rank, column))
                                                                            << file;
    if constexpr (Jumps)
      reach.second = Set{line_jumps(file, row)} << (rank * files) | file_squares(line_jumps(rank, column))
                                                                        << file;
    return reach;
  }

  constexpr void add_chariots_and_cannons() {
    for_each_own(chariot, [&](Square square) { add(square, reach<false>(square).first); });
    for_each_own(cannon, [&](Square square) {
      const Reach all = reach<true>(square);
      add(square, (all.first & ~occupied_) | all.second);
    });
  }
  constexpr void add_soldiers() {
    for_each_own(soldier, [&](Square square) { add(square, detail::steps[square].soldier[us_]); });
  }
  constexpr void add_horses() {
    for_each_own(horse, [&](Square square) {
      const detail::Steps& steps = detail::steps[square];
      Set targets = 0;
      for (std::size_t d = 0; d < 4; ++d)
        if ((occupied_ >> steps.leg[d] & 1U) == 0) targets |= steps.horse[d];
      add(square, targets);
    });
  }
  constexpr void add_elephants_and_advisors() {
    for_each_own(elephant, [&](Square square) {
      const detail::Steps& steps = detail::steps[square];
      Set targets = 0;
      for (std::size_t d = 0; d < 4; ++d)
        if ((occupied_ >> steps.eye[d] & 1U) == 0) targets |= steps.elephant[d];
      add(square, targets);
    });
    for_each_own(advisor, [&](Square square) { add(square, detail::steps[square].advisor); });
  }
  constexpr void add_general() {
    if (done()) return;
    Set targets = detail::steps[general_].general & ~ours_;
    for_each_square(targets, [&](Square to) {
      if (board_.attacks(board_.sides[them_] & ~bit(to), us_, to, occupied_ & ~bit(general_)))
        targets ^= bit(to);
    });
    push(general_, targets);
  }
};

}  // namespace banyan::xiangqi
