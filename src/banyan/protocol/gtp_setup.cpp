// GTP: handicap and game records.
#include <algorithm>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/value.hpp>
#include <banyan/protocol/gtp.hpp>
#include <banyan/session/game_files.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
using Text = Result<std::string>;

// The handicap points of the specification, from the lower left, in the order in which stones take them: as
// row number and column. Empty where there are none.
std::vector<std::pair<std::size_t, std::size_t>> handicap_points(std::size_t size, std::size_t count) {
  if (size < 7) return {};
  const std::size_t low = size > 12 ? 3 : 2;  // from the edge
  const std::size_t high = size - 1 - low;
  const std::size_t middle = size / 2;
  const bool has_middle = size % 2 == 1 && size > 7;
  if (count > (has_middle ? 9U : 4U)) return {};
  std::vector<std::pair<std::size_t, std::size_t>> points{{low, low}, {high, high}, {high, low}, {low, high}};
  if (count >= 6) points.insert(points.end(), {{middle, low}, {middle, high}});
  if (count >= 8) points.insert(points.end(), {{low, middle}, {high, middle}});
  if (count >= 5 && count % 2 == 1) points.emplace_back(middle, middle);
  points.resize(std::min(points.size(), count));
  return points;
}
}  // namespace

Result<std::vector<std::size_t>> Gtp::handicap_cells(const Words& words) const {
  const auto count = words.size() == 1 ? parse_value<std::size_t>(words[0], at_least(2)) : Error{};
  if (!count) return Error{"syntax error: handicap is a number of stones, at least 2"};
  if (!host_->session().moves().empty()) return Error{"board not empty"};
  if (names_->columns() != names_->rows()) return Error{"invalid number of stones"};
  std::vector<std::size_t> cells;
  for (const auto& [row, column] : handicap_points(names_->rows(), *count))
    cells.push_back(names_->cell_in_row(row + 1, column));
  if (cells.empty()) return Error{"invalid number of stones"};
  return cells;
}

// The first player's stones, and between them passes of the other: the rules see a game like any other.
Result<std::string> Gtp::put_handicap(const std::vector<std::string>& moves) {
  std::vector<std::string> steps;
  for (const std::string& move : moves) {
    if (!steps.empty()) steps.emplace_back("pass");
    steps.push_back(move);
  }
  if (auto played = host_->play(steps); !played) return played.error();
  return std::string{};
}

Gtp::Answer Gtp::fixed_handicap(const Words& words) {
  const auto cells = handicap_cells(words);
  if (!cells) return Result<std::string>(cells.error());
  const auto picture = host_->position().picture();
  std::vector<std::string> moves;
  std::string text;
  for (const std::size_t cell : *cells) {
    moves.push_back(picture->cells[cell].move);
    text += (text.empty() ? "" : " ") + names_->vertex(cell);
  }
  const auto put = put_handicap(moves);
  return put ? Result<std::string>(text) : put;
}

// The engine may choose the points, and fewer stones than requested.
Gtp::Answer Gtp::place_free_handicap(const Words& words) {
  const auto wanted = words.size() == 1 ? parse_value<std::size_t>(words[0], at_least(2)) : Error{};
  if (!wanted) return fixed_handicap(words);
  for (std::size_t count = std::min<std::size_t>(*wanted, 9); count >= 2; --count)
    if (handicap_cells({std::to_string(count)}) || count == 2) return fixed_handicap({std::to_string(count)});
  return fixed_handicap(words);
}

Gtp::Answer Gtp::set_free_handicap(const Words& words) {
  if (!host_->session().moves().empty()) return Result<std::string>(Error{"board not empty"});
  std::vector<std::string> moves;
  for (const std::string& word : words) moves.push_back(move_of_vertex(names_, host_->position(), word));
  if (moves.size() < 2 || std::find(moves.begin(), moves.end(), "pass") != moves.end())
    return Result<std::string>(Error{"bad vertex list"});
  const auto put = put_handicap(moves);
  return put ? put : Result<std::string>(Error{"bad vertex list: " + put.error().message});
}

// The game up to before a move's number, as the specification has it, or the whole of it.
Gtp::Answer Gtp::loadsgf(const Words& words) {
  if (words.empty() || words.size() > 2)
    return Text(Error{"syntax error: loadsgf takes a file and perhaps the number of a move"});
  const auto until =
      words.size() == 2 ? parse_value<std::size_t>(words[1], at_least(1)) : Result<std::size_t>(0);
  if (!until) return Text(until.error());
  const auto text = read_file(words[0]);
  if (!text) return Text(Error{"cannot load file: " + text.error().message});
  auto games = parse_sgf(*text);
  if (!games) return Text(Error{"cannot load file: " + games.error().message});
  SgfGame& game = games->front();
  if (*until != 0 && game.moves.size() >= *until) game.moves.resize(*until - 1);
  if (const auto begun = begin_record(game); !begun)
    return Text(Error{"cannot load file: " + begun.error().message});
  return Text(std::string{});
}

// All or nothing: the record is played on a board of its own first.
Result<void> Gtp::begin_record(const SgfGame& game) {
  const auto values = values_of_record(game);
  if (!values) return values.error();
  const auto fitted = host_->game_with(*values);
  if (!fitted) return fitted.error();
  const auto record = record_of_sgf(game, *fitted);
  if (!record) return record.error();
  auto trial = record->position ? Session::from_position(*fitted, *record->position)
                                : Result<Session>(Session(*fitted));
  if (!trial) return trial.error();
  for (const auto& move : record->moves)
    if (auto played = trial->play(move.text); !played) return played.error();
  if (values->empty()) {
    host_->restart();
  } else if (auto set = host_->set_parameters(*values, false); !set) {
    return set;
  }
  game_changed();
  if (record->position)
    if (auto placed = host_->restart_at(*record->position); !placed) return placed;
  for (const auto& move : record->moves)
    if (auto played = host_->play({move.text}); !played) return played;
  return {};
}

// The size of the board and the komi of a record, where they are others than those that are set.
Result<Host::Values> Gtp::values_of_record(const SgfGame& game) const {
  Host::Values values;
  if (const auto size = game.root.find("SZ"); size != game.root.end()) {
    const std::size_t colon = std::min(size->second.find(':'), size->second.size());
    const std::string columns = size->second.substr(0, colon);
    const std::string rows = colon < size->second.size() ? size->second.substr(colon + 1) : columns;
    const bool fits = columns == std::to_string(names_->columns()) && rows == std::to_string(names_->rows());
    auto others = fits ? Result<Host::Values>(Host::Values{}) : values_of_size({columns, rows});
    if (!others) return Error{"its board is of another size"};
    values = *std::move(others);
  }
  if (const auto komi_value = game.root.find("KM"); komi_value != game.root.end() && has_komi()) {
    const auto number = parse_value<double>(komi_value->second);
    if (!number) return Error{"komi: " + number.error().message};
    values.emplace_back("komi", print_number(*number));  // the spec takes the shortest form
  }
  return values;
}

}  // namespace banyan::protocol
