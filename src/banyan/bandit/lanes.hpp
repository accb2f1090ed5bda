// UCB1 on coins, many runs side by side: run i of a block is lane i, and every loop goes over the lanes, so
// that it becomes vector code. Each lane draws from its own random stream exactly as one run by itself would,
// and pulls the same arms.
//
// Between two pulls of an arm only ln t changes in its index, so the index is kept in two halves,
//   mean + c sqrt(ln t / n)  =  mean + (c sqrt(ln t)) · (1 / sqrt(n)),
// and a step costs a multiplication and an addition for each arm; root and division only for the one pulled.
//
//   mean   [arm][lane]   one row of `lanes` numbers for each arm
//   width  [arm][lane]   1 / sqrt(pulls)
//   pulls  [arm][lane]
//   sum    [arm][lane]
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <banyan/core/random.hpp>

namespace banyan::bandit {

// The random streams first, first + 1, … of one seed, a lane each.
template <std::size_t Lanes>
class RandomLanes {
 public:
  RandomLanes(std::uint64_t seed, std::uint64_t first_stream) {
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      const auto state = Random(seed, first_stream + lane).state();
      for (std::size_t word = 0; word < 4; ++word) state_[word][lane] = state[word];
    }
  }

  // The next 64 bits of every lane: Random's own step.
  void next(std::array<std::uint64_t, Lanes>& bits) {
    auto& [a, b, c, d] = state_;
    for (std::size_t lane = 0; lane < Lanes; ++lane) {
      bits[lane] = std::rotl(a[lane] + d[lane], 23) + a[lane];
      const std::uint64_t shifted = b[lane] << 17U;
      c[lane] ^= a[lane];
      d[lane] ^= b[lane];
      b[lane] ^= c[lane];
      a[lane] ^= d[lane];
      c[lane] ^= shifted;
      d[lane] = std::rotl(d[lane], 45);
    }
  }

 private:
  alignas(64) std::array<std::array<std::uint64_t, Lanes>, 4> state_;
};

class Ucb1Lanes {
 public:
  static constexpr std::size_t lanes = 32;
  template <class T>
  using Row = std::array<T, lanes>;

  Ucb1Lanes(std::span<const double> probabilities, double c, std::uint64_t seed, std::uint64_t first_run)
      : c_(c), random_(seed, first_run), arms_(probabilities.size()) {
    // uniform() < p, as whole numbers: the 53 random bits against p · 2^53, rounded up.
    for (const double p : probabilities)
      heads_below_.push_back(static_cast<std::int64_t>(std::ceil(p * 0x1p53)));
  }

  void step() {
    const std::size_t arms = arms_.size();
    if (steps_ < arms) {
      chosen_.fill(static_cast<std::int64_t>(steps_));
    } else {
      choose(c_ * std::sqrt(std::log(static_cast<double>(steps_))));
    }
    pull();
    tell();
    ++steps_;
  }

  [[nodiscard]] double pulls(std::size_t arm, std::size_t lane) const { return arms_[arm].pulls[lane]; }
  [[nodiscard]] double sum(std::size_t arm, std::size_t lane) const { return arms_[arm].sum[lane]; }

 private:
  struct alignas(64) Arm {
    Row<double> mean{};
    Row<double> width{};
    Row<double> pulls{};
    Row<double> sum{};
  };

  // The arm of the highest index in every lane, the first where several are equal.
  void choose(double scale) {
    Row<double> best;
    best.fill(-std::numeric_limits<double>::infinity());
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
      const Arm& stats = arms_[arm];
      const auto number = static_cast<std::int64_t>(arm);
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const double index = stats.mean[lane] + scale * stats.width[lane];
        const bool better = index > best[lane];
        best[lane] = better ? index : best[lane];
        chosen_[lane] = better ? number : chosen_[lane];
      }
    }
  }

  void pull() {
    Row<std::uint64_t> bits;
    random_.next(bits);
    Row<std::int64_t> limit;
    for (std::size_t lane = 0; lane < lanes; ++lane)
      limit[lane] = heads_below_[static_cast<std::size_t>(chosen_[lane])];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      // The sign of the difference, spread over the word, keeps or clears the bits of 1.0.
      const auto below =
          static_cast<std::uint64_t>((static_cast<std::int64_t>(bits[lane] >> 11U) - limit[lane]) >> 63);
      reward_[lane] = std::bit_cast<double>(below & std::bit_cast<std::uint64_t>(1.0));
    }
  }

  void tell() {
    Row<double> pulls;
    Row<double> sum;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      const Arm& arm = arms_[static_cast<std::size_t>(chosen_[lane])];
      pulls[lane] = arm.pulls[lane];
      sum[lane] = arm.sum[lane];
    }
    Row<double> mean;
    Row<double> width;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      pulls[lane] += 1;
      sum[lane] += reward_[lane];
      mean[lane] = sum[lane] / pulls[lane];
      width[lane] = 1 / std::sqrt(pulls[lane]);
    }
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      Arm& arm = arms_[static_cast<std::size_t>(chosen_[lane])];
      arm.pulls[lane] = pulls[lane];
      arm.sum[lane] = sum[lane];
      arm.mean[lane] = mean[lane];
      arm.width[lane] = width[lane];
    }
  }

  double c_;
  RandomLanes<lanes> random_;
  std::vector<std::int64_t> heads_below_;
  std::vector<Arm> arms_;
  std::uint64_t steps_ = 0;
  alignas(64) Row<std::int64_t> chosen_{};
  alignas(64) Row<double> reward_{};
};

}  // namespace banyan::bandit
