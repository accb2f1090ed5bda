// What counts of results say about two players: Elo with its error, normalized Elo, and how likely it is that
// the first of them is the stronger one (LOS). Counts are of samples by points, fewest first: of games (loss,
// draw, win), or of pairs of games that share an opening (the pentanomial: 0, ½, 1, 1½ and 2 points), which
// tell more, because an opening that favours a seat cancels out.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>

namespace banyan {

// Pairs of games by the points of the first player.
using Pentanomial = std::array<std::uint64_t, 5>;

struct ScoreStatistics {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  double score = none;      // mean points of a game
  double elo = none;        // NaN where unbounded
  double elo_error = none;  // half of the 95 % interval; NaN, like all that follows, where samples don't vary
  double normalized_elo = none;
  double normalized_elo_error = none;
  double los = none;  // 0 to 1
};

ScoreStatistics score_statistics(std::span<const std::uint64_t> counts);

}  // namespace banyan
