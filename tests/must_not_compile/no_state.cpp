// must say: HasState
#include "parts.hpp"

struct Broken : parts::WithMove,
                parts::WithMaxPlayers,
                parts::WithMaxLegal,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {};

static_assert(banyan::Game<Broken>);
