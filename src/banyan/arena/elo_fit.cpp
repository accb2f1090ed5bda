#include <banyan/arena/elo_fit.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

namespace banyan {

namespace {
constexpr double elo_unit = 400 / std::numbers::ln10;  // Elo per unit of the logistic function

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

double log_logistic(double x) { return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x)); }
double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// Solves a·x = b for a symmetric positive definite matrix, by Cholesky's decomposition.
Vector solve(Matrix a, Vector b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < j; ++k) a[j][j] -= a[j][k] * a[j][k];
    a[j][j] = std::sqrt(a[j][j]);
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// The logarithm of the likelihood of all games, and its maximum with some ratings held. Where games leave
// something unbounded, a trace of a normal prior keeps it finite.
class Likelihood {
 public:
  Likelihood(std::size_t players, std::vector<PairScore> scores, double prior)
      : players_(players), scores_(std::move(scores)), prior_(prior) {}

  [[nodiscard]] double at(const Vector& ratings) const {
    double sum = 0;
    for (const PairScore& score : scores_) {
      const double ahead = ratings[score.first] - ratings[score.second];
      sum += score.points * log_logistic(ahead) + (score.games - score.points) * log_logistic(-ahead);
    }
    for (const double x : ratings) sum -= prior_ * x * x / 2;
    return sum;
  }

  // Its highest value. Newton's method from these ratings on. The function is concave: a step that goes too
  // far is halved.
  double maximise(Vector& ratings, const std::vector<bool>& held) const {
    constexpr int most_steps = 200;
    constexpr double precision = 1e-12;
    double value = at(ratings);
    for (int i = 0; i < most_steps; ++i) {
      const Vector step = newton_step(ratings, held);
      double size = 1;
      double next_value = value;
      Vector next;
      for (; size > precision; size /= 2) {
        next = ratings;
        for (std::size_t k = 0; k < players_; ++k) next[k] += size * std::clamp(step[k], -2.0, 2.0);
        next_value = at(next);
        if (next_value >= value) break;
      }
      if (size <= precision) break;
      const bool done = next_value - value < precision;
      ratings = std::move(next);
      value = next_value;
      if (done) break;
    }
    return value;
  }

 private:
  [[nodiscard]] Vector newton_step(const Vector& ratings, const std::vector<bool>& held) const {
    Vector slope(players_, 0);
    Matrix curvature(players_, Vector(players_, 0));  // minus the second derivatives
    for (const auto& [first, second, points, games] : scores_) {
      const double expected = logistic(ratings[first] - ratings[second]);
      slope[first] += points - games * expected;
      slope[second] -= points - games * expected;
      const double weight = games * expected * (1 - expected);
      curvature[first][first] += weight;
      curvature[second][second] += weight;
      curvature[first][second] -= weight;
      curvature[second][first] -= weight;
    }
    for (std::size_t i = 0; i < players_; ++i) {
      slope[i] -= prior_ * ratings[i];
      curvature[i][i] += prior_;
      if (!held[i]) continue;
      slope[i] = 0;
      for (std::size_t k = 0; k < players_; ++k) curvature[i][k] = curvature[k][i] = 0;
      curvature[i][i] = 1;
    }
    return solve(std::move(curvature), std::move(slope));
  }

  std::size_t players_;
  std::vector<PairScore> scores_;
  double prior_;
};

// Who scored against whom, or against someone who did, and so on: nobody can be infinitely far below those.
class ScoreReach {
 public:
  ScoreReach(std::size_t players, const std::vector<PairScore>& scores)
      : scored_(players, std::vector<bool>(players, false)) {
    for (const PairScore& score : scores) {
      if (score.points > 0) scored_[score.first][score.second] = true;
      if (score.points < score.games) scored_[score.second][score.first] = true;
    }
    for (std::size_t k = 0; k < players; ++k)
      for (std::size_t i = 0; i < players; ++i)
        for (std::size_t j = 0; j < players; ++j)
          if (scored_[i][k] && scored_[k][j]) scored_[i][j] = true;
  }
  [[nodiscard]] bool scored(std::size_t player, std::size_t against) const {
    return scored_[player][against];
  }

 private:
  std::vector<std::vector<bool>> scored_;
};

class EloFit {
 public:
  EloFit(std::size_t players, const std::vector<PairScore>& scores, std::size_t anchor)
      : likelihood_(players, scores, weak_prior),
        reach_(players, scores),
        anchor_(anchor),
        best_(players, 0) {
    most_ = likelihood_.maximise(best_, held({}));
    fit_bounded(scores);
  }

  [[nodiscard]] EloRating rating(std::size_t player) const {
    if (player == anchor_) return {.elo = 0, .low = 0, .high = 0};
    EloRating rating;
    const bool has_low = reach_.scored(player, anchor_);
    const bool has_high = reach_.scored(anchor_, player);
    if (has_low && has_high) rating.elo = elo_unit * exact_[player];
    if (has_low) rating.low = elo_unit * end(player, -1);
    if (has_high) rating.high = elo_unit * end(player, 1);
    return rating;
  }

 private:
  static constexpr double weak_prior = (elo_unit / 40'000) * (elo_unit / 40'000);

  // Ratings that have both ends, from the games among those players, without any prior: what others did is
  // as likely as can be when they are infinitely far away.
  void fit_bounded(const std::vector<PairScore>& scores) {
    exact_.assign(best_.size(), 0);
    std::vector<bool> apart = held({});
    for (std::size_t i = 0; i < apart.size(); ++i)
      if (!is_bounded(i)) apart[i] = true;
    std::vector<PairScore> among;
    for (const PairScore& score : scores)
      if (is_bounded(score.first) && is_bounded(score.second)) among.push_back(score);
    Likelihood(exact_.size(), std::move(among), 0).maximise(exact_, apart);
  }
  [[nodiscard]] bool is_bounded(std::size_t player) const {
    return player == anchor_ || (reach_.scored(player, anchor_) && reach_.scored(anchor_, player));
  }

  [[nodiscard]] std::vector<bool> held(std::optional<std::size_t> player) const {
    std::vector<bool> list(best_.size(), false);
    list[anchor_] = true;
    if (player) list[*player] = true;
    return list;
  }

  // Where the likelihood has sunk by half of the 95 % point of chi-squared with one degree of freedom.
  [[nodiscard]] double end(std::size_t player, double direction) const {
    constexpr double drop = 3.841458820694124 / 2;
    constexpr double precision = 1e-4;  // far below what can be seen
    Vector others = best_;
    const auto sunk = [&](double x) {
      others[player] = x;
      return most_ - likelihood_.maximise(others, held(player)) > drop;
    };
    double inside = best_[player];
    double width = 0.25;
    while (!sunk(inside + direction * width)) {
      inside += direction * width;
      width *= 2;
    }
    while (width > precision) {
      width /= 2;
      if (!sunk(inside + direction * width)) inside += direction * width;
    }
    return inside;
  }

  Likelihood likelihood_;
  ScoreReach reach_;
  std::size_t anchor_;
  Vector best_;   // with the weak prior
  Vector exact_;  // without it, where there is one
  double most_ = 0;
};

// One entry for each two players that met.
std::vector<PairScore> gathered(const std::vector<PairScore>& scores) {
  std::map<std::pair<std::size_t, std::size_t>, PairScore> pairs;
  for (const auto& [first, second, points, games] : scores) {
    PairScore& pair = pairs[std::minmax(first, second)];
    pair.first = std::min(first, second);
    pair.second = std::max(first, second);
    pair.points += first < second ? points : games - points;
    pair.games += games;
  }
  std::vector<PairScore> list;
  for (const auto& [players, score] : pairs) list.push_back(score);
  return list;
}
}  // namespace

std::vector<EloRating> fit_elo(std::size_t players, const std::vector<PairScore>& scores,
                               std::size_t anchor) {
  const EloFit fit(players, gathered(scores), anchor);
  std::vector<EloRating> list;
  for (std::size_t i = 0; i < players; ++i) list.push_back(fit.rating(i));
  return list;
}

}  // namespace banyan
