// Runs work for visitors on the pool, within a time limit that counts from when the work begins; exceptions
// become messages.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include <banyan/serve/loop.hpp>
#include <banyan/serve/search_pool.hpp>

namespace banyan::serve {

struct Computing {
  SearchPool::Owner owner = 0;
  double seconds = 0;                                  // then it is told to stop
  SearchPool::Work work;                               // on a thread of the pool
  std::function<void(const std::string& why)> failed;  // on the loop, if the work throws
};

// Nothing when too much is waiting. The loop and the pool outlive the work.
std::shared_ptr<SearchPool::Job> compute(Loop& loop, SearchPool& pool, Computing computing);

}  // namespace banyan::serve
