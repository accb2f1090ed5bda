// Mean and spread of a series of numbers, in one pass and without losing digits (Welford 1962); two halves
// of a series can be put together (Chan, Golub & LeVeque 1979).
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

#include <banyan/core/interval.hpp>

namespace banyan {

class RunningStats {
 public:
  void add(double x) {
    ++count_;
    const double shift = x - mean_;
    mean_ += shift / static_cast<double>(count_);
    squares_ += shift * (x - mean_);
  }

  void add(const RunningStats& other) {
    if (other.count_ == 0) return;
    const auto mine = static_cast<double>(count_);
    const auto theirs = static_cast<double>(other.count_);
    const double shift = other.mean_ - mean_;
    count_ += other.count_;
    mean_ += shift * theirs / (mine + theirs);
    squares_ += other.squares_ + shift * shift * mine * theirs / (mine + theirs);
  }

  [[nodiscard]] std::uint64_t count() const { return count_; }
  [[nodiscard]] double mean() const { return count_ > 0 ? mean_ : std::numeric_limits<double>::quiet_NaN(); }
  // Sample variance (n - 1 in the denominator); NaN for fewer than two values.
  [[nodiscard]] double variance() const {
    return count_ > 1 ? squares_ / static_cast<double>(count_ - 1) : std::numeric_limits<double>::quiet_NaN();
  }
  [[nodiscard]] double standard_error() const { return std::sqrt(variance() / static_cast<double>(count_)); }
  // The 95 % interval of the mean.
  [[nodiscard]] Interval interval() const {
    return normal_interval(mean(), variance(), static_cast<double>(count_));
  }

 private:
  std::uint64_t count_ = 0;
  double mean_ = 0;
  double squares_ = 0;  // sum of squared distances from the mean
};

}  // namespace banyan
