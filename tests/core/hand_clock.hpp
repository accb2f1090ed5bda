// A clock for tests of time limits, in place of the machine's as long as it lives. It moves on by a tick at
// each reading, so that who waits for a time reaches it after a known number of readings, and by hand.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include <banyan/core/clock.hpp>

namespace banyan {

class HandClock {
 public:
  explicit HandClock(double tick) : tick_(tick) {
    passed_ = 0;
    tick_nanoseconds_ = nanoseconds(tick);
    WallClock::replace(read);
  }
  ~HandClock() { WallClock::replace(nullptr); }
  HandClock(const HandClock&) = delete;
  HandClock& operator=(const HandClock&) = delete;

  [[nodiscard]] double tick() const { return tick_; }
  static void pass(double seconds) { passed_ += nanoseconds(seconds); }

 private:
  static std::int64_t nanoseconds(double seconds) { return static_cast<std::int64_t>(seconds * 1e9 + 0.5); }
  static WallClock::Time read() {
    return WallClock::Time(std::chrono::nanoseconds(passed_ += tick_nanoseconds_));
  }

  static inline std::atomic<std::int64_t> passed_{0};
  static inline std::atomic<std::int64_t> tick_nanoseconds_{0};
  double tick_;
};

}  // namespace banyan
