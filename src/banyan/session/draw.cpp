#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan {

namespace {
// Columns that a text takes: continuation bytes of UTF-8 take none.
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

namespace {
// How many characters a row is indented relative to the leftmost one.
std::size_t indent_of(const Picture& picture, std::size_t row, std::size_t cell_width) {
  const double last = static_cast<double>(picture.rows > 0 ? picture.rows - 1 : 0) * picture.row_shift;
  const double shift = static_cast<double>(row) * picture.row_shift - std::min(0.0, last);
  return static_cast<std::size_t>(shift * static_cast<double>(cell_width + 1) + 0.5);
}

// Whether a small board of its own begins at this column or row, so that a line sets it apart.
bool begins_block(const Picture& picture, std::size_t Picture::Block::*edge, std::size_t at) {
  return at > 0 && std::any_of(picture.blocks.begin(), picture.blocks.end(),
                               [&](const Picture::Block& block) { return block.*edge == at; });
}
bool begins_column(const Picture& picture, std::size_t column) {
  return begins_block(picture, &Picture::Block::column, column);
}
// The line above a row that begins small boards.
std::string line_above(const Picture& picture, std::size_t row, std::size_t margin, std::size_t cell_width,
                       TextStyle style) {
  if (!begins_block(picture, &Picture::Block::row, row)) return {};
  std::string line;
  for (std::size_t column = 0; column < picture.columns; ++column)
    line += (begins_column(picture, column) ? "-+" : "") + std::string(cell_width + 1, '-');
  return std::string(margin, ' ') + dim(line + "-", style) + "\n";
}

std::string column_labels(const Picture& picture, std::size_t indent, std::size_t cell_width,
                          TextStyle style) {
  std::string text(indent, ' ');
  for (std::size_t column = 0; column < picture.column_labels.size(); ++column)
    text += (begins_column(picture, column) ? "   " : " ") +
            dim(pad_left(picture.column_labels[column], cell_width), style);
  return text + "\n";
}

// Cells without labels around them are told by their names, if they have any.
bool is_told_by_names(const Picture& picture) {
  return picture.row_labels.empty() && picture.column_labels.empty() &&
         std::any_of(picture.cells.begin(), picture.cells.end(),
                     [](const Picture::Cell& cell) { return !cell.name.empty(); });
}

// The names of a row's cells, at the edge of a board of two rows: of "South 3" the last word. Those too long
// for a cell are left out, and so is a line without any.
std::string edge_names(const Picture& picture, std::size_t row, std::size_t cell_width, TextStyle style) {
  if (picture.rows != 2 || !is_told_by_names(picture)) return {};
  std::string text;
  bool any = false;
  for (std::size_t column = 0; column < picture.columns; ++column) {
    std::string name = picture.at(row, column).name;
    name.erase(0, name.find_last_of(' ') + 1);
    if (width_of(name) > cell_width) name.clear();
    any = any || !name.empty();
    text += " " + dim(pad_left(name, cell_width), style);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return any ? text + "\n" : "";
}

// The names of a row's cells in a board of their own, to the right of one of more rows.
std::string names_beside(const Picture& picture, std::size_t row, TextStyle style) {
  if (picture.rows == 2 || !is_told_by_names(picture)) return {};
  std::size_t width = 0;
  for (const Picture::Cell& cell : picture.cells) width = std::max(width, width_of(cell.name));
  std::string text = "  ";
  for (std::size_t column = 0; column < picture.columns; ++column) {
    const std::string name = pad_left(picture.at(row, column).name, width);
    text += " " + (width_of(name) > 0 && name.back() != ' ' ? dim(name, style) : name);
  }
  return text;
}

// Whether moves are made on other cells, and this one only shows what they bring: a box between lines.
bool is_apart_from_moves(const Picture& picture, const Picture::Cell& cell) {
  return cell.move.empty() && !cell.name.empty() &&
         std::any_of(picture.cells.begin(), picture.cells.end(),
                     [](const Picture::Cell& other) { return !other.move.empty(); });
}

std::string cell_text(const Picture& picture, std::size_t i, std::size_t width, TextStyle style) {
  const Picture::Cell& cell = picture.cells[i];
  // Cells without a name among others that have one are not played on.
  const bool blank = cell.absent || (cell.text.empty() && cell.name.empty() && is_told_by_names(picture));
  if (blank) return std::string(width, ' ');
  if (!cell.text.empty()) return in_colour_of(cell.owner, pad_left(cell.text, width), style);
  if (is_apart_from_moves(picture, cell)) return std::string(width, ' ');
  const bool dot = std::find(picture.dots.begin(), picture.dots.end(), i) != picture.dots.end();
  return dim(pad_left(dot ? "+" : ".", width), style);
}

// A row with its label, which stands beside the first cell that there is.
std::string row_text(const Picture& picture, std::size_t row, const std::optional<std::size_t>& marked_cell,
                     TextStyle style) {
  const std::size_t label_width = widest_label(picture);
  const std::size_t cell_width = widest_cell(picture);
  std::size_t first = 0;
  while (first < picture.columns && picture.at(row, first).absent) ++first;
  std::string text(indent_of(picture, row, cell_width) + first * (cell_width + 1), ' ');
  if (label_width > 0) text += " " + dim(pad_left(picture.row_labels[row], label_width), style);
  bool marked = false;  // the closing bracket goes into the gap before the next cell
  for (std::size_t column = first; column < picture.columns; ++column) {
    const std::size_t cell = row * picture.columns + column;
    if (begins_column(picture, column)) text += (std::exchange(marked, false) ? "]" : " ") + dim("|", style);
    text += marked ? "]" : marked_cell == cell ? "[" : " ";
    text += cell_text(picture, cell, cell_width, style);
    marked = marked_cell == cell;
  }
  text += (marked ? "]" : " ") + names_beside(picture, row, style);
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

// Takes away the blanks that all lines begin with, but for one.
std::string without_margin(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t margin = std::string_view::npos;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    margin = std::min(margin, lines.back().find_first_not_of(" \n"));
    text.remove_prefix(end);
  }
  std::string all;
  for (const std::string_view line : lines)
    all += margin > 1 && margin < line.size() ? line.substr(margin - 1) : line;
  return all;
}
}  // namespace

std::string draw(const Picture& picture, const std::optional<std::size_t>& marked_cell, TextStyle style) {
  const std::size_t label_width = widest_label(picture);
  const std::size_t cell_width = widest_cell(picture);
  const std::size_t margin = label_width > 0 ? label_width + 1 : 0;
  // If rows are shifted, the column labels are above the first row, to which they belong.
  const bool labels_above = picture.row_shift != 0;
  std::string text;
  if (labels_above && !picture.column_labels.empty())
    text += column_labels(picture, margin + indent_of(picture, 0, cell_width), cell_width, style);
  text += edge_names(picture, 0, cell_width, style);
  for (std::size_t row = 0; row < picture.rows; ++row)
    text += line_above(picture, row, margin, cell_width, style) + row_text(picture, row, marked_cell, style);
  text += edge_names(picture, 1, cell_width, style);
  if (!labels_above && !picture.column_labels.empty())
    text += column_labels(picture, margin, cell_width, style);
  text = without_margin(text);
  if (!picture.caption.empty()) text += picture.caption + (picture.caption.ends_with('\n') ? "" : "\n");
  return text;
}

std::optional<std::size_t> last_move_cell(const Session& session) {
  const auto& moves = session.moves();
  const auto now = session.position().picture();
  if (moves.empty() || !now) return std::nullopt;
  if (const auto cells = session.position_at(moves.size() - 1).cells_of(moves.back()); !cells.empty())
    return cells.back() < now->cells.size() ? std::optional(cells.back()) : std::nullopt;
  // Several cells may belong to one move (a column of Connect Four): mark the one that it filled.
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

namespace {
// The mark of each player's pieces, if they all have the same. Marks appear on the board only with pieces, so
// look a few random plies ahead.
std::vector<std::string> marks_of(const AnyGame& game) {
  const auto players = static_cast<std::size_t>(game.info().players);
  std::vector<std::string> marks(players);
  std::vector<bool> several(players);
  Random random(0);
  const auto position = game.start();
  for (std::size_t ply = 0; ply < 2 * players + 2 && position->player(); ++ply) {
    position->play_random(random);
    const auto picture = position->picture();
    if (!picture) break;
    for (const auto& cell : picture->cells) {
      if (cell.owner < 0 || static_cast<std::size_t>(cell.owner) >= players || cell.text.empty()) continue;
      std::string& mark = marks[static_cast<std::size_t>(cell.owner)];
      if (!mark.empty() && mark != cell.text) several[static_cast<std::size_t>(cell.owner)] = true;
      mark = cell.text;
    }
  }
  for (std::size_t i = 0; i < players; ++i)
    if (several[i]) marks[i].clear();
  return marks;
}
}  // namespace

std::vector<std::string> side_names(const AnyGame& game) {
  std::vector<std::string> names;
  for (const auto& side : game.info().description.sides) names.push_back(side.name);
  if (!names.empty()) return names;
  names = marks_of(game);
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].empty()) names[i] = fmt::format("Player {}", i + 1);
  return names;
}

std::vector<std::string> player_names(const AnyGame& game) {
  const auto& sides = game.info().description.sides;
  std::vector<std::string> names = marks_of(game);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string mark = names[i];
    if (i < sides.size())
      names[i] = mark.empty() || mark == sides[i].name ? sides[i].name : sides[i].name + ", " + mark;
    names[i] = names[i].empty() ? fmt::format("player {}", i) : fmt::format("{} (player {})", names[i], i);
  }
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
