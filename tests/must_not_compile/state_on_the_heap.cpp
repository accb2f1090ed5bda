// must say: HasState
#include <string>

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
    std::optional<std::string> left;
    friend bool operator==(const State&, const State&) = default;
  };
};

static_assert(banyan::Game<Broken>);
