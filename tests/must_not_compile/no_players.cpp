// must say: HasMaxPlayers
#include "parts.hpp"

struct Broken : parts::WithState,
                parts::WithMove,
                parts::WithMaxLegal,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply,
                parts::WithOutcome {
  static constexpr int max_players = 0;
};

static_assert(banyan::Game<Broken>);
