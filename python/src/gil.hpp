// Taking the GIL and letting it go, also while the interpreter ends.
//
// Once the interpreter ends, Python ends every other thread that asks for the GIL: it unwinds the thread's
// stack, which C++ turns into a crash of the process. Here such a thread blocks instead, until the process
// ends.
#pragma once

#include <cxxabi.h>
#include <array>
#include <chrono>
#include <cstdint>

#include "support.hpp"

namespace banyan::python {

// Never returns.
[[noreturn]] void stay();

// Makes a call that may ask for the GIL. It must be a plain call: Python objects destroyed on the way need
// the GIL themselves.
template <class Work>
auto or_stay(Work&& work) {
  try {
    return work();
  } catch (const abi::__forced_unwind&) {
    stay();
  }
}

// Calls a function of the user's with arguments that the caller holds.
template <class... Handles>
py::object call(const py::object& function, const Handles&... given) {
  std::array<PyObject*, sizeof...(given) + 1> arguments{nullptr, py::handle(given).ptr()...};
  PyObject* const result = or_stay([&] {
    return PyObject_Vectorcall(function.ptr(), arguments.data() + 1,
                               sizeof...(given) | PY_VECTORCALL_ARGUMENTS_OFFSET, nullptr);
  });
  if (result == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result);
}

// Holds the GIL; takes it where the thread does not have it. A thread that is not Python's keeps its Python
// state until it ends, because making one takes longer than most calls.
class Gil {
 public:
  Gil() {
    if (PyGILState_Check() == 0) take();
  }
  Gil(const Gil&) = delete;
  Gil& operator=(const Gil&) = delete;
  ~Gil() {
    if (is_taken_) PyGILState_Release(before_);
  }

 private:
  void take();
  bool is_taken_ = false;
  PyGILState_STATE before_{};
};

// Lets the GIL go for as long as it lives.
class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;
  ~Unlocked() {
    or_stay([&] { PyEval_RestoreThread(state_); });
  }

 private:
  PyThreadState* state_;
};

// Lets other threads run now and then during long work that makes Python's objects. To be called for each.
class Pauses {
 public:
  void operator()() {
    if (++calls_ % 16 != 0 || Clock::now() - last_ < std::chrono::milliseconds(1)) return;
    { const Unlocked others_may_run; }
    last_ = Clock::now();
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::uint32_t calls_ = 0;
  Clock::time_point last_ = Clock::now();
};

}  // namespace banyan::python
