// must say: HasStart
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
