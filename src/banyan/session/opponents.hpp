// Opponents with names for their strength: those that a game describes, or else generic ones, and before them
// agents whose network ships for this game and its parameters.
#pragma once

#include <string>
#include <vector>

#include <banyan/session/any_game.hpp>
#include <banyan/session/game_list.hpp>

namespace banyan {

using Level = GameDescription::Level;

// The game's own levels, or generic ones; weakest first.
std::vector<Level> levels_of(const AnyGame& game);
// Agents that play with a shipped network; empty if there is none.
std::vector<Level> network_levels_of(const AnyGame& game);
// The game with the parameters of one of its variants.
Result<std::shared_ptr<const AnyGame>> make_variant(const GameList& games, const GameInfo& info,
                                                    const GameDescription::Variant& variant);

}  // namespace banyan
