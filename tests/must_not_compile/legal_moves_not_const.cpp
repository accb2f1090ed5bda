// must say: HasLegalMoves
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithApply,
                parts::WithOutcome {
  void legal_moves(const State&, parts::Moves&) {}
};

static_assert(banyan::Game<Broken>);
