// Runs numbered work items on threads or ranks (cluster/units.hpp). Work that depends only on its number
// gives the same results wherever it runs.
#pragma once

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

#include <banyan/core/parallel.hpp>

namespace banyan {

struct NumberedWork {
  std::size_t count = 0;
  // Does one item and keeps its result; called on several threads. A stopped item doesn't count. On other
  // ranks the token is also set when all work is done.
  std::function<void(std::size_t, const std::stop_token&)> work;
  // Turns the result of an item that was done here into bytes, and keeps one that was done elsewhere.
  std::function<std::string(std::size_t)> pack;
  std::function<void(std::size_t, std::string_view)> unpack;
};

// Does all of it, unless it is stopped.
using Workshop =
    std::function<void(const NumberedWork& work, std::size_t threads, const std::stop_token& stop)>;

inline void work_here(const NumberedWork& work, std::size_t threads, const std::stop_token& stop) {
  parallel_for(work.count, threads, stop, [&](std::size_t i) { work.work(i, stop); });
}

}  // namespace banyan
