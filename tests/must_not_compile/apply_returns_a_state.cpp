// must say: HasApply
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithOutcome {
  [[nodiscard]] State apply(const State& state, int) const { return state; }
};

static_assert(banyan::Game<Broken>);
