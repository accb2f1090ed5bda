// What is kept of children beside the quads: columns of values, each declared once, as a member of the tree.
// A column enters itself into the tree's registry, and whatever concerns all of them goes over that: bytes a
// quad takes, memory, the value a new child begins with, and moving about in a compaction. A column that is
// not wanted takes no memory and is not in the registry.
#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include <banyan/core/page_block.hpp>
#include <banyan/search/tree/quad.hpp>
#include <banyan/search/tree/shared.hpp>

namespace banyan {

class Columns;

class Column {
 public:
  Column(const Column&) = delete;
  Column& operator=(const Column&) = delete;
  virtual ~Column() = default;

  [[nodiscard]] bool exists() const { return data_ != nullptr; }
  // A child is about to be put there.
  virtual void reset(QuadIndex /*quad*/, unsigned /*lane*/) const {}

 protected:
  inline Column(Columns& columns, std::size_t bytes_per_quad, bool wanted);
  void* data_ = nullptr;

 private:
  friend class Columns;
  std::size_t bytes_;
  PageBlock memory_{0};
};

class Columns {
 public:
  [[nodiscard]] std::size_t bytes_per_quad() const {
    std::size_t bytes = 0;
    for (const Column* column : wanted_) bytes += column->bytes_;
    return bytes;
  }
  // After the last column was declared.
  void allocate(std::size_t quads) {
    for (Column* column : wanted_) {
      column->memory_ = PageBlock(quads * column->bytes_);
      column->data_ = column->memory_.data();
    }
  }
  void reset(QuadIndex quad, unsigned lane) const {
    for (const Column* column : wanted_) column->reset(quad, lane);
  }
  void move_quad(QuadIndex from, QuadIndex to) const {
    for (const Column* column : wanted_) {
      auto* data = static_cast<std::byte*>(column->data_);
      std::memmove(data + to * column->bytes_, data + from * column->bytes_, column->bytes_);
    }
  }
  [[nodiscard]] bool empty() const { return wanted_.empty(); }

 private:
  friend class Column;
  std::vector<Column*> wanted_;
};

Column::Column(Columns& columns, std::size_t bytes_per_quad, bool wanted) : bytes_(bytes_per_quad) {
  if (wanted) columns.wanted_.push_back(this);
}

// A value for each quad.
template <class T>
class QuadColumn : public Column {
 public:
  QuadColumn(Columns& columns, bool wanted) : Column(columns, sizeof(T), wanted) {}
  T& quad(QuadIndex index) const { return static_cast<T*>(this->data_)[index]; }
};

// A value for each lane, and what it is before the first visit.
template <class T>
class LaneColumn : public Column {
 public:
  LaneColumn(Columns& columns, bool wanted, const T& initial = {})
      : Column(columns, sizeof(std::array<T, lanes>), wanted), initial_(initial) {}
  std::array<T, lanes>& quad(QuadIndex index) const {
    return static_cast<std::array<T, lanes>*>(this->data_)[index];
  }
  T& at(QuadIndex index, unsigned lane) const { return quad(index)[lane]; }
  // Other threads may be reading all four lanes.
  void reset(QuadIndex index, unsigned lane) const override {
    if constexpr (std::is_arithmetic_v<T>) {
      store<true>(at(index, lane), initial_);
    } else {
      at(index, lane) = initial_;
    }
  }

 private:
  T initial_;
};

}  // namespace banyan
