// Where quads live: one stretch of address space, as long as the memory budget, of which pages become
// real when they are first used. Handing out is a counter that only grows; compaction (compact.hpp) and
// a new search bring it down.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <banyan/core/page_block.hpp>
#include <banyan/search/tree/quad.hpp>

namespace banyan {

// Quads that a thread has reserved for its next nodes. Fresh memory is slow to touch, and faster by the page
// than by the line. Threads that took quads one by one would contend for the counter and write to
// neighbouring lines, which processors prefetch together.
struct QuadSupply {
  QuadIndex next = 0;
  QuadIndex end = 0;
  std::uint32_t age = 0;  // the arena's when they were put aside
};

class QuadArena {
 public:
  explicit QuadArena(std::size_t quads)
      : capacity_(static_cast<QuadIndex>(std::clamp<std::size_t>(quads, smallest, max_quads - 1))),
        memory_(capacity_ * sizeof(Quad)) {}

  // That many quads side by side, all lanes open; 0 when there is no room.
  QuadIndex allocate(std::uint32_t count, QuadSupply& supply) {
    if (supply.age != age_ || supply.end - supply.next < count) {
      const std::uint32_t taken = std::max(count, supply_size_);
      const QuadIndex first = allocate(taken);
      if (first == 0) return 0;
      supply = {.next = first, .end = first + taken, .age = age_};
    }
    return std::exchange(supply.next, supply.next + count);
  }
  QuadIndex allocate(std::uint32_t count) {
    QuadIndex first = next_.load(std::memory_order_relaxed);
    do {
      if (first + count > capacity_) {
        full_.store(true, std::memory_order_relaxed);
        return 0;
      }
    } while (!next_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
    std::fill_n(&(*this)[first], count, Quad{});
    return first;
  }

  // Keeps the first quads only.
  void shrink(QuadIndex quads) {
    highest_ = highest_quads();
    next_.store(quads, std::memory_order_relaxed);
    full_.store(false, std::memory_order_relaxed);
    ++age_;  // invalidates the threads' supplies
  }
  void clear() { shrink(1); }

  Quad& operator[](QuadIndex index) const {
    assert(index < capacity_);
    return static_cast<Quad*>(memory_.data())[index];
  }
  [[nodiscard]] QuadIndex index_of(const Quad& quad) const {
    return static_cast<QuadIndex>(&quad - static_cast<const Quad*>(memory_.data()));
  }

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] QuadIndex used() const { return next_.load(std::memory_order_relaxed); }
  [[nodiscard]] QuadIndex highest_quads() const { return std::max(highest_, used()); }
  // An allocation has failed since the arena was last shrunk.
  [[nodiscard]] bool full() const { return full_.load(std::memory_order_relaxed); }

 private:
  static constexpr std::size_t smallest = 1024;
  static constexpr QuadIndex largest_supply = 64;

  QuadIndex capacity_;
  QuadIndex supply_size_ = std::clamp<QuadIndex>(capacity_ / smallest, 1, largest_supply);
  std::uint32_t age_ = 1;
  PageBlock memory_;
  QuadIndex highest_ = 0;
  // On cache lines of their own: every simulation reads full_, every new node writes next_.
  alignas(64) std::atomic<bool> full_{false};
  alignas(64) std::atomic<QuadIndex> next_{1};  // 0 is nowhere
};

}  // namespace banyan
