// A player of Gomoku as a beginner would program it: looks one ply ahead, extends his own longest line or
// blocks the other's longest, and draws lots among cells that do so. It knows nothing else; an opponent that
// calls itself strong must not lose to it.
#pragma once

#include <algorithm>
#include <vector>

#include <banyan/games/gomoku.hpp>

namespace banyan {

class GreedyGomoku {
 public:
  explicit GreedyGomoku(const Gomoku& game) : game_(game) {}

  Gomoku::Move choose(const Gomoku::State& state, Random& random) const {
    const Player me = game_.current_player(state);
    MoveListOf<Gomoku> legal;
    game_.legal_moves(state, legal);
    std::array<int, 2> longest{};
    for (const auto move : legal)
      for (const Player player : {0, 1}) {
        int& length = longest[static_cast<std::size_t>(player)];
        length = std::max(length, length_with(state, player, move));
      }
    const auto mine = longest[static_cast<std::size_t>(me)];
    const auto other = longest[static_cast<std::size_t>(1 - me)];
    const bool extends = mine >= std::min(other, game_.params().line);
    std::vector<Gomoku::Move> moves;
    for (const auto move : legal)
      if (length_with(state, extends ? me : 1 - me, move) == (extends ? mine : other)) moves.push_back(move);
    return moves[random.below(moves.size())];
  }

 private:
  // Of the longest line through this cell if the player had a stone there.
  [[nodiscard]] int length_with(const Gomoku::State& state, Player player, Gomoku::Move move) const {
    int longest = 0;
    for (const auto& [up, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
      int length = 1;
      for (const int sign : {-1, 1})
        for (int k = 1; has(state, player, move / Gomoku::max_side + sign * k * up,
                            move % Gomoku::max_side + sign * k * right);
             ++k)
          ++length;
      longest = std::max(longest, length);
    }
    return longest;
  }
  [[nodiscard]] bool has(const Gomoku::State& state, Player player, int row, int column) const {
    if (row < 0 || column < 0 || row >= game_.params().height || column >= game_.params().width) return false;
    const auto cell = static_cast<unsigned>(row * Gomoku::max_side + column);
    return (state.stones[static_cast<std::size_t>(player)][cell / 64] >> (cell % 64) & 1U) != 0;
  }

  Gomoku game_;
};

}  // namespace banyan
