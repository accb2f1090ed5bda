// GTP: what GoGui adds. A program that knows the rules shows its own board (gogui-rules_…), and one that
// evaluates positions offers commands for GoGui's menu "Analyze", here with heat maps.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/protocol/gtp.hpp>
#include <banyan/session/text.hpp>
#include <banyan/session/words.hpp>

namespace banyan::protocol {

namespace {
using Text = Result<std::string>;

double visits_share(const Analysis& analysis, const Analysis::Move& move) {
  const std::uint64_t most = analysis.moves.empty() ? 0 : analysis.moves.front().visits;
  return most == 0 ? 0 : static_cast<double>(move.visits) / static_cast<double>(most);
}

double value_of_visited(const Analysis& /*analysis*/, const Analysis::Move& move) {
  return move.visits > 0 && std::isfinite(move.win_rate) ? 2 * move.win_rate - 1 : 0;
}
}  // namespace

// A capital, then small letters.
Gtp::Answer Gtp::rules_game_id(const Words& /*words*/) {
  std::string id;
  for (const char c : host_->info().description.title) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (!capital && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) continue;
    const char small = capital ? static_cast<char>(c - 'A' + 'a') : c;
    id += id.empty() && small >= 'a' ? static_cast<char>(small - 'a' + 'A') : small;
  }
  return Text(id);
}

Gtp::Answer Gtp::rules_board(const Words& /*words*/) {
  const auto picture = host_->position().picture();
  if (!picture || picture->cells.size() != names_->columns() * names_->rows())
    return Text(Error{"there is no board"});
  std::string text;
  for (std::size_t number = names_->rows(); number >= 1; --number) {
    if (!text.empty()) text += '\n';
    for (std::size_t column = 0; column < names_->columns(); ++column) {
      const auto& cell = picture->cells[names_->cell_in_row(number, column)];
      const char mark = cell.absent ? '?' : cell.owner == 0 ? 'X' : cell.owner == 1 ? 'O' : '.';
      text += (column == 0 ? "" : " ") + std::string(1, mark);
    }
  }
  return Text(text);
}

Gtp::Answer Gtp::rules_board_size(const Words& /*words*/) {
  std::string text = std::to_string(names_->columns());
  if (names_->rows() != names_->columns()) text += " " + std::to_string(names_->rows());
  return Text(text + (names_->hexagonal() ? " hex" : ""));
}

Gtp::Answer Gtp::rules_legal_moves(const Words& /*words*/) {
  std::string text;
  for (const std::string& move : host_->position().legal())
    text += (text.empty() ? "" : " ") + vertex(host_->position(), move);
  return Text(text);
}

Gtp::Answer Gtp::rules_side_to_move(const Words& /*words*/) {
  return Text(colour_name(host_->player().value_or(0)));
}

Gtp::Answer Gtp::rules_final_result(const Words& /*words*/) { return Text(status_line(host_->session())); }

Gtp::Answer Gtp::analyze_commands(const Words& /*words*/) {
  std::string text;
  if (has_board())
    text +=
        "dboard/Visits of each move/banyan-visits\n"
        "dboard/Win rate of each move/banyan-winrate\n";
  return Text(text + "string/Final score/final_score\nparam/Options of the agent/banyan-option");
}

// What was running has been stopped before this.
Gtp::Answer Gtp::interrupt(const Words& /*words*/) { return Text(std::string{}); }

Gtp::Answer Gtp::visits_map(const Words& /*words*/) { return heat_map(&visits_share); }
Gtp::Answer Gtp::winrate_map(const Words& /*words*/) { return heat_map(&value_of_visited); }

// A number from -1 to 1 for each point, row by row from the highest number.
Gtp::Answer Gtp::heat_map(double (*number)(const Analysis&, const Analysis::Move&)) {
  if (!host_->player()) return Text(Error{"the game is over"});
  running_ = Running::answer;
  host_->think({.whole_budget = true,
                .done = [this, number, id = id_](const Analysis& analysis, const std::stop_token&) {
                  if (!analysis.error.empty()) return answer(id, Error{analysis.error});
                  std::vector<double> numbers(names_->columns() * names_->rows(), 0);
                  for (const Analysis::Move& move : analysis.moves)
                    if (const auto cell = cell_of_move(host_->position(), move.move);
                        cell && *cell < numbers.size())
                      numbers[*cell] = number(analysis, move);
                  std::string text;
                  for (std::size_t row = names_->rows(); row >= 1; --row)
                    for (std::size_t column = 0; column < names_->columns(); ++column)
                      text += fmt::format("{}{:.3f}", column == 0 ? "\n" : " ",
                                          numbers[names_->cell_in_row(row, column)]);
                  answer(id, text);
                }});
  return std::nullopt;
}

// Without words the options, as GoGui's commands of type "param" list them; with a name and a value it sets
// one.
Gtp::Answer Gtp::option(const Words& words) {
  if (!words.empty()) {
    const std::string value = join_words({words.begin() + 1, words.end()});
    const bool flag = value == "0" || value == "1";
    Result<void> set = host_->set_option(words[0], value);
    if (!set && flag) set = host_->set_option(words[0], value == "1" ? "true" : "false");
    return set ? Text(std::string{}) : Text(set.error());
  }
  constexpr std::string_view list_head = "one of ";
  std::string text;
  for (const FieldInfo& field : host_->options()) {
    std::string type = "string";
    std::string value = field.value;
    if (field.expected == "true or false") {
      type = "bool";
      value = value == "true" ? "1" : "0";
    } else if (field.expected.starts_with(list_head) && !value.empty()) {
      type =
          "list/" + join_words(split_words(std::string_view(field.expected).substr(list_head.size())), "/");
    }
    text += fmt::format("{}[{}] {} {}", text.empty() ? "" : "\n", type, field.name, value);
  }
  return Text(text);
}

}  // namespace banyan::protocol
