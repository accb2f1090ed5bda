// How long a lost game can be delayed, read off the proof. Of moves that all lose, the one that loses last is
// played, and among those the one that leaves the opponent the fewest immediate wins: people overlook wins.
// Only called when the root is proven, so that it costs a simulation nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include <banyan/search/prove/solver.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

template <Game G>
class ResistanceOf {
 public:
  using Move = MoveOf<G>;

  // The root is proven to bring `player` this much. No thread may be changing proofs meanwhile.
  ResistanceOf(const SearchSpace<G>& space, Player player, double value)
      : space_(space), player_(player), value_(value) {}

  // Of each of these moves at the root that is proven to bring no more than that.
  void measure(std::vector<MoveStats<Move>>& moves) {
    space_.tree.template for_each_child<true>(space_.root, [&](const Slot& slot) {
      const Move move = space_.tree.move(slot);
      const auto stats =
          std::find_if(moves.begin(), moves.end(), [&](auto& each) { return each.move == move; });
      if (stats == moves.end() || !is_lost(slot, player_)) return;
      left_ = most_nodes / moves.size() + 1;
      StateOf<G> next = space_.root_state;
      apply_move(space_.game, next, move);
      const std::uint32_t replies = winning_replies(next);
      stats->resistance = Resistance{.plies = replies > 0 ? 1 : plies(slot, next, 0), .replies = replies};
    });
  }

 private:
  static constexpr std::size_t most_nodes = 1U << 16U;  // looked at in all: about ten milliseconds' worth
  static constexpr std::uint32_t most_plies = 512;      // deep enough, and no danger to the stack

  [[nodiscard]] bool is_lost(const Slot& slot, Player mover) const {
    return lane_bounds<G, true>(space_.tree, slot, mover).high[static_cast<std::size_t>(player_)] <= value_;
  }

  // Moves of the other side that end the game at once, lost for the player.
  [[nodiscard]] std::uint32_t winning_replies(const StateOf<G>& state) const {
    if (space_.game.outcome(state) || !is_player(space_.game, space_.game.current_player(state)) ||
        space_.game.current_player(state) == player_)
      return 0;
    MoveListOf<G> legal;
    space_.game.legal_moves(state, legal);
    std::uint32_t count = 0;
    for (const Move& move : legal) {
      StateOf<G> next = state;
      apply_move(space_.game, next, move);
      const auto outcome = space_.game.outcome(next);
      if (outcome && (*outcome)[static_cast<std::size_t>(player_)] <= value_) ++count;
    }
    return count;
  }

  // From the position after this child's move to the end of the game: the player goes the longest way that is
  // proven, the other side and chance the shortest. Where the tree ends sooner, or the walk gets long, as far
  // as it went.
  [[nodiscard]] std::uint32_t plies(const Slot& slot, const StateOf<G>& state, std::uint32_t depth) {
    if (space_.game.outcome(state)) return 0;
    const QuadIndex node = index_of(load<true>(slot.link(), std::memory_order_acquire));
    if (node == 0 || left_ == 0 || depth >= most_plies) return 1;
    const Player mover = space_.game.current_player(state);
    const bool longest = mover == player_;
    std::optional<std::uint32_t> found;
    space_.tree.template for_each_child<true>(node, [&](const Slot& child) {
      if (left_ == 0 || !is_lost(child, mover)) return;
      --left_;
      StateOf<G> next = state;
      apply_move(space_.game, next, space_.tree.move(child));
      const std::uint32_t rest = plies(child, next, depth + 1);
      found = !found ? rest : longest ? std::max(*found, rest) : std::min(*found, rest);
    });
    return 1 + found.value_or(0);
  }

  const SearchSpace<G>& space_;
  Player player_;
  double value_;
  std::size_t left_ = 0;  // nodes that may be looked at
};

}  // namespace banyan
