// Dots and boxes (Édouard Lucas, 1889): draw a line between two neighbouring dots, in turn. A player who
// draws the fourth side of a box owns it, and moves again; a line may close two boxes at once. When all lines
// are drawn, more boxes win; equally many are a draw. Player 0 is x and begins.
//
// Rows are counted from the bottom. With a stride of width + 1, box (r, c) is bit r * stride + c, and lines
// have the bit of the box they are the bottom or the left side of, also beyond the last row and column:
//
//   •─h4─•─h5─•                       width=2, height=1, stride 3
//   v0   v1   v2    box 0, box 1      lines[0] has h0 h1 h3 h4 at bits 0 1 3 4
//   •─h0─•─h1─•                       lines[1] has v0 v1 v2 at bits 0 1 2
//
// So a box is closed where both words have its bit, lines[0] has the one a stride above and lines[1] the
// next. A state takes 32 bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>

namespace banyan {

class DotsAndBoxes {
 public:
  static constexpr std::string_view name = "dots-and-boxes";
  static constexpr int max_players = 2;
  static constexpr int most_side = 7;
  static constexpr std::size_t max_legal = 2 * most_side * (most_side + 1);
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int width = 5;
    int height = 5;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("width", self.width, between(1, most_side), "boxes in a row");
      visit("height", self.height, between(1, most_side), "boxes in a column");
    }
  };

  using Bits = std::uint64_t;
  using Move = std::uint8_t;  // the line's bit; 64 more for a vertical one
  struct State {
    std::array<Bits, 2> lines{};  // horizontal, vertical
    Bits first_boxes = 0;         // owned by player 0
    std::uint8_t player = 0;
    // Only how many boxes a player owns matters for the rest of the game, not which: so that a search sees
    // states that differ in this as one.
    friend constexpr bool operator==(const State& a, const State& b) {
      return a.lines == b.lines && a.player == b.player &&
             std::popcount(a.first_boxes) == std::popcount(b.first_boxes);
    }
  };

  constexpr DotsAndBoxes() : DotsAndBoxes(Params{}) {}
  constexpr explicit DotsAndBoxes(const Params& params)
      : params_(params), stride_(static_cast<unsigned>(params.width) + 1) {
    for (int row = 0; row <= params.height; ++row)
      for (int column = 0; column <= params.width; ++column) {
        if (column < params.width) all_[0] |= bit_at(row, column);
        if (row < params.height) all_[1] |= bit_at(row, column);
      }
    boxes_ = all_[0] & all_[1];
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.player; }
  [[nodiscard]] constexpr std::size_t legal_limit() const { return max_moves(); }
  [[nodiscard]] constexpr std::size_t max_moves() const { return count(all_); }

  constexpr void legal_moves(const State& state, MoveListOf<DotsAndBoxes>& moves) const {
    push_lines(open_lines(state), moves);
  }
  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    return count(open_lines(state));
  }

  constexpr void apply(State& state, Move move) const {
    const Bits before = closed(state.lines);
    state.lines[move >> 6U] |= Bits{1} << (move & 63U);
    const Bits taken = closed(state.lines) ^ before;
    if (state.player == 0) state.first_boxes |= taken;
    if (taken == 0) state.player ^= 1U;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.lines != all_) return std::nullopt;
    return rewards(std::popcount(state.first_boxes));
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(mix64(mix64(state.lines[0]) ^ state.lines[1]) ^
                 (static_cast<unsigned>(std::popcount(state.first_boxes)) * 2 + state.player));
  }

  // Ends as soon as one player has more than half of the boxes.
  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    return play_on(
        state, random, [&](const Lines& /*lines*/, const Lines& open) { return open; }, [](Player, Move) {});
  }

  // A line that closes a box; else one that is not the third side of a box; else any.
  constexpr void playout_moves(const State& state, MoveListOf<DotsAndBoxes>& moves) const {
    push_lines(worth_trying(state.lines, open_lines(state)), moves);
  }
  template <class Note>
  constexpr std::array<double, 2> game_playout(const State& state, Random& random, Note&& note) const {
    return play_on(
        state, random, [&](const Lines& lines, const Lines& open) { return worth_trying(lines, open); },
        note);
  }

  // By the lead in boxes, squashed into (-1, 1).
  [[nodiscard]] constexpr std::array<double, 2> heuristic(const State& state) const {
    constexpr double half_way = 3;  // so many boxes ahead are worth 1/2
    const double lead = lead_of(state);
    const double value = lead / (half_way + (lead < 0 ? -lead : lead));
    return {value, -value};
  }

  // Of the square, or of the rectangle.
  [[nodiscard]] constexpr int symmetry_count() const {
    return params_.width == params_.height ? square_symmetries : rectangle_symmetries;
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image{.lines = {}, .first_boxes = 0, .player = state.player};
    for (const unsigned kind : {0U, 1U})
      for_each_bit(state.lines[kind], [&](unsigned place) {
        const Move line = transform_move(static_cast<Move>(kind * 64 + place), symmetry);
        image.lines[line >> 6U] |= Bits{1} << (line & 63U);
      });
    for_each_bit(state.first_boxes, [&](unsigned place) {
      const auto [row, column] =
          transform_rectangle(row_of(place), column_of(place), params_.height, params_.width, symmetry);
      image.first_boxes |= bit_at(row, column);
    });
    return image;
  }
  [[nodiscard]] constexpr Move transform_move(Move move, int symmetry) const {
    const Square cell = cell_of(move);
    const auto [row, column] =
        transform_rectangle(cell.row, cell.column, grid_rows(), grid_columns(), symmetry);
    return line_at(row, column);
  }

  // The cells are dots, lines and boxes, as in the picture. Planes: lines that are drawn, own boxes, the
  // other's, ones. A move is its line's cell.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = grid_rows(), .columns = grid_columns(), .planes = 4};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    const Encoding shape = encoding();
    fill_plane(shape, inputs, 0, [&](int row, int column) {
      return is_line(row, column) && is_drawn(state, line_at(row, column));
    });
    for (const int side : {0, 1})
      fill_plane(shape, inputs, 1 + side, [&](int row, int column) {
        return is_box(row, column) && owner(state, row / 2, column / 2) == (state.player ^ side);
      });
    fill_plane(shape, inputs, 3, [](int, int) { return true; });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move move) const {
    const Square cell = cell_of(move);
    return static_cast<std::size_t>(cell.row * grid_columns() + cell.column);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  // The two dots, the lower or left one first: a1-b1.
  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const { return text_of(move); }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const;

  // Rows from the top, '/' between: horizontal lines, - or . if not drawn; then vertical lines, | or ., with
  // the boxes between, x, o or . if not closed. Then who is to move: "./.../. x" for one box.
  [[nodiscard]] std::string print_position(const State& state) const;
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const;
  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Dots and boxes",
        .rules =
            "Draw a line between two neighbouring dots. A player who draws the fourth side of a box owns it "
            "and moves again. When all lines are drawn, more boxes win.",
        .notation = "the two dots, letters from the left and numbers from the bottom: a1-b1",
        .sides = {{"Red", "#c0392b"}, {"Blue", "#2563a8"}},
        .board = BoardStyle::dots,
        .variants = {{"5 × 5 boxes", ""},
                     {"3 × 3 boxes", "width=3,height=3"},
                     {"4 × 4 boxes", "width=4,height=4"},
                     {"7 × 7 boxes", "width=7,height=7"}},
        // 30:0 against whole random games at 1,000 simulations a move, 13:7 against whole games of
        // playout_moves() at 10,000.
        .uct = "depth=4"};
  }

 private:
  using Lines = std::array<Bits, 2>;
  Params params_;
  unsigned stride_;
  Lines all_{};
  Bits boxes_ = 0;

  [[nodiscard]] constexpr Bits bit_at(int row, int column) const {
    return Bits{1} << (static_cast<unsigned>(row) * stride_ + static_cast<unsigned>(column));
  }
  [[nodiscard]] constexpr int row_of(unsigned place) const { return static_cast<int>(place / stride_); }
  [[nodiscard]] constexpr int column_of(unsigned place) const { return static_cast<int>(place % stride_); }
  static constexpr std::size_t count(const Lines& lines) {
    return static_cast<std::size_t>(std::popcount(lines[0]) + std::popcount(lines[1]));
  }
  [[nodiscard]] constexpr Lines open_lines(const State& state) const {
    return {all_[0] ^ state.lines[0], all_[1] ^ state.lines[1]};
  }
  static constexpr void push_lines(const Lines& lines, MoveListOf<DotsAndBoxes>& moves) {
    for_each_bit(lines[0], [&](unsigned place) { moves.push_back(static_cast<Move>(place)); });
    for_each_bit(lines[1], [&](unsigned place) { moves.push_back(static_cast<Move>(place + 64)); });
  }
  [[nodiscard]] constexpr Bits closed(const Lines& lines) const {
    return lines[0] & lines[0] >> stride_ & lines[1] & lines[1] >> 1U & boxes_;
  }
  // The lines around some boxes.
  [[nodiscard]] constexpr Lines around(Bits boxes) const {
    return {boxes | boxes << stride_, boxes | boxes << 1U};
  }
  static constexpr Lines both(const Lines& a, const Lines& b) { return {a[0] & b[0], a[1] & b[1]}; }
  static constexpr bool any(const Lines& lines) { return (lines[0] | lines[1]) != 0; }

  [[nodiscard]] constexpr Lines worth_trying(const Lines& lines, const Lines& open) const {
    // How many sides boxes have, by pairs of sides.
    const Bits a = lines[0];
    const Bits b = lines[0] >> stride_;
    const Bits c = lines[1];
    const Bits d = lines[1] >> 1U;
    const Bits three = ((a & b & (c ^ d)) | (c & d & (a ^ b))) & boxes_;
    if (three != 0) return both(open, around(three));
    const Bits two = ((a & b & ~(c | d)) | (c & d & ~(a | b)) | ((a ^ b) & (c ^ d))) & boxes_;
    const Lines risky = around(two);
    const Lines safe = both(open, {~risky[0], ~risky[1]});
    return any(safe) ? safe : open;
  }

  // Random lines of those that choose(lines, open) gives, until the winner is known.
  template <class Choose, class Note>
  constexpr std::array<double, 2> play_on(const State& state, Random& random, Choose&& choose,
                                          Note&& note) const {
    const int total = std::popcount(boxes_);
    Lines lines = state.lines;
    Lines open = open_lines(state);
    Bits done = closed(lines);
    std::array<int, 2> boxes{std::popcount(state.first_boxes), std::popcount(done & ~state.first_boxes)};
    unsigned player = state.player;
    while (any(open) && 2 * std::max(boxes[0], boxes[1]) <= total) {
      const Lines choice = choose(lines, open);
      const auto horizontal = static_cast<unsigned>(std::popcount(choice[0]));
      const auto k = static_cast<unsigned>(random.below(count(choice)));
      const unsigned kind = k < horizontal ? 0 : 1;
      const unsigned place = select_bit(choice[kind], kind == 0 ? k : k - horizontal);
      lines[kind] |= Bits{1} << place;
      open[kind] ^= Bits{1} << place;
      note(static_cast<Player>(player), static_cast<Move>(kind * 64 + place));
      const Bits now = closed(lines);
      boxes[player] += std::popcount(now ^ done);
      player ^= now == done ? 1U : 0U;
      done = now;
    }
    if (boxes[0] == boxes[1]) return draw_for_all();
    return win_for(boxes[0] > boxes[1] ? 0 : 1);
  }

  [[nodiscard]] constexpr std::array<double, 2> rewards(int of_first) const {
    const int of_second = std::popcount(boxes_) - of_first;
    return of_first == of_second ? draw_for_all() : win_for(of_first > of_second ? 0 : 1);
  }
  [[nodiscard]] constexpr int boxes_of(const State& state, int player) const {
    const Bits done = closed(state.lines);
    return std::popcount(player == 0 ? state.first_boxes : done & ~state.first_boxes);
  }
  [[nodiscard]] constexpr double lead_of(const State& state) const {
    return boxes_of(state, 0) - boxes_of(state, 1);
  }
  // The owner of a box, -1 for none.
  [[nodiscard]] constexpr Player owner(const State& state, int row, int column) const {
    if ((closed(state.lines) & bit_at(row, column)) == 0) return -1;
    return (state.first_boxes & bit_at(row, column)) != 0 ? 0 : 1;
  }
  static constexpr bool is_drawn(const State& state, Move line) {
    return (state.lines[line >> 6U] >> (line & 63U) & 1U) != 0;
  }

  // The grid of dots, lines and boxes; row 0 is the bottom row.
  [[nodiscard]] constexpr int grid_rows() const { return 2 * params_.height + 1; }
  [[nodiscard]] constexpr int grid_columns() const { return 2 * params_.width + 1; }
  static constexpr bool is_line(int row, int column) { return (row + column) % 2 == 1; }
  static constexpr bool is_box(int row, int column) { return row % 2 == 1 && column % 2 == 1; }
  [[nodiscard]] constexpr Square cell_of(Move line) const {
    const unsigned place = line & 63U;
    return line < 64 ? Square{2 * row_of(place), 2 * column_of(place) + 1}
                     : Square{2 * row_of(place) + 1, 2 * column_of(place)};
  }
  [[nodiscard]] constexpr Move line_at(int row, int column) const {
    const unsigned place = static_cast<unsigned>(row / 2) * stride_ + static_cast<unsigned>(column / 2);
    return static_cast<Move>(row % 2 == 0 ? place : place + 64);
  }
  [[nodiscard]] std::string text_of(Move line) const {
    const auto [row, column] = cell_of(line);
    return print_square(row / 2, column / 2) + '-' + print_square((row + 1) / 2, (column + 1) / 2);
  }
  // What a cell of the grid looks like in text; a space for a dot.
  [[nodiscard]] char sign(const State& state, int row, int column) const {
    if (is_box(row, column)) return ".xo"[owner(state, row / 2, column / 2) + 1];
    if (!is_line(row, column)) return ' ';
    return !is_drawn(state, line_at(row, column)) ? '.' : row % 2 == 0 ? '-' : '|';
  }
};

inline std::optional<DotsAndBoxes::Move> DotsAndBoxes::parse_move(const State& /*state*/,
                                                                  std::string_view text) const {
  // Dots have two characters, as there are at most eight in a row.
  if (text.size() == 5 && text[2] != '-') return std::nullopt;
  if (text.size() != 5 && text.size() != 4) return std::nullopt;
  const auto first = parse_square(text.substr(0, 2), params_.height + 1, params_.width + 1);
  const auto second = parse_square(text.substr(text.size() - 2), params_.height + 1, params_.width + 1);
  if (!first || !second) return std::nullopt;
  const int down = std::min(first->row, second->row);
  const int left = std::min(first->column, second->column);
  const int rows = std::max(first->row, second->row) - down;
  const int columns = std::max(first->column, second->column) - left;
  if (rows + columns != 1) return std::nullopt;
  return line_at(2 * down + rows, 2 * left + columns);
}

inline std::string DotsAndBoxes::print_position(const State& state) const {
  std::string text;
  for (int row = grid_rows() - 1; row >= 0; --row) {
    for (int column = row % 2 == 0 ? 1 : 0; column < grid_columns(); column += row % 2 == 0 ? 2 : 1)
      text += sign(state, row, column);
    if (row > 0) text += '/';
  }
  return text + ' ' + "xo"[state.player];
}

inline Result<DotsAndBoxes::State> DotsAndBoxes::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{
        "position '" + detail::shorten(text) + "': " + what + "; the start is '" + print_position(start()) +
        "': from the top, rows of horizontal lines (- or .) and rows of vertical lines (| or .) with "
        "boxes between (x, o or .), and who is to move"};
  };
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || (text.substr(space) != " x" && text.substr(space) != " o"))
    return wrong("it ends with a space and x or o, who is to move");
  State state{.lines = {}, .first_boxes = 0, .player = static_cast<std::uint8_t>(text.back() == 'x' ? 0 : 1)};
  Bits owned = 0;
  std::size_t i = 0;
  for (int row = grid_rows() - 1; row >= 0; --row) {
    for (int column = row % 2 == 0 ? 1 : 0; column < grid_columns(); column += row % 2 == 0 ? 2 : 1, ++i) {
      const char c = i < space ? text[i] : ' ';
      const std::string where = "character " + std::to_string(i + 1);
      if (is_box(row, column)) {
        if (c != '.' && c != 'x' && c != 'o') return wrong(where + " is a box: x, o or .");
        if (c != '.') owned |= bit_at(row / 2, column / 2);
        if (c == 'x') state.first_boxes |= bit_at(row / 2, column / 2);
      } else {
        const char drawn = row % 2 == 0 ? '-' : '|';
        if (c != '.' && c != drawn) return wrong(where + " is a line: " + drawn + " or .");
        const Move line = line_at(row, column);
        if (c != '.') state.lines[line >> 6U] |= Bits{1} << (line & 63U);
      }
    }
    if (row == 0) break;
    if (i >= space || text[i] != '/')
      return wrong("character " + std::to_string(i + 1) + " should be '/', the end of a row");
    ++i;
  }
  if (i != space) return wrong("character " + std::to_string(i + 1) + " comes after the last row");
  if (const Bits differ = owned ^ closed(state.lines); differ != 0) {
    const auto place = static_cast<unsigned>(std::countr_zero(differ));
    return wrong("the box at " + print_square(row_of(place), column_of(place)) +
                 ((owned & differ & ~(differ - 1)) != 0 ? " has an owner but not four lines"
                                                        : " has four lines but no owner"));
  }
  return state;
}

inline Picture DotsAndBoxes::picture(const State& state) const {
  Picture picture;
  picture.rows = static_cast<std::size_t>(grid_rows());
  picture.columns = static_cast<std::size_t>(grid_columns());
  for (int row = grid_rows() - 1; row >= 0; --row) {
    picture.row_labels.push_back(row % 2 == 0 ? std::to_string(row / 2 + 1) : "");
    for (int column = 0; column < grid_columns(); ++column) {
      Picture::Cell cell;
      if (is_box(row, column)) {
        cell.owner = owner(state, row / 2, column / 2);
        cell.text = stone_of(cell.owner);
        cell.name = "box " + print_square(row / 2, column / 2);
      } else if (is_line(row, column)) {
        const Move line = line_at(row, column);
        cell.move = cell.name = text_of(line);
        if (is_drawn(state, line)) cell.text = row % 2 == 0 ? "-" : "|";
      } else {
        cell.text = "•";
        cell.name = print_square(row / 2, column / 2);
      }
      picture.cells.push_back(cell);
    }
  }
  for (int column = 0; column < grid_columns(); ++column)
    picture.column_labels.emplace_back(column % 2 == 0 ? 1 : 0, static_cast<char>('a' + column / 2));
  const int total = std::popcount(boxes_);
  for (const Player player : {0, 1}) {
    picture.caption += (player == 0 ? "Red " : ", Blue ") + std::to_string(boxes_of(state, player));
    picture.bars.push_back({.owner = player,
                            .value = static_cast<double>(boxes_of(state, player)),
                            .goal = static_cast<double>(total)});
  }
  picture.caption += " of " + std::to_string(total) + " boxes";
  return picture;
}

static_assert(Game<DotsAndBoxes> && WinDrawLoss<DotsAndBoxes> && HasParams<DotsAndBoxes>);
static_assert(HasMaxMoves<DotsAndBoxes> && HasLegalLimit<DotsAndBoxes> && HasLegalCount<DotsAndBoxes>);
static_assert(HasHash<DotsAndBoxes> && HasPlayout<DotsAndBoxes> && HasGamePlayout<DotsAndBoxes>);
static_assert(HasHeuristic<DotsAndBoxes> && HasSymmetries<DotsAndBoxes> && HasEncoding<DotsAndBoxes>);
static_assert(HasMoveText<DotsAndBoxes> && HasPositionText<DotsAndBoxes>);
static_assert(HasPicture<DotsAndBoxes> && HasDescription<DotsAndBoxes>);

}  // namespace banyan
