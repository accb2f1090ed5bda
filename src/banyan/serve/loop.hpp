// The event loop's thread, on which everything except searching happens. Time and other threads are reached
// through this interface only, so that tests can replace both.
#pragma once

#include <functional>

namespace banyan::serve {

class Loop {
 public:
  Loop() = default;
  Loop(const Loop&) = delete;
  Loop& operator=(const Loop&) = delete;
  virtual ~Loop() = default;

  // Runs this on the loop's thread, soon. May be called from any thread.
  virtual void post(std::function<void()> task) = 0;
  // Runs this on the loop's thread after the given seconds.
  virtual void after(double seconds, std::function<void()> task) = 0;
  // Seconds since some moment.
  [[nodiscard]] virtual double now() const = 0;
  // Processor seconds that the calling thread has used.
  [[nodiscard]] virtual double cpu() const = 0;
};

}  // namespace banyan::serve
