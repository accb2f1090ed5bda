// A list of fixed capacity whose copies take only what is in use: for states that have room for a long
// history and are copied while it is short.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace banyan {

template <class T, std::size_t Capacity>
class UsedList {
  static_assert(std::is_trivially_copyable_v<T>, "a UsedList holds small values that copy as bytes");

 public:
  UsedList() {}  // NOLINT(*-member-init,*-use-equals-default): items_ stays uninitialised on purpose
  UsedList(const UsedList& other) { copy(other); }  // NOLINT(*-member-init)
  UsedList& operator=(const UsedList& other) {
    if (this != &other) copy(other);
    return *this;
  }
  ~UsedList() = default;

  static constexpr std::size_t capacity() { return Capacity; }
  void push_back(T item) {
    assert(size_ < Capacity);
    items_[size_++] = item;
  }
  void pop_back() {
    assert(size_ > 0);
    --size_;
  }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  T& operator[](std::size_t i) {
    assert(i < size_);
    return items_[i];
  }
  const T& operator[](std::size_t i) const {
    assert(i < size_);
    return items_[i];
  }
  const T* begin() const { return items_.data(); }
  const T* end() const { return items_.data() + size_; }

  friend bool operator==(const UsedList& a, const UsedList& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void copy(const UsedList& other) {
    size_ = other.size_;
    std::copy(other.begin(), other.end(), items_.data());
  }

  std::uint32_t size_ = 0;
  std::array<T, Capacity> items_;
};

}  // namespace banyan
