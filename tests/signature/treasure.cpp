// What no listed game has: three players paid on the way, in a range that is not declared, by moves that take
// eight bytes.
#include <banyan/session/game_of.hpp>

#include "../search/toy_games.hpp"

namespace banyan {

GameEntry treasure_entry() {
  GameEntry entry = game_entry<toy::Treasure<3>>();
  entry.name = "treasure";
  return entry;
}

}  // namespace banyan
