// Who does numbered work: the threads of this process, or also other processes (cluster/units.hpp). Work that
// depends only on its number gives the same results whoever does it.
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
  // Does one piece, and keeps its result here; called on several threads. The token also tells a process that
  // helps that the others are done: what is stopped doesn't count.
  std::function<void(std::size_t, const std::stop_token&)> work;
  // The result of a piece that was done here, as bytes; and one that was done elsewhere, to be kept here.
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
