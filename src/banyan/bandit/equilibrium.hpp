// The equilibrium of a two-player zero-sum game, by linear program (Dantzig 1951). With the payoffs A moved
// above zero, the second player's part is
//     maximise Σ y_j   so that   A y ≤ 1,  y ≥ 0,
// its dual is the first player's, and 1 / Σ y is the game's value. Both come out of one simplex tableau.
#pragma once

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

#include <banyan/bandit/matrix_game.hpp>

namespace banyan::bandit {

struct Equilibrium {
  std::vector<MixedStrategy> strategies;
  double value = 0;  // to the first player
};

namespace detail {

// rows × columns payoffs > 0, then a slack for each row, then the right side; the last row is the objective.
class SimplexTableau {
 public:
  explicit SimplexTableau(const std::vector<std::vector<double>>& payoffs)
      : rows_(payoffs.size()),
        columns_(payoffs[0].size()),
        basis_(rows_),
        cells_(rows_ + 1, std::vector<double>(columns_ + rows_ + 1, 0.0)) {
    for (std::size_t i = 0; i < rows_; ++i) {
      std::copy(payoffs[i].begin(), payoffs[i].end(), cells_[i].begin());
      cells_[i][columns_ + i] = 1;
      cells_[i].back() = 1;
      basis_[i] = columns_ + i;
    }
    for (std::size_t j = 0; j < columns_; ++j) cells_[rows_][j] = -1;
  }

  // Bland's rule: always the first column that helps, and the first row among equals; it can't cycle.
  void solve() {
    constexpr double zero = 1e-11;
    while (true) {
      std::size_t column = 0;
      while (column < columns_ + rows_ && cells_[rows_][column] >= -zero) ++column;
      if (column == columns_ + rows_) return;
      std::size_t row = rows_;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t i = 0; i < rows_; ++i) {
        if (cells_[i][column] <= zero) continue;
        const double ratio = cells_[i].back() / cells_[i][column];
        if (ratio < least || (ratio == least && basis_[i] < basis_[row])) {
          least = ratio;
          row = i;
        }
      }
      assert(row < rows_ && "payoffs above zero bound the program");
      pivot(row, column);
    }
  }

  [[nodiscard]] double objective() const { return cells_[rows_].back(); }
  [[nodiscard]] std::vector<double> primal() const {
    std::vector<double> y(columns_, 0.0);
    for (std::size_t i = 0; i < rows_; ++i)
      if (basis_[i] < columns_) y[basis_[i]] = cells_[i].back();
    return y;
  }
  [[nodiscard]] std::vector<double> dual() const {
    const auto first = cells_[rows_].begin() + static_cast<std::ptrdiff_t>(columns_);
    return {first, first + static_cast<std::ptrdiff_t>(rows_)};
  }

 private:
  void pivot(std::size_t row, std::size_t column) {
    const double divisor = cells_[row][column];
    for (double& cell : cells_[row]) cell /= divisor;
    for (std::size_t i = 0; i <= rows_; ++i) {
      const double factor = cells_[i][column];
      if (i == row || factor == 0) continue;
      for (std::size_t j = 0; j < cells_[i].size(); ++j) cells_[i][j] -= factor * cells_[row][j];
    }
    basis_[row] = column;
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> basis_;
  std::vector<std::vector<double>> cells_;
};

inline MixedStrategy normalised(std::vector<double> weights) {
  double sum = 0;
  for (double& weight : weights) sum += weight = std::max(weight, 0.0);
  for (double& weight : weights) weight /= sum;
  return weights;
}

}  // namespace detail

// Precondition: game.zero_sum().
inline Equilibrium zero_sum_equilibrium(const MatrixGame& game) {
  std::vector<std::vector<double>> payoffs(game.action_count(0), std::vector<double>(game.action_count(1)));
  double least = std::numeric_limits<double>::infinity();
  double most = -least;
  game.for_each_joint([&](std::span<const std::size_t> joint) {
    const double value = payoffs[joint[0]][joint[1]] = game.payoff(0, joint);
    least = std::min(least, value);
    most = std::max(most, value);
  });
  // Moved and stretched to [1,2], so that the tolerances above mean the same for every game.
  const double range = most > least ? most - least : 1;
  for (auto& row : payoffs)
    for (double& value : row) value = (value - least) / range + 1;
  detail::SimplexTableau tableau(payoffs);
  tableau.solve();
  Equilibrium result{{detail::normalised(tableau.dual()), detail::normalised(tableau.primal())}, 0};
  result.value = game.expected_payoff(0, result.strategies);
  return result;
}

}  // namespace banyan::bandit
