// Positions and moves from any bytes, in every game of the list: the first line is a position (--position;
// nothing for the start), the rest are moves (--moves). Each game refuses them with a message or plays on:
// what was read prints and reads back the same, and a random game from there comes to an end.
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/random.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/words.hpp>

#include "fuzz.hpp"

namespace {
using namespace banyan;

void check_text(const AnyGame& game, const Position& position) {
  const auto text = position.text();
  if (!text) return;
  const auto again = game.parse_position(*text);
  must(again.ok());
  must((*again)->text() == text);
  must((*again)->player() == position.player());
  must((*again)->legal() == position.legal());
}

// Longer games are followed for so many moves.
constexpr std::uint64_t many_moves = 100;

void play_to_the_end(const AnyGame& game, Position& position) {
  Random random(1);
  const std::uint64_t most = game.info().max_moves.value_or(many_moves);
  for (std::uint64_t moves = 0; position.player() && moves < many_moves; ++moves) {
    must(moves < most);
    must(!position.play_random(random).empty());
  }
  (void)position.picture();
}

void play(const AnyGame& game, std::string_view text) {
  const std::string_view line = take_line(text);
  auto position = line.empty() ? Result(game.start()) : game.parse_position(line);
  if (!read_or_refused(position)) return;
  check_text(game, **position);
  bool moved = false;
  for (const std::string& move : split_words(text)) {
    const auto played = (*position)->play(move);
    if (!read_or_refused(played)) break;
    moved = true;
  }
  if (line.empty() && !moved) return;  // nothing of the input was read
  check_text(game, **position);
  (void)(*position)->picture();
  play_to_the_end(game, **position);
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<std::shared_ptr<const AnyGame>> games = [] {
    std::vector<std::shared_ptr<const AnyGame>> list;
    const GameList listed = built_in_games();
    for (const GameEntry& entry : listed.entries()) list.push_back(listed.make(entry.name).value());
    return list;
  }();
  for (const auto& game : games) play(*game, as_text(data, size));
  return 0;
}
