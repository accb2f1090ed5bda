// Go in text. A point is a letter, of which i is left out, and the row from the bottom: d4. A position is
//
//     BOARD PLAYER FORBIDDEN PASSES MOVES         as in  .../.x./... o - 0 1
//
// the board as in board_text.hpp with x for Black and o for White; x or o, who is to move; the points where
// this player may not play because an earlier position would come back, or -; how many passes there were
// right before; and how many moves in all. What follows the player may be left out: nothing forbidden, no
// pass, as many moves as stones. Of the positions before, a text tells only what is forbidden now.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/go_state.hpp>

namespace banyan::detail {

inline constexpr std::string_view go_letters = "abcdefghjklmnopqrst";

inline std::string print_go_point(int row, int column) {
  return go_letters[static_cast<std::size_t>(column)] + std::to_string(row + 1);
}
inline std::optional<Square> parse_go_point(std::string_view text, int size) {
  if (text.empty()) return std::nullopt;
  const std::size_t column = go_letters.find(static_cast<char>(text[0] | 0x20));
  if (column == std::string_view::npos || column >= static_cast<std::size_t>(size)) return std::nullopt;
  std::string plain(text);  // the same with no letter left out
  plain[0] = static_cast<char>('a' + column);
  return parse_square(plain, size, size);
}

class GoText {
 public:
  explicit GoText(const GoRules& rules) : rules_(rules) {}

  [[nodiscard]] std::string print(const GoState& state) const {
    const GoBoard& board = state.board;
    const std::string stones = print_board(rules_.size, rules_.size, [&](int row, int column) {
      const std::uint8_t colour = board.colour(board.point_at(row, column));
      return colour < go_empty ? Player{colour} : -1;
    });
    return stones + ' ' + "xo"[state.player] + ' ' + print_forbidden(state) + ' ' +
           std::to_string(state.passes) + ' ' + std::to_string(state.moves);
  }

  [[nodiscard]] Result<GoState> parse(std::string_view text) const {
    const std::vector<std::string_view> words = split(text);
    if (words.size() < 2 || words.size() > 5 || (words[1] != "x" && words[1] != "o"))
      return wrong(text,
                   "after the board come x or o, who is to move, and perhaps the points that are "
                   "forbidden (d4,e5 or -), the passes right before and the number of moves");
    GoBoard board(rules_.size);
    const auto counts =
        parse_board(words[0], rules_.size, rules_.size, [&](int row, int column, Player player) {
          board.place(board.point_at(row, column), static_cast<unsigned>(player));
        });
    if (!counts) return counts.error();
    if (const auto dead = chain_without_liberties(board))
      return wrong(text, "the group at " + name_of(board, *dead) + " has no liberties");
    GoState state = rules_.begin(board, static_cast<std::uint8_t>(words[1] == "x" ? 0 : 1));
    if (Result<void> counted = read_counts(text, words, counts->first + counts->second, state); !counted)
      return counted.error();
    if (words.size() > 2 && words[2] != "-")
      if (Result<void> forbidden = read_forbidden(text, words[2], state); !forbidden)
        return forbidden.error();
    return state;
  }

 private:
  static Error wrong(std::string_view text, const std::string& what) {
    return Error{"position '" + shorten(text) + "': " + what};
  }
  [[nodiscard]] static std::string name_of(const GoBoard& board, GoPoint point) {
    return print_go_point(board.row_of(point), board.column_of(point));
  }
  [[nodiscard]] static std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> words;
    while (true) {
      const std::size_t space = text.find(' ');
      words.push_back(text.substr(0, space));
      if (space == std::string_view::npos) return words;
      text.remove_prefix(space + 1);
    }
  }

  template <class Visit>
  void for_each_point(const GoBoard& board, Visit&& visit) const {
    for (int row = 0; row < rules_.size; ++row)
      for (int column = 0; column < rules_.size; ++column) visit(board.point_at(row, column));
  }
  [[nodiscard]] std::optional<GoPoint> chain_without_liberties(const GoBoard& board) const {
    std::optional<GoPoint> found;
    for_each_point(board, [&](GoPoint point) {
      if (!found && board.colour(point) < go_empty && !board.has_liberties(point)) found = point;
    });
    return found;
  }

  [[nodiscard]] std::string print_forbidden(const GoState& state) const {
    std::string list;
    if (!rules_.is_over(state))
      for_each_point(state.board, [&](GoPoint point) {
        if (state.board.colour(point) == go_empty && rules_.is_forbidden(state, point))
          list += (list.empty() ? "" : ",") + name_of(state.board, point);
      });
    return list.empty() ? "-" : list;
  }

  [[nodiscard]] Result<void> read_counts(std::string_view text, const std::vector<std::string_view>& words,
                                         int stones, GoState& state) const {
    const auto longest = static_cast<double>(longest_go_game(rules_.size));
    int passes = 0;
    int moves = stones;
    if (words.size() > 3) {
      const auto read = parse_value<int>(words[3], between(0, 2));
      if (!read) return wrong(text, "passes: " + read.error().message);
      passes = *read;
      moves += passes;
    }
    if (words.size() > 4) {
      const auto read = parse_value<int>(words[4], between(passes, longest));
      if (!read) return wrong(text, "moves: " + read.error().message);
      moves = *read;
    }
    state.passes = static_cast<std::uint8_t>(passes);
    state.moves = static_cast<std::uint16_t>(moves);
    return {};
  }

  [[nodiscard]] Result<void> read_forbidden(std::string_view text, std::string_view list,
                                            GoState& state) const {
    std::array<bool, GoBoard::max_cells> given{};
    std::size_t count = 0;
    if (rules_.is_over(state)) return wrong(text, "the game is over, so no point is forbidden; write -");
    for (bool more = true; more;) {
      const std::size_t comma = list.find(',');
      const std::string_view name = list.substr(0, comma);
      more = comma != std::string_view::npos;
      if (more) list.remove_prefix(comma + 1);
      const auto square = parse_go_point(name, rules_.size);
      const std::string which = "'" + shorten(name) + "' of the forbidden points";
      if (!square) return wrong(text, which + " is not a point of the board; a point is written like d4");
      const GoPoint point = state.board.point_at(square->row, square->column);
      if (given[point]) return wrong(text, which + " is given twice");
      if (state.board.colour(point) != go_empty || !rules_.is_legal(state, point))
        return wrong(text, which + " is not a point where " + "xo"[state.player] + " could play otherwise");
      if (rules_.ko == GoKo::simple && (count > 0 || !is_ko(state, point)))
        return wrong(text, which +
                               ": with ko=simple at most one point is forbidden, where a stone takes a "
                               "single stone and can be taken back");
      given[point] = true;
      ++count;
    }
    for_each_point(state.board, [&](GoPoint point) {
      if (given[point]) rules_.forbid(state, point);
    });
    return {};
  }

  // Whether a stone here takes a single one, and is in atari alone then.
  [[nodiscard]] bool is_ko(const GoState& state, GoPoint point) const {
    GoBoard after = state.board;
    return after.play(point, state.player) != 0;
  }

  GoRules rules_;
};

}  // namespace banyan::detail
