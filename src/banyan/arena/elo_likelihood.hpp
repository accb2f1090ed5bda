// The logarithm of the likelihood of games under ratings (arena/elo_fit.hpp), and its maximum. Ratings here
// are in units of the logistic function, not in Elo.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <banyan/arena/elo_fit.hpp>
#include <banyan/arena/symmetric_matrix.hpp>

namespace banyan {

class EloLikelihood {
 public:
  // Where games leave something unbounded, a trace of a normal prior keeps it finite. One entry a pair of
  // players.
  EloLikelihood(std::size_t players, std::vector<PairScore> scores, double prior)
      : players_(players), scores_(std::move(scores)), prior_(prior) {}

  // The value at some ratings, its slope, and its curvature: minus the second derivatives.
  struct Point {
    double value = 0;
    std::vector<double> slope;
    SymmetricMatrix curvature;
  };
  [[nodiscard]] Point at(const std::vector<double>& ratings) const;

  // Moves the ratings that are not held to where the value is highest, by Newton's method; the point there.
  // The function is concave: a step that goes too far is halved.
  Point maximise(std::vector<double>& ratings, const std::vector<bool>& held) const;

 private:
  [[nodiscard]] static std::vector<double> newton_step(const Point& point, const std::vector<bool>& held);

  std::size_t players_;
  std::vector<PairScore> scores_;
  double prior_;
};

}  // namespace banyan
