// The scale that children are compared on.
#pragma once

#include <banyan/core/strict_math.hpp>

namespace banyan {

// Maps returns in the game's units to the units that `c` is about.
struct RewardScale {
  double low = 0;
  double inverse_width = 1;
};

}  // namespace banyan
