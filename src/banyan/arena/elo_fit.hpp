// Ratings of many players from all games among them, so that those who never met compare by whom both have
// met. The model is Bradley and Terry's (1952) in Elo's units: a player who is d points ahead scores 1 / (1 +
// 10^(-d/400)) in the mean, a draw being half a win to each. Ratings are those under which the games were
// likeliest, relative to one player's, which is 0 by definition; an interval holds the ratings at which the
// likelihood, maximised over all others, is not significantly lower (profile likelihood, 95 %).
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <stop_token>
#include <vector>

namespace banyan {

// Games between two players, as far as the first of them scored.
struct PairScore {
  std::size_t first = 0;
  std::size_t second = 0;
  double points = 0;
  double games = 0;
};

// NaN where no number of points is too many: a player who only wins has no rating, and an interval without
// an upper end; one who is not connected with the anchor has neither end.
struct EloRating {
  double elo = std::numeric_limits<double>::quiet_NaN();
  double low = std::numeric_limits<double>::quiet_NaN();
  double high = std::numeric_limits<double>::quiet_NaN();
};

class EloFit {
 public:
  EloFit(std::size_t players, const std::vector<PairScore>& scores, std::size_t anchor);
  EloFit(const EloFit&) = delete;
  EloFit& operator=(const EloFit&) = delete;
  ~EloFit();

  // The rating alone, which is cheap.
  [[nodiscard]] double elo(std::size_t player) const;
  // With intervals, each game counting 1/scatter of one. After a stop the intervals that are missing stay
  // NaN.
  [[nodiscard]] std::vector<EloRating> ratings(double scatter = 1, const std::stop_token& stop = {}) const;

 private:
  class Parts;
  std::unique_ptr<const Parts> parts_;
};

inline std::vector<EloRating> fit_elo(std::size_t players, const std::vector<PairScore>& scores,
                                      std::size_t anchor) {
  return EloFit(players, scores, anchor).ratings();
}

}  // namespace banyan
