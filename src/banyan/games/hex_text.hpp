// What games share whose boards are parts of the grid of hex_rows.hpp: the state of a game in which stones
// are only added, its text and its picture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>
#include <banyan/game/picture.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/hex_rows.hpp>

namespace banyan::detail {

struct HexState {
  std::array<HexRows, 2> stones{};  // of player 0, of player 1
  std::uint64_t hash = 0;           // the keys of all stones, xored
  std::uint16_t played = 0;         // moves so far
  std::int8_t winner = -1;
  bool swapped = false;  // the second move took the first stone over

  constexpr void add(std::size_t player, HexCell cell) {
    set_hex(stones[player], cell);
    hash ^= hex_key(player, cell);
    ++played;
  }
  [[nodiscard]] constexpr Player owner(int row, int column) const {
    if (has_hex(stones[0], hex_cell(row, column))) return 0;
    return has_hex(stones[1], hex_cell(row, column)) ? 1 : -1;
  }
  [[nodiscard]] constexpr HexRows empty(const HexRows& board) const {
    HexRows cells{};
    for (std::size_t row = 0; row < cells.size(); ++row)
      cells[row] = board[row] & ~(stones[0][row] | stones[1][row]);
    return cells;
  }
  template <class Map>
  [[nodiscard]] constexpr HexState image(Map&& map) const {
    HexState result;
    for (const std::size_t player : {0U, 1U})
      for_each_hex(stones[player], [&](HexCell cell) { result.add(player, map(cell)); });
    result.played = played;
    result.winner = winner;
    result.swapped = swapped;
    return result;
  }
  friend constexpr bool operator==(const HexState&, const HexState&) = default;
};

inline std::optional<HexCell> parse_hex_cell(std::string_view text, const HexRows& board, int rows) {
  const auto square = parse_square(text, rows, hex_side);
  if (!square || !has_hex(board, hex_cell(square->row, square->column))) return std::nullopt;
  return hex_cell(square->row, square->column);
}

// The cells of the board row by row from the top, '/' between: x, o and '.'. Where stones can be swapped, who
// is to move follows.
inline std::string print_hex_board(const HexState& state, const HexRows& board, int rows, bool swap) {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    for_each_bit(board[static_cast<std::size_t>(row)], [&](unsigned column) {
      const Player player = state.owner(row, static_cast<int>(column));
      text += player < 0 ? '.' : "xo"[player];
    });
    if (row + 1 < rows) text += '/';
  }
  if (swap) text += {' ', "xo"[state.played & 1U]};
  return text;
}

inline Result<HexState> parse_hex_board(std::string_view text, const HexRows& board, int rows, bool swap) {
  const auto wrong = [whole = text, rows, swap](const std::string& what) {
    return Error{"position '" + shorten(whole) + "': " + what + "; it has " + std::to_string(rows) +
                 " rows from the top, '/' between, of x, o and ." +
                 (swap ? ", then a space and x or o, who is to move" : "")};
  };
  HexState state;
  const std::string_view mover = swap ? text.substr(std::min(text.rfind(' '), text.size())) : "";
  if (swap && mover != " x" && mover != " o") return wrong("it does not say who is to move");
  text.remove_suffix(mover.size());
  std::array<int, 2> counts{};
  std::size_t row = 0;
  std::uint32_t left = board[0];  // cells of the row that are still to come
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string where = "character " + std::to_string(i + 1);
    if (text[i] == '/') {
      if (left != 0)
        return wrong(where + " ends row " + std::to_string(row + 1) + " " +
                     std::to_string(std::popcount(left)) + " cells too early");
      if (++row == static_cast<std::size_t>(rows)) return wrong("there are too many rows");
      left = board[row];
      continue;
    }
    const std::size_t what = std::string_view("xoXO.").find(text[i]);
    if (what == std::string_view::npos) return wrong(where + " must be x, o, . or /");
    if (left == 0) return wrong(where + " is one cell too many in row " + std::to_string(row + 1));
    if (what < 4) {
      ++counts[what & 1U];
      state.add(what & 1U, hex_cell(static_cast<int>(row), std::countr_zero(left)));
    }
    left &= left - 1;
  }
  if (left != 0 || row + 1 != static_cast<std::size_t>(rows)) return wrong("it ends too early");
  const auto [x, o] = counts;
  if (!swap && x != o && x != o + 1) return Error{"X moves first: there are as many x as o, or one more"};
  state.swapped = swap && o > 0 && (mover == " x" ? o == x + 1 : o == x);
  if (swap && !state.swapped && x != (mover == " x" ? o : o + 1))
    return wrong(
        "X moves first: where x is to move there are as many x as o, where o is to move one more; "
        "after a swap, one o more and as many");
  state.played = static_cast<std::uint16_t>(x + o + (state.swapped ? 1 : 0));
  return state;
}

inline Picture hex_board_picture(const HexState& state, const HexRows& board, int rows) {
  Picture picture =
      board_picture(rows, rows, [&](int row, int column) { return state.owner(rows - 1 - row, column); });
  for (int row = 0; row < rows; ++row) {  // numbered from the top
    picture.row_labels[static_cast<std::size_t>(row)] = std::to_string(row + 1);
    for (int column = 0; column < rows; ++column) {
      Picture::Cell& cell = picture.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
      cell.absent = !has_hex(board, hex_cell(row, column));
      cell.move = cell.absent ? "" : print_square(row, column);
    }
  }
  picture.row_shift = 0.5;
  return picture;
}

}  // namespace banyan::detail
