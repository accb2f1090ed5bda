// Text output: a board with coordinates, and an analysis as a table. Colour is optional.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/game/picture.hpp>
#include <banyan/session/analysis.hpp>
#include <banyan/session/session.hpp>

namespace banyan {

struct TextStyle {
  bool colour = false;
};

// Wraps text in the colour of a player.
std::string in_colour_of(int player, std::string_view text, TextStyle style);
// Wraps text in bold, or dim.
std::string bold(std::string_view text, TextStyle style);
std::string dim(std::string_view text, TextStyle style);

// The board, with one cell marked.
std::string draw(const Picture& picture, const std::optional<std::size_t>& marked_cell, TextStyle style);
// The cell that the last move filled, if it is on the board.
std::optional<std::size_t> last_move_cell(const Session& session);
// The current position: its board, or else its text.
std::string draw(const Session& session, TextStyle style);

// The name of each player: by side, else by the mark of their pieces, else "Player 1".
std::vector<std::string> side_names(const AnyGame& game);
// The same with the mark of their pieces and the number, for the terminal: "Yellow, X (player 0)".
std::vector<std::string> player_names(const AnyGame& game);
// The player to move, or the result, as a sentence.
std::string status_line(const Session& session);
// Who has the highest return: "X (player 0) wins", "a draw", or the points of a single player.
std::string result_text(const AnyGame& game, const std::vector<double>& returns);

// A table of the moves, most visits first, and the statistics of the search.
std::string analysis_table(const Analysis& analysis, std::size_t most_moves, TextStyle style);
// One line on the progress of a search.
std::string progress_line(const Analysis& analysis);

}  // namespace banyan
