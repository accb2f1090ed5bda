// `play --watch`: agents play while one looks on, redrawn in place, with what they think; and `play
// --replay`, the same for a game that was recorded.
#pragma once

#include <banyan/cli/interrupt.hpp>
#include <banyan/cli/play/table.hpp>

namespace banyan::cli {

// Moves a second, at most.
inline constexpr double default_watch_speed = 5;

// Plays the setup's game to its end in the setup's session, or until the watcher leaves. Answers why an agent
// could not play on, and nothing when all went well. The error says which seat is not an agent's.
Result<std::string> watch_game(PlaySetup& setup, double speed, const Interrupt& interrupt);

// Shows a game from its first position on.
bool watch_replay(const Session& session, const std::string& game, double speed, const Interrupt& interrupt);

// The board with coloured tiles where its cells are numbers, else as everywhere.
std::string draw_watched(const Picture& picture, const std::optional<std::size_t>& marked_cell,
                         TextStyle style);

}  // namespace banyan::cli
