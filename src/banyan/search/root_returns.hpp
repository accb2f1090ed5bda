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
  void add(std::uint32_t ordinal, double reward) { at_least(ordinal + 1)[ordinal].add(reward); }
  void add(const RootReturns& other) {
    at_least(other.moments_.size());
    for (std::size_t i = 0; i < other.moments_.size(); ++i) moments_[i].add(other.moments_[i]);
  }
  [[nodiscard]] Moments of(std::uint32_t ordinal) const {
    return ordinal < moments_.size() ? moments_[ordinal] : Moments{};
  }
  [[nodiscard]] std::size_t bytes() const { return moments_.capacity() * sizeof(Moments); }

 private:
  std::vector<Moments>& at_least(std::size_t size) {
    if (moments_.size() < size) moments_.resize(size);
    return moments_;
  }

  std::vector<Moments> moments_;
};

}  // namespace banyan
