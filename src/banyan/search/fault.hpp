// Faults that end a search: a game that breaks its contract (game.hpp), or a request without an answer. The
// first thread to find a fault reports it; the others see the flag where they check whether to go on. The
// message says what was wrong, where, and what would be right; it becomes SearchResult::error. Nothing
// throws: the headers work without exceptions.
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace banyan {

class FirstFault {
 public:
  FirstFault() = default;
  // Raises this flag, too, with the first report.
  explicit FirstFault(std::atomic<bool>& alarm) : alarm_(&alarm) {}

  explicit operator bool() const { return is_set_.load(std::memory_order_acquire); }

  // Keeps the message, unless another was kept before.
  [[gnu::cold, gnu::noinline]] void report(std::string message) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_set_.load(std::memory_order_relaxed)) return;
    message_ = std::move(message);
    is_set_.store(true, std::memory_order_release);
    if (alarm_ != nullptr) *alarm_ = true;
  }

  // Empty where nothing was reported.
  [[nodiscard]] std::string message() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return message_;
  }

  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    message_.clear();
    is_set_ = false;
  }

 private:
  std::atomic<bool>* alarm_ = nullptr;
  std::atomic<bool> is_set_{false};
  mutable std::mutex mutex_;  // guards the message
  std::string message_;
};

}  // namespace banyan
