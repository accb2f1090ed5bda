// A rate limit for one connection or one address: units a second, and a burst on top. A message is a unit,
// and so is each two milliseconds of processor time that it takes.
#pragma once

#include <algorithm>
#include <optional>

namespace banyan::serve {

class Allowance {
 public:
  Allowance(double a_second, double at_once) : a_second_(a_second), at_once_(at_once), units_(at_once) {}

  // Whether another request is allowed now. Earlier ones may have cost more than was left.
  bool any(double now) {
    units_ = std::min(at_once_, units_ + (now - counted_at_.value_or(now)) * a_second_);
    counted_at_ = now;
    return units_ >= 1;
  }
  void spend(double units) {
    constexpr double longest_debt = 10;  // seconds, whatever it was
    units_ = std::max(units_ - units, -longest_debt * a_second_);
  }
  // Fully recovered.
  [[nodiscard]] bool untouched(double now) {
    any(now);
    return units_ >= at_once_;
  }

 private:
  double a_second_;
  double at_once_;
  double units_;
  std::optional<double> counted_at_;
};

// The cost of processor time, in units.
inline double units_of(double cpu_seconds) {
  constexpr double units_a_second = 500;
  return cpu_seconds * units_a_second;
}

// An HTTP request costs what it takes beyond the usual; and a little in any case, if it comes from another
// machine.
inline double units_of_request(double cpu_seconds, bool is_foreign) {
  constexpr double usual = 0.0005;
  constexpr double each_foreign = 0.2;
  return units_of(std::max(cpu_seconds - usual, 0.0)) + (is_foreign ? each_foreign : 0);
}

}  // namespace banyan::serve
