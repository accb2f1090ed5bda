// must say: HasOutcome
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply {};

static_assert(banyan::Game<Broken>);
