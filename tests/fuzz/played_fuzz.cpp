// Rows of a file of a match, from any bytes: refused, or read to a game that prints and reads back the same.
#include <cstdint>

#include <banyan/arena/game_json.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto& seats : {std::vector<std::size_t>{0}, {1, 0}, {2, 0, 1}}) {
    banyan::ScheduledGame scheduled;
    scheduled.seats = seats;
    const auto game = banyan::parse_played(as_text(data, size), scheduled);
    if (!game) continue;
    must(game->outcome.size() == seats.size());
    must(game->values.size() == game->moves.size());
    must(game->end_seat < seats.size());
    const std::string printed = banyan::print_played(*game);
    const auto again = banyan::parse_played(printed, scheduled);
    must(again.has_value());
    must(banyan::print_played(*again) == printed);
    (void)banyan::print_json_line(banyan::json_of(*game));
  }
  return 0;
}
