// Inference against libtorch on the same weights: close to it, and no further from the truth (double
// precision) than three times as far as libtorch itself is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <banyan/learn/torch/model.hpp>
#include <banyan/nn/inference.hpp>

#include "reference.hpp"

namespace banyan {
namespace {

// A model whose normalisation is not the identity, as after some training.
learn::Model trained_model(const NetShape& shape, std::uint64_t seed) {
  torch::manual_seed(seed);
  learn::Model model(shape);
  torch::NoGradGuard no_gradients;
  for (auto& named : model->named_parameters()) {
    torch::Tensor& tensor = named.value();
    if (tensor.dim() == 1) tensor.add_(0.1 * torch::randn_like(tensor));
    if (named.key().starts_with("out.weight") || named.key().starts_with("value.weight"))
      tensor.copy_(0.3 * torch::randn_like(tensor));
  }
  for (auto& named : model->named_buffers()) {
    if (named.key().ends_with("running_mean")) named.value().copy_(0.1 * torch::randn_like(named.value()));
    if (named.key().ends_with("running_var")) named.value().copy_(0.5 + torch::rand_like(named.value()));
  }
  model->eval();
  return model;
}

struct Errors {
  double ours = 0;
  double theirs = 0;
  double between = 0;
  void note(double us, double them, double truth) {
    ours = std::max(ours, std::abs(us - truth));
    theirs = std::max(theirs, std::abs(them - truth));
    between = std::max(between, std::abs(us - them));
  }
};

void compare(const NetShape& shape, std::size_t rows, std::size_t columns, std::uint64_t seed) {
  constexpr std::size_t count = 8;
  learn::Model model = trained_model(shape, seed);
  const Network network{.shape = shape, .game = {}, .made_by = {}, .weights = model->folded_weights()};
  const ReferenceNetwork reference(network);
  use_fast_kernels();
  Inference inference(std::make_shared<PreparedNetwork>(network), rows, columns);
  Random random(seed);
  auto inputs = random_inputs(count * inference.inputs(), random);
  std::vector<float> outputs(count * inference.outputs());
  std::vector<float> values(count);
  std::vector<float> draws(count);
  inference.evaluate(inputs, outputs, values, draws);

  torch::NoGradGuard no_gradients;
  const auto side = [](std::size_t n) { return static_cast<std::int64_t>(n); };
  const learn::Answer answer = model->forward(
      torch::from_blob(inputs.data(), {side(count), side(shape.planes), side(rows), side(columns)}));
  const torch::Tensor moves = answer.moves.contiguous();
  const torch::Tensor value = torch::tanh(answer.value).contiguous();
  Errors of_moves;
  const torch::Tensor draw =
      shape.values > 1 ? torch::sigmoid(answer.draw).contiguous() : torch::zeros({count});
  Errors of_values;
  Errors of_draws;
  for (std::size_t i = 0; i < count; ++i) {
    const auto truth = reference.evaluate(
        std::span(inputs).subspan(i * inference.inputs(), inference.inputs()), rows, columns);
    for (std::size_t k = 0; k < truth.outputs.size(); ++k) {
      const std::size_t at = i * inference.outputs() + k;
      of_moves.note(outputs[at], moves.data_ptr<float>()[at], truth.outputs[k]);
    }
    of_values.note(values[i], value.data_ptr<float>()[i], truth.value);
    of_draws.note(draws[i], draw.data_ptr<float>()[i], truth.draw);
  }
  EXPECT_LE(of_moves.between, 1e-4);
  EXPECT_LE(of_values.between, 1e-5);
  EXPECT_LE(of_draws.between, 1e-5);
  // The folded weights are rounded once more than libtorch's own, hence a floor of a few roundings.
  EXPECT_LE(of_moves.ours, 3 * of_moves.theirs + 1e-6) << rows << "×" << columns;
  EXPECT_LE(of_values.ours, 3 * of_values.theirs + 5e-7) << rows << "×" << columns;
  EXPECT_LE(of_draws.ours, 3 * of_draws.theirs + 5e-7) << rows << "×" << columns;
}

TEST(Libtorch, AgreesOnEveryShape) {
  compare({.planes = 3, .values = 2, .blocks = 3, .filters = 32}, 9, 9, 1);
  compare({.planes = 3, .blocks = 3, .filters = 32}, 6, 6, 2);
  compare({.planes = 4, .blocks = 3, .filters = 32}, 6, 7, 3);
  compare({.planes = 4, .whole_moves = 1, .values = 2, .blocks = 2, .filters = 64}, 8, 8, 4);
  compare({.planes = 9, .move_planes = 3, .whole_moves = 2, .blocks = 1, .filters = 24}, 5, 4, 5);
  compare({.planes = 3, .blocks = 2, .filters = 16}, 15, 15, 6);
  compare({.planes = 1, .blocks = 0, .filters = 8}, 1, 1, 7);
}

}  // namespace
}  // namespace banyan
