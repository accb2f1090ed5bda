#include <banyan/arena/elo_likelihood.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace banyan {

EloLikelihood::Point EloLikelihood::at(const std::vector<double>& ratings) const {
  Point point{.value = 0, .slope = std::vector<double>(players_, 0), .curvature = SymmetricMatrix(players_)};
  for (const auto& [first, second, points, games] : scores_) {
    const double ahead = ratings[first] - ratings[second];
    const double small = std::exp(-std::abs(ahead));
    const double upset = small / (1 + small);  // the share expected of the weaker one
    const double expected = ahead > 0 ? 1 - upset : upset;
    // ln(1 - upset) is -log1p(small); ln(upset) is as much lower as the ratings are apart.
    const double favourites = ahead > 0 ? points : games - points;
    point.value -= games * std::log1p(small) + (games - favourites) * std::abs(ahead);
    point.slope[first] += points - games * expected;
    point.slope[second] -= points - games * expected;
    const double weight = games * upset * (1 - upset);
    point.curvature.at(first, first) += weight;
    point.curvature.at(second, second) += weight;
    point.curvature.at(std::max(first, second), std::min(first, second)) -= weight;
  }
  for (std::size_t i = 0; i < players_; ++i) {
    point.value -= prior_ * ratings[i] * ratings[i] / 2;
    point.slope[i] -= prior_ * ratings[i];
    point.curvature.at(i, i) += prior_;
  }
  return point;
}

std::vector<double> EloLikelihood::newton_step(const Point& point, const std::vector<bool>& held) {
  std::vector<double> slope = point.slope;
  SymmetricMatrix curvature = point.curvature;
  for (std::size_t i = 0; i < held.size(); ++i) {
    if (!held[i]) continue;
    slope[i] = 0;
    curvature.isolate(i);
  }
  curvature.decompose();
  return curvature.solve(std::move(slope));
}

EloLikelihood::Point EloLikelihood::maximise(std::vector<double>& ratings,
                                             const std::vector<bool>& held) const {
  constexpr int most_steps = 200;
  constexpr double longest = 2;  // of a step: where the function is nearly flat, it is too far
  constexpr double near_enough =
      1e-6;  // from here on rounding hides whether the value rises, and steps are sound
  constexpr double precision = 1e-13;
  Point point = at(ratings);
  for (int i = 0; i < most_steps; ++i) {
    const std::vector<double> step = newton_step(point, held);
    // The rise that the quadratic approximation predicts.
    const double promised = std::inner_product(step.begin(), step.end(), point.slope.begin(), 0.0) / 2;
    const auto moved_by = [&](double share) {
      std::vector<double> moved = ratings;
      for (std::size_t k = 0; k < players_; ++k) moved[k] += share * std::clamp(step[k], -longest, longest);
      return moved;
    };
    double share = 1;
    std::vector<double> moved = moved_by(share);
    Point next = at(moved);
    while (promised > near_enough && next.value < point.value) {
      moved = moved_by(share /= 2);
      next = at(moved);
    }
    ratings = std::move(moved);
    point = std::move(next);
    if (promised < precision) break;
  }
  return point;
}

}  // namespace banyan
