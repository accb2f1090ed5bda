// Whether a network can be evaluated at all: weights that are finite can be so large that activations are
// not. Such a network would answer with numbers that mean nothing.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/random.hpp>
#include <banyan/nn/inference.hpp>

namespace banyan {

// Describes what is wrong; empty if nothing is. Evaluates a few made-up positions on a small board: empty,
// full, and random ones. No activation may exceed max_magnitude. As no weight does either (parse_bnet()
// checks it), the layer at fault is found before any sum overflows.
inline std::string overflow_problem(std::shared_ptr<const PreparedNetwork> network) {
  constexpr std::size_t side = 5;
  Inference inference(std::move(network), side, side);
  std::vector<float> inputs(inference.inputs());
  Random random(1);
  for (const std::uint64_t ones : {0U, 8U, 2U, 4U}) {  // of eight inputs
    for (float& input : inputs) input = random.below(8) < ones ? 1.0F : 0.0F;
    if (inference.largest_magnitude(inputs) > max_magnitude)
      return "its evaluations overflow: activations exceed 1e15, where those of a trained network are small";
  }
  return {};
}

}  // namespace banyan
