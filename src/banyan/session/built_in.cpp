#include <banyan/session/built_in.hpp>

#include <banyan/core/data_file.hpp>

namespace banyan {

#define BANYAN_GAME(header, class) GameEntry game_entry_of_##header();
#include <banyan/games/games.def>
#undef BANYAN_GAME

GameList built_in_games() {
#ifdef BANYAN_DATA_FOLDER
  // Finds the data files of these games before installation, too.
  [[maybe_unused]] static const bool named = (add_data_folder(BANYAN_DATA_FOLDER), true);
#endif
  return GameList({
#define BANYAN_GAME(header, class) game_entry_of_##header(),
#include <banyan/games/games.def>
#undef BANYAN_GAME
  });
}

}  // namespace banyan
