// The network of nn/network.hpp as libtorch trains it: with batch normalisation, which is folded into weights
// and biases when the network is written down.
#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <torch/torch.h>

#include <banyan/nn/network.hpp>

namespace banyan::learn {

// A convolution without bias, and batch normalisation behind it.
struct NormalisedConvolutionImpl : torch::nn::Module {
  NormalisedConvolutionImpl(std::int64_t inputs, std::int64_t outputs, std::int64_t side)
      : convolution(register_module(
            "convolution",
            torch::nn::Conv2d(
                torch::nn::Conv2dOptions(inputs, outputs, side).padding(side / 2).bias(false)))),
        norm(register_module("norm", torch::nn::BatchNorm2d(outputs))) {}

  torch::Tensor forward(const torch::Tensor& x) { return norm->forward(convolution->forward(x)); }

  // Weights and biases of the same convolution without normalisation.
  [[nodiscard]] std::pair<torch::Tensor, torch::Tensor> folded() const {
    const torch::Tensor scale = norm->weight / torch::sqrt(norm->running_var + norm->options.eps());
    return {convolution->weight * scale.view({-1, 1, 1, 1}), norm->bias - norm->running_mean * scale};
  }

  torch::nn::Conv2d convolution;
  torch::nn::BatchNorm2d norm;
};
TORCH_MODULE(NormalisedConvolution);

struct Answer {
  torch::Tensor moves;  // logits, batch × outputs
  torch::Tensor value;  // before tanh, batch
  torch::Tensor draw;   // logits, batch; nothing where the network does not tell
};

struct ModelImpl : torch::nn::Module {
  explicit ModelImpl(const NetShape& the_shape)
      : shape(the_shape),
        stem(register_module("stem", NormalisedConvolution(shape.planes, shape.filters, 3))),
        pooled(register_module("pooled", NormalisedConvolution(shape.filters, shape.filters, 1))),
        policy(register_module("policy", NormalisedConvolution(shape.filters, shape.filters, 1))),
        policy_pooled(register_module(
            "policy_pooled",
            torch::nn::Linear(torch::nn::LinearOptions(2 * shape.filters, shape.filters).bias(false)))),
        out(register_module("out", torch::nn::Conv2d(shape.filters, shape.output_planes(), 1))),
        value_hidden(register_module("value_hidden", torch::nn::Linear(2 * shape.filters, shape.filters))),
        value(register_module("value", torch::nn::Linear(shape.filters, shape.values))) {
    for (std::uint32_t i = 0; i < shape.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      for (const char* which : {"_first", "_second"})
        blocks.push_back(
            register_module(block + which, NormalisedConvolution(shape.filters, shape.filters, 3)));
    }
    // Initially all moves are equally likely and every position is even, so nothing has to be unlearned.
    for (torch::Tensor tensor : {out->weight, out->bias, value->weight, value->bias})
      torch::nn::init::zeros_(tensor);
  }

  Answer forward(const torch::Tensor& inputs) {
    torch::Tensor x = torch::relu(stem->forward(inputs));
    for (std::size_t i = 0; i < blocks.size(); i += 2)
      x = torch::relu(x + blocks[i + 1]->forward(torch::relu(blocks[i]->forward(x))));
    const torch::Tensor v = torch::relu(pooled->forward(x));
    const torch::Tensor g = torch::cat({v.mean({2, 3}), v.amax({2, 3})}, 1);
    const torch::Tensor shift = policy_pooled->forward(g).unsqueeze(-1).unsqueeze(-1);
    const torch::Tensor planes = out->forward(torch::relu(policy->forward(x) + shift));
    const auto on_cells = static_cast<std::int64_t>(shape.move_planes);
    const torch::Tensor moves = torch::cat({planes.narrow(1, 0, on_cells).flatten(1),
                                            planes.narrow(1, on_cells, shape.whole_moves).mean({2, 3})},
                                           1);
    const torch::Tensor numbers = value->forward(torch::relu(value_hidden->forward(g)));
    return {moves, numbers.select(1, 0), shape.values > 1 ? numbers.select(1, 1) : torch::Tensor()};
  }

  // The weights in the order of tensors_of().
  [[nodiscard]] std::vector<float> folded_weights() const {
    std::vector<torch::Tensor> list;
    const auto add = [&](const NormalisedConvolution& layer) {
      const auto [weight, bias] = layer->folded();
      list.push_back(weight);
      list.push_back(bias);
    };
    add(stem);
    for (const auto& block : blocks) add(block);
    add(pooled);
    add(policy);
    for (const torch::Tensor& tensor : {policy_pooled->weight, out->weight, out->bias, value_hidden->weight,
                                        value_hidden->bias, value->weight, value->bias})
      list.push_back(tensor);
    std::vector<float> weights(weight_count(shape), 0.0F);
    const auto tensors = tensors_of(shape);
    for (std::size_t i = 0; i < tensors.size(); ++i) {
      const torch::Tensor flat = list[i].detach().contiguous().flatten();
      std::copy_n(flat.data_ptr<float>(), tensors[i].size(),
                  weights.begin() + static_cast<std::ptrdiff_t>(tensors[i].offset));
    }
    return weights;
  }

  NetShape shape;
  NormalisedConvolution stem;
  std::vector<NormalisedConvolution> blocks;  // first and second of each
  NormalisedConvolution pooled;
  NormalisedConvolution policy;
  torch::nn::Linear policy_pooled;
  torch::nn::Conv2d out;
  torch::nn::Linear value_hidden;
  torch::nn::Linear value;
};
TORCH_MODULE(Model);

}  // namespace banyan::learn
