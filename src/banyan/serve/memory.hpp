// Memory budgets: one for all tables and trees, one for all messages to or from connections. Each user of a
// budget holds a share and keeps its size up to date. On the loop's thread only.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

namespace banyan::serve {

class MemoryBudget {
 public:
  explicit MemoryBudget(std::uint64_t most) : most_(most) {}

  [[nodiscard]] std::uint64_t used() const { return used_; }
  [[nodiscard]] std::uint64_t most() const { return most_; }
  [[nodiscard]] bool full() const { return used_ > most_; }
  [[nodiscard]] bool has_room_for(std::uint64_t bytes) const { return used_ + bytes <= most_; }

 private:
  friend class MemoryShare;
  std::uint64_t most_;
  std::uint64_t used_ = 0;
};

// What one holder takes; given back when it ends.
class MemoryShare {
 public:
  explicit MemoryShare(std::shared_ptr<MemoryBudget> budget) : budget_(std::move(budget)) {}
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;
  ~MemoryShare() { set(0); }

  void set(std::uint64_t bytes) {
    budget_->used_ = budget_->used_ - bytes_ + bytes;
    bytes_ = bytes;
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] const MemoryBudget& budget() const { return *budget_; }

 private:
  std::shared_ptr<MemoryBudget> budget_;
  std::uint64_t bytes_ = 0;
};

}  // namespace banyan::serve
