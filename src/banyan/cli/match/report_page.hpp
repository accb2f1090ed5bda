// `match --report`: a match as one page that stands alone, with curves and tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <banyan/arena/tally.hpp>
#include <banyan/cli/match/options.hpp>
#include <banyan/learn/chart.hpp>

namespace banyan::cli {

// Follows a match of two agents for its curves: points so far with their interval, and the ratio of its
// sequential test. A long match keeps every second, fourth, … of them.
class MatchCurves {
 public:
  explicit MatchCurves(const MatchPlan& plan) : plan_(plan) {}

  // After each game.
  void add(const Tally& tally);
  [[nodiscard]] std::vector<Chart> charts(const std::vector<std::string>& agents) const;

 private:
  static constexpr std::size_t most_points = 400;

  const MatchPlan& plan_;
  std::vector<ChartPoint> points_;
  std::vector<ChartPoint> ratios_;
  std::uint64_t pairs_ = 0;  // seen so far
  std::uint64_t step_ = 1;   // pairs between two points
};

// The page of a match that has ended.
std::string match_page(const MatchOptions& options, const MatchPlan& plan, const MatchTally& totals,
                       const MatchCurves& curves);

}  // namespace banyan::cli
