// Symmetric positive definite matrices, and equations with them by Cholesky's decomposition.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace banyan {

class SymmetricMatrix {
 public:
  SymmetricMatrix() = default;
  explicit SymmetricMatrix(std::size_t size) : size_(size), numbers_(size * size, 0.0) {}

  [[nodiscard]] std::size_t size() const { return size_; }
  // Only the lower half is kept: row >= column.
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return numbers_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const {
    return numbers_[row * size_ + column];
  }

  // Takes a variable out of the equations: its own then says that it is 0, if its right side is.
  void isolate(std::size_t variable) {
    for (std::size_t k = 0; k < variable; ++k) at(variable, k) = 0;
    for (std::size_t k = variable + 1; k < size_; ++k) at(k, variable) = 0;
    at(variable, variable) = 1;
  }

  // Becomes the lower factor of itself. Columns are taken off one by one: the inner loop runs along a row.
  void decompose() {
    std::vector<double> column(size_);
    for (std::size_t k = 0; k < size_; ++k) {
      const double root = std::sqrt(at(k, k));
      at(k, k) = root;
      for (std::size_t i = k + 1; i < size_; ++i) column[i] = at(i, k) /= root;
      for (std::size_t i = k + 1; i < size_; ++i) {
        double* row = &numbers_[i * size_];
        const double factor = column[i];
        for (std::size_t j = k + 1; j <= i; ++j) row[j] -= factor * column[j];
      }
    }
  }

  // The x with L·Lᵀ·x = b, once this is L.
  [[nodiscard]] std::vector<double> solve(std::vector<double> b) const {
    for (std::size_t i = 0; i < size_; ++i) {
      for (std::size_t k = 0; k < i; ++k) b[i] -= at(i, k) * b[k];
      b[i] /= at(i, i);
    }
    for (std::size_t i = size_; i-- > 0;) {
      b[i] /= at(i, i);
      for (std::size_t k = 0; k < i; ++k) b[k] -= at(i, k) * b[i];
    }
    return b;
  }

 private:
  std::size_t size_ = 0;
  std::vector<double> numbers_;
};

}  // namespace banyan
