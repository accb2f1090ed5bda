// Ctrl-C (or SIGTERM, or a closed terminal) asks long work to stop instead of killing it; a second one kills.
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace banyan::cli {

// While an object exists, SIGINT, SIGTERM and SIGHUP request a stop (SIGHUP not if it was ignored before). At
// most one object may exist at a time.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
  [[nodiscard]] bool happened() const;
  // Becomes and stays readable once an interrupt has happened: for poll().
  [[nodiscard]] int descriptor() const;

 private:
  std::stop_source stop_;
  std::atomic<bool> closing_ = false;
  std::thread watcher_;
};

// From the first signal on, the process is killed after so many seconds: ranks of a job that is being ended
// must not stay behind.
void end_soon_after_interrupt(unsigned seconds);

// SIGUSR1 requests a stop, too, and gives all the time that takes: for the first rank of a job, whose
// launcher passes that signal on and is not about to kill. Call it before there is an Interrupt.
void stop_on_user_signal();

// Whether a signal that others follow has ever asked for a stop.
bool was_interrupted();

}  // namespace banyan::cli
