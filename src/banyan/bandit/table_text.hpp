// Tables of payoffs from text: a line for each step, with what each arm pays then. Anything after # is a
// comment.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/bandit/environment.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan::bandit {

inline Result<TableArms> parse_table(std::string_view text) {
  const auto cut = detail::cut_matrix_text(text);
  if (!cut) return cut.error();
  if (!cut->actions.empty())
    return Error{"a table of payoffs has no line of actions; row t says what each arm pays at step t"};
  std::vector<std::vector<double>> rows;
  for (const auto& part : cut->tables) {
    for (const auto& row : part) {
      std::vector<double> paid;
      for (const std::string& cell : row.cells) {
        const auto value = parse_value<double>(cell);
        if (!value) return Error{detail::at_line(row.line) + value.error().message};
        paid.push_back(*value);
      }
      rows.push_back(std::move(paid));
    }
  }
  return TableArms::make(std::move(rows));
}

}  // namespace banyan::bandit
