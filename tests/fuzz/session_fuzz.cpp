// A game from any bytes, as someone at the command line would give it: the first line is a game's spec, the
// second a position (or nothing, for the start), the rest are moves. Whatever it is, it is refused with a
// message or played; what is played prints and reads back the same.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/session/built_in.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

#include "fuzz.hpp"

namespace {

std::optional<banyan::Session> begin(const std::shared_ptr<const banyan::AnyGame>& game,
                                     std::string_view position) {
  if (position.empty()) return banyan::Session(game);
  auto session = banyan::Session::from_position(game, position);
  if (session) return *std::move(session);
  must(!session.error().message.empty());
  return std::nullopt;
}

void check_text(const banyan::Session& session) {
  const auto text = session.position().text();
  if (!text) return;
  const auto again = session.game().parse_position(*text);
  must(again.ok());
  must((*again)->text() == text);
  must((*again)->player() == session.position().player());
  must((*again)->legal() == session.position().legal());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const banyan::GameList games = banyan::built_in_games();
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto game = games.make(take_line(text));
  if (!game) {
    must(!game.error().message.empty());
    return 0;
  }
  auto session = begin(*game, take_line(text));
  if (!session) return 0;
  for (const std::string& move : banyan::split_words(text)) {
    const std::size_t before = session->moves().size();
    const auto played = session->play(move);
    must(played.ok() || !played.error().message.empty());
    must(session->moves().size() == before + (played.ok() ? 1 : 0));
  }
  check_text(*session);
  return 0;
}
