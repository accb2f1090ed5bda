#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// Columns a text takes: bytes that continue a UTF-8 character take none.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string pad_left(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, width_of(text)), ' ') + std::string(text);
}

std::string escape(std::string_view code, std::string_view text, TextStyle style) {
  return style.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::size_t widest_label(const Picture& picture) {
  std::size_t width = 0;
  for (const std::string& label : picture.row_labels) width = std::max(width, width_of(label));
  return width;
}

std::size_t widest_cell(const Picture& picture) {
  std::size_t width = 1;
  for (const auto& cell : picture.cells) width = std::max(width, width_of(cell.text));
  for (const std::string& label : picture.column_labels) width = std::max(width, width_of(label));
  return width;
}
}  // namespace

std::string in_colour_of(int player, std::string_view text, TextStyle style) {
  constexpr std::array<std::string_view, 6> colours{"1;36", "1;33", "1;35", "1;32", "1;34", "1;31"};
  return player < 0 ? std::string(text)
                    : escape(colours[static_cast<std::size_t>(player) % colours.size()], text, style);
}
std::string bold(std::string_view text, TextStyle style) { return escape("1", text, style); }
std::string dim(std::string_view text, TextStyle style) { return escape("2", text, style); }

std::string draw(const Picture& picture, const std::optional<std::size_t>& marked_cell, TextStyle style) {
  const std::size_t label_width = widest_label(picture);
  const std::size_t cell_width = widest_cell(picture);
  std::string text;
  for (std::size_t row = 0; row < picture.rows; ++row) {
    if (label_width > 0) text += " " + dim(pad_left(picture.row_labels[row], label_width), style);
    bool marked = false;  // a mark closes in the gap before the next cell
    for (std::size_t column = 0; column < picture.columns; ++column) {
      const Picture::Cell& cell = picture.at(row, column);
      const bool last = marked_cell == row * picture.columns + column;
      text += marked ? "]" : last ? "[" : " ";
      text += cell.text.empty() ? dim(pad_left(".", cell_width), style)
                                : in_colour_of(cell.owner, pad_left(cell.text, cell_width), style);
      marked = last;
    }
    text += marked ? "]\n" : "\n";
  }
  if (!picture.column_labels.empty()) {
    text += std::string(label_width > 0 ? label_width + 1 : 0, ' ');
    for (const std::string& label : picture.column_labels)
      text += " " + dim(pad_left(label, cell_width), style);
    text += "\n";
  }
  if (!picture.caption.empty()) text += picture.caption + (picture.caption.ends_with('\n') ? "" : "\n");
  return text;
}

std::optional<std::size_t> last_move_cell(const Session& session) {
  const auto& moves = session.moves();
  const auto now = session.position().picture();
  if (moves.empty() || !now) return std::nullopt;
  // Several cells may belong to one move (a column of Connect Four): the one that it filled is meant.
  const auto before = session.position_at(moves.size() - 1).picture();
  for (std::size_t i = 0; i < now->cells.size(); ++i) {
    const auto& cell = now->cells[i];
    const bool filled = !before || i >= before->cells.size() || before->cells[i].text != cell.text;
    if (cell.move == moves.back() && !cell.text.empty() && filled) return i;
  }
  return std::nullopt;
}

std::string draw(const Session& session, TextStyle style) {
  const Position& position = session.position();
  if (const auto picture = position.picture()) return draw(*picture, last_move_cell(session), style);
  if (const auto text = position.text()) return *text + "\n";
  return session.moves().empty() ? "the start of the game\n" : "after " + join_words(session.moves()) + "\n";
}

std::vector<std::string> player_names(const AnyGame& game) {
  // The marks show on the board once there are some: look a few random plies ahead.
  const auto players = static_cast<std::size_t>(game.info().players);
  std::vector<std::string> names(players);
  Random random(0);
  const auto position = game.start();
  for (std::size_t ply = 0; ply < 2 * players + 2 && position->player(); ++ply) {
    position->play_random(random);
    const auto picture = position->picture();
    if (!picture) break;
    for (const auto& cell : picture->cells)
      if (cell.owner >= 0 && static_cast<std::size_t>(cell.owner) < players && !cell.text.empty())
        names[static_cast<std::size_t>(cell.owner)] = cell.text;
  }
  for (std::size_t i = 0; i < players; ++i)
    names[i] = names[i].empty() ? fmt::format("player {}", i) : fmt::format("{} (player {})", names[i], i);
  return names;
}

std::string result_text(const AnyGame& game, const std::vector<double>& returns) {
  if (returns.size() == 1) return "the game is over with a return of " + print_number(returns[0]);
  const auto names = player_names(game);
  const double most = *std::max_element(returns.begin(), returns.end());
  std::vector<std::string> first;
  for (std::size_t i = 0; i < returns.size(); ++i)
    if (returns[i] == most) first.push_back(names[i]);
  if (first.size() == 1) return first[0] + " wins";
  if (first.size() == returns.size()) return "a draw";
  return join_words(first, " and ") + " share the first place";
}

std::string status_line(const Session& session) {
  const auto player = session.position().player();
  if (!session.position().problem().empty()) return session.position().problem();
  if (!player) return result_text(session.game(), *session.position().outcome());
  if (*player == chance_player) return "chance is to move";
  return player_names(session.game())[static_cast<std::size_t>(*player)] + " to move";
}

}  // namespace banyan
