// Calls that take long. They run without the GIL on a thread of their own, while the calling thread looks for
// Ctrl-C and calls back into Python; and they end when the interpreter does.
#pragma once

#include <atomic>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>

namespace banyan::python {

// Only one thread at a time may use some object: a second one is refused.
class Busy {
 public:
  Busy(std::atomic<bool>& flag, const char* object) : flag_(flag) {
    if (flag_.exchange(true)) throw std::runtime_error(std::string("another thread is using ") + object);
  }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
  ~Busy() { flag_ = false; }

 private:
  std::atomic<bool>& flag_;
};

// A call that is under way, known to the hook that ends all of them when the interpreter ends. Made and
// destroyed with the GIL held; throws a RuntimeError once the interpreter is ending.
class Running {
 public:
  Running();
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  void request_stop() { stop_.request_stop(); }

 private:
  std::stop_source stop_;
};

// Runs `work` with the GIL released. `tick` is called with the GIL held a few dozen times a second, on the
// calling thread. An exception there, such as KeyboardInterrupt, requests a stop, and is thrown once the work
// has ended.
void run_released(const std::function<void(const std::stop_token&)>& work,
                  const std::function<void()>& tick = {});

// Runs `work` on the calling thread with the GIL held: for work that is made of calls into Python, which let
// other threads run.
void run_held(const std::function<void(const std::stop_token&)>& work);

}  // namespace banyan::python
