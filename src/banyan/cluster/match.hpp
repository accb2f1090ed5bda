// A match whose games are played on all ranks. Rank 0 has the schedule, the store and the totals; games come
// back to it as text.
#pragma once

#include <functional>
#include <stop_token>

#include <banyan/arena/match.hpp>
#include <banyan/cluster/ranks.hpp>

namespace banyan::cluster {

// At rank 0: MatchSettings::helpers.
std::function<void(GameDesk&, const std::stop_token&)> match_helpers(Ranks& ranks);

// At another rank: plays the games it is sent until the match is over. The settings are those of rank 0,
// except the number of games at once.
Result<void> help_match(Ranks& ranks, const MatchSettings& settings, const std::stop_token& stop);

}  // namespace banyan::cluster
