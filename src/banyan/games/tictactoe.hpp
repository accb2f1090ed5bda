// Tic-tac-toe: three in a row on 3×3. X (player 0) begins.
//
// A cell's number is row * 3 + column with row 0 at the bottom, so that a1 is the bottom left as on a
// chessboard; each side is a mask of nine bits:
//
//     3 | 6 7 8
//     2 | 3 4 5
//     1 | 0 1 2
//         a b c
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

class TicTacToe {
 public:
  static constexpr std::string_view name = "tictactoe";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 9;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  using Move = std::uint8_t;  // the cell
  struct State {
    std::array<std::uint16_t, 2> stones{};  // of player 0, of player 1
    std::uint8_t played = 0;                // how many stones there are
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.played & 1; }

  constexpr void legal_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    for (unsigned empty = empty_cells(state); empty != 0; empty &= empty - 1)
      moves.push_back(static_cast<Move>(std::countr_zero(empty)));
  }

  constexpr void apply(State& state, Move cell) const {
    state.stones[state.played & 1] |= static_cast<std::uint16_t>(1U << cell);
    ++state.played;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    const int last = (state.played & 1) ^ 1;  // only who moved last can have completed a line
    if (has_line(state.stones[static_cast<std::size_t>(last)])) return win_for(last);
    if (state.played == cells) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::size_t max_moves() const { return cells; }

  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    return play_out<false>(state, random);
  }
  [[nodiscard]] constexpr std::array<double, 2> decisive_playout(const State& state, Random& random) const {
    return play_out<true>(state, random);
  }
  constexpr Urgency decisive_moves(const State& state, MoveListOf<TicTacToe>& moves) const {
    const unsigned empty = empty_cells(state);
    const unsigned wins = completing_cells(state.stones[state.played & 1U]) & empty;
    const unsigned blocks = completing_cells(state.stones[~state.played & 1U]) & empty;
    for_each_bit(wins != 0 ? wins : blocks, [&](unsigned cell) { moves.push_back(static_cast<Move>(cell)); });
    if (wins != 0) return Urgency::win;
    return blocks == 0 ? Urgency::none : std::has_single_bit(blocks) ? Urgency::block : Urgency::lost;
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(state.stones[0] | (std::uint64_t{state.stones[1]} << 16U));
  }

  [[nodiscard]] constexpr int symmetry_count() const { return square_symmetries; }
  [[nodiscard]] constexpr Move transform_move(Move cell, int symmetry) const {
    const auto [row, column] = transform_square(cell / side, cell % side, side, symmetry);
    return static_cast<Move>(row * side + column);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image{.stones = {}, .played = state.played};
    for (std::uint8_t cell = 0; cell < cells; ++cell)
      for (std::size_t player : {0U, 1U})
        if ((state.stones[player] >> cell & 1U) != 0)
          image.stones[player] |= static_cast<std::uint16_t>(1U << transform_move(cell, symmetry));
    return image;
  }

  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = side, .columns = side, .planes = stone_planes};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int column) { return owner(state, row * side + column); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move cell) const { return cell; }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move cell) const {
    return print_square(cell / side, cell % side);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    const auto square = parse_square(text, side, side);
    if (!square) return std::nullopt;
    return static_cast<Move>(square->row * side + square->column);
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(side, side, [&](int row, int column) { return owner(state, row * side + column); });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state;
    auto counts = parse_board(text, side, side, [&](int row, int column, Player player) {
      state.stones[static_cast<std::size_t>(player)] |=
          static_cast<std::uint16_t>(1U << (row * side + column));
    });
    if (!counts) return counts.error();
    if (counts->first != counts->second && counts->first != counts->second + 1)
      return Error{"X moves first: there are as many X as O, or one more"};
    state.played = static_cast<std::uint8_t>(counts->first + counts->second);
    if (has_line(state.stones[static_cast<std::size_t>(current_player(state))]))
      return Error{"the player to move already has three in a row"};
    return state;
  }

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture =
        board_picture(side, side, [&](int row, int column) { return owner(state, row * side + column); });
    picture.winning = cells_in_line(picture, side);
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {.title = "Tic-tac-toe",
            .rules = "Players mark one empty square in turn. Three marks in a row, column or diagonal win.",
            .notation = "column and row: a1 (bottom left) to c3",
            .sides = {{"X"}, {"O"}},
            .board = BoardStyle::marks};
  }

 private:
  static constexpr int side = 3;
  static constexpr std::uint8_t cells = 9;
  static constexpr unsigned full = 0x1ff;

  static constexpr unsigned empty_cells(const State& state) {
    return full & ~static_cast<unsigned>(state.stones[0] | state.stones[1]);
  }
  static constexpr Player owner(const State& state, int cell) {
    if ((state.stones[0] >> cell & 1U) != 0) return 0;
    if ((state.stones[1] >> cell & 1U) != 0) return 1;
    return -1;
  }
  static constexpr bool has_line(unsigned stones) { return lines_of[stones].complete; }
  static constexpr unsigned completing_cells(unsigned stones) { return lines_of[stones].completing; }

  // One draw is enough for a whole game: a number in [0,1) of which every choice takes the leading digit, to
  // the base of the number of choices, and leaves the rest. Nine choices take 19 of its 64 bits.
  template <bool Decisive>
  static constexpr std::array<double, 2> play_out(const State& state, Random& random) {
    unsigned mover = state.stones[state.played & 1U];
    unsigned other = state.stones[~state.played & 1U];
    Player player = state.played & 1;
    if (has_line(other)) return win_for(player ^ 1);
    std::uint64_t digits = random();
    for (unsigned empty = empty_cells(state); empty != 0; empty = full & ~(mover | other)) {
      unsigned choices = empty;
      if constexpr (Decisive) {
        if ((completing_cells(mover) & empty) != 0) return win_for(player);
        if (const unsigned blocks = completing_cells(other) & empty) choices = blocks;
      }
      const Uint128 product = Uint128{digits} * static_cast<unsigned>(std::popcount(choices));
      digits = static_cast<std::uint64_t>(product);
      mover |= 1U << select_bit(choices, static_cast<unsigned>(product >> 64U));
      if (!Decisive && has_line(mover)) return win_for(player);
      std::swap(mover, other);
      player ^= 1;
    }
    return draw_for_all();
  }

  // What one side's stones amount to.
  struct Lines {
    bool complete;             // there is a line
    std::uint16_t completing;  // cells, empty or not, where a stone makes one
  };
  static constexpr std::array<Lines, full + 1> find_lines() {
    constexpr std::array<unsigned, 8> lines{0x007, 0x038, 0x1c0, 0x049, 0x092, 0x124, 0x111, 0x054};
    std::array<Lines, full + 1> table{};
    for (unsigned stones = 0; stones <= full; ++stones)
      for (const unsigned line : lines) {
        const unsigned missing = line & ~stones;
        if (missing == 0) table[stones].complete = true;
        if (std::has_single_bit(missing)) table[stones].completing |= static_cast<std::uint16_t>(missing);
      }
    return table;
  }
  static const std::array<Lines, full + 1> lines_of;
};

inline constexpr std::array<TicTacToe::Lines, TicTacToe::full + 1> TicTacToe::lines_of =
    TicTacToe::find_lines();

static_assert(Game<TicTacToe> && WinDrawLoss<TicTacToe>);
static_assert(HasPlayout<TicTacToe> && HasDecisiveMoves<TicTacToe> && HasDecisivePlayout<TicTacToe>);
static_assert(HasHash<TicTacToe> && HasSymmetries<TicTacToe> && HasMaxMoves<TicTacToe>);
static_assert(HasEncoding<TicTacToe>);
static_assert(HasMoveText<TicTacToe> && HasPositionText<TicTacToe> && HasPicture<TicTacToe> &&
              HasDescription<TicTacToe>);

}  // namespace banyan
