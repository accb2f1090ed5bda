// must say: HasCurrentPlayer
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
