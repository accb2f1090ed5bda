// Positions that are reached in several ways, searched once: a table from a state's hash to its node, so that
// the tree becomes a graph.
//
// A table of buckets, each a cache line of four entries. What finds its bucket full is not entered: it is
// then searched once for every way to it, as in a tree. The table starts small and doubles between rounds of
// a search.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include <banyan/core/page_block.hpp>
#include <banyan/search/tree/quad.hpp>
#include <banyan/search/tree/shared.hpp>

namespace banyan {

class TranspositionTable {
 public:
  // Takes at most so many bytes, also while it grows; 0 for no table.
  explicit TranspositionTable(std::size_t bytes) : most_(std::bit_floor(bytes * 2 / 3 / sizeof(Bucket))) {
    if (most_ > 0) resize(std::min(most_, smallest));
  }

  [[nodiscard]] bool exists() const { return buckets_ > 0; }
  [[nodiscard]] std::size_t highest_bytes() const { return highest_; }

  // The node of the state with this hash; 0 if there is none.
  template <bool Shared>
  [[nodiscard]] QuadIndex find(std::uint64_t hash) const {
    for (Entry& entry : bucket(hash))
      if (load<Shared>(entry.key, std::memory_order_acquire) == key(hash))
        return load<Shared>(entry.node, std::memory_order_acquire);
    return 0;
  }

  template <bool Shared>
  void insert(std::uint64_t hash, QuadIndex node) {
    for (Entry& entry : bucket(hash))
      if (replace<Shared>(entry.key, std::uint64_t{0}, key(hash))) {
        store<Shared>(entry.node, node, std::memory_order_release);
        entries_.fetch_add(1, std::memory_order_relaxed);
        return;
      }
  }

  // A third full, which is where full buckets begin to be met, and allowed to grow. No other thread may be
  // using it while it does.
  [[nodiscard]] bool wants_to_grow() const {
    return buckets_ < most_ && entries_.load(std::memory_order_relaxed) > buckets_ * entries_a_bucket / 3;
  }
  void grow() {
    const PageBlock before = resize(buckets_ * 2);
    const auto* old = static_cast<const Bucket*>(before.data());
    for (std::size_t i = 0; i < buckets_ / 2; ++i)
      for (const Entry& entry : old[i])
        if (entry.node != 0) insert<false>(entry.key, entry.node);
  }

  void clear() {
    if (exists()) resize(std::min(most_, smallest));
  }

  // Nodes have moved: renumber(node) tells where to, or 0 for those that are gone.
  template <class Renumber>
  void renumber(Renumber&& renumber) {
    entries_ = 0;
    auto* all = static_cast<Bucket*>(memory_.data());
    for (std::size_t i = 0; i < buckets_; ++i)
      for (Entry& entry : all[i]) {
        if (entry.node != 0) entry.node = renumber(entry.node);
        if (entry.node == 0) entry.key = 0;
        entries_ += entry.node != 0 ? 1 : 0;
      }
  }

 private:
  struct Entry {
    std::uint64_t key;  // 0 where there is none
    QuadIndex node;
    std::uint32_t unused;
  };
  static constexpr std::size_t entries_a_bucket = 4;
  static constexpr std::size_t smallest = 1024;
  using Bucket = std::array<Entry, entries_a_bucket>;

  static std::uint64_t key(std::uint64_t hash) { return std::max<std::uint64_t>(hash, 1); }
  [[nodiscard]] Bucket& bucket(std::uint64_t hash) const {
    return static_cast<Bucket*>(memory_.data())[key(hash) & (buckets_ - 1)];
  }

  // Returns the memory that it had before.
  PageBlock resize(std::size_t buckets) {
    PageBlock memory(buckets * sizeof(Bucket));
    highest_ = std::max(highest_, memory.bytes() + memory_.bytes());
    std::swap(memory, memory_);
    buckets_ = buckets;
    entries_ = 0;
    return memory;
  }

  std::size_t most_;
  std::size_t buckets_ = 0;
  std::size_t highest_ = 0;
  PageBlock memory_;
  std::atomic<std::uint64_t> entries_{0};
};

}  // namespace banyan
