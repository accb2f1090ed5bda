// A network evaluated the plain way, in double precision: what the fast ways are compared with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <banyan/nn/network.hpp>

namespace banyan {

struct ReferenceAnswer {
  std::vector<double> outputs;
  double value = 0;
  double draw = 0;
};

class ReferenceNetwork {
 public:
  explicit ReferenceNetwork(const Network& network) : network_(network) {}

  [[nodiscard]] ReferenceAnswer evaluate(std::span<const float> inputs, std::size_t rows,
                                         std::size_t columns) const {
    const Board board{rows, columns};
    const NetShape& shape = network_.shape;
    std::vector<double> x(inputs.begin(), inputs.end());
    x = relu(convolve(board, x, "stem"));
    for (std::uint32_t i = 0; i < shape.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      std::vector<double> y = convolve(board, relu(convolve(board, x, block + ".first")), block + ".second");
      for (std::size_t k = 0; k < y.size(); ++k) y[k] += x[k];
      x = relu(std::move(y));
    }
    const std::size_t cells = rows * columns;
    const std::vector<double> g = pool(relu(pointwise(cells, x, "pooled")), cells);
    std::vector<double> policy = pointwise(cells, x, "policy");
    const std::vector<double> shift = matrix(g, "policy_pooled");
    for (std::size_t k = 0; k < policy.size(); ++k) policy[k] += shift[k / cells];
    const std::vector<double> moves = pointwise(cells, relu(std::move(policy)), "out");

    ReferenceAnswer answer;
    const std::size_t on_cells = shape.move_planes * cells;
    answer.outputs.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(on_cells));
    for (std::size_t i = 0; i < shape.whole_moves; ++i) {
      double sum = 0;
      for (std::size_t cell = 0; cell < cells; ++cell) sum += moves[on_cells + i * cells + cell];
      answer.outputs.push_back(sum / static_cast<double>(cells));
    }
    const std::vector<double> numbers = matrix(relu(matrix(g, "value_hidden")), "value");
    answer.value = std::tanh(numbers[0]);
    if (shape.values > 1) answer.draw = 1 / (1 + std::exp(-numbers[1]));
    return answer;
  }

 private:
  struct Board {
    std::size_t rows;
    std::size_t columns;
  };

  [[nodiscard]] std::span<const float> tensor(const std::string& name) const {
    for (const Tensor& tensor : tensors_of(network_.shape))
      if (tensor.name == name) return std::span(network_.weights).subspan(tensor.offset, tensor.size());
    return {};
  }

  static std::vector<double> relu(std::vector<double> x) {
    for (double& number : x) number = std::max(0.0, number);
    return x;
  }

  [[nodiscard]] std::vector<double> convolve(const Board& board, const std::vector<double>& x,
                                             const std::string& name) const {
    const auto weights = tensor(name + ".weight");
    const auto bias = tensor(name + ".bias");
    const auto rows = static_cast<std::ptrdiff_t>(board.rows);
    const auto columns = static_cast<std::ptrdiff_t>(board.columns);
    const std::size_t cells = board.rows * board.columns;
    const std::size_t inputs = x.size() / cells;
    std::vector<double> y;
    for (std::size_t out = 0; out < bias.size(); ++out)
      for (std::ptrdiff_t row = 0; row < rows; ++row)
        for (std::ptrdiff_t column = 0; column < columns; ++column) {
          double sum = bias[out];
          for (std::size_t in = 0; in < inputs; ++in)
            for (std::ptrdiff_t i = 0; i < 9; ++i) {
              const std::ptrdiff_t r = row + i / 3 - 1;
              const std::ptrdiff_t c = column + i % 3 - 1;
              if (r < 0 || r >= rows || c < 0 || c >= columns) continue;
              sum += static_cast<double>(weights[(out * inputs + in) * 9 + static_cast<std::size_t>(i)]) *
                     x[in * cells + static_cast<std::size_t>(r * columns + c)];
            }
          y.push_back(sum);
        }
    return y;
  }

  [[nodiscard]] std::vector<double> pointwise(std::size_t cells, const std::vector<double>& x,
                                              const std::string& name) const {
    const auto weights = tensor(name + ".weight");
    const auto bias = tensor(name + ".bias");
    const std::size_t inputs = x.size() / cells;
    std::vector<double> y;
    for (std::size_t out = 0; out < bias.size(); ++out)
      for (std::size_t cell = 0; cell < cells; ++cell) {
        double sum = bias[out];
        for (std::size_t in = 0; in < inputs; ++in)
          sum += static_cast<double>(weights[out * inputs + in]) * x[in * cells + cell];
        y.push_back(sum);
      }
    return y;
  }

  [[nodiscard]] std::vector<double> matrix(const std::vector<double>& x, const std::string& name) const {
    const auto weights = tensor(name + ".weight");
    const auto bias = tensor(name + ".bias");
    std::vector<double> y(weights.size() / x.size());
    for (std::size_t out = 0; out < y.size(); ++out) {
      y[out] = bias.empty() ? 0 : bias[out];
      for (std::size_t in = 0; in < x.size(); ++in)
        y[out] += static_cast<double>(weights[out * x.size() + in]) * x[in];
    }
    return y;
  }

  // Means of all planes, then their maxima.
  static std::vector<double> pool(const std::vector<double>& x, std::size_t cells) {
    const std::size_t planes = x.size() / cells;
    std::vector<double> g(2 * planes);
    for (std::size_t plane = 0; plane < planes; ++plane)
      for (std::size_t cell = 0; cell < cells; ++cell) {
        g[plane] += x[plane * cells + cell] / static_cast<double>(cells);
        g[planes + plane] = std::max(g[planes + plane], x[plane * cells + cell]);
      }
    return g;
  }

  Network network_;
};

// Planes of zeros and ones, a third of them ones.
inline std::vector<float> random_inputs(std::size_t size, Random& random) {
  std::vector<float> inputs(size);
  for (float& input : inputs) input = random.below(3) == 0 ? 1.0F : 0.0F;
  return inputs;
}

}  // namespace banyan
