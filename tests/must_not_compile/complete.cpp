// must say: nothing
#include "parts.hpp"

struct Complete : parts::WithTypes,
                  parts::WithStart,
                  parts::WithCurrentPlayer,
                  parts::WithLegalMoves,
                  parts::WithApply,
                  parts::WithOutcome {};

static_assert(banyan::Game<Complete>);
