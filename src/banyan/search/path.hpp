// The way of one simulation down the tree.
#pragma once

#include <tuple>
#include <type_traits>

#include <banyan/game/game.hpp>
#include <banyan/search/tree/layout.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

template <Game G>
struct PathStep {
  Slot slot;
  QuadIndex node = 0;                    // whose child it is
  Player player = 0;                     // who moved into it
  typename Layout<G>::Increment lent{};  // what a visit under way was counted as
  bool counted_late = false;             // its visit will be counted with others (late_counts.hpp)
  [[no_unique_address]] std::conditional_t<HasStepRewards<G>, RewardsOf<G>, std::tuple<>> paid{};
};

}  // namespace banyan
