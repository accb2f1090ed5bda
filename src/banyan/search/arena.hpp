// Where quads live: one stretch of address space, as long as the memory budget, of which pages become
// real when they are first used. Handing out is a counter that only grows; a new search starts it anew.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <new>
#include <utility>

#include <banyan/search/quad.hpp>

namespace banyan {

// Zeroed memory from the system, in large pages where it gives them.
class PageBlock {
 public:
  explicit PageBlock(std::size_t bytes) : bytes_(bytes) {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = memory;
    madvise(memory_, bytes, MADV_HUGEPAGE);
  }
  PageBlock(PageBlock&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  PageBlock& operator=(PageBlock&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~PageBlock() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
  }

  [[nodiscard]] void* data() const { return memory_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

class QuadArena {
 public:
  explicit QuadArena(std::size_t bytes)
      : capacity_(static_cast<QuadIndex>(std::clamp<std::size_t>(bytes / sizeof(Quad), 2, max_quads - 1))),
        memory_(capacity_ * sizeof(Quad)) {}

  // That many quads side by side, all lanes open; 0 when there is no room.
  QuadIndex allocate(std::uint32_t count) {
    const QuadIndex first = next_.fetch_add(count, std::memory_order_relaxed);
    if (first + count > capacity_) {
      next_.fetch_sub(count, std::memory_order_relaxed);
      return 0;
    }
    std::fill_n(&(*this)[first], count, Quad{});
    return first;
  }

  void clear() { next_.store(1, std::memory_order_relaxed); }

  Quad& operator[](QuadIndex index) const {
    assert(index < capacity_);
    return static_cast<Quad*>(memory_.data())[index];
  }

  [[nodiscard]] std::size_t capacity() const { return capacity_; }
  [[nodiscard]] std::size_t quads_used() const { return next_.load(std::memory_order_relaxed); }

 private:
  QuadIndex capacity_;
  PageBlock memory_;
  std::atomic<QuadIndex> next_{1};  // 0 is nowhere
};

}  // namespace banyan
