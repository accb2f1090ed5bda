// What can be proven of a position of Gomoku at first sight, exactly: nothing here is a guess.
//
// Five: a cell that completes a line. Whoever is to move and has one wins; of two of the other side only one
// can be blocked. Two ways: a stone that leaves two cells to complete a line, an open four or two fours at
// once. The player who can play it while the other has no five wins: the other takes one of the cells, which
// completes nothing, since their fives don't come from the mover's stones, and the second one is left. Fours:
// a stone that leaves one such cell forces the reply there. A sequence of these that ends in five or in two
// ways wins too (victory by continuous four; Allis, van den Herik & Huntjens, "Go-Moku Solved by New Search
// Techniques", 1996). Answers: if the other side threatens two ways at a cell t, and the mover makes neither
// a four nor plays on t or on one of the cells that t would leave, then t wins next: t's cells are as they
// were, and the mover has no five. With more than two cells left, taking one of them doesn't help either.
#pragma once

#include <array>
#include <cstddef>

#include <banyan/game/game.hpp>
#include <banyan/games/gomoku_board.hpp>

namespace banyan::detail {

class GomokuThreats {
 public:
  using Board = GomokuBoard;
  using Cells = GomokuBoard::Cells;
  using Use = GomokuBoard::Use;
  using Move = GomokuBoard::Move;

  // For the player to move. The board is as before after each call.
  GomokuThreats(Board& board, std::size_t mover) : board_(board), mover_(mover) {}

  // The prospect, and its moves: of `won` those that win in the same number of moves, of `forced` all that
  // don't lose at once, of `lost` some that hold out. `most_fours` bounds the positions looked at for
  // continuous fours.
  struct Judgement {
    Prospect prospect = Prospect::open;
    Cells moves{};
  };
  Judgement judge(int most_fours) {
    const std::size_t other = mover_ ^ 1U;
    if (const Cells wins = board_.useful(mover_, Use::five); Board::any(wins)) return {Prospect::won, wins};
    const Cells blocks = board_.useful(other, Use::five);
    if (Board::size(blocks) > 1) return {Prospect::lost, blocks};
    Cells moves = blocks;
    if (!Board::any(blocks)) {
      if (const Cells wins = board_.useful(mover_, Use::two_ways); Board::any(wins))
        return {Prospect::won, wins};
    }
    left_ = most_fours;
    if (Move first{}; wins_by_fours(first)) {
      Cells only{};
      Board::insert(only, first);
      return {Prospect::won, only};
    }
    if (Board::any(blocks)) return {Prospect::forced, moves};
    const Cells threats = board_.useful(other, Use::two_ways);
    if (!Board::any(threats)) return {};
    moves = answers(threats);
    if (Board::any(moves)) return {Prospect::forced, moves};
    return {Prospect::lost, threats};
  }

  // The moves that don't lose at once where the other side threatens to play two ways at these cells.
  [[nodiscard]] Cells answers(const Cells& threats) const {
    const std::size_t other = mover_ ^ 1U;
    Cells all = board_.empty();
    Board::for_each(threats, [&](Move threat) {
      Cells cells{};
      board_.for_each_completing(other, threat, [&](Move cell) { Board::insert(cells, cell); });
      if (Board::size(cells) > 2) cells = {};
      Board::insert(cells, threat);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] &= cells[i];
    });
    const Cells fours = board_.useful(mover_, Use::four);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] |= fours[i];
    return all;
  }

 private:
  // Whether the mover wins by fours alone; then `first` is the first of them. They have no five. Only the
  // number of positions is bounded, not the length: the rest of a sequence that was found is found again with
  // the same bound, so a claimed win stays claimed until the game ends.
  bool wins_by_fours(Move& first) {
    if (--left_ < 0) return false;
    const std::size_t other = mover_ ^ 1U;
    const Cells theirs = board_.useful(other, Use::five);
    const Cells two_ways = board_.useful(mover_, Use::two_ways);
    Cells fours = board_.useful(mover_, Use::four);
    if (Board::any(theirs)) {
      if (Board::size(theirs) > 1) return false;
      first = Board::first(theirs);
      if (Board::contains(two_ways, first)) return true;
      if (!Board::contains(fours, first)) return false;
      fours = theirs;
    } else if (Board::any(two_ways)) {
      first = Board::first(two_ways);
      return true;
    }
    bool wins = false;
    Board::for_each(fours, [&](Move four) {
      if (wins || left_ <= 0) return;
      board_.add(mover_, four);
      const Move reply = Board::first(board_.useful(mover_, Use::five));
      board_.add(other, reply);
      Move next{};
      wins = wins_by_fours(next);
      board_.remove(other, reply);
      board_.remove(mover_, four);
      if (wins) first = four;
    });
    return wins;
  }

  Board& board_;
  std::size_t mover_;
  int left_ = 0;  // positions that may still be looked at
};

}  // namespace banyan::detail
