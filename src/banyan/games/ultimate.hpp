// Ultimate tic-tac-toe: nine small boards of tic-tac-toe, which are the cells of a large one. X (player 0)
// begins anywhere. The cell of a small board where a player moves says on which small board the next player
// has to move: top left sends to the board at the top left. A small board is decided by a line of three or
// when it is full, and gets no more moves; a player sent to a decided board may move on any other. Three won
// boards in a line win; where no cell is left and no player has a line the game is a draw (the rules of
// Wikipedia's article "Ultimate tic-tac-toe"; variants that count boards then are not played here).
//
// A cell's number is board * 9 + place on that board; boards, and places on a board, go row by row from the
// bottom left:
//
//       9 10 11 …                                     6 7 8
//     3 | 6  7  8|15 16 17|24 25 26        boards     3 4 5
//     2 | 3  4  5|12 13 14|21 22 23                   0 1 2
//     1 | 0  1  2| 9 10 11|18 19 20
//         a  b  c  d  e  f  g  h  i
//
// Cells are bits of two words: boards 0 to 4 in the first, 5 to 8 in the second. A state takes 56 bytes.
#pragma once

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

class Ultimate {
 public:
  static constexpr std::string_view name = "ultimate";
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 81;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  static constexpr int small_side = 3;
  static constexpr int side = small_side * small_side;  // also the number of boards, and of cells of each
  static constexpr std::uint8_t any_board = side;

  using Move = std::uint8_t;  // the cell
  using Cells = std::array<std::uint64_t, 2>;
  struct State {
    std::array<Cells, 2> stones{};               // of player 0, of player 1
    Cells open{all_of_word(0), all_of_word(1)};  // empty cells of boards that are not decided
    std::array<std::uint16_t, 2> won{};          // the small boards that each player has won
    std::uint8_t board = any_board;              // where to move; it is not decided
    std::uint8_t player = 0;                     // who is to move
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.player; }

  constexpr void legal_moves(const State& state, MoveListOf<Ultimate>& moves) const {
    const Cells cells = playable(state);
    for (const unsigned word : {0U, 1U})
      for_each_bit(cells[word], [&](unsigned bit) { moves.push_back(static_cast<Move>(bit + word * 45)); });
  }
  [[nodiscard]] constexpr std::size_t count_legal(const State& state) const {
    const Cells cells = playable(state);
    return static_cast<std::size_t>(std::popcount(cells[0]) + std::popcount(cells[1]));
  }

  constexpr void apply(State& state, Move cell) const { play(state, cell / side, cell % side); }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (has_line(state.won[0])) return win_for(0);
    if (has_line(state.won[1])) return win_for(1);
    if ((state.open[0] | state.open[1]) == 0) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::size_t max_moves() const { return side * side; }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    std::uint64_t hash = state.board;  // what else there is follows from the stones
    for (const Cells& cells : state.stones)
      for (const std::uint64_t word : cells) hash = mix64(hash ^ word);
    return hash;
  }

  [[nodiscard]] constexpr std::array<double, 2> playout(const State& state, Random& random) const {
    if (const auto over = outcome(state)) return *over;
    RandomGame game(state);
    unsigned board = state.board;
    if (state.player == 1 && game.move(1, board, random)) return game.result(1);
    while (true) {
      if (game.move(0, board, random)) return game.result(0);
      if (game.move(1, board, random)) return game.result(1);
    }
  }

  [[nodiscard]] constexpr int symmetry_count() const { return square_symmetries; }
  [[nodiscard]] constexpr Move transform_move(Move cell, int symmetry) const {
    const auto [row, column] = transform_square(row_of(cell), column_of(cell), side, symmetry);
    return cell_at(row, column);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image;
    image.player = state.player;
    for (const std::size_t player : {0U, 1U}) {
      image.stones[player] = transform_cells(state.stones[player], symmetry);
      for_each_bit(state.won[player], [&](unsigned board) {
        image.won[player] |= static_cast<std::uint16_t>(1U << transform_board(board, symmetry));
      });
    }
    image.open = transform_cells(state.open, symmetry);
    image.board = static_cast<std::uint8_t>(
        state.board == any_board ? any_board : transform_board(state.board, symmetry));
    return image;
  }

  // Stones, the boards that the player to move and the other have won, and the cells that are legal now.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = side, .columns = side, .planes = stone_planes + 3};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, state.player,
                      [&](int row, int column) { return owner(state, row, column); });
    for (const unsigned other : {0U, 1U})
      fill_plane(encoding(), inputs, stone_planes + static_cast<int>(other), [&](int row, int column) {
        return (state.won[state.player ^ other] >> (cell_at(row, column) / side) & 1U) != 0;
      });
    const Cells cells = playable(state);
    fill_plane(encoding(), inputs, stone_planes + 2,
               [&](int row, int column) { return contains(cells, cell_at(row, column)); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move cell) const {
    return static_cast<std::size_t>(row_of(cell) * side + column_of(cell));
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move cell) const {
    return print_square(row_of(cell), column_of(cell));
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    const auto square = parse_square(text, side, side);
    return square ? std::optional(cell_at(square->row, square->column)) : std::nullopt;
  }

  // All nine rows, and the small board to move on, from A1 at the bottom left to C3, or - for any:
  // "………/…/……… B2".
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(side, side, [&](int row, int column) { return owner(state, row, column); }) + ' ' +
           print_small_board(state.board);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;

  [[nodiscard]] Picture picture(const State& state) const {
    Picture picture =
        board_picture(side, side, [&](int row, int column) { return owner(state, row, column); });
    picture.caption = "won boards: X" + print_won(state.won[0]) + ", O" + print_won(state.won[1]);
    if (!outcome(state))
      picture.caption += state.board == any_board ? "\nto move on any open board"
                                                  : "\nto move on board " + print_small_board(state.board);
    picture.blocks = small_boards(state);
    return picture;
  }

  [[nodiscard]] GameDescription describe() const {
    return {.title = "Ultimate Tic-Tac-Toe",
            .rules =
                "Nine small boards are the cells of a large one. Your cell on a small board says on which "
                "small board the other has to move; sent to a decided one, any other will do. Three won "
                "boards in a line win.",
            .notation = "the cell: e5",
            .sides = {{"X", "#c0392b"}, {"O", "#2563a8"}},
            .board = BoardStyle::marks,
            .variants = {{"9 × 9", ""}}};
  }

 private:
  static constexpr unsigned first_word_boards = 5;
  static constexpr std::uint64_t whole_board = 0x1ff;

  static constexpr std::uint64_t all_of_word(unsigned word) {
    return (std::uint64_t{1} << (word == 0 ? 45U : 36U)) - 1;
  }
  static constexpr unsigned word_of(unsigned board) { return board >= first_word_boards ? 1 : 0; }
  static constexpr unsigned shift_of(unsigned board) {
    return (board - word_of(board) * first_word_boards) * side;
  }
  static constexpr std::uint64_t board_cells(const Cells& cells, unsigned board) {
    return cells[word_of(board)] >> shift_of(board) & whole_board;
  }
  static constexpr bool contains(const Cells& cells, unsigned cell) {
    return (board_cells(cells, cell / side) >> (cell % side) & 1U) != 0;
  }
  static constexpr void insert(Cells& cells, unsigned cell) {
    cells[word_of(cell / side)] |= std::uint64_t{1} << (shift_of(cell / side) + cell % side);
  }

  // Bit b of this table says whether the nine cells b have a line of three.
  static constexpr std::array<std::uint64_t, 8> lines = [] {
    std::array<std::uint64_t, 8> table{};
    for (std::size_t cells = 0; cells <= whole_board; ++cells)
      for (const std::size_t line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0124U, 0421U})
        if ((cells & line) == line) table[cells / 64] |= std::uint64_t{1} << (cells % 64);
    return table;
  }();
  static constexpr bool has_line(std::uint64_t cells) {
    return (lines[cells / 64] >> (cells % 64) & 1U) != 0;
  }

  // Puts a stone and lets the other move.
  static constexpr void play(State& state, unsigned board, unsigned place) {
    const unsigned word = word_of(board);
    const unsigned shift = shift_of(board);
    const std::uint64_t stone = std::uint64_t{1} << (shift + place);
    std::uint64_t& own = state.stones[state.player][word];
    own |= stone;
    state.open[word] &= ~stone;
    if (has_line(own >> shift & whole_board)) {
      state.open[word] &= ~(whole_board << shift);
      std::uint16_t& won = state.won[state.player];
      won = static_cast<std::uint16_t>(won | 1U << board);
    }
    state.board = static_cast<std::uint8_t>(board_cells(state.open, place) != 0 ? place : any_board);
    state.player ^= 1U;
  }

  // A random game on boards of their own, which are found without shifts. The open cells are kept twice: by
  // boards for most moves, and in two words for those on any board.
  struct RandomGame {
    std::array<std::array<std::uint32_t, side>, 2> stones{};
    std::array<std::uint32_t, side> open{};
    std::array<std::uint32_t, 2> won{};
    Cells all_open;
    bool is_draw = false;

    explicit constexpr RandomGame(const State& state)
        : won{state.won[0], state.won[1]}, all_open(state.open) {
      for (unsigned board = 0; board < side; ++board) {
        for (const std::size_t player : {0U, 1U})
          stones[player][board] = static_cast<std::uint32_t>(board_cells(state.stones[player], board));
        open[board] = static_cast<std::uint32_t>(board_cells(state.open, board));
      }
    }

    // A random move on that board, which becomes the next one; true where the game is over.
    constexpr bool move(unsigned player, unsigned& board, Random& random) {
      unsigned place = 0;
      if (board != any_board) [[likely]] {
        const auto count = static_cast<unsigned>(std::popcount(open[board]));
        place = select_bit(open[board], static_cast<unsigned>(random.below(count)));
      } else {
        const auto first = static_cast<unsigned>(std::popcount(all_open[0]));
        const auto second = static_cast<unsigned>(std::popcount(all_open[1]));
        if (first + second == 0) return is_draw = true;
        const auto k = static_cast<unsigned>(random.below(first + second));
        const unsigned cell =
            k < first ? select_bit(all_open[0], k) : select_bit(all_open[1], k - first) + 45;
        board = cell / side;
        place = cell % side;
      }
      const std::uint32_t stone = 1U << place;
      const std::uint32_t own = stones[player][board] |= stone;
      std::uint32_t closed = stone;
      if (has_line(own)) {
        closed = whole_board;
        won[player] |= 1U << board;
        if (has_line(won[player])) return true;
      }
      open[board] &= ~closed;
      all_open[word_of(board)] &= ~(std::uint64_t{closed} << shift_of(board));
      board = open[place] != 0 ? place : any_board;
      return false;
    }
    [[nodiscard]] constexpr std::array<double, 2> result(Player mover) const {
      return is_draw ? draw_for_all() : win_for(mover);
    }
  };

  static constexpr Cells playable(const State& state) {
    if (state.board == any_board) return state.open;
    Cells cells{};
    const unsigned word = word_of(state.board);
    cells[word] = state.open[word] & whole_board << shift_of(state.board);
    return cells;
  }

  static constexpr Move cell_at(int row, int column) {
    return static_cast<Move>((row / small_side * small_side + column / small_side) * side +
                             row % small_side * small_side + column % small_side);
  }
  static constexpr int row_of(Move cell) {
    return cell / side / small_side * small_side + cell % side / small_side;
  }
  static constexpr int column_of(Move cell) {
    return cell / side % small_side * small_side + cell % small_side;
  }

  static constexpr unsigned transform_board(unsigned board, int symmetry) {
    const auto [row, column] = transform_square(static_cast<int>(board) / small_side,
                                                static_cast<int>(board) % small_side, small_side, symmetry);
    return static_cast<unsigned>(row * small_side + column);
  }
  [[nodiscard]] constexpr Cells transform_cells(const Cells& cells, int symmetry) const {
    Cells image{};
    for (const unsigned word : {0U, 1U})
      for_each_bit(cells[word], [&](unsigned bit) {
        insert(image, transform_move(static_cast<Move>(bit + word * 45), symmetry));
      });
    return image;
  }

  static constexpr Player owner(const State& state, int row, int column) {
    const Move cell = cell_at(row, column);
    return contains(state.stones[0], cell) ? 0 : contains(state.stones[1], cell) ? 1 : -1;
  }

  // From the top left.
  [[nodiscard]] std::vector<Picture::Block> small_boards(const State& state) const {
    std::vector<Picture::Block> blocks;
    const bool is_over = outcome(state).has_value();
    for (unsigned row = small_side; row-- > 0;)
      for (unsigned column = 0; column < small_side; ++column) {
        const unsigned board = row * small_side + column;
        const auto has_won = [&](std::size_t player) { return (state.won[player] >> board & 1U) != 0; };
        blocks.push_back({.row = (small_side - 1 - row) * small_side,
                          .column = column * small_side,
                          .rows = small_side,
                          .columns = small_side,
                          .owner = has_won(0)   ? 0
                                   : has_won(1) ? 1
                                                : -1,
                          .open = !is_over && (state.board == any_board ? board_cells(state.open, board) != 0
                                                                        : state.board == board)});
      }
    return blocks;
  }

  static std::string print_small_board(unsigned board) {
    if (board == any_board) return "-";
    return {static_cast<char>('A' + board % small_side), static_cast<char>('1' + board / small_side)};
  }
  static std::string print_won(unsigned boards) {
    std::string text;
    for_each_bit(boards, [&](unsigned board) { text += ' ' + print_small_board(board); });
    return text.empty() ? " none" : text;
  }
  static std::optional<std::uint8_t> parse_small_board(std::string_view text) {
    if (text == "-") return any_board;
    const auto square = parse_square(text, small_side, small_side);
    if (!square) return std::nullopt;
    return static_cast<std::uint8_t>(square->row * small_side + square->column);
  }
};

inline Result<Ultimate::State> Ultimate::parse_position(std::string_view text) const {
  const std::size_t space = text.rfind(' ');
  const auto board =
      space == std::string_view::npos ? std::nullopt : parse_small_board(text.substr(space + 1));
  if (!board)
    return Error{"position '" + detail::shorten(text) +
                 "': after the nine rows come a space and the small board to move on, from A1 at the bottom "
                 "left to C3, or - for any"};
  State state;
  auto counts = parse_board(text.substr(0, space), side, side, [&](int row, int column, Player player) {
    insert(state.stones[static_cast<std::size_t>(player)], cell_at(row, column));
  });
  if (!counts) return counts.error();
  if (counts->first != counts->second && counts->first != counts->second + 1)
    return Error{"X moves first: there are as many X as O, or one more"};
  state.player = counts->first == counts->second ? 0 : 1;
  for (unsigned small = 0; small < side; ++small) {
    const std::uint64_t first = board_cells(state.stones[0], small);
    const std::uint64_t second = board_cells(state.stones[1], small);
    if (has_line(first) && has_line(second))
      return Error{"both players have a line on small board " + print_small_board(small)};
    for (const std::size_t player : {0U, 1U})
      if (has_line(player == 0 ? first : second))
        state.won[player] = static_cast<std::uint16_t>(state.won[player] | 1U << small);
    const std::uint64_t closed = has_line(first) || has_line(second) ? whole_board : first | second;
    state.open[word_of(small)] &= ~(closed << shift_of(small));
  }
  if (has_line(state.won[state.player]))
    return Error{"the player to move already has three won boards in a line"};
  if (*board != any_board && board_cells(state.open, *board) == 0)
    return Error{"small board " + print_small_board(*board) +
                 " is decided: nobody can move there; write - for any board"};
  state.board = *board;
  return state;
}

static_assert(Game<Ultimate> && WinDrawLoss<Ultimate> && HasMaxMoves<Ultimate> && HasLegalCount<Ultimate>);
static_assert(HasHash<Ultimate> && HasSymmetries<Ultimate> && HasEncoding<Ultimate>);
static_assert(HasPlayout<Ultimate> && HasMoveText<Ultimate> && HasPositionText<Ultimate>);
static_assert(HasPicture<Ultimate> && HasDescription<Ultimate>);

}  // namespace banyan
