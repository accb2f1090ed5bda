// What an agent thinks of a position, in text: SearchResult with its moves written out.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <banyan/search/result.hpp>

namespace banyan {

// Values are for the player to move at the root, in the game's units; NaN where there is none.
struct Analysis {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  struct Move {
    std::string move;
    std::uint64_t visits = 0;
    double value = none;     // the mean of the returns seen; exact where it is proven
    double win_rate = none;  // (value + 1) / 2 in two-player games that are won, drawn or lost
    double mean = none;      // of the returns seen, whatever is proven
    double low = none;       // its 95 % interval
    double high = none;
    double prior = none;
    std::optional<std::string> proven;  // "win", "draw", "loss"
    std::optional<Bounds> bounds;
  };

  // The best game seen, of one player (SeenGame).
  struct BestSeen {
    double score = none;
    std::vector<std::string> line;
    bool whole = true;
  };

  int player = 0;
  std::vector<Move> moves;  // by visits, most first; ties in legal order
  std::optional<std::string> best;
  std::vector<std::string> line;
  double value = none;
  double win_rate = none;
  std::optional<std::string> proven;
  std::optional<BestSeen> best_seen;

  std::uint64_t simulations = 0;
  double seconds = 0;
  double cpu_seconds = 0;
  std::uint32_t threads = 1;
  std::optional<std::string> stopped_by;  // nothing for agents that do not search
  std::uint32_t max_depth = 0;
  std::uint64_t levels = 0;  // steps down the tree, over all simulations
  std::uint64_t nodes = 0;
  std::uint64_t bytes = 0;

  // Why there is no answer; empty when all is well. Then there are no moves and there is no best one.
  std::string error{};
};

}  // namespace banyan
