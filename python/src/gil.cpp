#include "gil.hpp"

#include <optional>
#include <thread>

namespace banyan::python {

namespace {
// The Python state of a thread that is not Python's own, until the thread ends.
class ThreadState {
 public:
  ThreadState() : before_(PyGILState_Ensure()), state_(PyEval_SaveThread()) {}
  ThreadState(const ThreadState&) = delete;
  ThreadState& operator=(const ThreadState&) = delete;
  ~ThreadState() {
    or_stay([&] {
      PyEval_RestoreThread(state_);
      PyGILState_Release(before_);
    });
  }

 private:
  PyGILState_STATE before_;
  PyThreadState* state_;
};
}  // namespace

void stay() {
  while (true) std::this_thread::sleep_for(std::chrono::hours(1));
}

void Gil::take() {
  thread_local std::optional<ThreadState> state;
  or_stay([&] {
    if (!state && PyGILState_GetThisThreadState() == nullptr) state.emplace();
    before_ = PyGILState_Ensure();
  });
  is_taken_ = true;
}

}  // namespace banyan::python
