// must say: HasOutcome
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply {
  [[nodiscard]] double outcome(const State&) const { return 0; }
};

static_assert(banyan::Game<Broken>);
