// Games of SGF as records, and records as SGF (game_files.hpp).
#pragma once

#include <memory>
#include <string>

#include <banyan/core/result.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/record.hpp>
#include <banyan/session/sgf.hpp>

namespace banyan {

std::string print_sgf(const GameRecord& record, const AnyGame& game);

// The spec of a game of this number (GM) with the root's size and komi, or the one that a tag of ours names.
Result<std::string> sgf_game_spec(const SgfGame& sgf, const GameList& games);

// A game of SGF, replayed from the start of this one. Set-up stones become moves, with passes of the other
// side between them.
Result<GameRecord> record_of_sgf(const SgfGame& sgf, const std::shared_ptr<const AnyGame>& game);

}  // namespace banyan
