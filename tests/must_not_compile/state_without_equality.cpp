// must say: HasState
#include "parts.hpp"

struct Broken : parts::WithMove,
                parts::WithMaxPlayers,
                parts::WithMaxLegal,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {
  struct State {
    int left = 7;
  };
};

static_assert(banyan::Game<Broken>);
