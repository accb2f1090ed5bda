#include <banyan/arena/sprt.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include <banyan/core/spec.hpp>

namespace banyan {

namespace {
using Numbers = std::vector<double>;

// Of all distributions under which `weights` have the mean 0, the one that makes the observed shares
// likeliest: shares / (1 + theta · weights), with theta where the mean is 0 (Van den Bergh, equations 1.2 and
// 1.3). The function falls steadily between its two poles, so bisection finds it; weights of both signs are
// needed, and shares that are all positive.
Numbers likeliest(const Numbers& shares, const Numbers& weights) {
  const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
  double low = -1 / *most;
  double high = -1 / *least;
  constexpr int steps = 80;  // or until the middle is one of the ends
  for (int i = 0; i < steps; ++i) {
    const double middle = (low + high) / 2;
    if (middle <= low || middle >= high) break;
    double mean = 0;
    for (std::size_t k = 0; k < shares.size(); ++k)
      mean += shares[k] * weights[k] / (1 + middle * weights[k]);
    (mean > 0 ? low : high) = middle;
  }
  const double theta = (low + high) / 2;
  Numbers chances(shares.size());
  for (std::size_t k = 0; k < shares.size(); ++k) chances[k] = shares[k] / (1 + theta * weights[k]);
  return chances;
}

// With a given mean of the points.
Numbers likeliest_with_mean(const Numbers& points, const Numbers& shares, double mean) {
  Numbers weights(points.size());
  for (std::size_t k = 0; k < points.size(); ++k) weights[k] = points[k] - mean;
  return likeliest(shares, weights);
}

double log_likelihood(const Numbers& shares, const Numbers& chances) {
  double sum = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) sum += shares[k] * std::log(chances[k]);
  return sum;
}

// Distributions with a given (mean - 1/2) / deviation. That constraint is not linear; but for a deviation
// that is taken as known, the likeliest distribution under its tangent is found as above (section 4.1), and
// the deviation sought is the fixed point.
class RatioSearch {
 public:
  RatioSearch(const Numbers& points, const Numbers& shares, double ratio)
      : points_(points), shares_(shares), ratio_(ratio) {}

  // The likeliest of all solutions. They are bracketed on a grid of deviations, which are at most 1/2.
  [[nodiscard]] Numbers solve() const {
    constexpr int grid = 64;
    std::optional<Numbers> best;
    Try before;
    for (int i = 1; i <= grid; ++i) {
      const double place = static_cast<double>(i) / grid;
      const Try next = attempt(0.5 * place * place);  // denser where results hardly vary
      if (before.chances.empty() || next.chances.empty() || (before.gap > 0) == (next.gap > 0)) {
        before = next;
        continue;
      }
      Numbers found = between(before, next);
      if (!best || log_likelihood(shares_, found) > log_likelihood(shares_, *best)) best = std::move(found);
      before = next;
    }
    return best.value_or(shares_);
  }

 private:
  struct Try {
    double deviation = 0;
    double gap = 0;     // of the deviation that comes out from the one that went in
    Numbers chances{};  // empty where the tangent has no distribution
  };

  [[nodiscard]] Try attempt(double deviation) const {
    const double mean = 0.5 + ratio_ * deviation;
    Numbers weights(points_.size());
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const double standard = (points_[k] - mean) / deviation;
      weights[k] = points_[k] - 0.5 - 0.5 * ratio_ * deviation * (1 + standard * standard);
    }
    const auto [least, most] = std::minmax_element(weights.begin(), weights.end());
    if (*least >= 0 || *most <= 0) return {.deviation = deviation};
    Try result{.deviation = deviation, .chances = likeliest(shares_, weights)};
    double square = 0;
    for (std::size_t k = 0; k < points_.size(); ++k)
      square += result.chances[k] * (points_[k] - mean) * (points_[k] - mean);
    result.gap = std::sqrt(square) - deviation;
    return result;
  }

  [[nodiscard]] Numbers between(Try low, Try high) const {
    constexpr int steps = 50;
    for (int i = 0; i < steps; ++i) {
      Try middle = attempt((low.deviation + high.deviation) / 2);
      if (middle.chances.empty()) break;
      ((middle.gap > 0) == (low.gap > 0) ? low : high) = std::move(middle);
    }
    return std::abs(low.gap) < std::abs(high.gap) ? low.chances : high.chances;
  }

  const Numbers& points_;
  const Numbers& shares_;
  double ratio_;
};
}  // namespace

Result<SprtParams> parse_sprt(std::string_view text) {
  const auto spec = parse_spec("sprt:" + std::string(text));
  if (!spec) return spec.error();
  auto params = parse_params<SprtParams>(*spec);
  if (!params) return params;
  if (std::string problem = SprtParams::problem(*params); !problem.empty()) return Error{"sprt: " + problem};
  return params;
}

Sprt::Sprt(const SprtParams& params)
    : params_(params),
      lower_(std::log(params.beta / (1 - params.alpha))),
      upper_(std::log((1 - params.beta) / params.alpha)) {}

double Sprt::llr(std::span<const std::uint64_t> counts) const {
  constexpr double unseen = 1e-3;
  if (std::all_of(counts.begin(), counts.end(), [](std::uint64_t count) { return count == 0; })) return 0;
  Numbers points;
  Numbers shares;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    points.push_back(static_cast<double>(k) / static_cast<double>(counts.size() - 1));
    shares.push_back(counts[k] == 0 ? unseen : static_cast<double>(counts[k]));
  }
  const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
  for (double& share : shares) share /= total;
  const auto under = [&](double elo) {
    if (params_.model == SprtModel::logistic)
      return likeliest_with_mean(points, shares, 1 / (1 + std::pow(10, -elo / 400)));
    const double games = static_cast<double>(counts.size() - 1) / 2;  // of a sample
    return RatioSearch(points, shares, std::sqrt(games) * elo * std::numbers::ln10 / 800).solve();
  };
  const Numbers chances0 = under(params_.elo0);
  const Numbers chances1 = under(params_.elo1);
  double ratio = 0;
  for (std::size_t k = 0; k < shares.size(); ++k) ratio += shares[k] * std::log(chances1[k] / chances0[k]);
  return total * ratio;
}

SprtDecision Sprt::decide(double llr) const {
  return llr >= upper_ ? SprtDecision::h1 : llr <= lower_ ? SprtDecision::h0 : SprtDecision::undecided;
}

}  // namespace banyan
