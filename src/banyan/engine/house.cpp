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
class EngineHouse::Lodger {
 public:
  Lodger(std::shared_ptr<const AnyGame> game, std::unique_ptr<EngineAgent> agent)
      : game_(std::move(game)), agent_(std::move(agent)) {}

  // Asks the engine on its thread, after what others have asked for, and waits for the end of it. What that
  // throws is thrown here.
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
  void rest() {
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

// Who is in the house, and the thread that waits for the end of those who leave.
class EngineHouse::Rooms {
 public:
  struct Room {
    std::unique_ptr<Lodger> lodger;
    bool runs = false;     // its engine has a process, or is about to
    bool busy = false;     // it is thinking, or being put to rest
    bool leaving = false;  // nobody will ask it again
    std::uint64_t used = 0;
  };
  using Place = std::list<Room>::iterator;

  explicit Rooms(std::size_t most)
      : most_(std::max<std::size_t>(most, 1)),
        porter_([this](const std::stop_token& closing) { see_off(closing); }) {}

  Place add(std::unique_ptr<Lodger> lodger) {
    const std::lock_guard lock(mutex_);
    rooms_.push_back({.lodger = std::move(lodger)});
    return std::prev(rooms_.end());
  }

  void remove(Place place) {
    const std::lock_guard lock(mutex_);
    place->leaving = true;
    if (!place->busy) place->lodger->close();  // else it has something to do first
    changed_.notify_all();
  }

  // Before the engine of a room is asked. False if as many processes as there may be are busy.
  bool begin(Place place) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !place->busy; });
    place->busy = true;
    place->used = ++uses_;
    while (!place->runs && running() >= most_)
      if (!make_room(lock)) {
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
        std::count_if(rooms_.begin(), rooms_.end(), [](const Room& room) { return room.runs; }));
  }

  // Ends the process that has been idle longest, or waits for one that is ending.
  bool make_room(std::unique_lock<std::mutex>& lock) {
    const auto leaves = [](const Room& room) { return room.runs && room.leaving; };
    if (std::any_of(rooms_.begin(), rooms_.end(), leaves)) {
      changed_.wait(lock);
      return true;
    }
    Place idle = rooms_.end();
    for (Place each = rooms_.begin(); each != rooms_.end(); ++each)
      if (each->runs && !each->busy && (idle == rooms_.end() || each->used < idle->used)) idle = each;
    if (idle == rooms_.end()) return false;
    idle->busy = true;
    lock.unlock();
    idle->lodger->rest();
    lock.lock();
    idle->busy = idle->runs = false;
    changed_.notify_all();
    return true;
  }

  // Those who leave are gone before the house is.
  void see_off(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    const auto may_go = [](const Room& room) { return room.leaving && !room.busy; };
    while (true) {
      changed_.wait(lock, closing, [&] { return std::any_of(rooms_.begin(), rooms_.end(), may_go); });
      const Place place = std::find_if(rooms_.begin(), rooms_.end(), may_go);
      if (place == rooms_.end()) return;
      auto lodger = std::move(place->lodger);
      place->busy = true;
      lock.unlock();
      lodger.reset();
      lock.lock();
      rooms_.erase(place);
      changed_.notify_all();
    }
  }

  const std::size_t most_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<Room> rooms_;
  std::uint64_t uses_ = 0;
  std::jthread porter_;
};

// What is used from outside.
class EngineHouse::Guest final : public AnyAgent {
 public:
  Guest(std::shared_ptr<Rooms> rooms, std::unique_ptr<Lodger> lodger)
      : rooms_(std::move(rooms)), lodger_(*lodger), place_(rooms_->add(std::move(lodger))) {}
  ~Guest() override { rooms_->remove(place_); }

  Analysis choose(const Position& position, const AnyThinking& thinking) override {
    return ask([&](EngineAgent& agent) { return agent.choose(position, without_reports(thinking)); });
  }
  Analysis analyze(const Position& position, const AnyThinking& thinking) override {
    return ask([&](EngineAgent& agent) { return agent.analyze(position, without_reports(thinking)); });
  }
  void observe(const Position& before, std::string_view move) override {
    lodger_.tell([&](EngineAgent& agent) { agent.observe(before, move); });
  }
  void follow(const Session& session) override {
    lodger_.tell([&](EngineAgent& agent) { agent.follow(session); });
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
    if (!rooms_->begin(place_)) {
      analysis.error = "at most " + std::to_string(rooms_->most()) +
                       " programs run here at once, and all are thinking; try again in a moment";
      return analysis;
    }
    bool runs = false;
    const auto leave = [&] {
      if (!runs) lodger_.rest();
      rooms_->end(place_, runs);
    };
    try {
      lodger_.ask([&](EngineAgent& agent) {
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

  std::shared_ptr<Rooms> rooms_;
  Lodger& lodger_;
  Rooms::Place place_;
};

EngineHouse::EngineHouse(std::size_t most_processes) : rooms_(std::make_shared<Rooms>(most_processes)) {}

std::unique_ptr<AnyAgent> EngineHouse::take_in(std::shared_ptr<const AnyGame> game,
                                               std::unique_ptr<EngineAgent> agent) {
  return std::make_unique<Guest>(rooms_, std::make_unique<Lodger>(std::move(game), std::move(agent)));
}

}  // namespace banyan
