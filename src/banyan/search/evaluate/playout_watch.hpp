// Checks long playouts: every few thousand moves it is asked whether to go on, so that time limits and stop
// requests end a search also during a game that never ends by itself.
#pragma once

#include <cstdint>
#include <functional>

#include <banyan/search/fault.hpp>

namespace banyan {

// One thread's.
struct PlayoutWatch {
  // Moves, of players or of chance, between two questions: some ten microseconds' worth.
  static constexpr std::uint32_t interval = 4096;

  std::function<bool()> goes_on{};  // false ends the game at once, as a cut-off
  bool cut_off = false;             // set when a game is not played to its end
  FirstFault* fault = nullptr;      // where it says how a game breaks its contract

  [[nodiscard]] bool may_go_on() const { return !goes_on || goes_on(); }
};

// Counts down the moves that a game may still have, and asks the watch in between.
class MoveBudget {
 public:
  MoveBudget(std::size_t most, const PlayoutWatch* watch) : left_(most), watch_(watch) { refill(); }

  // To be asked before each move: whether it may be made.
  bool take() {
    if (now_ > 0) [[likely]] {
      --now_;
      return true;
    }
    if (left_ == 0 || (watch_ != nullptr && !watch_->may_go_on())) return false;
    refill();
    --now_;
    return true;
  }

 private:
  void refill() {
    now_ = static_cast<std::uint32_t>(left_ < PlayoutWatch::interval ? left_ : PlayoutWatch::interval);
    left_ -= now_;
  }

  std::uint32_t now_ = 0;  // until the next question
  std::size_t left_;       // after that
  const PlayoutWatch* watch_;
};

}  // namespace banyan
