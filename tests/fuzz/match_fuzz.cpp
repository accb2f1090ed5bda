// The file of `match --resume`, from any bytes (fuzzed_store.hpp): refused with a message, or read as a match
// that goes on reads it, game by game.
#include <array>
#include <cstdint>
#include <string>

#include <banyan/arena/game_json.hpp>
#include <banyan/store/match_store.hpp>

#include "fuzzed_store.hpp"

namespace {
using namespace banyan;

constexpr std::uint64_t games = 3;

const FuzzedStore& store_file() {
  static const FuzzedStore store("games.match");
  return store;
}

ScheduledGame scheduled() {
  ScheduledGame game;
  game.seats = {1, 0};
  return game;
}

void write_match(const std::string& path) {
  const auto store = MatchStore::open(path).value();
  must(store.set("game", "tictactoe").ok() && store.set("seed", "7").ok());
  PlayedGame game;
  game.scheduled = scheduled();
  game.outcome = {1, -1};
  game.moves = {"b2", "a1"};
  game.values = {0.5, 0.25};
  for (std::uint64_t i = 0; i < games; ++i) must(store.keep(i, print_played(game)).ok());
}

constexpr std::array tables{StoredColumns{"match_settings", 2}, StoredColumns{"match_games", 3}};
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string sound = store_file().sound(write_match);
  Input input(as_text(data, size));
  store_file().put(sound, tables, input);
  const auto store = MatchStore::open(store_file().path());
  if (!read_or_refused(store)) return 0;
  for (const char* name : {"seed", "game", "agents"}) read_or_refused(store->setting(name));
  read_or_refused(store->count());
  for (std::uint64_t i = 0; i <= games; ++i) {
    const auto text = store->game(i);
    if (!read_or_refused(text) || !*text) continue;
    const auto game = parse_played(**text, scheduled());
    must(!game || game->outcome.size() == 2);
    if (game) read_or_refused(store->keep(i, print_played(*game)));
  }
  read_or_refused(store->set("seed", "8"));
  return 0;
}
