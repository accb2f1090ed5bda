// One call of Searcher::run_until(), as its threads share it: how many simulations are allowed, begun and
// done, and what ended it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include <banyan/core/clock.hpp>
#include <banyan/search/stop.hpp>

namespace banyan {

// A round lasts until a rule says stop or memory is full.
template <class Progress>
struct SearchRun {
  static constexpr double progress_interval = 0.1;

  SearchRun() = default;
  SearchRun(StopRule the_rule, Progress the_progress)
      : rule(std::move(the_rule)), progress(std::move(the_progress)) {}

  StopRule rule;
  Progress progress;
  Stopwatch watch;
  double next_report = progress_interval;
  double next_exchange = 0;               // with other processes
  Situation last;                         // as the rules saw it last
  std::optional<StopReason> reason;       // set by the first thread
  std::atomic<bool> halt{false};          // the round is over
  std::atomic<std::uint64_t> allowed{0};  // simulations that may be begun in all
  std::atomic<std::uint64_t> begun{0};
  std::atomic<std::uint64_t> simulations{0};  // done by all threads, in all rounds
  std::atomic<double> cpu_seconds{0};         // of threads that have ended
  std::uint64_t before_round = 0;

  // Takes up to that many simulations from those that are allowed; what is not done is given back.
  std::uint64_t take(std::uint64_t wanted) {
    const std::uint64_t before = begun.fetch_add(wanted, std::memory_order_relaxed);
    const std::uint64_t limit = allowed.load(std::memory_order_relaxed);
    const std::uint64_t granted = std::min(wanted, limit - std::min(limit, before));
    give_back(wanted - granted);
    return granted;
  }
  void give_back(std::uint64_t count) { begun.fetch_sub(count, std::memory_order_relaxed); }
  std::uint64_t end_round() {
    const std::uint64_t done = simulations.load() - before_round;
    before_round += done;
    halt = false;
    return done;
  }
};

// How many simulations to do between two looks at the clock: about half a millisecond's worth.
struct Pace {
  std::uint64_t simulations = 1;
  double last = 0;
  // So many have been done since the last look. Where there was no work for all, they say nothing of how many
  // fit into the time.
  void update(double now, std::uint64_t done) {
    constexpr double wanted = 5e-4;
    if (now - last < wanted / 2 && done >= simulations && simulations < 4096) simulations *= 2;
    if (now - last > wanted * 2 && simulations > 1) simulations /= 2;
    last = now;
  }
};

}  // namespace banyan
