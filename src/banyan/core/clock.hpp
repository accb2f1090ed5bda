// Two clocks: wall-clock time for time limits, and processor time for measurements.
#pragma once

#include <pthread.h>

#include <atomic>
#include <chrono>
#include <ctime>

#include <banyan/core/strict_math.hpp>

namespace banyan {

using Seconds = std::chrono::duration<double>;

// The clock that time limits read. Tests replace it (tests/core/hand_clock.hpp), so that they do not
// depend on how busy the machine is; otherwise it costs one load more than reading the system clock.
class WallClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Reading = Time (*)();

  static Time now() {
    const Reading replacement = replacement_.load(std::memory_order_relaxed);
    return replacement == nullptr ? std::chrono::steady_clock::now() : replacement();
  }
  // A null pointer restores the system clock.
  static void replace(Reading reading) { replacement_ = reading; }

 private:
  static inline constinit std::atomic<Reading> replacement_{nullptr};
};

class Stopwatch {
 public:
  Stopwatch() : start_(WallClock::now()) {}
  [[nodiscard]] double seconds() const { return Seconds(WallClock::now() - start_).count(); }

 private:
  WallClock::Time start_;
};

namespace detail {
inline double read_clock(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}
}  // namespace detail

// Processor seconds used so far by the calling thread, by another that has not ended, and by the whole
// process.
inline double thread_cpu_seconds() { return detail::read_clock(CLOCK_THREAD_CPUTIME_ID); }
inline double thread_cpu_seconds(pthread_t thread) {
  clockid_t clock{};
  return pthread_getcpuclockid(thread, &clock) == 0 ? detail::read_clock(clock) : 0;
}
inline double process_cpu_seconds() { return detail::read_clock(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace banyan
