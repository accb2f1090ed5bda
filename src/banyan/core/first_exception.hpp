// Exceptions in threads. A thread that one leaves ends the program, so what a thread throws is kept here and
// thrown again by the caller who waits for the threads. A build without exceptions (-fno-exceptions) has
// nothing to keep.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace banyan {

// Units of one program may differ in this.
#ifdef __cpp_exceptions
inline namespace with_exceptions {
#else
inline namespace without_exceptions {
#endif

class FirstException {
 public:
  // Calls work(), and keeps what it throws unless another exception was kept before. False if it threw. May
  // be called by several threads.
  template <class Work>
  bool run(Work&& work) {
#ifdef __cpp_exceptions
    try {
      std::forward<Work>(work)();
    } catch (...) {
      if (!has_one_.exchange(true)) first_ = std::current_exception();
      return false;
    }
#else
    std::forward<Work>(work)();
#endif
    return true;
  }

  // Throws what was kept, if anything. For the caller, once all threads have ended.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> has_one_{false};
  std::exception_ptr first_;
};

}  // namespace with_exceptions, without_exceptions

}  // namespace banyan
