// Visits that a thread keeps to itself for a while. Every simulation of every thread passes the nodes near
// the root; if each added to their counters at once, these cache lines would move between the cores all the
// time. A few visits more hardly change the index of a child with very many: its visits and returns are
// gathered here and added together.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/search/tree/layout.hpp>
#include <banyan/search/tree/shared.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

template <Game G>
class LateCounts {
 public:
  using Increment = typename Layout<G>::Increment;
  static constexpr std::uint32_t busy = 1024;    // from so many visits on they are added late
  static constexpr std::uint32_t together = 16;  // so many at once: under 2 % of them

  void add(const Slot& slot, Increment increment) {
    Entry& entry = entries_[place_of(slot)];
    if (entry.slot.quad != slot.quad || entry.slot.lane != slot.lane) {
      settle(entry);
      entry.slot = slot;
    }
    ++entry.visits;
    entry.sum += increment;
    if (entry.visits == together) settle(entry);
  }

  // Adds all that was kept back. To be called before anyone counts.
  void settle() {
    for (Entry& entry : entries_) {
      settle(entry);
      entry.slot = {};
    }
  }
  // The tree is another one now.
  void forget() { entries_ = {}; }

 private:
  struct Entry {
    Slot slot;
    std::uint32_t visits = 0;
    Increment sum{};
  };

  static std::size_t place_of(const Slot& slot) {
    return (reinterpret_cast<std::uintptr_t>(slot.quad) / sizeof(Quad) * lanes + slot.lane) % places;
  }
  static void settle(Entry& entry) {
    if (entry.visits == 0) return;
    fetch_add<true>(entry.slot.visits(), entry.visits);
    Layout<G>::template add<true>(entry.slot.sum(), entry.sum);
    entry.visits = 0;
    entry.sum = {};
  }

  static constexpr std::size_t places = 64;
  std::array<Entry, places> entries_{};
};

}  // namespace banyan
