// Sources of rewards. An environment knows the true means of its arms, which are hidden from rules and used
// to measure regret. Environments are values: each run plays on its own copy.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <banyan/bandit/rule.hpp>
#include <banyan/core/distributions.hpp>
#include <banyan/core/random.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

// mean(arm): what the arm pays at this step, on average; gap(arm): what the best choice would pay more.
// advance() goes to the next step.
template <class E>
concept Environment = std::copy_constructible<E> &&
    requires(E arms, const E& fixed, std::size_t arm, Random& random) {
  { fixed.size() } -> std::same_as<std::size_t>;
  { fixed.pull(arm, random) } -> std::same_as<double>;
  { fixed.mean(arm) } -> std::same_as<double>;
  { fixed.gap(arm) } -> std::same_as<double>;
  arms.advance(random);
};

namespace detail {
// Constant means.
class FixedMeans {
 public:
  explicit FixedMeans(std::vector<double> means)
      : means_(std::move(means)), best_(*std::max_element(means_.begin(), means_.end())) {}
  [[nodiscard]] std::size_t size() const { return means_.size(); }
  [[nodiscard]] double mean(std::size_t arm) const { return means_[arm]; }
  [[nodiscard]] double gap(std::size_t arm) const { return best_ - means_[arm]; }
  [[nodiscard]] const std::vector<double>& means() const { return means_; }
  void advance(Random& /*random*/) {}

 private:
  std::vector<double> means_;
  double best_;
};

inline Result<void> check_arms(const std::vector<double>& means, const ValueRange& range,
                               std::string_view what) {
  if (means.empty()) return Error{"there are no arms; give at least one, as in 0.9,0.8,0.5"};
  for (std::size_t i = 0; i < means.size(); ++i)
    if (!std::isfinite(means[i]) || !range.allow(means[i]))
      return Error{"arm " + std::to_string(i + 1) + " is " + print_number(means[i]) + "; " +
                   std::string(what) + " is a number, " + print_range(range)};
  return {};
}
}  // namespace detail

// Arms that pay 1 with a probability of their own, else 0: coins.
class BernoulliArms : public detail::FixedMeans {
 public:
  static Result<BernoulliArms> make(std::vector<double> probabilities) {
    if (auto ok = detail::check_arms(probabilities, between(0, 1), "a probability"); !ok) return ok.error();
    return BernoulliArms(std::move(probabilities));
  }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const {
    return random.bernoulli(means()[arm]) ? 1.0 : 0.0;
  }

 private:
  using FixedMeans::FixedMeans;
};

// Arms that pay a normal reward: the same deviation for all.
class GaussianArms : public detail::FixedMeans {
 public:
  static Result<GaussianArms> make(std::vector<double> means, double sigma) {
    if (auto ok = detail::check_arms(means, between(-largest_reward, largest_reward), "a mean"); !ok)
      return ok.error();
    if (!(sigma > 0)) return Error{"sigma is " + print_number(sigma) + "; a standard deviation is above 0"};
    return GaussianArms(std::move(means), sigma);
  }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const {
    return means()[arm] + sigma_ * normal(random);
  }
  [[nodiscard]] double sigma() const { return sigma_; }

 private:
  GaussianArms(std::vector<double> means, double sigma) : FixedMeans(std::move(means)), sigma_(sigma) {}
  double sigma_;
};

// Arms that pay anything in [0,1]: beta distributed, Beta(mean · weight, (1 - mean) · weight).
class BetaArms : public detail::FixedMeans {
 public:
  static Result<BetaArms> make(std::vector<double> means, double weight) {
    if (auto ok = detail::check_arms(means, between(0, 1), "a mean"); !ok) return ok.error();
    if (!(weight > 0)) return Error{"weight is " + print_number(weight) + "; it is above 0"};
    return BetaArms(std::move(means), weight);
  }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const {
    const double mean = means()[arm];
    if (mean == 0 || mean == 1) return mean;
    return beta(random, mean * weight_, (1 - mean) * weight_);
  }

 private:
  BetaArms(std::vector<double> means, double weight) : FixedMeans(std::move(means)), weight_(weight) {}
  double weight_;
};

namespace detail {
// Changing probabilities; the best arm is determined at every step.
class MovingMeans {
 public:
  explicit MovingMeans(std::vector<double> means) : means_(std::move(means)) { find_best(); }
  [[nodiscard]] std::size_t size() const { return means_.size(); }
  [[nodiscard]] double mean(std::size_t arm) const { return means_[arm]; }
  [[nodiscard]] double gap(std::size_t arm) const { return best_ - means_[arm]; }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const {
    return random.bernoulli(means_[arm]) ? 1.0 : 0.0;
  }

 protected:
  void find_best() { best_ = *std::max_element(means_.begin(), means_.end()); }
  std::vector<double> means_;
  double best_ = 0;
};
}  // namespace detail

// Coins whose probabilities drift: each takes a normal step and is reflected at 0 and 1.
class DriftingArms : public detail::MovingMeans {
 public:
  static Result<DriftingArms> make(std::vector<double> probabilities, double sigma) {
    if (auto ok = detail::check_arms(probabilities, between(0, 1), "a probability"); !ok) return ok.error();
    if (!(sigma > 0 && sigma <= 1))
      return Error{"sigma is " + print_number(sigma) + "; it is above 0 and at most 1"};
    return DriftingArms(std::move(probabilities), sigma);
  }
  void advance(Random& random) {
    for (double& p : means_) {
      p = std::abs(p + sigma_ * normal(random));
      p = std::clamp(p > 1 ? 2 - p : p, 0.0, 1.0);
    }
    find_best();
  }

 private:
  DriftingArms(std::vector<double> means, double sigma) : MovingMeans(std::move(means)), sigma_(sigma) {}
  double sigma_;
};

// Coins whose probabilities change places abruptly: every so many steps each arm takes its neighbour's.
class SwitchingArms : public detail::MovingMeans {
 public:
  static Result<SwitchingArms> make(std::vector<double> probabilities, std::uint64_t every) {
    if (auto ok = detail::check_arms(probabilities, between(0, 1), "a probability"); !ok) return ok.error();
    if (every == 0) return Error{"every is 0; the arms change places every 1 step or more"};
    return SwitchingArms(std::move(probabilities), every);
  }
  void advance(Random& /*random*/) {
    if (++step_ % every_ == 0) std::rotate(means_.begin(), means_.begin() + 1, means_.end());
  }

 private:
  SwitchingArms(std::vector<double> means, std::uint64_t every)
      : MovingMeans(std::move(means)), every_(every) {}
  std::uint64_t every_;
  std::uint64_t step_ = 0;
};

// A table an adversary wrote beforehand: row t says what each arm pays at step t. Regret is against the arm
// that is best over the whole table.
class TableArms {
 public:
  static Result<TableArms> make(std::vector<std::vector<double>> rows) {
    if (rows.empty()) return Error{"the table has no rows; row t says what each arm pays at step t"};
    for (std::size_t t = 0; t < rows.size(); ++t) {
      const std::string where = "row " + std::to_string(t + 1);
      if (rows[t].size() != rows[0].size())
        return Error{where + " has " + std::to_string(rows[t].size()) + " arms, row 1 has " +
                     std::to_string(rows[0].size())};
      if (auto ok = detail::check_arms(rows[t], between(0, 1), "a reward"); !ok)
        return Error{where + ": " + ok.error().message};
    }
    return TableArms(std::move(rows));
  }
  [[nodiscard]] std::size_t size() const { return (*rows_)[0].size(); }
  [[nodiscard]] std::uint64_t steps() const { return rows_->size(); }
  // What each arm pays on average over the table.
  [[nodiscard]] std::vector<double> average() const {
    std::vector<double> means(size(), 0.0);
    for (const auto& paid : *rows_)
      for (std::size_t i = 0; i < means.size(); ++i) means[i] += paid[i] / static_cast<double>(rows_->size());
    return means;
  }
  [[nodiscard]] double pull(std::size_t arm, Random& /*random*/) const { return row()[arm]; }
  [[nodiscard]] double mean(std::size_t arm) const { return row()[arm]; }
  [[nodiscard]] double gap(std::size_t arm) const { return row()[best_] - row()[arm]; }
  void advance(Random& /*random*/) { ++step_; }

 private:
  explicit TableArms(std::vector<std::vector<double>> rows)
      : rows_(std::make_shared<const std::vector<std::vector<double>>>(std::move(rows))) {
    const std::vector<double> means = average();
    best_ = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
  }
  [[nodiscard]] const std::vector<double>& row() const { return (*rows_)[step_ % rows_->size()]; }

  std::shared_ptr<const std::vector<std::vector<double>>> rows_;  // shared by all copies
  std::size_t best_ = 0;
  std::uint64_t step_ = 0;
};

// A user's own: any callable double(arm, random), with the true means for measuring regret.
template <class Pull>
class CallableArms : public detail::FixedMeans {
 public:
  static Result<CallableArms> make(std::vector<double> means, Pull callable) {
    if (auto ok = detail::check_arms(means, between(-largest_reward, largest_reward), "a mean"); !ok)
      return ok.error();
    return CallableArms(std::move(means), std::move(callable));
  }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const { return pull_(arm, random); }

 private:
  CallableArms(std::vector<double> means, Pull callable)
      : FixedMeans(std::move(means)), pull_(std::move(callable)) {}
  Pull pull_;
};

static_assert(Environment<BernoulliArms> && Environment<GaussianArms> && Environment<BetaArms> &&
              Environment<DriftingArms> && Environment<SwitchingArms> && Environment<TableArms>);

}  // namespace banyan::bandit
