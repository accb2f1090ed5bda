// Openings from any bytes, of the game that the first line names: refused with a message, or read to openings
// that can be played and leave something to play.
#include <cstdint>

#include <banyan/arena/openings.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/session.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const banyan::GameList games = banyan::built_in_games();
  std::string_view text = as_text(data, size);
  const std::string named(take_line(text));
  const auto game = games.make(games.make(named) ? named : "chess");
  must(game.ok());
  constexpr std::uint32_t plies = 6;
  const auto openings = banyan::read_openings(text, *game, plies);
  if (!read_or_refused(openings)) return 0;
  must(!openings->empty());
  for (const banyan::Opening& opening : *openings) {
    auto session = opening.position ? banyan::Session::from_position(*game, *opening.position)
                                    : banyan::Result<banyan::Session>(banyan::Session(*game));
    must(session.ok());
    must(session->play_all(opening.moves, std::nullopt).ok());
    must(!session->over());
  }
  return 0;
}
