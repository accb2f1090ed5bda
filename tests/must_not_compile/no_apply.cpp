// must say: HasApply
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
