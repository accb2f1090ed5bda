// Games in files, as the game's people keep them: SGF, PGN and PDN beside Banyan's own record. Which of them
// a game has, and its facts (GM of SGF, tags of PGN), the game describes itself (GameDescription::record).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/record.hpp>
#include <banyan/session/sgf_record.hpp>

namespace banyan {

// The format that a file's ending names: .sgf, .pgn or .pdn, else Banyan's own (RecordStyle::none). An error
// where this game is not kept so.
Result<RecordStyle> record_style_of(std::string_view file, const AnyGame& game);

// The game in that format. Evaluations of moves become comments.
std::string print_game(const GameRecord& record, const AnyGame& game, RecordStyle style);

// Every game of a text in any of the formats, which the text itself shows. Each is replayed: moves are legal
// and in the game's own text. The error names the line.
Result<std::vector<GameRecord>> parse_games(std::string_view text, const GameList& games);
// The same where the game is known.
Result<std::vector<GameRecord>> parse_games_of(std::string_view text,
                                               const std::shared_ptr<const AnyGame>& game);
// The only game or the first of several.
Result<GameRecord> parse_game(std::string_view text, const GameList& games);

// Whether a text is SGF or PGN, by its first characters; else it may be a record or something else.
bool looks_like_sgf(std::string_view text);
bool looks_like_pgn(std::string_view text);

}  // namespace banyan
