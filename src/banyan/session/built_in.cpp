#include <banyan/session/built_in.hpp>

namespace banyan {

#define BANYAN_GAME(header, class) GameEntry game_entry_of_##header();
#include <banyan/games/games.def>
#undef BANYAN_GAME

GameList built_in_games() {
  return GameList({
#define BANYAN_GAME(header, class) game_entry_of_##header(),
#include <banyan/games/games.def>
#undef BANYAN_GAME
  });
}

}  // namespace banyan
