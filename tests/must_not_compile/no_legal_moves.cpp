// must say: HasLegalMoves
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithApply,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
