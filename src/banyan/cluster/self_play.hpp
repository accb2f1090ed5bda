// The games of a training, played on all ranks. Rank 0 has the store and the learner; at each generation it
// sends its network to the others, and receives their games.
#pragma once

#include <cstdint>
#include <memory>
#include <stop_token>

#include <banyan/cluster/ranks.hpp>
#include <banyan/core/result.hpp>
#include <banyan/learn/net/helpers.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan::cluster {

// At the first rank.
std::unique_ptr<SelfPlayHelpers> self_play_helpers(Ranks& ranks);

// At another rank: plays the games it is sent until the training is over or a stop is requested.
Result<void> help_self_play(Ranks& ranks, const AnyGame& game, std::uint32_t threads,
                            const std::stop_token& stop);

}  // namespace banyan::cluster
