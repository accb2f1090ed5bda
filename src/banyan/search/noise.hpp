// Noise in the root's priors, so that self-play tries what its network has not thought of (Silver et al.
// 2017). It belongs to the priors and not to the drawing of the move: there a search has looked at what the
// noise suggests, and gives up what is bad; mixed into the drawing, bad moves are played as they come.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <banyan/core/distributions.hpp>
#include <banyan/search/evaluator.hpp>
#include <banyan/search/tree.hpp>

namespace banyan {

template <Game G>
void add_noise(const Tree<G>& tree, QuadIndex node, const PuctParams& params, Random& random) {
  std::vector<double> noise(tree.template count_children<false>(node));
  if (noise.empty()) return;
  dirichlet(random, params.alpha.value_or(std::min(1.0, 10.0 / static_cast<double>(noise.size()))), noise);
  std::size_t i = 0;
  tree.template for_each_child<false>(node, [&](const Slot& slot) {
    float& prior = tree.prior(slot);
    prior = static_cast<float>((1 - params.noise) * prior + params.noise * noise[i++]);
  });
}

}  // namespace banyan
