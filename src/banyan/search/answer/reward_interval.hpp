// The 95 % interval of a mean return, by what the game says of its returns.
#pragma once

#include <banyan/core/interval.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

// Wilson's where the range of returns is known, else the normal one.
template <Game G>
Interval reward_interval(const G& game, double mean, double variance, double n) {
  if constexpr (HasRewardRange<G>) {
    const RewardRange range = reward_range_of(game);
    const double width = range.high - range.low;
    const Interval unit = wilson_interval((mean - range.low) / width, variance / (width * width), n);
    return {range.low + width * unit.low, range.low + width * unit.high};
  } else {
    return normal_interval(mean, variance, n);
  }
}

}  // namespace banyan
