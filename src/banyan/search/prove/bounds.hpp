// What is proven about a child: bounds on the return of each player under best play (Cazenave &
// Saffidine, "Score Bounded Monte-Carlo Tree Search", 2010), sound for any number of players.
//
// At a node, the player to move gets at least the best lower bound among the children and at most the
// best upper bound. Any other player gets what the mover's choice brings: at least the worst lower bound
// and at most the best upper bound among the children the mover may choose, which are those not proven
// worse for the mover than another. A move that has no child yet could be anything.
//
// In two-player games that are won, drawn or lost the six possible intervals are part of a child's link.
// Other games with a declared range keep theirs in a column beside the quads, when the solver is on.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

#include <banyan/game/game.hpp>
#include <banyan/search/tree/quad.hpp>

namespace banyan {

// Bounds for every player.
template <std::size_t Players>
struct PlayerBounds {
  std::array<double, Players> low;
  std::array<double, Players> high;

  [[nodiscard]] bool exact_for(Player player) const {
    const auto p = static_cast<std::size_t>(player);
    return low[p] == high[p];
  }
  [[nodiscard]] bool exact() const { return low == high; }

  // Intersects the two. Returns whether this changed anything.
  bool tighten(const PlayerBounds& other) {
    bool changed = false;
    for (std::size_t p = 0; p < Players; ++p) {
      if (other.low[p] > low[p]) low[p] = other.low[p], changed = true;
      if (other.high[p] < high[p]) high[p] = other.high[p], changed = true;
    }
    return changed;
  }
  // Spans both.
  void widen(const PlayerBounds& other) {
    for (std::size_t p = 0; p < Players; ++p) {
      low[p] = std::min(low[p], other.low[p]);
      high[p] = std::max(high[p], other.high[p]);
    }
  }
  friend bool operator==(const PlayerBounds&, const PlayerBounds&) = default;
};

template <Game G>
struct Proofs {
  static constexpr bool in_link = WinDrawLoss<G> && G::max_players == 2;
  static constexpr bool supported = HasRewardRange<G> && !HasStepRewards<G>;
  static constexpr bool in_column = supported && !in_link;
  using All = PlayerBounds<static_cast<std::size_t>(G::max_players)>;

  static All unknown(const G& game) {
    All all{};
    if constexpr (HasRewardRange<G>) {
      const RewardRange range = reward_range_of(game);
      all.low.fill(range.low);
      all.high.fill(range.high);
    }
    return all;
  }
  static All exactly(const RewardsOf<G>& rewards) { return {rewards, rewards}; }

  // ---- Bounds as part of a link: child + code, for the player who moved into it.
  struct Pair {
    double low, high;
  };
  static constexpr std::array<Pair, 6> codes{{{-1, 1}, {-1, 0}, {0, 1}, {-1, -1}, {0, 0}, {1, 1}}};
  static constexpr std::uint32_t first_exact = static_cast<std::uint32_t>(Lane::child) + 3;

  // In links, what matters to selection: a draw is as much as the child can be, or the least it can be.
  static constexpr std::uint32_t draw_at_most = static_cast<std::uint32_t>(Lane::child) + 1;
  static constexpr std::uint32_t draw_at_least = static_cast<std::uint32_t>(Lane::child) + 2;
  static constexpr std::uint32_t exact_draw = static_cast<std::uint32_t>(Lane::child) + 4;

  // Every game's links say whether all is known of a child: it need not be searched again.
  static bool exact_in_link(std::uint32_t link) {
    return static_cast<std::uint32_t>(lane_of(link)) >= first_exact;
  }
  static std::uint32_t marked_exact(std::uint32_t link) { return first_exact << index_bits | index_of(link); }

  static All from_link(std::uint32_t link, Player mover) {
    const Pair pair = code_of(link);
    All all{};
    const auto p = static_cast<std::size_t>(mover);
    all.low[p] = pair.low, all.high[p] = pair.high;
    all.low[1 - p] = -pair.high, all.high[1 - p] = -pair.low;
    return all;
  }
  static std::uint32_t into_link(std::uint32_t link, const All& all, Player mover) {
    const auto p = static_cast<std::size_t>(mover);
    for (std::uint32_t code = 0; code < codes.size(); ++code)
      if (codes[code].low == all.low[p] && codes[code].high == all.high[p])
        return (static_cast<std::uint32_t>(Lane::child) + code) << index_bits | index_of(link);
    return link;
  }

 private:
  static Pair code_of(std::uint32_t link) {
    return codes[static_cast<std::uint32_t>(lane_of(link)) - static_cast<std::uint32_t>(Lane::child)];
  }
};

}  // namespace banyan
