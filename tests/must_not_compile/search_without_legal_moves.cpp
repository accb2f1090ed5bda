// must say: HasLegalMoves
#include <banyan/banyan.hpp>

#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithApply,
                parts::WithOutcome {};

// Where a user meets it: a call of the library, no static_assert.
const auto result = banyan::search(Broken{}, Broken{}.start(), {.sims = 1});
