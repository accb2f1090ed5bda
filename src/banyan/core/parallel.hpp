// Runs independent numbered tasks on several threads. The assignment of tasks to threads varies;
// a task that depends only on its number gives the same result for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

#include <banyan/core/first_exception.hpp>

namespace banyan {

// Calls task(i) for i = 0 … count-1, each once, on up to `threads` threads, the caller's among them. After
// a stop request no further task is begun, nor after one has thrown: its exception, or the first of several,
// is thrown from here when those under way have ended.
template <class Task>
void parallel_for(std::size_t count, std::size_t threads, const std::stop_token& stop, Task&& task) {
  std::atomic<std::size_t> next = 0;
  FirstException failure;
  const auto work = [&] {
    while (!stop.stop_requested()) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      if (!failure.run([&] { task(i); })) next = count;
    }
  };
  std::vector<std::jthread> others;
  const bool has_threads = failure.run([&] {
    for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
  });
  if (!has_threads) next = count;
  work();
  others.clear();
  failure.rethrow();
}

}  // namespace banyan
