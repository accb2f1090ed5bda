// Access to memory that other threads may be using at the same time, or not: the same code compiles to
// plain loads and stores for a search on one thread, and to atomic ones for a shared tree.
#pragma once

#include <atomic>

namespace banyan {

template <bool Shared, class T>
T load(const T& place, std::memory_order order = std::memory_order_relaxed) {
  if constexpr (Shared) {
    return std::atomic_ref<T>(const_cast<T&>(place)).load(order);  // NOLINT(*-const-cast): C++20 wants T&
  } else {
    return place;
  }
}

template <bool Shared, class T>
void store(T& place, T value, std::memory_order order = std::memory_order_relaxed) {
  if constexpr (Shared) {
    std::atomic_ref<T>(place).store(value, order);
  } else {
    place = value;
  }
}

// Adds, and returns the previous value.
template <bool Shared, class T>
T fetch_add(T& place, T value) {
  if constexpr (Shared) {
    return std::atomic_ref<T>(place).fetch_add(value, std::memory_order_relaxed);
  } else {
    const T before = place;
    place = before + value;
    return before;
  }
}

// Puts `wanted` there if `expected` is there.
template <bool Shared, class T>
bool replace(T& place, T expected, T wanted) {
  if constexpr (Shared) {
    return std::atomic_ref<T>(place).compare_exchange_strong(expected, wanted, std::memory_order_acq_rel,
                                                             std::memory_order_acquire);
  } else {
    if (place != expected) return false;
    place = wanted;
    return true;
  }
}

}  // namespace banyan
