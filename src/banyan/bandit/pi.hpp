// Pi by the Monte Carlo method: random points in a square, of which the share inside the inscribed
// circle is pi/4.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/lanes.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/core/interval.hpp>
#include <banyan/core/parallel.hpp>

namespace banyan::bandit {

struct PiEstimate {
  std::uint64_t samples = 0;
  std::uint64_t inside = 0;

  [[nodiscard]] double estimate() const { return 4 * share(); }
  // 95 %, by Wilson's score, which holds for few samples too.
  [[nodiscard]] Interval interval() const {
    const double variance = share() * (1 - share());
    const Interval unit = wilson_interval(share(), variance, static_cast<double>(samples));
    return {4 * unit.low, 4 * unit.high};
  }

 private:
  [[nodiscard]] double share() const { return static_cast<double>(inside) / static_cast<double>(samples); }
};

struct PiResult {
  std::vector<PiEstimate> curve;  // as samples come in; the last is all of them unless stopped
  double seconds = 0;
  bool stopped = false;
};

namespace detail {

// How many of the next points fall inside. A point takes one draw: 32 bits for each coordinate, which stands
// in the middle of its cell, so that the grid of 2^32 × 2^32 points is symmetric.
inline constexpr std::size_t pi_lanes = 16;
inline std::uint64_t count_inside(RandomLanes<pi_lanes>& random, std::uint64_t points) {
  const auto coordinate = [](std::uint64_t bits) {
    return static_cast<double>(static_cast<std::int32_t>(static_cast<std::uint32_t>(bits))) * 0x1p-31 +
           0x1p-32;
  };
  std::array<std::uint64_t, pi_lanes> bits{};
  std::array<std::uint64_t, pi_lanes> inside{};
  for (std::uint64_t done = 0; done < points; done += pi_lanes) {
    random.next(bits);
    const std::uint64_t left = points - done;
    for (std::size_t lane = 0; lane < pi_lanes; ++lane) {
      const double x = coordinate(bits[lane] >> 32U);
      const double y = coordinate(bits[lane]);
      inside[lane] += std::uint64_t{x * x + y * y < 1} & std::uint64_t{lane < left};
    }
  }
  std::uint64_t sum = 0;
  for (const std::uint64_t count : inside) sum += count;
  return sum;
}

// A block of points, from the random streams of its own. Ends early when the work is to stop.
inline PiEstimate sample_block(std::uint64_t seed, std::uint64_t block, std::uint64_t points,
                               ProgressMeter& meter) {
  constexpr std::uint64_t points_between_looks = std::uint64_t{1} << 20U;  // a multiple of the lanes
  RandomLanes<pi_lanes> random(seed, block * pi_lanes);
  PiEstimate done;
  while (done.samples < points) {
    const std::uint64_t chunk = std::min(points - done.samples, points_between_looks);
    done.inside += count_inside(random, chunk);
    done.samples += chunk;
    if (!meter.add(chunk)) break;
  }
  return done;
}

}  // namespace detail

// Samples are cut into blocks with a random stream each, at the steps of the curve and else at a fixed size,
// so that the result depends on the seed alone. A template only for linkage (laboratory.hpp).
template <class Tag = void>
PiResult estimate_pi(std::uint64_t samples, std::uint64_t seed, std::size_t threads,
                     const Watch& watch = {}) {
  const Stopwatch clock;
  struct Block {
    std::uint64_t points;
    std::size_t report;  // the point of the curve it belongs to
    PiEstimate done;
  };
  const std::uint64_t largest = std::max<std::uint64_t>(std::uint64_t{1} << 20U, samples >> 16U);
  std::vector<Block> blocks;
  const std::vector<std::uint64_t> reports = log_spaced_steps(samples);
  std::uint64_t planned = 0;
  for (std::size_t report = 0; report < reports.size(); ++report) {
    while (planned < reports[report]) {
      blocks.push_back({std::min(largest, reports[report] - planned), report, {}});
      planned += blocks.back().points;
    }
  }

  detail::ProgressMeter meter(watch, samples);
  parallel_for(blocks.size(), threads, watch.stop, [&](std::size_t i) {
    blocks[i].done = detail::sample_block(seed, i, blocks[i].points, meter);
  });

  PiResult result;
  PiEstimate sum;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    sum.samples += blocks[i].done.samples;
    sum.inside += blocks[i].done.inside;
    const bool last_of_report = i + 1 == blocks.size() || blocks[i + 1].report != blocks[i].report;
    if (last_of_report && sum.samples > 0 &&
        (result.curve.empty() || result.curve.back().samples < sum.samples))
      result.curve.push_back(sum);
  }
  result.seconds = clock.seconds();
  result.stopped = watch.stop.stop_requested();
  return result;
}

}  // namespace banyan::bandit
