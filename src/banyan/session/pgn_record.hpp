// Games of PGN and PDN as records, and records as PGN or PDN (game_files.hpp). The two differ in their tags
// and moves, which the game itself knows.
#pragma once

#include <memory>
#include <string>

#include <banyan/core/result.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/pgn.hpp>
#include <banyan/session/record.hpp>

namespace banyan {

std::string print_pgn(const GameRecord& record, const AnyGame& game);

// The spec of the game, by a tag of ours, or by the tags and moves of the games that there are.
Result<std::string> pgn_game_spec(const PgnGame& pgn, const GameList& games);

Result<GameRecord> record_of_pgn(const PgnGame& pgn, const std::shared_ptr<const AnyGame>& game);

}  // namespace banyan
