#include <banyan/serve/computing.hpp>

#include <exception>
#include <utility>

namespace banyan::serve {

std::shared_ptr<SearchPool::Job> compute(Loop& loop, SearchPool& pool, Computing computing) {
  const SearchPool::Owner owner = computing.owner;
  auto held = std::make_shared<const Computing>(std::move(computing));
  return pool.submit(owner, [&loop, held = std::move(held)](const SearchPool::Turn& turn) mutable {
    loop.post([&loop, seconds = held->seconds, job = std::weak_ptr(turn.job())] {
      loop.after(seconds, [job] {
        if (const auto same = job.lock()) same->stop();
      });
    });
    try {
      held->work(turn);
    } catch (const std::exception& error) {
      loop.post([failed = held->failed, why = std::string(error.what())] { failed(why); });
    }
    // The work may hold the last reference to a table, which must end on the loop.
    loop.post([last = std::move(held)] {});
  });
}

}  // namespace banyan::serve
