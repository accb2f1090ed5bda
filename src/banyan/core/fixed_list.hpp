// A list of fixed capacity without allocation; items are not initialised until they are pushed. Moves
// and chance outcomes are collected in these. An item beyond the capacity is dropped and counted,
// in every build, so that a reader can tell that the list is incomplete.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace banyan {

template <class T, std::size_t Capacity>
class FixedList {
  static_assert(std::is_trivially_copyable_v<T>, "a FixedList holds small values that copy as bytes");

 public:
  using value_type = T;
  static constexpr std::size_t capacity() { return Capacity; }

  FixedList() = default;  // items_ stays uninitialised on purpose

  void push_back(T item) {
    if (size_ < Capacity) [[likely]] {
      items_[size_++] = item;
    } else {
      ++dropped_;
    }
  }
  void clear() { size_ = dropped_ = 0; }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }
  // Removes item i by putting the last one in its place: O(1), order not kept.
  void swap_remove(std::size_t i) {
    assert(i < size_);
    items_[i] = items_[--size_];
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  // Items dropped since the list was last empty.
  [[nodiscard]] std::size_t dropped() const { return dropped_; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return items_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  T* begin() { return items_.data(); }
  T* end() { return items_.data() + size_; }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }
  T* data() { return items_.data(); }
  const T* data() const { return items_.data(); }

 private:
  // Adjacent, so that one store sets both.
  std::uint32_t size_ = 0;
  std::uint32_t dropped_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace banyan
