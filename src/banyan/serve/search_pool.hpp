// A few threads that search for everybody. Work waits in line; the next to begin is that of the visitor with
// the least under way, so that one who asks for much doesn't keep others waiting.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace banyan::serve {

class SearchPool {
 public:
  using Owner = std::uint64_t;
  using Work = std::function<void(const std::stop_token&)>;

  class Job {
   public:
    Job(Owner owner, Work work) : owner_(owner), work_(std::move(work)) {}
    // Asks the work to stop; work that waits will begin, see the request and end at once.
    void stop() { stop_.request_stop(); }

   private:
    friend class SearchPool;
    Owner owner_;
    Work work_;
    std::stop_source stop_;
  };

  SearchPool(std::size_t threads, std::size_t most_waiting);
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;
  ~SearchPool();
  // Stops all work and waits for it to end; what is submitted later never begins.
  void close();

  // Nothing when too much is waiting.
  std::shared_ptr<Job> submit(Owner owner, Work work);
  // How many of those who wait would begin before it, as things stand; nothing once it has begun.
  [[nodiscard]] std::optional<std::size_t> waiting_before(const Job& job) const;

  struct Load {
    std::size_t threads = 0;
    std::size_t running = 0;
    std::size_t waiting = 0;
  };
  [[nodiscard]] Load load() const;

 private:
  void serve_line(const std::stop_token& closing);
  std::shared_ptr<Job> take_next();
  [[nodiscard]] std::size_t running_of(Owner owner) const;

  std::size_t most_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable_any something_waits_;
  std::deque<std::shared_ptr<Job>> waiting_;
  std::vector<std::shared_ptr<Job>> running_;
  std::vector<std::jthread> threads_;
};

}  // namespace banyan::serve
