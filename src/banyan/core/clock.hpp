// Two clocks: the wall's, which time limits are about, and the processor's, which measurements are about.
#pragma once

#include <pthread.h>

#include <chrono>
#include <ctime>

namespace banyan {

using Seconds = std::chrono::duration<double>;

class Stopwatch {
 public:
  Stopwatch() : start_(std::chrono::steady_clock::now()) {}
  [[nodiscard]] double seconds() const { return Seconds(std::chrono::steady_clock::now() - start_).count(); }

 private:
  std::chrono::steady_clock::time_point start_;
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
