// A few processors, shared fairly. Work waits in a queue; the next to begin is that of the visitor with the
// least running work, so that one busy visitor doesn't keep others waiting. Long work yields a few times a
// second to work that has had less processor time, so that short work never waits for long work to end. The
// time of all of a visitor's jobs counts together, and waiting counts a little against it, so that no visitor
// starves.
#pragma once

#include <chrono>
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
  class Job;

  // What work is given: its stop token, and a way to yield.
  class Turn {
   public:
    [[nodiscard]] const std::stop_token& stop() const { return stop_; }
    [[nodiscard]] const std::shared_ptr<Job>& job() const { return job_; }
    // Yields: waits while others are due. Long work calls this at least a few times a second.
    void yield() const { pool_.pause_if_due(*job_); }

   private:
    friend class SearchPool;
    Turn(SearchPool& pool, std::shared_ptr<Job> job)
        : pool_(pool), job_(std::move(job)), stop_(job_->stop_.get_token()) {}
    SearchPool& pool_;
    std::shared_ptr<Job> job_;
    std::stop_token stop_;
  };

  using Work = std::function<void(const Turn&)>;

  class Job {
   public:
    Job(Owner owner, Work work) : owner_(owner), work_(std::move(work)) {}
    // Asks the work to stop; work that waits will begin, see the request and end at once.
    void stop() { stop_.request_stop(); }

   private:
    friend class SearchPool;
    using Clock = std::chrono::steady_clock;

    Owner owner_;
    Work work_;
    std::stop_source stop_;
    // Guarded by the pool's mutex.
    bool begun_ = false;
    bool running_ = false;
    Clock::time_point since_{};     // when it began to run, or to wait
    Clock::duration used_{};        // of a processor, before that
    std::condition_variable turn_;  // has come
  };

  // The numbers of processors, of jobs that may wait to begin, and of jobs that may pause at once.
  SearchPool(std::size_t processors, std::size_t most_waiting, std::size_t most_paused = 64);
  SearchPool(const SearchPool&) = delete;
  SearchPool& operator=(const SearchPool&) = delete;
  ~SearchPool();
  // Stops all work and waits for it to end; what is submitted later never begins.
  void close();

  // Nothing when too much is waiting.
  std::shared_ptr<Job> submit(Owner owner, Work work);
  // The number of waiting jobs that would begin before it now; nothing once it has begun.
  [[nodiscard]] std::optional<std::size_t> waiting_before(const Job& job) const;

  struct Load {
    std::size_t threads = 0;
    std::size_t running = 0;  // begun and not ended, paused ones included
    std::size_t waiting = 0;
  };
  [[nodiscard]] Load load() const;

 private:
  using Place = std::deque<std::shared_ptr<Job>>::iterator;

  void work_on();
  void pause_if_due(Job& job);
  // All of these with the mutex held.
  void hand_out();
  // An owner's share of the processors: now, and so far.
  struct Standing {
    std::size_t running = 0;
    Job::Clock::duration used{};
  };
  class Standings;
  Place next_in_line(const Standings& standings);
  [[nodiscard]] bool may_begin(const Job& job) const;
  [[nodiscard]] std::size_t paused() const;

  std::size_t processors_;
  std::size_t most_waiting_;
  std::size_t most_paused_;
  mutable std::mutex mutex_;
  std::condition_variable something_begins_;
  std::deque<std::shared_ptr<Job>> waiting_;    // to begin, or to go on
  std::vector<std::shared_ptr<Job>> running_;   // each has a processor
  std::deque<std::shared_ptr<Job>> beginning_;  // of those running: no thread has taken it up yet
  std::size_t idle_ = 0;                        // threads without work
  bool closing_ = false;
  std::vector<std::thread> threads_;  // one for each job that runs or pauses
};

}  // namespace banyan::serve
