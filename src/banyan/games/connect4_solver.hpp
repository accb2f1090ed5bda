// Connect Four solved: alpha–beta over bitboards with a table of positions, after Allis, "A Knowledge-Based
// Approach of Connect-Four" (1988), and Pons, "Solving Connect 4: how to build a perfect AI" (2019). Included
// by connect4.hpp.
//
// A position has a score for the player to move: 0 if it is drawn, s > 0 if he wins with s of his stones left
// when the board has 42 cells (the last one counts as one), -s if the other does. Most lines are cut because
// a win or a loss within two plies is seen on the boards: of the moves there are only those are searched that
// don't let the other win at once, those that make most threats first, then from the middle outwards.
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

#include <banyan/games/connect4.hpp>

namespace banyan {

class ConnectFourSolver {
 public:
  using State = ConnectFour::State;

  explicit ConnectFourSolver(std::size_t entries = std::size_t{1} << 23U) : table_(entries) {}

  // The score of a position that is not over; nothing when a stop is requested before it is known.
  std::optional<int> score(const State& state, const StopDue& stop_due = {}) {
    const int stones = std::popcount(state.all);
    if ((Game::completing_cells(state.own) & Game::free_cells(state.all)) != 0)
      return (most + 1 - stones) / 2;
    int low = -(most - stones) / 2;
    int high = (most + 1 - stones) / 2;
    return between(state, low, high, stop_due);
  }
  // 1, 0 or -1: whether the player to move wins, which is known sooner.
  std::optional<int> value(const State& state, const StopDue& stop_due = {}) {
    if ((Game::completing_cells(state.own) & Game::free_cells(state.all)) != 0) return 1;
    const auto found = between(state, -1, 1, stop_due);
    if (!found) return std::nullopt;
    return std::clamp(*found, -1, 1);
  }

  // What every move is worth, and when the game ends.
  std::string solve(const State& state, SolvedListOf<ConnectFour>& moves, const StopDue& stop_due) {
    const ConnectFour game;
    MoveListOf<ConnectFour> legal;
    game.legal_moves(state, legal);
    const int stones = std::popcount(state.all);
    for (const ConnectFour::Move move : legal) {
      State next = state;
      game.apply(next, move);
      if (const auto outcome = game.outcome(next)) {
        moves.push_back({move, (*outcome)[0] == 0 ? 0 : 1, 1});
        continue;
      }
      const auto found = score(next, stop_due);
      if (!found) return "stopped before every move was solved";
      moves.push_back({move, std::clamp(-*found, -1, 1),
                       static_cast<std::uint32_t>(plies_to_end(stones + 1, *found) + 1)});
    }
    return {};
  }

  // Positions looked at so far, and the memory that the table takes.
  [[nodiscard]] std::uint64_t positions() const { return positions_; }
  [[nodiscard]] std::uint64_t bytes() const { return table_.size() * sizeof(table_[0]); }

 private:
  using Game = ConnectFour;
  using Board = ConnectFour::Board;
  static constexpr int most = Game::rows * Game::columns;

  // Of a position with so many stones whose score is this: the winner's last move is his stone number
  // 22 - |score| of 21.
  static int plies_to_end(int stones, int score) {
    if (score == 0) return most - stones;
    const bool mover_wins = score > 0;
    const int before =
        most - 2 * std::abs(score);  // stones before the last, or one more: whoever's turn it is
    const int parity = (stones + (mover_wins ? 0 : 1)) & 1;
    return before + ((before ^ parity) & 1) - stones + 1;
  }

  // By searches that only say whether the score is above a number; the numbers are near 0 first, as those
  // that are won or lost late are the most frequent and the quickest to refute.
  std::optional<int> between(const State& state, int low, int high, const StopDue& stop_due) {
    stop_due_ = &stop_due;
    stopped_ = false;
    while (low < high) {
      int middle = low + (high - low) / 2;
      if (middle <= 0 && low / 2 < middle) {
        middle = low / 2;
      } else if (middle >= 0 && high / 2 > middle) {
        middle = high / 2;
      }
      const int found = search(state.own, state.all, std::popcount(state.all), middle, middle + 1);
      if (stopped_) return std::nullopt;
      (found <= middle ? high : low) = found;
    }
    return low;
  }

  // The score if it is within the window, else a bound on that side. The player to move can't win at once.
  int search(Board own, Board all, int stones, int alpha, int beta) {
    if ((++positions_ & 0xffffU) == 0 && *stop_due_ && (*stop_due_)()) stopped_ = true;
    if (stopped_) return alpha;
    const Board other = own ^ all;
    const Board moves = Game::safe_cells(Game::free_cells(all), Game::completing_cells(other));
    if (moves == 0) return -(most - stones) / 2;
    if (stones >= most - 2) return 0;
    alpha = std::max(alpha, -(most - 2 - stones) / 2);
    beta = std::min(beta, (most - 1 - stones) / 2);
    if (alpha >= beta) return alpha;

    const std::uint64_t key = key_of(own, all, stones);
    std::uint64_t& entry = table_[mix64(key) & (table_.size() - 1)];
    if (entry >> 8U == key) {
      const int bound = static_cast<int>(entry & 63U) - offset;
      if ((entry & is_lower) != 0) {
        alpha = std::max(alpha, bound);
      } else {
        beta = std::min(beta, bound);
      }
      if (alpha >= beta) return bound;
    }

    std::array<std::pair<int, Board>, Game::columns> order;
    const std::size_t count = sort_moves(moves, own, all, order);
    const auto store = [&](int bound, std::uint64_t kind) {
      table_[mix64(key) & (table_.size() - 1)] =
          key << 8U | kind | static_cast<std::uint64_t>(bound + offset);
    };
    for (std::size_t i = 0; i < count; ++i) {
      const int found = -search(other, all | order[i].second, stones + 1, -beta, -alpha);
      if (stopped_) return alpha;
      if (found >= beta) {
        store(found, is_lower);
        return found;
      }
      alpha = std::max(alpha, found);
    }
    store(alpha, 0);
    return alpha;
  }

  static std::size_t sort_moves(Board moves, Board own, Board all,
                                std::array<std::pair<int, Board>, Game::columns>& order) {
    constexpr std::array<int, Game::columns> from_the_middle{3, 2, 4, 1, 5, 0, 6};
    constexpr Board column_mask = (Board{1} << Game::rows) - 1;
    std::size_t count = 0;
    for (const int column : from_the_middle) {
      const Board move = moves & (column_mask << (column * Game::stride));
      if (move == 0) continue;
      const int threats = std::popcount(Game::completing_cells(own | move) & Game::cells & ~(all | move));
      std::size_t at = count++;
      for (; at > 0 && order[at - 1].first < threats; --at) order[at] = order[at - 1];
      order[at] = {threats, move};
    }
    return count;
  }

  // A position and its mirror image share an entry, as long as there are many below.
  static std::uint64_t key_of(Board own, Board all, int stones) {
    const std::uint64_t key = own + all;
    if (stones > most_mirrored) return key;
    return std::min(key, Game::mirror(own) + Game::mirror(all));
  }

  static constexpr int offset = 21;  // scores are from -21 to 21
  static constexpr std::uint64_t is_lower = 1U
                                            << 7U;  // of an entry: the score is at least that; else at most
  static constexpr int most_mirrored = 24;

  std::vector<std::uint64_t> table_;  // key << 8 | kind | score + offset; a power of two
  std::uint64_t positions_ = 0;
  const StopDue* stop_due_ = nullptr;
  bool stopped_ = false;
};

static_assert(HasSolver<ConnectFour>);

}  // namespace banyan
