// Gomoku: who first has a line of five (or more, or as many as wished) wins. X (player 0) begins. Any
// board up to 19×19; more than enough in line wins too; a full board is a draw.
//
// A cell's number is row * 19 + column on every board, row 0 at the bottom and a1 the bottom left, so that
// rows and columns come from dividing by a constant. Each side's stones are 361 bits in six words:
//
//       3 | 38 39 40 …
//       2 | 19 20 21 …
//       1 |  0  1  2 …
//            a  b  c
//
// apply() looks for a line through the stone just placed and keeps the answer in the state, along with a
// Zobrist hash, so that outcome() and hash() only read.
#pragma once

#include <array>
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

class Gomoku {
 public:
  static constexpr std::string_view name = "gomoku";
  static constexpr int max_players = 2;
  static constexpr int max_side = 19;
  static constexpr std::size_t max_legal = max_side * max_side;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int width = 15;
    int height = 15;
    int line = 5;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("width", self.width, between(1, max_side), "columns of the board");
      visit("height", self.height, between(1, max_side), "rows of the board");
      visit("line", self.line, between(1, max_side), "stones in a line that win (more win too)");
    }
  };

  using Move = std::uint16_t;  // the cell
  using Stones = std::array<std::uint64_t, 6>;
  struct State {
    std::array<Stones, 2> stones{};  // of player 0, of player 1
    std::uint64_t hash = 0;          // the keys of all stones, xored
    std::uint16_t played = 0;        // how many stones there are
    bool won = false;                // the last stone completed a line
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Gomoku() : Gomoku(Params{}) {}
  constexpr explicit Gomoku(const Params& params) : params_(params) {
    for (int row = 0; row < params.height; ++row)
      for (int column = 0; column < params.width; ++column) set(board_, cell_at(row, column));
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& params) {
    if (params.line <= params.width || params.line <= params.height) return {};
    return "a line of " + std::to_string(params.line) + " fits in neither direction of a board of " +
           std::to_string(params.width) + "×" + std::to_string(params.height);
  }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.played & 1; }

  constexpr void legal_moves(const State& state, MoveListOf<Gomoku>& moves) const {
    for_each_empty(state, [&](Move cell) { moves.push_back(cell); });
  }

  constexpr void apply(State& state, Move cell) const {
    const std::size_t player = state.played & 1U;
    set(state.stones[player], cell);
    state.hash ^= key(player, cell);
    state.won = completes_line(state.stones[player], cell);
    ++state.played;
  }

  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.won) return win_for((state.played & 1) ^ 1);
    if (state.played == max_moves()) return draw_for_all();
    return std::nullopt;
  }

  [[nodiscard]] constexpr std::size_t max_moves() const {
    return static_cast<std::size_t>(params_.width * params_.height);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const { return state.hash; }
  [[nodiscard]] constexpr std::uint64_t hash_from_scratch(const State& state) const {
    std::uint64_t hash = 0;
    for (const std::size_t player : {0U, 1U})
      for_each_stone(state.stones[player], [&](Move cell) { hash ^= key(player, cell); });
    return hash;
  }

  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const;

  [[nodiscard]] constexpr int symmetry_count() const {
    return params_.width == params_.height ? square_symmetries : rectangle_symmetries;
  }
  [[nodiscard]] constexpr Move transform_move(Move cell, int symmetry) const {
    const auto [row, column] =
        transform_rectangle(cell / max_side, cell % max_side, params_.height, params_.width, symmetry);
    return cell_at(row, column);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image{.stones = {}, .hash = 0, .played = state.played, .won = state.won};
    for (const std::size_t player : {0U, 1U})
      for_each_stone(state.stones[player],
                     [&](Move cell) { set(image.stones[player], transform_move(cell, symmetry)); });
    image.hash = hash_from_scratch(image);
    return image;
  }

  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = params_.height, .columns = params_.width, .planes = stone_planes};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int column) { return owner(state, row, column); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move cell) const {
    return static_cast<std::size_t>(cell / max_side * params_.width + cell % max_side);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return transform_board_cell(encoding(), cell, symmetry);
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move cell) const {
    return print_square(cell / max_side, cell % max_side);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    const auto square = parse_square(text, params_.height, params_.width);
    if (!square) return std::nullopt;
    return cell_at(square->row, square->column);
  }

  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(params_.height, params_.width,
                       [&](int row, int column) { return owner(state, row, column); });
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    State state;
    auto counts = parse_board(text, params_.height, params_.width, [&](int row, int column, Player player) {
      set(state.stones[static_cast<std::size_t>(player)], cell_at(row, column));
    });
    if (!counts) return counts.error();
    if (counts->first != counts->second && counts->first != counts->second + 1)
      return Error{"X moves first: there are as many X as O, or one more"};
    state.played = static_cast<std::uint16_t>(counts->first + counts->second);
    state.hash = hash_from_scratch(state);
    const std::size_t to_move = state.played & 1U;
    if (has_line(state.stones[to_move]))
      return Error{"the player to move already has " + std::to_string(params_.line) + " in a line"};
    state.won = has_line(state.stones[to_move ^ 1U]);
    return state;
  }

  [[nodiscard]] Picture picture(const State& state) const {
    return board_picture(params_.height, params_.width,
                         [&](int row, int column) { return owner(state, row, column); });
  }

 private:
  Params params_;
  Stones board_{};  // the cells that are on the board

  static constexpr Move cell_at(int row, int column) { return static_cast<Move>(row * max_side + column); }
  static constexpr void set(Stones& stones, Move cell) {
    stones[cell / 64U] |= std::uint64_t{1} << (cell % 64U);
  }
  static constexpr bool has(const Stones& stones, int cell) {
    return (stones[static_cast<unsigned>(cell) / 64U] >> (static_cast<unsigned>(cell) % 64U) & 1U) != 0;
  }
  static constexpr std::uint64_t key(std::size_t player, Move cell) { return mix64(cell * 2U + player); }

  template <class Visit>
  static constexpr void for_each_stone(const Stones& stones, Visit&& visit) {
    for (unsigned word = 0; word < stones.size(); ++word)
      for_each_bit(stones[word], [&](unsigned i) { visit(static_cast<Move>(word * 64 + i)); });
  }
  template <class Visit>
  constexpr void for_each_empty(const State& state, Visit&& visit) const {
    Stones empty{};
    for (std::size_t i = 0; i < empty.size(); ++i)
      empty[i] = board_[i] & ~(state.stones[0][i] | state.stones[1][i]);
    for_each_stone(empty, visit);
  }

  [[nodiscard]] constexpr bool completes_line(const Stones& stones, Move cell) const {
    constexpr std::array<Square, 4> directions{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (const auto [up, right] : directions) {
      int length = 1;
      for (const int sign : {-1, 1}) {
        int row = cell / max_side + sign * up;
        int column = cell % max_side + sign * right;
        while (row >= 0 && row < params_.height && column >= 0 && column < params_.width &&
               has(stones, cell_at(row, column))) {
          ++length;
          row += sign * up;
          column += sign * right;
        }
      }
      if (length >= params_.line) return true;
    }
    return false;
  }
  [[nodiscard]] constexpr bool has_line(const Stones& stones) const {
    bool found = false;
    for_each_stone(stones, [&](Move cell) { found = found || completes_line(stones, cell); });
    return found;
  }

  static constexpr Player owner(const State& state, int row, int column) {
    if (has(state.stones[0], cell_at(row, column))) return 0;
    return has(state.stones[1], cell_at(row, column)) ? 1 : -1;
  }
};

namespace detail {
// One player's stones, as a word for every row, column and diagonal of a 19×19 board, for playouts: four
// words hold all lines through a cell, and are looked at side by side.
class GomokuLines {
 public:
  // Adds a stone; answers whether there is now a run of `line` in a word through it.
  bool add(Gomoku::Move cell, int line) {
    std::array<std::uint32_t, 4> run{};
    for (std::size_t i = 0; i < run.size(); ++i) {
      const Place place = places[cell][i];
      run[i] = words_[place.word] |= std::uint32_t{1} << place.bit;
    }
    // A bit that stays is the first of `length` in a row; the length doubles as long as it may.
    const auto keep = [&run](int by) {
      for (auto& word : run) word &= word >> by;
    };
    int length = 1;
    for (; 2 * length <= line; length *= 2) keep(length);
    keep(line - length);
    return (run[0] | run[1] | run[2] | run[3]) != 0;
  }

 private:
  struct Place {
    std::uint8_t word;
    std::uint8_t bit;
  };
  static constexpr int side = Gomoku::max_side;
  static constexpr int diagonals = 2 * side - 1;
  static constexpr auto places = [] {
    std::array<std::array<Place, 4>, Gomoku::max_legal> table{};
    for (int row = 0; row < side; ++row)
      for (int column = 0; column < side; ++column) {
        const auto place = [](int word, int bit) {
          return Place{static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(bit)};
        };
        table[static_cast<std::size_t>(row * side + column)] = {
            place(row, column), place(side + column, row), place(2 * side + row + column, row),
            place(2 * side + diagonals + row - column + side - 1, row)};
      }
    return table;
  }();

  std::array<std::uint32_t, 2 * side + 2 * diagonals> words_{};
};
}  // namespace detail

// The empty cells in a random order, drawn as far as the game goes: the same as a random legal move each
// time.
inline std::array<double, 2> Gomoku::playout(const State& state, Random& random) const {
  if (state.won) return *outcome(state);
  std::array<detail::GomokuLines, 2> lines;
  for (const std::size_t player : {0U, 1U})
    for_each_stone(state.stones[player], [&](Move cell) { lines[player].add(cell, params_.line); });
  MoveListOf<Gomoku> empty;
  for_each_empty(state, [&](Move cell) { empty.push_back(cell); });
  Player player = current_player(state);
  while (!empty.empty()) {
    const std::size_t choice = random.below(empty.size());
    if (lines[static_cast<std::size_t>(player)].add(empty[choice], params_.line)) return win_for(player);
    empty.swap_remove(choice);
    player ^= 1;
  }
  return draw_for_all();
}

static_assert(Game<Gomoku> && WinDrawLoss<Gomoku> && HasParams<Gomoku>);
static_assert(HasHash<Gomoku> && HasSymmetries<Gomoku> && HasMaxMoves<Gomoku>);
static_assert(HasPlayout<Gomoku> && HasMoveText<Gomoku>);
static_assert(HasEncoding<Gomoku>);
static_assert(HasPositionText<Gomoku> && HasPicture<Gomoku>);

}  // namespace banyan
