// What the formats of games in files have in common (game_files.hpp): comments with evaluations, the winner's
// seat, and look-ups.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>
#include <banyan/session/record.hpp>

namespace banyan::game_text {

Error in_line(std::size_t line, const std::string& what);

std::optional<std::string> value_of(const std::map<std::string, std::string>& list, const std::string& name);

// The winner of a game of two; nothing after a draw or in the middle.
std::optional<std::size_t> winning_seat(const GameRecord& record);

// The comment of a move: its evaluation as "value +0.25", then the move's own comment; and the reverse.
std::string comment_of(const GameRecord::Move& move);
void note_comment(GameRecord::Move& move, std::string_view comment);

std::string day_of(const std::string& date);
std::string seat_name(const GameRecord& record, std::size_t seat);

}  // namespace banyan::game_text
