// Whether a run learns at all. Losses alone can't tell: the moves to be learned get sharper as the network
// gets better, so that the loss of moves may rise while all is well. Two signs are reliable, though.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <banyan/store/run_records.hpp>

namespace banyan {

// A network that knows nothing can do no better than ln 2, by calling every position even. A run that learns
// is below that within a few generations, as most games are decided long before they end. Checked at
// intervals, over all generations of the interval, because single ones vary.
inline std::optional<std::string> doubt_by_losses(const std::vector<StoredMetrics>& metrics) {
  constexpr std::ptrdiff_t patience = 15;
  constexpr double at_least = 0.98 * std::numbers::ln2;
  if (metrics.empty() || std::ssize(metrics) % patience != 0) return std::nullopt;
  double best = INFINITY;
  for (auto it = metrics.end() - patience; it != metrics.end(); ++it) best = std::min(best, it->value_loss);
  if (!(best > at_least)) return std::nullopt;
  return "it has not learned to tell won positions from lost ones so far (value loss " +
         std::to_string(best).substr(0, 5) +
         ", guessing has 0.693); a lower rate, more simulations (sims) or larger generations may help";
}

// The ladder's ratings of the run's networks, in order. A network whose interval lies wholly below that of an
// earlier one has forgotten something: by chance alone that happens in fewer than 1 of 100 comparisons. And
// after some rungs the newest should be better than the first, unless it already scores against the anchor,
// when there may be little left to learn.
inline std::optional<std::string> doubt_by_ladder(const std::vector<StoredRating>& networks) {
  constexpr std::size_t patience = 5;  // rungs
  if (networks.size() < 2) return std::nullopt;
  const StoredRating& newest = networks.back();
  for (auto it = networks.rbegin() + 1; it != networks.rend(); ++it)
    if (newest.high < it->low)
      return "the newest network is weaker than that of " + it->player +
             " beyond doubt; a lower rate or a larger window may help";
  if (networks.size() >= patience && newest.elo <= networks.front().elo && newest.high < 0)
    return "after " + std::to_string(networks.size()) +
           " rungs the newest network is not better than the first; a lower rate or more simulations (sims) may help";
  return std::nullopt;
}

}  // namespace banyan
