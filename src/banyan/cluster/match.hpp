// A match whose games are played on all ranks. The first has the schedule, the store and the totals; games
// come back to it as text.
#pragma once

#include <functional>
#include <stop_token>

#include <banyan/arena/match.hpp>
#include <banyan/cluster/ranks.hpp>

namespace banyan::cluster {

// At the first rank: MatchSettings::helpers.
std::function<void(GameDesk&, const std::stop_token&)> match_helpers(Ranks& ranks);

// At another rank: plays what is dealt to it until the match is over. The settings are those of the first
// rank, but for the number of games at once.
Result<void> help_match(Ranks& ranks, const MatchSettings& settings, const std::stop_token& stop);

}  // namespace banyan::cluster
