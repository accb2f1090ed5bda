// Matrix games by name and from text. The text has one row of the table a line:
//
//   # Anything after # is a comment.
//   actions: rock paper scissors / rock paper scissors      (may be left out with two players)
//    0 -1  1
//    1  0 -1
//   -1  1  0
//
// Rows are the first player's actions, columns the second's. A cell is what the first player is paid by the
// second, or what each player is paid, with commas: `3,3 0,5`. More players: a further table for each
// combination of their actions, the last player's going fastest, with an empty line between.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/bandit/matrix_game.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

namespace detail {

inline std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\r') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

struct MatrixRow {
  std::size_t line;
  std::vector<std::string> cells;
};

// The text cut into the header's actions and the tables' rows.
struct MatrixText {
  std::vector<std::vector<std::string>> actions;
  std::vector<std::vector<MatrixRow>> tables;
};

inline std::string at_line(std::size_t line) { return "line " + std::to_string(line) + ": "; }

inline Result<std::vector<std::vector<std::string>>> read_actions(std::string_view text, std::size_t line) {
  std::vector<std::vector<std::string>> actions(1);
  for (std::string& word : split_words(text)) {
    if (word == "/") {
      actions.emplace_back();
    } else {
      actions.back().push_back(std::move(word));
    }
  }
  if (actions.size() < 2)
    return Error{at_line(line) + "actions of at least two players, with / between: actions: a b / x y"};
  for (const auto& own : actions)
    if (own.empty())
      return Error{at_line(line) + "a player has no actions; write them as in actions: a b / x y"};
  return actions;
}

inline Result<MatrixText> cut_matrix_text(std::string_view text) {
  MatrixText cut;
  bool new_table = true;
  for (std::size_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view row = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const bool comment = row.find('#') != std::string_view::npos;
    row = row.substr(0, row.find('#'));
    std::vector<std::string> words = split_words(row);
    if (words.empty()) {
      new_table = new_table || !comment;
      continue;
    }
    if (words.front() == "actions:") {
      if (!cut.actions.empty() || !cut.tables.empty())
        return Error{at_line(line) + "actions: stands once, before the first row"};
      auto actions = read_actions(row.substr(row.find(':') + 1), line);
      if (!actions) return actions.error();
      cut.actions = *std::move(actions);
      continue;
    }
    if (new_table) cut.tables.emplace_back();
    new_table = false;
    cut.tables.back().push_back({line, std::move(words)});
  }
  if (cut.tables.empty()) return Error{"there is no table; write one row a line, as in 0 -1 1"};
  return cut;
}

// One cell: a number for two players of a zero-sum game, else one for each player.
inline Result<std::vector<double>> read_cell(std::string_view cell, std::size_t players, std::size_t line) {
  std::vector<double> values;
  std::string_view rest = cell;
  while (true) {
    const auto value = banyan::detail::take_number(rest);
    if (!value)
      return Error{at_line(line) + "'" + banyan::detail::shorten(cell) +
                   "' is not a payoff; write 1.5, or 1,-1 with one for each player"};
    if (!usable_reward(*value))
      return Error{at_line(line) + "'" + banyan::detail::shorten(cell) +
                   "' has a payoff that is too large; payoffs are from -1e100 to 1e100"};
    values.push_back(*value);
    if (rest.empty()) break;
    if (rest.front() != ',')
      return Error{at_line(line) + "'" + banyan::detail::shorten(cell) +
                   "' is not a payoff; write 1.5, or 1,-1 with one for each player"};
    rest.remove_prefix(1);
  }
  if (values.size() == 1 && players == 2) values.push_back(-values[0]);
  if (values.size() != players)
    return Error{at_line(line) + "'" + banyan::detail::shorten(cell) + "' has " +
                 std::to_string(values.size()) + " payoffs for " + std::to_string(players) + " players"};
  for (double& value : values) value += 0.0;  // no negative zero
  return values;
}

inline std::vector<std::string> numbered_actions(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= count; ++i) names.push_back(std::to_string(i));
  return names;
}

// Every table has a row for each action of the first player, every row a cell for each of the second.
inline Result<void> check_shape(const MatrixText& cut) {
  std::size_t tables = 1;
  for (std::size_t player = 2; player < cut.actions.size() && tables <= cut.tables.size(); ++player)
    tables *= cut.actions[player].size();
  if (cut.tables.size() != tables)
    return Error{"there are " + std::to_string(cut.tables.size()) +
                 " tables; there must be one for each combination of the third and further players' actions"};
  for (const auto& table : cut.tables) {
    for (const MatrixRow& row : table)
      if (row.cells.size() != cut.actions[1].size())
        return Error{at_line(row.line) + "the row has " + std::to_string(row.cells.size()) +
                     " cells; it needs " + std::to_string(cut.actions[1].size()) +
                     ", one for each action of the second player"};
    if (table.size() != cut.actions[0].size())
      return Error{at_line(table.back().line) + "the table ends after " + std::to_string(table.size()) +
                   " rows; it needs " + std::to_string(cut.actions[0].size()) +
                   ", one for each action of the first player"};
  }
  return {};
}

}  // namespace detail

inline Result<MatrixGame> parse_matrix_game(std::string name, std::string_view text) {
  auto cut = detail::cut_matrix_text(text);
  if (!cut) return cut.error();
  if (cut->actions.empty()) {
    const auto& first = cut->tables.front();
    cut->actions = {detail::numbered_actions(first.size()),
                    detail::numbered_actions(first.front().cells.size())};
  }
  if (auto ok = detail::check_shape(*cut); !ok) return ok.error();

  MatrixGame game(std::move(name), cut->actions);
  const std::size_t players = game.players();
  Result<void> outcome;
  game.for_each_joint([&](std::span<const std::size_t> joint) {
    if (!outcome) return;
    std::size_t table = 0;
    for (std::size_t player = 2; player < players; ++player)
      table = table * game.action_count(player) + joint[player];
    const detail::MatrixRow& row = cut->tables[table][joint[0]];
    const auto values = detail::read_cell(row.cells[joint[1]], players, row.line);
    if (!values) {
      outcome = values.error();
      return;
    }
    for (std::size_t player = 0; player < players; ++player)
      game.set_payoff(player, joint, (*values)[player]);
  });
  if (!outcome) return outcome.error();
  return game;
}

struct NamedMatrix {
  std::string_view name;
  std::string_view help;
  std::string_view text;
};

inline constexpr std::array<NamedMatrix, 9> named_matrices{{
    {"rps", "rock, paper, scissors",
     "actions: rock paper scissors / rock paper scissors\n 0 -1 1\n 1 0 -1\n -1 1 0\n"},
    {"rpsls", "rock, paper, scissors, lizard, Spock",
     "actions: rock paper scissors lizard spock / rock paper scissors lizard spock\n"
     " 0 -1 1 1 -1\n 1 0 -1 -1 1\n -1 1 0 1 -1\n -1 1 -1 0 1\n 1 -1 1 -1 0\n"},
    {"pennies", "matching pennies: one wants the same side, the other not",
     "actions: heads tails / heads tails\n 1 -1\n -1 1\n"},
    {"prisoners", "the prisoner's dilemma",
     "actions: cooperate defect / cooperate defect\n 3,3 0,5\n 5,0 1,1\n"},
    {"chicken", "who swerves first",
     "actions: swerve straight / swerve straight\n 0,0 -1,1\n 1,-1 -10,-10\n"},
    {"staghunt", "a stag together or a hare alone", "actions: stag hare / stag hare\n 4,4 0,3\n 3,0 2,2\n"},
    {"sexes", "the battle of the sexes: together, but where",
     "actions: opera football / opera football\n 3,2 0,0\n 0,0 2,3\n"},
    {"shapley", "Shapley's game, in which fictitious play goes round for ever",
     "actions: a b c / a b c\n 1,0 0,1 0,0\n 0,0 1,0 0,1\n 0,1 0,0 1,0\n"},
    {"biased-rps", "rock, paper, scissors where a win with rock pays twice",
     "actions: rock paper scissors / rock paper scissors\n 0 -1 2\n 1 0 -1\n -2 1 0\n"},
}};

// The game of that name, or nothing.
inline std::optional<MatrixGame> find_matrix_game(std::string_view name) {
  for (const NamedMatrix& matrix : named_matrices)
    if (matrix.name == name) return parse_matrix_game(std::string(name), matrix.text).value();
  return std::nullopt;
}

}  // namespace banyan::bandit
