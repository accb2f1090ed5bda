// Hex: X (player 0, red) joins the top of the board to the bottom, O (blue) the left to the right. Exactly
// one of them does on a full board, so there are no draws. With swap=true the second player's first move may
// be `swap`: the stone becomes theirs, mirrored in the long diagonal (X on a3 becomes O on c1), so that each
// keeps their sides.
//
// Cell (r, c) is written with a letter for c and the row from the top, a1 at the top left. Stones are bits in
// rows, as hex_rows.hpp draws them. A State has 168 bytes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <banyan/game/game.hpp>
#include <banyan/games/board_planes.hpp>
#include <banyan/games/board_text.hpp>
#include <banyan/games/hex_rows.hpp>

namespace banyan {

class Hex {
 public:
  static constexpr std::string_view name = "hex";
  static constexpr int max_players = 2;
  static constexpr int max_size = detail::hex_side;
  static constexpr std::size_t max_legal = max_size * max_size;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int size = 11;
    bool swap = false;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("size", self.size, between(3, max_size), "rows and columns of the board");
      visit("swap", self.swap, anything(), "whether the second player may swap the first stone");
    }
  };

  using Move = detail::HexCell;  // the cell, or swap
  static constexpr Move swap = max_size * max_size;
  struct State {
    std::array<detail::HexRows, 2> stones{};  // of player 0, of player 1
    std::uint64_t hash = 0;                   // the keys of all stones, xored
    std::uint16_t played = 0;                 // moves so far
    bool swapped = false;
    bool won = false;  // by who moved last
    friend constexpr bool operator==(const State&, const State&) = default;
  };

  constexpr Hex() : Hex(Params{}) {}
  constexpr explicit Hex(const Params& params) : params_(params) {}
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }
  [[nodiscard]] constexpr std::size_t cells() const {
    return static_cast<std::size_t>(params_.size) * static_cast<std::size_t>(params_.size);
  }
  // After the first stone there is a cell less and perhaps a swap more.
  [[nodiscard]] constexpr std::size_t legal_limit() const { return cells(); }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.played & 1; }
  [[nodiscard]] constexpr std::size_t max_moves() const { return cells() + (params_.swap ? 1U : 0U); }

  constexpr void legal_moves(const State& state, MoveListOf<Hex>& moves) const {
    for_each_empty(state, [&](Move cell) { moves.push_back(cell); });
    if (may_swap(state)) moves.push_back(swap);
  }
  constexpr void apply(State& state, Move move) const {
    const std::size_t player = state.played & 1U;
    ++state.played;
    if (move == swap) {
      detail::for_each_hex(state.stones[0], [&](Move cell) { move = mirrored(cell); });
      state.stones[0] = {};
      state.hash = 0;
      state.swapped = true;
    }
    detail::set_hex(state.stones[player], move);
    state.hash ^= detail::hex_key(player, move);
    state.won = is_joined(state.stones[player], player);
  }
  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (!state.won) return std::nullopt;
    return win_for((state.played & 1) ^ 1);
  }

  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    return mix64(state.hash ^ (std::uint64_t{state.played} << 1U | (state.swapped ? 1U : 0U)));
  }

  // The cells that are left are shared out at random, and the full board says who has won. A swap is an
  // ordinary first move of the second player.
  [[nodiscard]] std::array<double, 2> playout(const State& state, Random& random) const {
    if (state.won) return *outcome(state);
    if (may_swap(state) && random.below(cells()) == 0) {
      State swapped = state;
      apply(swapped, swap);
      return fill(swapped, random);
    }
    if (params_.swap && state.played == 0) {
      State next = state;
      apply(next, random_cell(random));
      return playout(next, random);
    }
    return fill(state, random);
  }

  // Half a turn is the only symmetry that leaves both players their sides.
  [[nodiscard]] constexpr int symmetry_count() const { return 2; }
  [[nodiscard]] constexpr Move transform_move(Move move, int symmetry) const {
    if (symmetry == 0 || move == swap) return move;
    const int last = params_.size - 1;
    return detail::hex_cell(last - move / max_size, last - move % max_size);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    State image = state;
    image.hash = 0;
    for (const std::size_t player : {0U, 1U}) {
      image.stones[player] = {};
      detail::for_each_hex(state.stones[player], [&](Move cell) {
        const Move moved = transform_move(cell, symmetry);
        detail::set_hex(image.stones[player], moved);
        image.hash ^= detail::hex_key(player, moved);
      });
    }
    return image;
  }

  // Beside the stones, whether X is to move, who joins other sides; and whether a swap is possible.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = params_.size,
            .columns = params_.size,
            .planes = stone_planes + 2,
            .whole_moves = params_.swap ? 1 : 0};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int column) { return owner(state, row, column); });
    fill_plane(encoding(), inputs, stone_planes, [&](int, int) { return current_player(state) == 0; });
    fill_plane(encoding(), inputs, stone_planes + 1, [&](int, int) { return may_swap(state); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move move) const {
    if (move == swap) return cells();
    return static_cast<std::size_t>(move / max_size * params_.size + move % max_size);
  }
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t cell, int symmetry) const {
    return symmetry == 0 ? cell : cells() - 1 - cell;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move move) const {
    return move == swap ? "swap" : print_square(move / max_size, move % max_size);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text == "swap" && params_.swap) return swap;
    const auto square = parse_square(text, params_.size, params_.size);
    if (!square) return std::nullopt;
    return detail::hex_cell(square->row, square->column);
  }

  // The board from the top, then who is to move: ".../.x./... o".
  [[nodiscard]] std::string print_position(const State& state) const {
    return print_board(params_.size, params_.size,
                       [&](int row, int column) { return owner(state, params_.size - 1 - row, column); }) +
           ' ' + "xo"[state.played & 1U];
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const;
  [[nodiscard]] Picture picture(const State& state) const;
  [[nodiscard]] GameDescription describe() const {
    return {.title = "Hex",
            .rules =
                "Players put a stone on any free cell in turn. Red joins the top of the board to the bottom, "
                "Blue the left side to the right; who does so first wins, and one of them always does." +
                std::string(params_.swap ? " Blue may answer the first stone by taking it over (swap): it is "
                                           "mirrored in the long diagonal and becomes blue."
                                         : ""),
            .notation = std::string("letter of the column, then the row from the top: a1 is the top left") +
                        (params_.swap ? "; or swap" : ""),
            .sides = {{"Red", "#c33"}, {"Blue", "#36c"}},
            .board = BoardStyle::hexagons,
            .variants = {{"11 × 11", "size=11"},
                         {"11 × 11 with swap", "size=11,swap=true"},
                         {"5 × 5", "size=5"},
                         {"19 × 19", "size=19"}},
            .record = RecordStyle::sgf,
            .sgf_game = 11,
            .sgf_text = true};
  }

 private:
  Params params_;

  [[nodiscard]] constexpr bool may_swap(const State& state) const {
    return params_.swap && state.played == 1 && !state.swapped;
  }
  static constexpr Move mirrored(Move cell) { return detail::hex_cell(cell % max_size, cell / max_size); }
  [[nodiscard]] Move random_cell(Random& random) const {
    const auto cell = static_cast<int>(random.below(cells()));
    return detail::hex_cell(cell / params_.size, cell % params_.size);
  }
  [[nodiscard]] constexpr std::uint32_t whole_row() const { return (std::uint32_t{1} << params_.size) - 1; }
  template <class Visit>
  constexpr void for_each_empty(const State& state, Visit&& visit) const {
    detail::HexRows empty{};
    for (std::size_t row = 0; row < static_cast<std::size_t>(params_.size); ++row)
      empty[row] = whole_row() & ~(state.stones[0][row] | state.stones[1][row]);
    detail::for_each_hex(empty, visit);
  }
  static constexpr Player owner(const State& state, int row, int column) {
    if (detail::has_hex(state.stones[0], detail::hex_cell(row, column))) return 0;
    return detail::has_hex(state.stones[1], detail::hex_cell(row, column)) ? 1 : -1;
  }

  // Whether a player's stones join the player's sides.
  [[nodiscard]] constexpr bool is_joined(const detail::HexRows& stones, std::size_t player) const {
    const auto rows = static_cast<std::size_t>(params_.size);
    detail::HexRows marked{};
    if (player == 0) {
      marked[0] = stones[0];
      for (std::size_t row = 0; row < rows; ++row)
        if (stones[row] == 0) return false;
    } else {
      std::uint32_t columns = 0;
      for (std::size_t row = 0; row < rows; ++row) {
        marked[row] = stones[row] & 1U;
        columns |= stones[row];
      }
      if (columns != whole_row()) return false;
    }
    detail::flood(marked, stones, params_.size);
    if (player == 0) return marked[rows - 1] != 0;
    std::uint32_t reached = 0;
    for (std::size_t row = 0; row < rows; ++row) reached |= marked[row];
    return reached >> (params_.size - 1) != 0;
  }

  // Shares out the empty cells: the player to move gets half of them, rounded up.
  [[nodiscard]] std::array<double, 2> fill(const State& state, Random& random) const {
    if (state.won) return *outcome(state);
    MoveListOf<Hex> empty;
    for_each_empty(state, [&](Move cell) { empty.push_back(cell); });
    const std::size_t mover = state.played & 1U;
    detail::HexRows stones = state.stones[mover];
    for (std::size_t left = empty.size(), wanted = (left + 1) / 2; wanted > 0; --wanted, --left) {
      const std::size_t choice = random.below(left);
      detail::set_hex(stones, empty[choice]);
      empty[choice] = empty[left - 1];
    }
    return win_for(static_cast<Player>(is_joined(stones, mover) ? mover : mover ^ 1U));
  }
};

inline Result<Hex::State> Hex::parse_position(std::string_view text) const {
  const auto wrong = [&](const std::string& what) {
    return Error{"position '" + detail::shorten(text) + "': " + what};
  };
  const std::size_t space = text.rfind(' ');
  const std::string_view mover = text.substr(space == std::string_view::npos ? text.size() : space + 1);
  if (mover != "x" && mover != "o") return wrong("after the board come a space and x or o, who is to move");
  State state;
  const auto counts =
      parse_board(text.substr(0, space), params_.size, params_.size, [&](int row, int column, Player player) {
        const Move cell = detail::hex_cell(params_.size - 1 - row, column);
        const auto p = static_cast<std::size_t>(player);
        detail::set_hex(state.stones[p], cell);
        state.hash ^= detail::hex_key(p, cell);
      });
  if (!counts) return counts.error();
  const auto [x, o] = *counts;
  state.swapped = params_.swap && o > 0 && (mover == "x" ? o == x + 1 : o == x);
  if (!state.swapped && x != (mover == "x" ? o : o + 1))
    return wrong("X moves first: where x is to move there are as many x as o, where o is to move one more" +
                 std::string(params_.swap ? "; after a swap, one o more and as many" : ""));
  state.played = static_cast<std::uint16_t>(x + o + (state.swapped ? 1 : 0));
  const std::size_t to_move = state.played & 1U;
  if (is_joined(state.stones[to_move], to_move))
    return wrong("the player to move has already joined the sides");
  state.won = is_joined(state.stones[to_move ^ 1U], to_move ^ 1U);
  return state;
}

inline Picture Hex::picture(const State& state) const {
  const int size = params_.size;
  Picture picture =
      board_picture(size, size, [&](int row, int column) { return owner(state, size - 1 - row, column); });
  for (int row = 0; row < size; ++row) {  // numbered from the top
    picture.row_labels[static_cast<std::size_t>(row)] = std::to_string(row + 1);
    for (int column = 0; column < size; ++column)
      picture.at(static_cast<std::size_t>(row), static_cast<std::size_t>(column)).move =
          print_square(row, column);
  }
  picture.row_shift = 0.5;
  picture.sides = {0, 0, 1, 1};
  picture.caption = "X joins top and bottom, O joins left and right";
  return picture;
}

static_assert(Game<Hex> && WinDrawLoss<Hex> && HasParams<Hex> && HasMaxMoves<Hex> && HasLegalLimit<Hex>);
static_assert(HasHash<Hex> && HasSymmetries<Hex> && HasPlayout<Hex> && HasEncoding<Hex>);
static_assert(HasMoveText<Hex> && HasPositionText<Hex> && HasPicture<Hex> && HasDescription<Hex>);

}  // namespace banyan
