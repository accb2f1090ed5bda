// The game record: one text format for saving, replaying and keeping games.
//
//   banyan-game 1
//   game connect4
//   seat human
//   seat uct:time=1s
//   seed 42
//   result 1 -1                 total returns; or `unfinished`, or `resigned 0` (the seat that resigned)
//   date 2025-01-31T12:00:00Z
//                               (`position TEXT` stands here if it did not begin at the game's start)
//   moves
//   4 4 3 2                     chance included, any number on a line
//
// A word that begins with # begins a comment. Lines of the header come in any order; only the first line and
// `game` are required.
#pragma once

#include <cstdint>
#include <limits>
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
    std::size_t line = 0;                                     // its line in the text
    double value = std::numeric_limits<double>::quiet_NaN();  // what its player thought it worth
    std::string comment{};                                    // what a file said of it besides
  };

  std::string game;
  std::vector<std::string> seats;
  std::optional<std::uint64_t> seed;
  std::optional<std::vector<double>> returns;  // of a finished game
  std::optional<int> resigned;                 // the seat that resigned
  std::string end;                             // "time", "fault" or "adjudication", where one ended it
  std::string date;
  std::optional<std::string> position;
  std::vector<Move> moves;
};

std::string print_record(const GameRecord& record);
// The error names the line.
Result<GameRecord> parse_record(std::string_view text);

// The record of a session; the caller fills in seats, seed and date.
GameRecord record_of(const Session& session, std::string_view game_spec);
// Plays a record's moves and checks that they lead to its result.
Result<Session> replay(const GameRecord& record, const GameList& games);

// The current time, as 2025-01-31T12:00:00Z.
std::string date_now();

}  // namespace banyan
