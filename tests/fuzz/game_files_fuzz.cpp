// SGF, PGN and PDN from any bytes: refused with a message, or read to games that replay, and that print and
// read back as the same moves.
#include <cstdint>
#include <string>

#include <banyan/session/built_in.hpp>
#include <banyan/session/game_files.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const banyan::GameList games = banyan::built_in_games();
  const auto records = banyan::parse_games(as_text(data, size), games);
  if (!read_or_refused(records)) return 0;
  for (const banyan::GameRecord& record : *records) {
    const auto game = games.make(record.game);
    must(game.ok());
    must(banyan::replay(record, games).ok());
    const banyan::RecordStyle style = (*game)->info().description.record;
    if (style == banyan::RecordStyle::none) continue;
    const auto again = banyan::parse_game(banyan::print_game(record, **game, style), games);
    must(again.ok());
    must(again->moves.size() == record.moves.size());
    for (std::size_t i = 0; i < record.moves.size(); ++i) must(again->moves[i].text == record.moves[i].text);
  }
  return 0;
}
