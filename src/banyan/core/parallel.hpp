// Runs independent numbered tasks on several threads. The assignment of tasks to threads varies;
// a task that depends only on its number gives the same result for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stop_token>
#include <thread>
#include <vector>

namespace banyan {

// Calls task(i) for i = 0 … count-1, each once, on up to `threads` threads, the caller's among them. After
// a stop request no further task is begun.
template <class Task>
void parallel_for(std::size_t count, std::size_t threads, const std::stop_token& stop, Task&& task) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    while (!stop.stop_requested()) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= count) return;
      task(i);
    }
  };
  std::vector<std::jthread> others;
  for (std::size_t i = 1; i < std::min(threads, count); ++i) others.emplace_back(work);
  work();
}

}  // namespace banyan
