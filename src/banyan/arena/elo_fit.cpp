#include <banyan/arena/elo_fit.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>

#include <banyan/arena/elo_likelihood.hpp>

namespace banyan {

namespace {
constexpr double elo_unit = 400 / std::numbers::ln10;  // Elo per unit of the logistic function

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

// A player who scored against another one, directly or through others, can't be rated infinitely far below;
// with `against` the other way around.
std::vector<bool> who_scored(std::size_t players, const std::vector<PairScore>& scores, std::size_t player,
                             bool against) {
  std::vector<bool> reached(players, false);
  std::vector<std::vector<std::size_t>> steps(players);
  const auto add = [&](std::size_t scorer, std::size_t other) {
    against ? steps[scorer].push_back(other) : steps[other].push_back(scorer);
  };
  for (const PairScore& score : scores) {
    if (score.points > 0) add(score.first, score.second);
    if (score.points < score.games) add(score.second, score.first);
  }
  std::vector<std::size_t> open{player};
  reached[player] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (const std::size_t next : steps[at])
      if (!reached[next]) {
        reached[next] = true;
        open.push_back(next);
      }
  }
  return reached;
}
}  // namespace

class EloFit::Parts {
 public:
  Parts(std::size_t players, const std::vector<PairScore>& scores, std::size_t anchor)
      : likelihood_(players, scores, weak_prior),
        has_low_(who_scored(players, scores, anchor, false)),
        has_high_(who_scored(players, scores, anchor, true)),
        anchor_(anchor),
        best_(players, 0) {
    EloLikelihood::Point point = likelihood_.maximise(best_, held({}));
    most_ = point.value;
    point.curvature.isolate(anchor_);
    point.curvature.decompose();
    factor_ = std::move(point.curvature);
    fit_bounded(scores);
  }

  [[nodiscard]] std::size_t players() const { return best_.size(); }
  [[nodiscard]] double elo(std::size_t player) const {
    return is_bounded(player) ? elo_unit * exact_[player] : EloRating{}.elo;
  }

  [[nodiscard]] EloRating rating(std::size_t player, double scatter, const std::stop_token& stop) const {
    if (player == anchor_) return {.elo = 0, .low = 0, .high = 0};
    EloRating rating{.elo = elo(player)};
    if (has_low_[player]) rating.low = elo_unit * end(player, -1, scatter, stop);
    if (has_high_[player]) rating.high = elo_unit * end(player, 1, scatter, stop);
    return rating;
  }

 private:
  static constexpr double weak_prior = (elo_unit / 40'000) * (elo_unit / 40'000);

  // Ratings that are bounded both ways, from the games among those players, without any prior: results
  // against players infinitely far away are certain.
  void fit_bounded(const std::vector<PairScore>& scores) {
    exact_.assign(best_.size(), 0);
    std::vector<bool> apart = held({});
    for (std::size_t i = 0; i < apart.size(); ++i)
      if (!is_bounded(i)) apart[i] = true;
    std::vector<PairScore> among;
    for (const PairScore& score : scores)
      if (is_bounded(score.first) && is_bounded(score.second)) among.push_back(score);
    EloLikelihood(exact_.size(), std::move(among), 0).maximise(exact_, apart);
  }
  [[nodiscard]] bool is_bounded(std::size_t player) const { return has_low_[player] && has_high_[player]; }

  [[nodiscard]] std::vector<bool> held(std::optional<std::size_t> player) const {
    std::vector<bool> list(best_.size(), false);
    list[anchor_] = true;
    if (player) list[*player] = true;
    return list;
  }

  // Where the likelihood, maximised over all others, has sunk by half of the 95 % point of chi-squared with
  // one degree of freedom, times the scatter; NaN after a stop. The square root of what it has sunk by is
  // nearly linear in the player's rating, so that Newton's method needs a few steps; a bracket keeps it from
  // going astray.
  [[nodiscard]] double end(std::size_t player, double direction, double scatter,
                           const std::stop_token& stop) const {
    constexpr double chi_squared = 3.841458820694124;
    constexpr double precision = 1e-6;
    constexpr int most_steps = 100;
    const double target = std::sqrt(chi_squared * scatter);
    const std::vector<double> tangent = covariances(player);
    const std::vector<bool> fixed = held(player);
    const double begin = best_[player];
    std::vector<double> others = best_;
    double inside = 0;  // distances from the best rating
    double outside = std::numeric_limits<double>::infinity();
    double distance = std::min(target * std::sqrt(tangent[player]), farthest_first_step);
    for (std::size_t i = 0; i < others.size(); ++i)  // first-order change of the others' best ratings
      others[i] += direction * distance * tangent[i] / tangent[player];
    for (int i = 0; i < most_steps; ++i) {
      if (stop.stop_requested()) return std::numeric_limits<double>::quiet_NaN();
      others[player] = begin + direction * distance;
      const EloLikelihood::Point point = likelihood_.maximise(others, fixed);
      const double sunk = std::sqrt(2 * std::max(0.0, most_ - point.value));
      if (std::abs(sunk - target) < precision) return begin + direction * distance;
      (sunk < target ? inside : outside) = distance;
      // The likelihood's slope is that of the player alone: at the others' best ratings theirs is 0.
      const double slope = -direction * point.slope[player] / sunk;
      double next = std::min(distance + (target - sunk) / slope, 2 * distance + 1);
      if (!(next > inside && next < outside))
        next = outside < infinity ? (inside + outside) / 2 : 2 * distance + 1;
      if (outside - inside < precision) break;
      distance = next;
    }
    return begin + direction * inside;
  }

  // Of a player's rating with everyone's, as far as the curvature at the best ratings tells.
  [[nodiscard]] std::vector<double> covariances(std::size_t player) const {
    std::vector<double> unit(best_.size(), 0);
    unit[player] = 1;
    std::vector<double> list = factor_.solve(std::move(unit));
    list[anchor_] = 0;
    return list;
  }

  static constexpr double infinity = std::numeric_limits<double>::infinity();
  static constexpr double farthest_first_step = 4;

  EloLikelihood likelihood_;
  std::vector<bool> has_low_;
  std::vector<bool> has_high_;
  std::size_t anchor_;
  std::vector<double> best_;   // with the weak prior
  std::vector<double> exact_;  // without it, where there is one
  SymmetricMatrix factor_;     // of the curvature at the best ratings
  double most_ = 0;
};

EloFit::EloFit(std::size_t players, const std::vector<PairScore>& scores, std::size_t anchor)
    : parts_(std::make_unique<const Parts>(players, gathered(scores), anchor)) {}
EloFit::~EloFit() = default;

double EloFit::elo(std::size_t player) const { return parts_->elo(player); }

std::vector<EloRating> EloFit::ratings(double scatter, const std::stop_token& stop) const {
  std::vector<EloRating> list;
  for (std::size_t i = 0; i < parts_->players(); ++i) list.push_back(parts_->rating(i, scatter, stop));
  return list;
}

}  // namespace banyan
