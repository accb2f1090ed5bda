// Connect Four: four in a row on 7×6, stones fall to the bottom of their column. X (player 0) begins.
//
// A board is a word with 7 bits for each column: six cells and, on top, one bit that stays 0, so that no
// shift carries a line from one column into the next.
//
//        .  .  .  .  .  .  .
//     6 | 5 12 19 26 33 40 47
//     5 | 4 11 18 25 32 39 46
//     4 | 3 10 17 24 31 38 45
//     3 | 2  9 16 23 30 37 44
//     2 | 1  8 15 22 29 36 43
//     1 | 0  7 14 21 28 35 42
//         1  2  3  4  5  6  7
//
// A state is two boards: the stones of the player to move, and all stones. Adding 1 to the bottom of every
// column of the second carries up to the next free cell (or to the unused bit of a full column).
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/core/bits.hpp>
#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>

namespace banyan {

class ConnectFourSolver;  // connect4_solver.hpp

class ConnectFour {
 public:
  static constexpr std::string_view name = "connect4";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 7;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  using Board = std::uint64_t;
  using Move = std::uint8_t;  // the column from 0
  struct State {
    Board own = 0;  // stones of the player to move
    Board all = 0;  // stones of both
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  using Solver = ConnectFourSolver;

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const {
    return std::popcount(state.all) & 1;
  }

  constexpr void legal_moves(const State& state, MoveListOf<ConnectFour>& moves) const {
    for_each_bit(free_cells(state.all),
                 [&](unsigned cell) { moves.push_back(static_cast<Move>(cell / stride)); });
  }

  constexpr void apply(State& state, Move column) const {
    state.own ^= state.all;  // swap: the other's stones become those of the player to move
    state.all |= state.all + (Board{1} << (column * stride));
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (has_line(state.own ^ state.all)) return win_for(current_player(state) ^ 1);
    if (state.all == cells) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::size_t max_moves() const { return rows * columns; }

  // Both boards in one word without loss: for each column, own stones below the carry bit of all stones.
  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(state.own + state.all);
  }

  // A tight loop on local words. The open columns are a list in one register, with one byte each: the number
  // of the column's next free cell.
  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    Board mover = state.own;
    Board other = state.own ^ state.all;
    Player player = current_player(state);
    if (has_line(other)) return win_for(player ^ 1);
    std::uint64_t next_cells = 0;
    unsigned open = 0;
    for_each_bit(free_cells(state.all),
                 [&](unsigned cell) { next_cells |= std::uint64_t{cell} << (8 * open++); });
    while (open > 0) {
      const auto slot = static_cast<unsigned>(8 * random.below(open));
      const unsigned cell = next_cells >> slot & 63U;
      mover |= Board{1} << cell;
      if (has_line(mover)) return win_for(player);
      next_cells += std::uint64_t{1} << slot;
      if ((unused >> (cell + 1) & 1U) != 0) {  // full: the last open column takes its place in the list
        const unsigned last = 8 * --open;
        next_cells ^= ((next_cells >> slot ^ next_cells >> last) & 0xffU) << slot;
      }
      std::swap(mover, other);
      player ^= 1;
    }
    return draw_for_all();
  }

  constexpr Urgency decisive_moves(const State& state, MoveListOf<ConnectFour>& moves) const {
    const Board free = free_cells(state.all);
    const Board wins = completing_cells(state.own) & free;
    const Board safe = safe_cells(free, completing_cells(state.own ^ state.all));
    if (wins == 0 && safe == free) return Urgency::none;
    for_each_bit(wins != 0   ? wins
                 : safe != 0 ? safe
                             : free,
                 [&](unsigned cell) { moves.push_back(static_cast<Move>(cell / stride)); });
    return wins != 0 ? Urgency::win : safe != 0 ? Urgency::block : Urgency::lost;
  }

  [[nodiscard]] constexpr std::array<double, 2> decisive_playout(const State& state, Random& random) const {
    Board mover = state.own;
    Board other = state.own ^ state.all;
    Player player = current_player(state);
    if (has_line(other)) return win_for(player ^ 1);
    Board wins = completing_cells(mover);
    Board threats = completing_cells(other);
    while (const Board free = free_cells(mover | other)) {
      if ((wins & free) != 0) return win_for(player);
      const Board safe = safe_cells(free, threats);
      if (safe == 0) return win_for(player ^ 1);
      mover |= Board{1} << select_bit(
                   safe, static_cast<unsigned>(random.below(static_cast<unsigned>(std::popcount(safe)))));
      wins = completing_cells(mover);
      std::swap(mover, other);
      std::swap(wins, threats);
      player ^= 1;
    }
    return draw_for_all();
  }

  // Left and right are symmetric.
  [[nodiscard]] constexpr int symmetry_count() const { return 2; }
  [[nodiscard]] constexpr Move transform_move(Move column, int symmetry) const {
    return symmetry == 0 ? column : static_cast<Move>(columns - 1 - column);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    return symmetry == 0 ? state : State{.own = mirror(state.own), .all = mirror(state.all)};
  }

  // The first player is encoded too, because most games are decided by who gets the odd rows at the end and
  // who the even. A move's output is the cell where its stone lands.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = rows, .columns = columns, .planes = stone_planes + 1};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    const Player to_move = current_player(state);
    fill_stone_planes(encoding(), inputs, to_move,
                      [&](int row, int column) { return owner(state, row, column); });
    fill_plane(encoding(), inputs, stone_planes, [&](int, int) { return to_move == 0; });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& state, Move column) const {
    constexpr Board whole_column = (Board{1} << stride) - 1;
    const int row = std::popcount(state.all >> (column * stride) & whole_column);
    return static_cast<std::size_t>(row * columns + column);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move column) const {
    return std::to_string(column + 1);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text.size() != 1 || text[0] < '1' || text[0] > '7') return std::nullopt;
    return static_cast<Move>(text[0] - '1');
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(rows, columns, [&](int row, int column) { return owner(state, row, column); });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    std::array<Board, 2> stones{};
    auto counts = parse_board(text, rows, columns, [&](int row, int column, Player player) {
      stones[static_cast<std::size_t>(player)] |= Board{1} << (column * stride + row);
    });
    if (!counts) return counts.error();
    if (counts->first != counts->second && counts->first != counts->second + 1)
      return Error{"X moves first: there are as many X as O, or one more"};
    const Board all = stones[0] | stones[1];
    if ((all & (all + bottom)) != 0) return Error{"there is a stone above an empty cell"};
    const State state{.own = counts->first == counts->second ? stones[0] : stones[1], .all = all};
    if (has_line(state.own)) return Error{"the player to move already has four in a row"};
    return state;
  }

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture =
        board_picture(rows, columns, [&](int row, int column) { return owner(state, row, column); });
    for (std::size_t i = 0; i < picture.cells.size(); ++i)
      picture.cells[i].move = std::to_string(i % columns + 1);
    for (std::size_t i = 0; i < columns; ++i) picture.column_labels[i] = std::to_string(i + 1);
    picture.winning = cells_in_line(picture, 4);
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {
        .title = "Connect Four",
        .rules =
            "Players drop one disc in turn; it falls to the lowest free cell of its column. Four discs in "
            "a line, in any direction, win. A full board is a draw.",
        .notation = "the column: 1 to 7",
        .sides = {{"Yellow", "#f2c14e"}, {"Red", "#d9534f"}},
        .board = BoardStyle::holes,
        .solved = "connect4_solved.tsv"};
  }

 private:
  friend class ConnectFourSolver;

  static constexpr int rows = 6;
  static constexpr int columns = 7;
  static constexpr int stride = rows + 1;
  static constexpr Board bottom = 0x0000'0408'1020'4081;
  static constexpr Board unused = bottom << rows;
  static constexpr Board cells = unused - bottom;

  static constexpr Board free_cells(Board all) { return (all + bottom) & cells; }

  static constexpr bool has_line(Board stones) {
    return has_four_in_a_row<1, stride - 1, stride, stride + 1>(stones);
  }

  // The cells, taken or not, that would complete a line of four with these stones.
  static constexpr Board completing_cells(Board stones) {
    Board found = (stones << 1U) & (stones << 2U) & (stones << 3U);
    for (const int step : {stride - 1, stride, stride + 1}) {
      const Board right = (stones << step) & (stones << (2 * step));
      const Board left = (stones >> step) & (stones >> (2 * step));
      found |= right & ((stones << (3 * step)) | (stones >> step));
      found |= left & ((stones >> (3 * step)) | (stones << step));
    }
    return found;
  }

  // The free cells that don't let the opponent complete a line at once: the opponent's winning cell if there
  // is one, else any, but never directly below a winning cell. None if the opponent wins in any case.
  static constexpr Board safe_cells(Board free, Board threats) {
    const Board blocks = threats & free;
    if ((blocks & (blocks - 1)) != 0) return 0;  // only one of several can be blocked
    return (blocks != 0 ? blocks : free) & ~((threats & cells) >> 1U);
  }

  static constexpr Board mirror(Board board) {
    constexpr Board column = (Board{1} << stride) - 1;
    Board image = 0;
    for (int i = 0; i < columns; ++i) image = image << stride | (board >> (i * stride) & column);
    return image;
  }

  [[nodiscard]] constexpr Player owner(const State& state, int row, int column) const {
    const int cell = column * stride + row;
    if ((state.all >> cell & 1U) == 0) return -1;
    return (state.own >> cell & 1U) != 0 ? current_player(state) : current_player(state) ^ 1;
  }
};

static_assert(Game<ConnectFour> && WinDrawLoss<ConnectFour>);
static_assert(HasHash<ConnectFour> && HasSymmetries<ConnectFour> && HasMaxMoves<ConnectFour>);
static_assert(HasPlayout<ConnectFour> && HasDecisiveMoves<ConnectFour> && HasDecisivePlayout<ConnectFour>);
static_assert(HasMoveText<ConnectFour> && HasEncoding<ConnectFour>);
static_assert(HasPositionText<ConnectFour> && HasPicture<ConnectFour> && HasDescription<ConnectFour>);

}  // namespace banyan

#include <banyan/games/connect4_solver.hpp>
