// The game record: one text format for saving, replaying and keeping games.
//
//   banyan-game 1
//   game connect4
//   seat human
//   seat uct:time=1s
//   seed 42
//   result 1 -1                 total returns; or `unfinished`, or `resigned 0` (the seat that gave up)
//   date 2025-01-31T12:00:00Z
//                               (`position TEXT` stands here if it did not begin at the game's start)
//   moves
//   4 4 3 2                     chance included, as many a line as one likes
//
// A word that begins with # begins a comment. Lines of the header come in any order; only the first line
// and `game` must be there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/session.hpp>

namespace banyan {

struct GameRecord {
  struct Move {
    std::string text;
    std::size_t line = 0;  // where it was read
  };

  std::string game;
  std::vector<std::string> seats;
  std::optional<std::uint64_t> seed;
  std::optional<std::vector<double>> returns;  // of a finished game
  std::optional<int> resigned;                 // the seat that gave up
  std::string date;
  std::optional<std::string> position;
  std::vector<Move> moves;
};

std::string print_record(const GameRecord& record);
// The error names the line.
Result<GameRecord> parse_record(std::string_view text);

// What a session amounts to; seats, seed and date are left to whoever knows them.
GameRecord record_of(const Session& session, std::string_view game_spec);
// Plays a record's moves, and checks that they lead to its result.
Result<Session> replay(const GameRecord& record, const GameList& games);

// Now, as 2025-01-31T12:00:00Z.
std::string date_now();

}  // namespace banyan
