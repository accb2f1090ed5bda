// Dirichlet noise in the priors at the root, so that self-play tries moves that its network gives a low prior
// (Silver et al. 2017).
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <banyan/core/distributions.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

// A share for each of so many moves, 1 in all.
inline std::vector<double> draw_noise(const PuctParams& params, std::size_t moves, Random& random) {
  std::vector<double> noise(moves);
  if (moves > 0)
    dirichlet(random, params.alpha.value_or(std::min(1.0, 10.0 / static_cast<double>(moves))), noise);
  return noise;
}

template <Game G>
void add_noise(const Tree<G>& tree, QuadIndex node, const PuctParams& params, Random& random) {
  const std::vector<double> noise = draw_noise(params, tree.template count_children<false>(node), random);
  std::size_t i = 0;
  tree.template for_each_child<false>(node, [&](const Slot& slot) {
    float& prior = tree.prior(slot);
    prior = static_cast<float>((1 - params.noise) * prior + params.noise * noise[i++]);
  });
}

}  // namespace banyan
