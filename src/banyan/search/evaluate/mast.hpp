// The move-average sampling technique: random games prefer moves that have returned much so far, wherever
// they were made (Finnsson & Björnsson, "Simulation-Based Approach to General Game Playing", 2008). Most of
// the time the move with the highest mean is made, else any (Tak, Winands & Björnsson, "N-Grams and the
// Last-Good-Reply Policy Applied in General Game Playing", 2012). A move that was never made comes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include <banyan/search/evaluate/move_table.hpp>

namespace banyan {

// What a move has returned so far, in the game's units.
struct MastTally {
  float mean = std::numeric_limits<float>::infinity();
  std::uint32_t count = 0;
};

class Mast {
 public:
  // Adds what a player got in a simulation in which they made this move.
  void learn(MoveKey key, double reward) {
    MastTally& tally = tallies_[key];
    ++tally.count;
    tally.mean = tally.count == 1 ? static_cast<float>(reward)
                                  : tally.mean + (static_cast<float>(reward) - tally.mean) /
                                                     static_cast<float>(tally.count);
  }

  // The search starts at a random move, so that of equal moves not always the same is made.
  template <Game G>
  MoveOf<G> pick(Player player, const MoveListOf<G>& moves, double epsilon, Random& random) {
    std::size_t best = random.below(moves.size());
    if (random.bernoulli(epsilon)) return moves[best];
    float highest = -std::numeric_limits<float>::infinity();
    for (std::size_t i = best, left = moves.size(); left > 0; --left, i = i + 1 == moves.size() ? 0 : i + 1) {
      const float mean = tallies_[move_key<G>(player, moves[i])].mean;
      if (mean > highest) highest = mean, best = i;
    }
    return moves[best];
  }

  void clear() { tallies_.clear(); }
  static constexpr std::size_t bytes_per_move = sizeof(MastTally);
  void limit_moves(std::size_t most) { tallies_.limit_entries(most); }
  [[nodiscard]] std::size_t bytes() const { return tallies_.bytes(); }
  template <Game G>
  static constexpr std::size_t most_bytes = MoveTable<MastTally>::template most_bytes<G>;

 private:
  MoveTable<MastTally> tallies_;
};

}  // namespace banyan
