// must say: HasOutcome
#include "parts.hpp"

struct Broken : parts::WithTypes,
                parts::WithStart,
                parts::WithCurrentPlayer,
                parts::WithLegalMoves,
                parts::WithApply {
  [[nodiscard]] std::optional<std::array<double, 3>> outcome(const State&) const { return std::nullopt; }
};

static_assert(banyan::Game<Broken>);
