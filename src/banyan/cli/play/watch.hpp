// `play --watch`: shows a game between agents, redrawn in place, with their evaluations; and `play --replay`,
// the same for a recorded game.
#pragma once

#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/play/table.hpp>

namespace banyan::cli {

// Moves per second, at most.
inline constexpr double default_watch_speed = 5;

// Plays the setup's game to its end in the setup's session, or until the watcher quits. Returns why an agent
// could not continue, or an empty string. The error says which seat is not an agent's.
Result<std::string> watch_game(PlaySetup& setup, double speed, const Interrupt& interrupt);

// Shows a game from its first position on.
bool watch_replay(const Session& session, const std::string& game, double speed, const Interrupt& interrupt);

// The board with coloured tiles if its cells are numbers, otherwise as usual.
std::string draw_watched(const Picture& picture, const std::optional<std::size_t>& marked_cell,
                         TextStyle style);

}  // namespace banyan::cli
