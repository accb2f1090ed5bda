// What happens at the root alone: its children and its noise before a round, and the moves of a Gumbel root.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <banyan/search/contract.hpp>
#include <banyan/search/expander.hpp>
#include <banyan/search/prove/solver.hpp>
#include <banyan/search/select/gumbel.hpp>
#include <banyan/search/select/noise.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

// The root's moves as a Gumbel root sees them, in the order of their lanes.
template <Game G>
void read_root_moves(const SearchSpace<G>& space, const RewardScale& scale, std::vector<RootMove>& moves) {
  moves.clear();
  const Player player = space.game.current_player(space.root_state);
  space.tree.template for_each_child<false>(space.root, [&](const Slot& slot) {
    RootMove move{.prior = space.tree.prior(slot), .visits = slot.visits()};
    if (slot.visits() > 0) {
      const double n = slot.visits();
      move.value = Layout<G>::scaled(Layout<G>::real_sum(slot.sum(), n) / n, scale);
    }
    if (space.solves()) move.settled = lane_bounds<G, false>(space.tree, slot, player).exact_for(player);
    moves.push_back(move);
  });
}

// The first thread's, while no other is at work.
template <Game G>
class RootKeeper {
 public:
  explicit RootKeeper(SearchSpace<G>& space) : space_(space) {}

  // Where nodes are whole, the root has its children before the first simulation; and where priors guide the
  // search, its noise.
  void prepare(Expander<G>& expander, Evaluator<G>* evaluator, const RewardScale& scale, Random& random) {
    if (!space_.has_whole_nodes() || space_.outcome) return;
    const Player player = space_.game.current_player(space_.root_state);
    if (player == chance_player) return;
    const bool is_new = space_.tree.template count_children<false>(space_.root) == 0;
    if (!space_.guide.has_priors) {
      if (!is_new) return;
      if (const QuadIndex node = expander.new_whole_node(space_.root_state, scale, random))
        space_.root = node;
      return;
    }
    if (is_new) {
      RewardsOf<G> rewards{};
      if (const QuadIndex node = expander.expand_by_priors(space_.root_state, *evaluator, rewards, random))
        space_.root = node;
      if (!are_rewards_sound(space_.game, rewards)) {
        space_.fault().report(problem_of_rewards(space_.game, rewards, "the evaluator expects"));
        return;
      }
      space_.root_value = space_.value_to_mover(
          space_.root_state, player, rewards[static_cast<std::size_t>(player)], space_.root, scale);
    }
    const PuctParams& params = space_.guide.params;
    const bool wants_noise = params.noise > 0 && params.gumbel == 0;
    if (wants_noise && !space_.root_is_noisy) add_noise(space_.tree, space_.root, params, random);
    space_.root_is_noisy = true;
  }

  // Shares out the simulations of a round among the root's moves by Gumbel's way, where that is wanted.
  void share_out(std::optional<std::uint64_t> planned, const RewardScale& scale, Random& random) {
    space_.gumbel.reset();
    const PuctParams& params = space_.guide.params;
    if (!planned || params.gumbel == 0 || !space_.guide.has_priors) return;
    if (space_.params.threads > 1 || space_.outcome) return;
    read_root_moves(space_, scale, moves_);
    if (!moves_.empty()) space_.gumbel.emplace(params, moves_, *planned, space_.root_value, random);
  }

  // The child for the next simulation of a Gumbel root; none where all is proven.
  [[gnu::noinline]] Slot gumbel_child(const RewardScale& scale) {
    read_root_moves(space_, scale, moves_);
    const auto next = space_.gumbel->next(moves_);
    Slot child;
    std::size_t i = 0;
    if (next)
      space_.tree.template for_each_child<false>(space_.root, [&](const Slot& slot) {
        if (i++ == *next) child = slot;
      });
    return child;
  }

 private:
  SearchSpace<G>& space_;
  std::vector<RootMove> moves_;
};

}  // namespace banyan
