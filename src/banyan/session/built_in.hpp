// Every game of games.def, as a list.
#pragma once

#include <banyan/session/game_list.hpp>

namespace banyan {

GameList built_in_games();

}  // namespace banyan
