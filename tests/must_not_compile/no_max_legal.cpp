// must say: HasMaxLegal
#include "parts.hpp"

struct Broken : parts::WithState,
                parts::WithMove,
                parts::WithMaxPlayers,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
