// Boards as chess people write them in one line (Forsyth–Edwards Notation): row by row from the top, '/'
// between rows, a letter for a piece and a number, 1 to 10, for that many empty squares. Row 0 is the bottom
// row.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

// letter(row, column) is the piece's letter, or a space for an empty square.
template <class Letter>
std::string print_fen_board(int rows, int columns, Letter&& letter) {
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    int empty = 0;
    for (int column = 0; column < columns; ++column) {
      const char piece = letter(row, column);
      if (piece == ' ') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += piece;
    }
    if (empty > 0) text += std::to_string(empty);
    if (row > 0) text += '/';
  }
  return text;
}

// Calls place(row, column, letter) for each piece; `letters` are those allowed.
template <class Place>
Result<void> parse_fen_board(std::string_view text, int rows, int columns, std::string_view letters,
                             Place&& place) {
  int row = rows - 1;
  int column = 0;
  const auto wrong = [&](const std::string& what) {
    return Error{"board '" + detail::shorten(text) + "': " + what + "; it has " + std::to_string(rows) +
                 " rows of " + std::to_string(columns) +
                 " squares from the top, '/' between, of the letters " + std::string(letters) +
                 " and numbers of empty squares"};
  };
  const auto where = [&](std::size_t i) { return "character " + std::to_string(i + 1); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '/') {
      if (column != columns)
        return wrong("row " + std::to_string(row + 1) + " has " + std::to_string(column) + " squares");
      if (--row < 0) return wrong("there are too many rows");
      column = 0;
    } else if (c >= '1' && c <= '9') {
      const bool is_ten = columns >= 10 && text.substr(i).starts_with("10");
      column += is_ten ? 10 : c - '0';
      i += is_ten ? 1 : 0;
      if (column > columns) return wrong(where(i) + " makes row " + std::to_string(row + 1) + " too long");
    } else if (letters.find(c) != std::string_view::npos) {
      if (column == columns) return wrong(where(i) + " makes row " + std::to_string(row + 1) + " too long");
      place(row, column++, c);
    } else {
      return wrong(where(i) + " is not allowed");
    }
  }
  if (row != 0 || column != columns) return wrong("it ends too early");
  return {};
}

// The fields of a line, which spaces separate.
inline std::vector<std::string_view> split_fields(std::string_view text) {
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return fields;
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

// A whole number from low to high.
inline std::optional<int> parse_whole(std::string_view text, int low, int high) {
  int number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc{} || end != text.data() + text.size() || number < low || number > high)
    return std::nullopt;
  return number;
}

}  // namespace banyan
