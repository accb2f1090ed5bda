// must say: HasStart
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {
  [[nodiscard]] int start() const { return 7; }
};

static_assert(banyan::Game<Broken>);
