#include <banyan/protocol/board_names.hpp>

#include <algorithm>
#include <set>

#include <banyan/core/value.hpp>

namespace banyan::protocol {

namespace {
constexpr std::string_view letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// The numbers that label the rows, if they are 1 to the number of rows in some order; else from the bottom.
std::vector<std::size_t> row_numbers(const Picture& picture) {
  std::vector<std::size_t> numbers;
  for (const std::string& label : picture.row_labels)
    if (const auto number = parse_value<std::size_t>(label, between(1, static_cast<double>(picture.rows))))
      numbers.push_back(*number);
  std::vector<std::size_t> sorted = numbers;
  std::sort(sorted.begin(), sorted.end());
  const bool distinct = std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (distinct && numbers.size() == picture.rows) return numbers;
  numbers.clear();
  for (std::size_t row = 0; row < picture.rows; ++row) numbers.push_back(picture.rows - row);
  return numbers;
}
}  // namespace

std::optional<BoardNames> BoardNames::of(const AnyGame& game) {
  const auto picture = game.start()->picture();
  if (!picture || picture->columns == 0 || picture->rows == 0 || picture->columns > letters.size())
    return std::nullopt;
  BoardNames names;
  names.columns_ = picture->columns;
  names.rows_ = picture->rows;
  names.hexagonal_ = picture->row_shift != 0;
  names.numbers_ = row_numbers(*picture);
  return names;
}

std::string BoardNames::vertex(std::size_t cell) const {
  return letters[cell % columns_] + std::to_string(numbers_[cell / columns_]);
}

std::optional<std::size_t> BoardNames::cell(std::string_view vertex) const {
  if (vertex.size() < 2 || vertex[1] < '1' || vertex[1] > '9') return std::nullopt;
  const std::size_t column = letters.find(upper(vertex[0]));
  const auto number = parse_value<std::size_t>(vertex.substr(1), between(1, static_cast<double>(rows_)));
  if (column >= columns_ || !number) return std::nullopt;
  return cell_in_row(*number, column);
}

std::size_t BoardNames::cell_in_row(std::size_t number, std::size_t column) const {
  const auto row = std::find(numbers_.begin(), numbers_.end(), number) - numbers_.begin();
  return static_cast<std::size_t>(row) * columns_ + column;
}

std::optional<std::size_t> cell_of_move(const Position& position, std::string_view move) {
  if (const auto cells = position.cells_of(move); !cells.empty())
    return cells.size() == 1 ? std::optional(cells[0]) : std::nullopt;
  const auto now = position.picture();
  if (!now) return std::nullopt;
  std::vector<std::size_t> cells;
  for (std::size_t i = 0; i < now->cells.size(); ++i)
    if (now->cells[i].move == move) cells.push_back(i);
  if (cells.size() < 2) return cells.empty() ? std::nullopt : std::optional(cells[0]);
  // Several cells stand for the move, as those of a column: the one that it fills.
  const auto after = position.clone();
  if (!after->play(move)) return std::nullopt;
  const auto then = after->picture();
  for (const std::size_t cell : cells)
    if (then && cell < then->cells.size() && now->cells[cell].text != then->cells[cell].text) return cell;
  return std::nullopt;
}

std::string vertex_of_move(const std::optional<BoardNames>& names, const Position& position,
                           std::string_view move) {
  if (names)
    if (const auto cell = cell_of_move(position, move); cell && *cell < names->columns() * names->rows())
      return names->vertex(*cell);
  return std::string(move);
}

std::string move_of_vertex(const std::optional<BoardNames>& names, const Position& position,
                           std::string_view vertex) {
  std::string lower(vertex);
  for (char& c : lower)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  if (lower == "pass") return lower;
  if (const auto cell = names ? names->cell(vertex) : std::nullopt)
    if (const auto picture = position.picture(); picture && *cell < picture->cells.size())
      if (const std::string& move = picture->cells[*cell].move; !move.empty()) return move;
  return std::string(vertex);
}

VertexList::VertexList(const std::optional<BoardNames>& names, const Position& position) : names_(names) {
  const auto picture = position.picture();
  if (!names || !picture || picture->cells.size() > names->columns() * names->rows()) return;
  std::set<std::string> ambiguous;
  for (std::size_t cell = 0; cell < picture->cells.size(); ++cell)
    if (const std::string& move = picture->cells[cell].move; !move.empty())
      if (!known_.emplace(move, names->vertex(cell)).second) ambiguous.insert(move);
  for (const std::string& move : ambiguous) known_.erase(move);
}

std::string VertexList::of(const Position& position, std::string_view move) const {
  const auto found = known_.find(move);
  return found != known_.end() ? found->second : vertex_of_move(names_, position, move);
}

}  // namespace banyan::protocol
