// The equilibrium of a two-player zero-sum game, by linear program (Dantzig 1951). With the payoffs A moved
// above zero, the second player's part is
//     maximise Σ y_j   so that   A y ≤ 1,  y ≥ 0,
// its dual is the first player's, and 1 / Σ y is the game's value. Both come out of one simplex tableau.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/bandit/matrix_game.hpp>
#include <banyan/core/result.hpp>

namespace banyan::bandit {

struct Equilibrium {
  std::vector<MixedStrategy> strategies;
  double value = 0;  // to the first player
};

namespace detail {

// The condensed tableau: a column for each variable that is zero, a row for each that is not, the right side
// last; the last row is the objective. Variables 0 … columns-1 are y, the others the rows' slacks.
//
//                 zero variables (column_variable_)
//   row_variable_ [ payoffs > 0            | 1 ]
//                 [ -1  …                  | 0 ]
//
// Whatever the numbers are, solve() ends: the number of pivots is bounded, and comparisons with NaN find
// nothing to do.
class SimplexTableau {
 public:
  explicit SimplexTableau(const std::vector<std::vector<double>>& payoffs)
      : rows_(payoffs.size()),
        columns_(payoffs[0].size()),
        row_variable_(rows_),
        column_variable_(columns_),
        cells_(rows_ + 1, std::vector<double>(columns_ + 1, 0.0)) {
    std::iota(column_variable_.begin(), column_variable_.end(), std::size_t{0});
    std::iota(row_variable_.begin(), row_variable_.end(), columns_);
    for (std::size_t i = 0; i < rows_; ++i) {
      std::copy(payoffs[i].begin(), payoffs[i].end(), cells_[i].begin());
      cells_[i].back() = 1;
    }
    std::fill(cells_[rows_].begin(), cells_[rows_].end() - 1, -1.0);
  }

  // False when it was stopped, or gave up: after many more pivots than such programs need, or where rounding
  // left no row to pivot on. Enters the steepest column; after a pivot that gains nothing Bland's first one,
  // which can't cycle, until one gains again.
  bool solve(const std::stop_token& stop) {
    const std::size_t most_pivots = 1000 + 50 * (rows_ + columns_);
    bool gained = true;
    for (std::size_t pivots = 0; pivots < most_pivots && !stop.stop_requested(); ++pivots) {
      const auto column = gained ? steepest_column() : first_column();
      if (!column) return true;
      const auto row = leaving_row(*column);
      if (!row) return false;
      gained = cells_[*row].back() > zero;
      pivot(*row, *column);
    }
    return false;
  }

  [[nodiscard]] std::vector<double> primal() const {
    std::vector<double> y(columns_, 0.0);
    for (std::size_t i = 0; i < rows_; ++i)
      if (row_variable_[i] < columns_) y[row_variable_[i]] = cells_[i].back();
    return y;
  }
  [[nodiscard]] std::vector<double> dual() const {
    std::vector<double> x(rows_, 0.0);
    for (std::size_t j = 0; j < columns_; ++j)
      if (column_variable_[j] >= columns_) x[column_variable_[j] - columns_] = cells_[rows_][j];
    return x;
  }

 private:
  static constexpr double zero = 1e-11;  // payoffs are from 1 to 2

  [[nodiscard]] std::optional<std::size_t> steepest_column() const {
    const auto end = cells_[rows_].end() - 1;
    const auto least = std::min_element(cells_[rows_].begin(), end);
    if (!(*least < -zero)) return std::nullopt;
    return static_cast<std::size_t>(least - cells_[rows_].begin());
  }

  [[nodiscard]] std::optional<std::size_t> first_column() const {
    std::optional<std::size_t> first;
    for (std::size_t j = 0; j < columns_; ++j)
      if (cells_[rows_][j] < -zero && (!first || column_variable_[j] < column_variable_[*first])) first = j;
    return first;
  }

  // The row that reaches zero first; among equals the one with the first variable.
  [[nodiscard]] std::optional<std::size_t> leaving_row(std::size_t column) const {
    std::optional<std::size_t> leaving;
    double least = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!(cells_[i][column] > zero)) continue;
      const double ratio = std::max(cells_[i].back(), 0.0) / cells_[i][column];
      if (ratio < least || (ratio == least && leaving && row_variable_[i] < row_variable_[*leaving])) {
        least = ratio;
        leaving = i;
      }
    }
    return leaving;
  }

  // The row's variable and the column's change places.
  void pivot(std::size_t row, std::size_t column) {
    std::vector<double>& pivot_row = cells_[row];
    const double inverse = 1 / pivot_row[column];
    for (double& cell : pivot_row) cell *= inverse;
    pivot_row[column] = inverse;
    for (std::size_t i = 0; i <= rows_; ++i) {
      const double factor = cells_[i][column];
      if (i == row || factor == 0) continue;
      cells_[i][column] = 0;
      for (std::size_t j = 0; j <= columns_; ++j) cells_[i][j] -= factor * pivot_row[j];
    }
    std::swap(row_variable_[row], column_variable_[column]);
  }

  std::size_t rows_;
  std::size_t columns_;
  std::vector<std::size_t> row_variable_;
  std::vector<std::size_t> column_variable_;
  std::vector<std::vector<double>> cells_;
};

// The weights as probabilities; all alike where there is no weight.
inline MixedStrategy normalised(std::vector<double> weights) {
  double sum = 0;
  for (double& weight : weights) sum += weight = std::max(weight, 0.0);
  for (double& weight : weights) weight = sum > 0 ? weight / sum : 1 / static_cast<double>(weights.size());
  return weights;
}

}  // namespace detail

// The game's equilibrium, exact but for rounding: nobody gains more than 1e-6 of the payoffs' range by
// another strategy. An error where the game is not zero-sum, its payoffs are not usable, a stop was
// requested, or rounding errors broke the linear program.
inline Result<Equilibrium> zero_sum_equilibrium(const MatrixGame& game, const std::stop_token& stop = {}) {
  if (auto ok = game.check(); !ok) return ok.error();
  if (!game.zero_sum()) return Error{game.name() + " is not a zero-sum game of two players"};
  std::vector<std::vector<double>> payoffs(game.action_count(0), std::vector<double>(game.action_count(1)));
  double least = std::numeric_limits<double>::max();
  double most = std::numeric_limits<double>::lowest();
  game.for_each_joint([&](std::span<const std::size_t> joint) {
    const double value = payoffs[joint[0]][joint[1]] = game.payoff(0, joint);
    least = std::min(least, value);
    most = std::max(most, value);
  });
  // Moved and scaled to [1,2], so that the tolerances above mean the same for every game.
  const double range = most > least ? most - least : 1;
  for (auto& row : payoffs)
    for (double& value : row) value = (value - least) / range + 1;
  detail::SimplexTableau tableau(payoffs);
  const bool solved = tableau.solve(stop);
  if (!solved && stop.stop_requested()) return Error{"stopped before the linear program was solved"};
  Equilibrium result{{detail::normalised(tableau.dual()), detail::normalised(tableau.primal())}, 0};
  if (!solved || !(game.exploitability(result.strategies) <= 1e-6 * range))
    return Error{"the linear program found no equilibrium: its payoffs differ too much in size"};
  result.value = game.expected_payoff(0, result.strategies);
  return result;
}

}  // namespace banyan::bandit
