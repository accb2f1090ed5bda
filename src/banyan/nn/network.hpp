// A residual network as values: its shape, what it was made for, and its weights. One list of tensors, below,
// says what the weights are and in which order they lie; files, inference, training and export all follow it.
//
//   x = relu(stem(inputs))                        3×3 convolution to `filters` channels
//   x = relu(x + second(relu(first(x))))          3×3 convolutions, `blocks` times
//   v = relu(pooled(x)); g = (mean v, max v)      1×1 convolution, then over the whole board: 2·filters
//   moves = out(relu(policy(x) + policy_pooled g))  1×1 convolutions; a whole move is the mean of its plane
//   (y, z) = value(relu(value_hidden g)):         value = tanh(y), for the player to move, and draw =
//                                                 1 / (1 + exp(-z)), how likely a draw is; some have no z
//
// Only convolutions and pools over the board: one network plays boards of any size. Batch normalisation is
// folded into the weights and biases before they come here.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/distributions.hpp>
#include <banyan/core/random.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

struct NetShape {
  std::uint32_t planes = 0;       // that come in
  std::uint32_t move_planes = 1;  // that go out, a number for each cell
  std::uint32_t whole_moves = 0;  // moves that belong to no cell
  std::uint32_t values = 1;       // numbers on the position: its value, and if two how likely a draw is
  std::uint32_t blocks = 3;
  std::uint32_t filters = 32;
  [[nodiscard]] std::uint32_t output_planes() const { return move_planes + whole_moves; }
  friend bool operator==(const NetShape&, const NetShape&) = default;
};

// What a network may be. Filters come in eights, which vector instructions like.
inline constexpr std::uint32_t max_planes = 256;
inline constexpr std::uint32_t max_blocks = 64;
inline constexpr std::uint32_t max_filters = 512;
inline constexpr std::uint32_t filter_step = 8;

// What is wrong with a shape; empty when all is well.
inline std::string problem_of(const NetShape& shape) {
  const auto within = [](std::uint32_t x, std::uint32_t low, std::uint32_t high) {
    return x >= low && x <= high;
  };
  if (!within(shape.planes, 1, max_planes)) return "a network has 1 to 256 planes";
  if (shape.move_planes > max_planes || shape.whole_moves > max_planes || shape.output_planes() == 0)
    return "a network has 1 to 256 planes of moves";
  if (!within(shape.values, 1, 2)) return "a network has one or two outputs for the position";
  if (shape.blocks > max_blocks) return "a network has 0 to 64 blocks";
  if (!within(shape.filters, filter_step, max_filters) || shape.filters % filter_step != 0)
    return "a network has 8, 16, 24, … 512 filters";
  return {};
}

// Weights and activations beyond this do not occur in trained networks. As long as both stay within it, no
// layer overflows: even the largest has sums below the largest float.
inline constexpr double max_magnitude = 1e15;

struct Tensor {
  std::string name;
  std::vector<std::uint32_t> dimensions;  // the last runs fastest
  std::size_t offset = 0;                 // of its first number among the weights
  [[nodiscard]] std::size_t size() const {
    std::size_t product = 1;
    for (const std::uint32_t dimension : dimensions) product *= dimension;
    return product;
  }
};

// Every tensor begins at a multiple of 16 numbers, 64 bytes.
inline constexpr std::size_t tensor_alignment = 16;

inline std::vector<Tensor> tensors_of(const NetShape& shape) {
  std::vector<Tensor> list;
  std::size_t offset = 0;
  const auto add = [&](std::string name, std::vector<std::uint32_t> dimensions) {
    list.push_back({std::move(name), std::move(dimensions), offset});
    offset += (list.back().size() + tensor_alignment - 1) / tensor_alignment * tensor_alignment;
  };
  const auto add_with_bias = [&](const std::string& name, std::vector<std::uint32_t> dimensions) {
    const std::uint32_t outputs = dimensions.front();
    add(name + ".weight", std::move(dimensions));
    add(name + ".bias", {outputs});
  };
  const std::uint32_t filters = shape.filters;
  add_with_bias("stem", {filters, shape.planes, 3, 3});
  for (std::uint32_t i = 0; i < shape.blocks; ++i) {
    const std::string block = "block" + std::to_string(i);
    add_with_bias(block + ".first", {filters, filters, 3, 3});
    add_with_bias(block + ".second", {filters, filters, 3, 3});
  }
  add_with_bias("pooled", {filters, filters});
  add_with_bias("policy", {filters, filters});
  add("policy_pooled.weight", {filters, 2 * filters});
  add_with_bias("out", {shape.output_planes(), filters});
  add_with_bias("value_hidden", {filters, 2 * filters});
  add_with_bias("value", {shape.values, filters});
  return list;
}

// How many numbers the weights are, with what lies between tensors and without.
inline std::size_t weight_count(const NetShape& shape) {
  const Tensor last = tensors_of(shape).back();
  return last.offset + tensor_alignment;
}
inline std::size_t parameter_count(const NetShape& shape) {
  std::size_t count = 0;
  for (const Tensor& tensor : tensors_of(shape)) count += tensor.size();
  return count;
}

struct Network {
  NetShape shape;
  std::string game;  // the spec it was made for
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;
  std::string made_by;
  std::vector<float> weights;
};

// A shape that fits a game.
inline NetShape shape_for(const Encoding& encoding, std::uint32_t blocks, std::uint32_t filters,
                          std::uint32_t values = 2) {
  return {.planes = static_cast<std::uint32_t>(encoding.planes),
          .move_planes = static_cast<std::uint32_t>(encoding.move_planes),
          .whole_moves = static_cast<std::uint32_t>(encoding.whole_moves),
          .values = values,
          .blocks = blocks,
          .filters = filters};
}

// Random weights that keep the variance of signals from layer to layer (He et al., "Delving Deep into
// Rectifiers", 2015), and small random biases: for measurements and tests.
inline Network random_network(const NetShape& shape, std::uint64_t seed) {
  Network network{.shape = shape, .game = {}, .made_by = "random weights", .weights = {}};
  network.weights.assign(weight_count(shape), 0.0F);
  Random random(seed);
  for (const Tensor& tensor : tensors_of(shape)) {
    const bool bias = tensor.dimensions.size() == 1;
    const double inputs = static_cast<double>(tensor.size() / tensor.dimensions.front());
    double deviation = bias ? 0.1 : std::sqrt(2 / inputs);
    if (tensor.name.ends_with("second.weight")) deviation /= std::sqrt(static_cast<double>(shape.blocks));
    for (std::size_t i = 0; i < tensor.size(); ++i)
      network.weights[tensor.offset + i] = static_cast<float>(deviation * normal(random));
  }
  return network;
}

}  // namespace banyan
