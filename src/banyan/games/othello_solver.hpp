// The end of a game of Othello solved: alpha–beta for win, draw and loss, where moves that leave the other
// side the fewest replies come first (fastest first), corners before others, with a table of positions. Very
// near the end the search of a tree asks for single values (foresee), without a table. Included by
// othello.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/games/othello.hpp>

namespace banyan {

class OthelloSolver {
 public:
  using State = Othello::State;

  OthelloSolver() : OthelloSolver(std::size_t{1} << 17U) {}

  // Positions with more empty squares are not for it: each of them takes two to three times as long.
  static constexpr int most_empty = 20;

  std::string solve(const State& state, SolvedListOf<Othello>& moves, const StopDue& stop_due) {
    const int empty = std::popcount(~(state.discs[0] | state.discs[1]));
    if (empty > most_empty)
      return "Othello is solved from " + std::to_string(most_empty) + " empty squares on; here are " +
             std::to_string(empty);
    stop_due_ = &stop_due;
    stopped_ = false;
    const Othello game;
    MoveListOf<Othello> legal;
    game.legal_moves(state, legal);
    for (const Othello::Move move : legal) {
      State next = state;
      game.apply(next, move);
      const int found = -search(next.discs[next.player], next.discs[next.player ^ 1U], -1, 1);
      if (stopped_) return "stopped before every move was solved";
      moves.push_back({.move = move, .value = found, .plies = 0});
    }
    return {};
  }

  // The winner of a position with few empty squares, for the player to move: 1, 0 or -1.
  static int value_of(const State& state) {
    OthelloSolver solver{0};
    return solver.search(state.discs[state.player], state.discs[state.player ^ 1U], -1, 1);
  }

  // Positions looked at so far, and the memory that the table takes.
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::uint64_t bytes() const { return table_.size() * sizeof(table_[0]); }

 private:
  using Board = Othello::Board;
  struct Entry {
    Board mover = 0;
    Board other = 0;
    std::int8_t low = -1;
    std::int8_t high = 1;
  };
  struct Reply {
    Board mover;  // the boards after the move
    Board other;
    int order;
  };
  static constexpr int least_kept = 6;     // empty squares: positions with fewer are not worth an entry,
  static constexpr int least_ordered = 4;  // nor to be put in order
  static constexpr std::size_t most_replies = 34;

  explicit OthelloSolver(std::size_t entries) : table_(entries) {}

  // The result under best play, for the player to move, if it is within the window.
  int search(Board mover, Board other, int alpha, int beta) {
    if ((++positions_ & 0xffffU) == 0 && stop_due_ != nullptr && *stop_due_ && (*stop_due_)())
      stopped_ = true;
    if (stopped_) return alpha;
    const Board squares = Othello::squares_to_place(mover, other);
    if (squares == 0) {
      if (Othello::squares_to_place(other, mover) != 0) return -search(other, mover, -beta, -alpha);
      const int lead = std::popcount(mover) - std::popcount(other);
      return (lead > 0 ? 1 : 0) - (lead < 0 ? 1 : 0);
    }
    const int empty = std::popcount(~(mover | other));
    Entry* entry = nullptr;
    if (empty >= least_kept && !table_.empty()) {
      entry = &table_[mix64(mix64(mover) ^ other) & (table_.size() - 1)];
      if (entry->mover != mover || entry->other != other) {
        *entry = {.mover = mover, .other = other};
      }
      if (entry->low >= beta || entry->low == entry->high) return entry->low;
      if (entry->high <= alpha) return entry->high;
    }
    const int best = search_replies(squares, mover, other, empty, alpha, beta);
    if (entry != nullptr && !stopped_) {
      if (entry->mover != mover || entry->other != other) *entry = {.mover = mover, .other = other};
      if (best > alpha) entry->low = std::max(entry->low, static_cast<std::int8_t>(best));
      if (best < beta) entry->high = std::min(entry->high, static_cast<std::int8_t>(best));
    }
    return best;
  }

  int search_replies(Board squares, Board mover, Board other, int empty, int alpha, int beta) {
    FixedList<Reply, most_replies> replies;
    for_each_bit(squares, [&](unsigned square) {
      Reply reply{.mover = other, .other = mover, .order = 0};
      Othello::place(reply.other, reply.mover, square);
      if (empty >= least_ordered)
        reply.order = std::popcount(Othello::squares_to_place(reply.mover, reply.other)) * 4 -
                      ((Othello::corners >> square & 1U) != 0 ? 6 : 0);
      replies.push_back(reply);
    });
    if (empty >= least_ordered)
      std::sort(replies.begin(), replies.end(),
                [](const Reply& a, const Reply& b) { return a.order < b.order; });
    int best = -1;  // a loss at worst
    for (const Reply& reply : replies) {
      best = std::max(best, -search(reply.mover, reply.other, -beta, -std::max(alpha, best)));
      if (best >= beta || best == 1) break;
    }
    return best;
  }

  std::vector<Entry> table_;
  std::uint64_t positions_ = 0;
  const StopDue* stop_due_ = nullptr;
  bool stopped_ = false;
};

// Few enough empty squares for some 25 microseconds: as long as a network takes for a position.
inline std::optional<std::array<double, 2>> Othello::foresee(const State& state) const {
  constexpr int few_empty = 9;
  if (std::popcount(~(state.discs[0] | state.discs[1])) > few_empty) return std::nullopt;
  const int value = OthelloSolver::value_of(state);
  if (value == 0) return draw_for_all();
  return win_for(value > 0 ? state.player : 1 - state.player);
}

static_assert(HasSolver<Othello> && HasForesight<Othello>);

}  // namespace banyan
