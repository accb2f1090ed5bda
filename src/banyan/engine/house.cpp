#include <banyan/engine/house.hpp>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <list>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace banyan {

// An engine, with a thread of its own while it has a process.
class EngineHouse::Worker {
 public:
  Worker(std::shared_ptr<const AnyGame> game, std::unique_ptr<EngineAgent> agent)
      : game_(std::move(game)), agent_(std::move(agent)) {}

  // Does the work on the engine's thread, after earlier work, and waits for its end. What it throws is thrown
  // here.
  void ask(const std::function<void(EngineAgent&)>& work) {
    std::exception_ptr failure;
    bool done = false;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return work_ == nullptr; });
    if (!thread_.joinable())
      thread_ = std::jthread([this](const std::stop_token& closing) { serve(closing); });
    work_ = [&] {
      try {
        work(*agent_);
      } catch (...) {
        failure = std::current_exception();
      }
      done = true;
    };
    changed_.notify_all();
    changed_.wait(lock, [&] { return done; });
    if (failure) std::rethrow_exception(failure);
  }
  // Tells the agent something that needs no process.
  void tell(const std::function<void(EngineAgent&)>& work) {
    const std::lock_guard lock(mutex_);
    work(*agent_);
  }
  // Ends the process and the thread, and waits for them.
  void shut_down() {
    std::jthread ending;
    {
      const std::lock_guard lock(mutex_);
      ending = std::move(thread_);
    }
  }
  // Begins to, without waiting; the destructor waits.
  void close() {
    const std::lock_guard lock(mutex_);
    thread_.request_stop();
  }

 private:
  void serve(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, closing, [&] { return work_ != nullptr; })) {
      work_();
      work_ = nullptr;
      changed_.notify_all();
    }
    agent_->rest();
  }

  std::shared_ptr<const AnyGame> game_;  // outlives the agent
  std::unique_ptr<EngineAgent> agent_;
  std::mutex mutex_;  // also held while the engine thinks
  std::condition_variable_any changed_;
  std::function<void()> work_;  // empty while there is none
  std::jthread thread_;
};

// The engine processes, and the thread that reaps closed ones.
class EngineHouse::Processes {
 public:
  struct Entry {
    std::unique_ptr<Worker> worker;
    bool runs = false;    // its engine has a process, or is about to
    bool busy = false;    // it is thinking, or being shut down
    bool closed = false;  // it will not be asked again
    std::uint64_t used = 0;
  };
  using Place = std::list<Entry>::iterator;

  explicit Processes(std::size_t most)
      : most_(std::max<std::size_t>(most, 1)),
        reaper_([this](const std::stop_token& closing) { reap(closing); }) {}

  Place add(std::unique_ptr<Worker> worker) {
    const std::lock_guard lock(mutex_);
    entries_.push_back({.worker = std::move(worker)});
    return std::prev(entries_.end());
  }

  void remove(Place place) {
    const std::lock_guard lock(mutex_);
    place->closed = true;
    if (!place->busy) place->worker->close();  // else it finishes its work first
    changed_.notify_all();
  }

  // Before an engine is asked. False if all processes that may run are busy.
  bool begin(Place place) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !place->busy; });
    place->busy = true;
    place->used = ++uses_;
    while (!place->runs && running() >= most_)
      if (!free_process(lock)) {
        place->busy = false;
        changed_.notify_all();
        return false;
      }
    place->runs = true;
    return true;
  }

  void end(Place place, bool runs) {
    const std::lock_guard lock(mutex_);
    place->busy = false;
    place->runs = runs;
    changed_.notify_all();
  }

  [[nodiscard]] std::size_t most() const { return most_; }

 private:
  [[nodiscard]] std::size_t running() const {
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& entry) { return entry.runs; }));
  }

  // Ends the process that has been idle longest, or waits for one that is ending.
  bool free_process(std::unique_lock<std::mutex>& lock) {
    const auto is_ending = [](const Entry& entry) { return entry.runs && entry.closed; };
    if (std::any_of(entries_.begin(), entries_.end(), is_ending)) {
      changed_.wait(lock);
      return true;
    }
    Place idle = entries_.end();
    for (Place each = entries_.begin(); each != entries_.end(); ++each)
      if (each->runs && !each->busy && (idle == entries_.end() || each->used < idle->used)) idle = each;
    if (idle == entries_.end()) return false;
    idle->busy = true;
    lock.unlock();
    idle->worker->shut_down();
    lock.lock();
    idle->busy = idle->runs = false;
    changed_.notify_all();
    return true;
  }

  // Closed engines end before this object does.
  void reap(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    const auto can_end = [](const Entry& entry) { return entry.closed && !entry.busy; };
    while (true) {
      changed_.wait(lock, closing, [&] { return std::any_of(entries_.begin(), entries_.end(), can_end); });
      const Place place = std::find_if(entries_.begin(), entries_.end(), can_end);
      if (place == entries_.end()) return;
      auto worker = std::move(place->worker);
      place->busy = true;
      lock.unlock();
      worker.reset();
      lock.lock();
      entries_.erase(place);
      changed_.notify_all();
    }
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Entry> entries_;
  std::uint64_t uses_ = 0;
  std::jthread reaper_;
};

// The engine as callers see it.
class EngineHouse::Agent final : public AnyAgent {
 public:
  Agent(std::shared_ptr<Processes> processes, std::unique_ptr<Worker> worker)
      : processes_(std::move(processes)), worker_(*worker), place_(processes_->add(std::move(worker))) {}
  ~Agent() override { processes_->remove(place_); }

  Analysis choose(const Position& position, const AnyThinking& thinking) override {
    return ask([&](EngineAgent& agent) { return agent.choose(position, without_reports(thinking)); });
  }
  Analysis analyze(const Position& position, const AnyThinking& thinking) override {
    return ask([&](EngineAgent& agent) { return agent.analyze(position, without_reports(thinking)); });
  }
  void observe(const Position& before, std::string_view move) override {
    worker_.tell([&](EngineAgent& agent) { agent.observe(before, move); });
  }
  void follow(const Session& session) override {
    worker_.tell([&](EngineAgent& agent) { agent.follow(session); });
  }
  [[nodiscard]] bool ponders() const override { return false; }
  void ponder(const Position&, const std::stop_token&) override {}

 private:
  // A slow listener would hold up the engine's thread while its clock runs.
  static AnyThinking without_reports(const AnyThinking& thinking) {
    return {.stop = thinking.stop, .progress = {}, .limits = thinking.limits};
  }

  template <class Work>
  Analysis ask(const Work& work) {
    Analysis analysis;
    if (!processes_->begin(place_)) {
      analysis.error = "at most " + std::to_string(processes_->most()) +
                       " programs run here at once, and all are thinking; try again in a moment";
      return analysis;
    }
    bool runs = false;
    const auto leave = [&] {
      if (!runs) worker_.shut_down();
      processes_->end(place_, runs);
    };
    try {
      worker_.ask([&](EngineAgent& agent) {
        analysis = work(agent);
        runs = agent.is_running();
      });
    } catch (...) {
      leave();
      throw;
    }
    leave();
    return analysis;
  }

  std::shared_ptr<Processes> processes_;
  Worker& worker_;
  Processes::Place place_;
};

EngineHouse::EngineHouse(std::size_t most_processes)
    : processes_(std::make_shared<Processes>(most_processes)) {}

std::unique_ptr<AnyAgent> EngineHouse::take_in(std::shared_ptr<const AnyGame> game,
                                               std::unique_ptr<EngineAgent> agent) {
  return std::make_unique<Agent>(processes_, std::make_unique<Worker>(std::move(game), std::move(agent)));
}

}  // namespace banyan
