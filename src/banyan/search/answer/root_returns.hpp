// How the returns of the root's moves spread, for their intervals. Kept at the root alone, by each thread for
// itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <banyan/core/interval.hpp>

namespace banyan {

// By the ordinal of a child's lane.
class RootReturns {
 public:
  void clear() { moments_.clear(); }
  // Once a simulation: inlined but for growing.
  [[gnu::always_inline]] void add(std::uint32_t ordinal, double reward) {
    if (ordinal >= moments_.size()) [[unlikely]]
      grow_to(ordinal + 1);
    moments_[ordinal].add(reward);
  }
  void add(const RootReturns& other) {
    if (moments_.size() < other.moments_.size()) grow_to(other.moments_.size());
    for (std::size_t i = 0; i < other.moments_.size(); ++i) moments_[i].add(other.moments_[i]);
  }
  [[nodiscard]] Moments of(std::uint32_t ordinal) const {
    return ordinal < moments_.size() ? moments_[ordinal] : Moments{};
  }
  [[nodiscard]] std::size_t bytes() const { return moments_.capacity() * sizeof(Moments); }

 private:
  [[gnu::noinline]] void grow_to(std::size_t size) { moments_.resize(size); }

  std::vector<Moments> moments_;
};

}  // namespace banyan
