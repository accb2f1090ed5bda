// must say: HasLegalMoves
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithApply,
                parts::WithOutcome {
  [[nodiscard]] parts::Moves legal_moves(const State&) const { return {}; }
};

static_assert(banyan::Game<Broken>);
