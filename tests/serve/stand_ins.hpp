// What stands in for the network in tests: a loop that runs when told to, with a clock that is set by hand,
// and a listener that remembers what it was told.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/serve/hub.hpp>
#include <banyan/session/json.hpp>

namespace banyan::serve {

class HandLoop final : public Loop {
 public:
  void post(std::function<void()> task) override {
    const std::lock_guard lock(mutex_);
    posted_.push_back(std::move(task));
  }
  void after(double seconds, std::function<void()> task) override {
    timers_.emplace_back(now_ + seconds, std::move(task));
  }
  [[nodiscard]] double now() const override { return now_; }
  // As if each question of how much was used had cost so much.
  [[nodiscard]] double cpu() const override { return cpu_ += cost; }
  double cost = 0;

  // Runs what was posted, until nothing is left.
  void drain() {
    while (true) {
      std::function<void()> task;
      {
        const std::lock_guard lock(mutex_);
        if (posted_.empty()) return;
        task = std::move(posted_.front());
        posted_.pop_front();
      }
      task();
    }
  }
  // Lets time pass, and does what was due meanwhile.
  void pass(double seconds) {
    now_ += seconds;
    for (std::size_t i = 0; i < timers_.size();) {
      if (timers_[i].first > now_) {
        ++i;
        continue;
      }
      const auto task = std::move(timers_[i].second);
      timers_.erase(timers_.begin() + static_cast<std::ptrdiff_t>(i));
      task();
      i = 0;
    }
    drain();
  }
  // How many tasks are set for later.
  [[nodiscard]] std::size_t timers() const { return timers_.size(); }
  // Lets other threads work until something holds; false if it doesn't within ten seconds.
  template <class Holds>
  bool wait_until(Holds holds) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < end) {
      drain();
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

 private:
  std::mutex mutex_;
  std::deque<std::function<void()>> posted_;
  std::vector<std::pair<double, std::function<void()>>> timers_;
  double now_ = 0;
  mutable std::atomic<double> cpu_ = 0;  // asked for by threads of the pool too
};

class Memory final : public Listener {
 public:
  void send(const std::shared_ptr<const std::string>& text, std::string_view /*topic*/) override {
    messages.push_back(Json::parse(*text));
  }

  [[nodiscard]] std::vector<Json> events(std::string_view event) const {
    std::vector<Json> found;
    for (const Json& message : messages)
      if (message.value("event", "") == event) found.push_back(message);
    return found;
  }

  std::vector<Json> messages;
};

// Leaves the hub inside a call of send, as a connection does whose reader is too slow.
class Leaver final : public Listener {
 public:
  Leaver(Hub& hub, int after) : hub_(hub), left_(after) {}

  void send(const std::shared_ptr<const std::string>& text, std::string_view /*topic*/) override {
    gone = gone || --left_ < 0;
    if (gone) hub_.disconnect(*this);
    if (!gone) last = *text;
  }

  bool gone = false;
  std::string last;

 private:
  Hub& hub_;
  int left_;
};

}  // namespace banyan::serve
