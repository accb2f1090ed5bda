// must say: HasCurrentPlayer
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {
  [[nodiscard]] int current_player() const { return 0; }
};

static_assert(banyan::Game<Broken>);
