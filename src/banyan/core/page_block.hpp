// Memory for large tables from the system: zeroed, in large pages, committed when first touched.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <utility>

#include <banyan/core/throw.hpp>

namespace banyan {

// Zeroed memory from the system, in large pages where it gives them.
class PageBlock {
 public:
  PageBlock() = default;
  explicit PageBlock(std::size_t bytes) : bytes_(bytes) {
    if (bytes == 0) return;
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (memory == MAP_FAILED) throw_or_abort(std::bad_alloc());
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
  PageBlock(const PageBlock&) = delete;
  PageBlock& operator=(const PageBlock&) = delete;
  ~PageBlock() {
    if (memory_ != nullptr) munmap(memory_, bytes_);
  }

  [[nodiscard]] void* data() const { return memory_; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace banyan
