#include "running.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <set>
#include <thread>

#include "gil.hpp"

namespace banyan::python {

namespace {
using namespace std::chrono_literals;

// Calls under way. The GIL guards the list.
struct Calls {
  std::set<Running*> running;
  bool is_ending = false;
};
Calls& calls() {
  static auto* const list = new Calls;  // outlives all threads
  return *list;
}

// Asks every call to end and waits for them, but not for a slow function of the user's; called by the
// interpreter before it joins threads.
void end_calls() {
  calls().is_ending = true;
  for (Running* call : calls().running) call->request_stop();
  const auto deadline = std::chrono::steady_clock::now() + 3s;
  while (!calls().running.empty() && std::chrono::steady_clock::now() < deadline) {
    const Unlocked others_may_run;
    std::this_thread::sleep_for(2ms);
  }
}

// In a child process only the thread that forked goes on; it forgets the calls of the others.
void forget_calls() { calls().running.clear(); }

// Lets the threads of a call tell each other that the work is done.
class Done {
 public:
  void tell() {
    const std::lock_guard lock(mutex_);
    is_done_ = true;
    changed_.notify_all();
  }
  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [&] { return is_done_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_done_ = false;
};

// Looks for signals and calls back. Answers what was thrown.
std::exception_ptr look(const std::function<void()>& tick) {
  const Gil gil;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (tick) tick();
  } catch (...) {
    return std::current_exception();
  }
  return nullptr;
}
}  // namespace

Running::Running() {
  if (calls().is_ending) throw std::runtime_error("the interpreter is ending: no search can begin");
  calls().running.insert(this);
}
Running::~Running() { calls().running.erase(this); }

void run_released(const std::function<void(const std::stop_token&)>& work,
                  const std::function<void()>& tick) {
  Running running;
  std::exception_ptr interruption;
  std::exception_ptr failure;
  {
    const Unlocked others_may_run;
    Done done;
    std::jthread worker([&] {
      try {
        work(running.token());
      } catch (...) {
        failure = std::current_exception();
      }
      done.tell();
    });
    while (!done.wait_for(20ms)) {
      if (interruption) continue;
      interruption = look(tick);
      if (interruption) running.request_stop();
    }
  }
  if (interruption) std::rethrow_exception(interruption);
  if (failure) std::rethrow_exception(failure);
}

void run_held(const std::function<void(const std::stop_token&)>& work) {
  const Running running;
  work(running.token());
}

void bind_running(py::module_& module) {
  module.def("end_calls", &end_calls, "Ends all searches; the interpreter calls it as it ends.");
  module.def("forget_calls", &forget_calls, "Called in a forked child.");
}

}  // namespace banyan::python
