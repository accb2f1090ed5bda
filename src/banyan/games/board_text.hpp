// What board games share: squares like `c3`, boards as one line of text, symmetries of a rectangle.
//
// A board in one line goes row by row from the top, rows separated by '/': `x` for player 0, `o` for
// player 1, `.` for an empty square, as in "..x/.o./...". Row 0 is the bottom row.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/picture.hpp>

namespace banyan {

struct Square {
  int row = 0;
  int column = 0;
  friend constexpr bool operator==(Square, Square) = default;
};

// Column letter (none skipped), then the row from 1.
inline std::string print_square(int row, int column) {
  return static_cast<char>('a' + column) + std::to_string(row + 1);
}

inline std::optional<Square> parse_square(std::string_view text, int rows, int columns) {
  if (text.size() < 2 || text.size() > 3) return std::nullopt;
  const char letter = static_cast<char>(text[0] | 0x20);  // letters in either case
  if (letter < 'a' || letter >= 'a' + columns || text[1] == '0') return std::nullopt;
  int row = 0;
  for (const char digit : text.substr(1)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    row = row * 10 + (digit - '0');
  }
  if (row < 1 || row > rows) return std::nullopt;
  return Square{row - 1, letter - 'a'};
}

// The eight symmetries of a square. Bit 0 mirrors the columns, bit 1 the rows, bit 2 swaps the two; the
// first four of them are the symmetries of any rectangle.
inline constexpr int square_symmetries = 8;
inline constexpr int rectangle_symmetries = 4;
constexpr Square transform_rectangle(int row, int column, int rows, int columns, int symmetry) {
  if ((symmetry & 1) != 0) column = columns - 1 - column;
  if ((symmetry & 2) != 0) row = rows - 1 - row;
  return (symmetry & 4) != 0 ? Square{column, row} : Square{row, column};
}
constexpr Square transform_square(int row, int column, int side, int symmetry) {
  return transform_rectangle(row, column, side, side, symmetry);
}

// owner(row, column) is 0, 1, or -1 for an empty square. Anybody else's is '?', which parse_board() refuses.
template <class Owner>
std::string print_board(int rows, int columns, Owner&& owner) {
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    for (int column = 0; column < columns; ++column) {
      const Player player = owner(row, column);
      text += player < 0 ? '.' : player == 0 ? 'x' : player == 1 ? 'o' : '?';
    }
    if (row > 0) text += '/';
  }
  return text;
}

// Calls place(row, column, player) for every stone; answers how many each player has.
template <class Place>
Result<std::pair<int, int>> parse_board(std::string_view text, int rows, int columns, Place&& place) {
  std::pair<int, int> counts{0, 0};
  int row = rows - 1;
  int column = 0;
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what + "; it has " + std::to_string(rows) +
                 " rows of " + std::to_string(columns) + " squares from the top, '/' between, of x, o and ."};
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const std::string where = "character " + std::to_string(i + 1);
    if (c == '/') {
      if (column != columns) return wrong(where + " ends a row of " + std::to_string(column));
      --row;
      column = 0;
      continue;
    }
    if (row < 0) return wrong("there are too many rows");
    if (column == columns) return wrong(where + " is one square too many");
    if (c == 'x' || c == 'X') {
      place(row, column, 0);
      ++counts.first;
    } else if (c == 'o' || c == 'O') {
      place(row, column, 1);
      ++counts.second;
    } else if (c != '.') {
      return wrong(where + " must be x, o, . or /");
    }
    ++column;
  }
  if (row != 0 || column != columns) return wrong("it ends too early");
  return counts;
}

// A player's stone: X, O, and the player's number, counted from 1, from the third on.
inline std::string stone_of(Player player) {
  if (player < 0) return "";
  return player == 0 ? "X" : player == 1 ? "O" : std::to_string(player + 1);
}

// The cells of every straight line of at least so many stones of one player, for Picture::winning.
inline std::vector<std::size_t> cells_in_line(const Picture& picture, int needed) {
  constexpr std::array<std::pair<int, int>, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
  const int rows = static_cast<int>(picture.rows);
  const int columns = static_cast<int>(picture.columns);
  std::set<std::size_t> found;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      for (const auto& [down, right] : directions) {
        const int owner = picture.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column)).owner;
        std::vector<std::size_t> line;
        for (int r = row, c = column; owner >= 0 && r < rows && c >= 0 && c < columns;
             r += down, c += right) {
          const auto cell = static_cast<std::size_t>(r * columns + c);
          if (picture.cells[cell].owner != owner) break;
          line.push_back(cell);
        }
        if (line.size() >= static_cast<std::size_t>(needed)) found.insert(line.begin(), line.end());
      }
  return {found.begin(), found.end()};
}

// Stones on a board with letters below and numbers beside.
template <class Owner>
Picture board_picture(int rows, int columns, Owner&& owner) {
  Picture picture;
  picture.rows = static_cast<std::size_t>(rows);
  picture.columns = static_cast<std::size_t>(columns);
  for (int row = rows - 1; row >= 0; --row) {
    picture.row_labels.push_back(std::to_string(row + 1));
    for (int column = 0; column < columns; ++column) {
      const Player player = owner(row, column);
      picture.cells.push_back({stone_of(player), player, print_square(row, column)});
    }
  }
  for (int column = 0; column < columns; ++column)
    picture.column_labels.emplace_back(1, static_cast<char>('a' + column));
  return picture;
}

}  // namespace banyan
