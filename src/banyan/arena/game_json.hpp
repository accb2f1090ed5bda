// A played game as JSON: a line of `match --json`, and what a match stores to resume after a kill.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <banyan/arena/match.hpp>
#include <banyan/session/json.hpp>

namespace banyan {

// Fields of `results[]`; `end` and `end_seat` where it was not the rules that ended the game.
Json json_of(const PlayedGame& game);

// For the store: what does not follow from the schedule.
std::string print_played(const PlayedGame& game);
// Nothing where the text is not a game with this number of seats.
std::optional<PlayedGame> parse_played(std::string_view text, const ScheduledGame& scheduled);

}  // namespace banyan
