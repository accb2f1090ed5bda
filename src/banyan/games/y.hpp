// The game of Y: who joins all three sides of a triangle by one chain wins. X (player 0) begins. Exactly one
// player does so on a full board, so there are no draws; a corner belongs to both of its sides. With
// swap=true the second player's first move may be `swap`: the stone becomes theirs.
//
// The triangle is the part of the rows of hex_rows.hpp where row + column ≥ size - 1, which stands with its
// tip up when each row is half a cell to the right of the one above:
//
//       row 0 |     2          c1
//       row 1 |   1 2        b2  c2
//       row 2 | 0 1 2      a3  b3  c3
//
// A cell is written with the letter of the grid's column and the row from the top. The sides are left (row +
// column = size - 1), right (the last column) and bottom (the last row).
//
// A State has 168 bytes.
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
#include <banyan/games/hex_text.hpp>

namespace banyan {

class Y {
 public:
  static constexpr std::string_view name = "y";
  static constexpr int max_players = 2;
  static constexpr int max_size = detail::hex_side;
  static constexpr std::size_t max_legal = max_size * (max_size + 1) / 2;
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  struct Params {
    int size = 19;
    bool swap = false;

    template <class Self, class Visitor>
    static void fields(Self& self, Visitor&& visit) {
      visit("size", self.size, between(2, max_size), "cells along a side of the triangle");
      visit("swap", self.swap, anything(), "whether the second player may take over the first stone");
    }
  };

  using Move = detail::HexCell;  // the cell, or swap
  static constexpr Move swap = max_size * max_size;
  using State = detail::HexState;

  constexpr Y() : Y(Params{}) {}
  constexpr explicit Y(const Params& params) : params_(params) {
    for (int row = 0; row < params.size; ++row)
      for (int column = params.size - 1 - row; column < params.size; ++column)
        detail::set_hex(board_, detail::hex_cell(row, column));
  }
  [[nodiscard]] constexpr const Params& params() const { return params_; }
  [[nodiscard]] static std::string problem(const Params& /*params*/) { return {}; }
  [[nodiscard]] constexpr std::size_t cells() const {
    return static_cast<std::size_t>(params_.size * (params_.size + 1) / 2);
  }
  [[nodiscard]] constexpr std::size_t max_moves() const { return cells() + (params_.swap ? 1U : 0U); }
  // After the first stone there is a cell less and perhaps a swap more.
  [[nodiscard]] constexpr std::size_t legal_limit() const { return cells(); }

  [[nodiscard]] constexpr State start() const { return {}; }
  [[nodiscard]] constexpr Player current_player(const State& state) const { return state.played & 1; }
  constexpr void legal_moves(const State& state, MoveListOf<Y>& moves) const {
    detail::for_each_hex(state.empty(board_), [&](Move cell) { moves.push_back(cell); });
    if (may_swap(state)) moves.push_back(swap);
  }
  constexpr void apply(State& state, Move cell) const {
    const std::size_t player = state.played & 1U;
    if (cell == swap) {
      detail::for_each_hex(state.stones[0], [&](Move first) { cell = first; });
      state.stones[0] = {};
      state.hash = 0;
      state.swapped = true;
    }
    state.add(player, cell);
    detail::HexRows chain{};
    detail::set_hex(chain, cell);
    detail::flood(chain, state.stones[player], params_.size);
    if (touches_all_sides(chain)) state.winner = static_cast<std::int8_t>(player);
  }
  [[nodiscard]] constexpr std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.winner < 0) return std::nullopt;
    return win_for(state.winner);
  }
  [[nodiscard]] constexpr std::uint64_t hash(const State& state) const {
    constexpr std::uint64_t swapped_key = 0x9e37'79b9'7f4a'7c15;
    return mix64(state.hash ^ (state.swapped ? swapped_key : 0));
  }

  // The cells that are left are shared out at random, and the full board says who has won. A swap is an
  // ordinary first move of the second player.
  [[nodiscard]] std::array<double, 2> playout(State state, Random& random) const {
    while (params_.swap && state.played < 2 && state.winner < 0) {
      MoveListOf<Y> moves;
      legal_moves(state, moves);
      apply(state, moves[random.below(moves.size())]);
    }
    if (state.winner >= 0) return *outcome(state);
    return fill(state, random);
  }

  // The six symmetries of a triangle, by its coordinates (row, cells from the left side, cells from the
  // right).
  [[nodiscard]] constexpr int symmetry_count() const { return 6; }
  [[nodiscard]] constexpr Move transform_move(Move cell, int symmetry) const {
    if (cell == swap) return swap;
    const int last = params_.size - 1;
    const int row = cell / max_size;
    const int column = cell % max_size;
    std::array<int, 3> from{last - row, row + column - last,
                            last - column};  // to bottom, left and right side
    if (symmetry >= 3) std::swap(from[1], from[2]);
    const auto turn = static_cast<std::size_t>(symmetry % 3);
    const int bottom = from[turn];
    const int right = from[(turn + 2) % 3];
    return detail::hex_cell(last - bottom, last - right);
  }
  [[nodiscard]] constexpr State transform(const State& state, int symmetry) const {
    return state.image([&](Move cell) { return transform_move(cell, symmetry); });
  }

  // Beside the stones, where it can be, whether a swap is possible.
  [[nodiscard]] constexpr Encoding encoding() const {
    return {.rows = params_.size,
            .columns = params_.size,
            .planes = stone_planes + (params_.swap ? 1 : 0),
            .whole_moves = params_.swap ? 1 : 0};
  }
  constexpr void encode(const State& state, std::span<float> inputs) const {
    fill_stone_planes(encoding(), inputs, current_player(state),
                      [&](int row, int column) { return state.owner(row, column); });
    fill_plane(encoding(), inputs, 2,
               [&](int row, int column) { return detail::has_hex(board_, detail::hex_cell(row, column)); });
    if (params_.swap) fill_plane(encoding(), inputs, stone_planes, [&](int, int) { return may_swap(state); });
  }
  [[nodiscard]] constexpr std::size_t move_output(const State& /*state*/, Move cell) const {
    if (cell == swap) return encoding().cells();
    return static_cast<std::size_t>(cell / max_size * params_.size + cell % max_size);
  }
  // Cells outside the triangle stay where they are.
  [[nodiscard]] constexpr std::size_t transform_cell(std::size_t index, int symmetry) const {
    const auto size = static_cast<std::size_t>(params_.size);
    const Move cell = detail::hex_cell(static_cast<int>(index / size), static_cast<int>(index % size));
    return detail::has_hex(board_, cell) ? move_output({}, transform_move(cell, symmetry)) : index;
  }

  [[nodiscard]] std::string print_move(const State& /*state*/, Move cell) const {
    return cell == swap ? "swap" : print_square(cell / max_size, cell % max_size);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& /*state*/, std::string_view text) const {
    if (text == "swap" && params_.swap) return swap;
    return detail::parse_hex_cell(text, board_, params_.size);
  }
  // The rows of the triangle from its tip: "x/.o/..."; with swap=true who is to move as well: "o/../... x".
  [[nodiscard]] std::string print_position(const State& state) const {
    return detail::print_hex_board(state, board_, params_.size, params_.swap);
  }
  [[nodiscard]] Result<State> parse_position(std::string_view text) const {
    auto state = detail::parse_hex_board(text, board_, params_.size, params_.swap);
    if (!state) return state;
    const std::size_t to_move = state->played & 1U;
    if (has_y(state->stones[to_move])) return Error{"the player to move has already joined all sides"};
    if (has_y(state->stones[to_move ^ 1U])) state->winner = static_cast<std::int8_t>(to_move ^ 1U);
    return state;
  }
  [[nodiscard]] Picture picture(const State& state) const {
    return detail::hex_board_picture(state, board_, params_.size);
  }
  [[nodiscard]] GameDescription describe() const {
    return {.title = "Y",
            .rules =
                "Players put a stone on any free cell in turn. The first to join all three sides of the "
                "triangle by one chain wins; a corner cell belongs to both of its sides. One of them always "
                "does." +
                std::string(params_.swap ? " Blue may answer the first stone by taking it over (swap)." : ""),
            .notation =
                "letter of the column, then the row from the tip: the tip itself is the last letter and 1" +
                std::string(params_.swap ? "; or swap" : ""),
            .sides = {{"Red", "#c33"}, {"Blue", "#36c"}},
            .board = BoardStyle::hexagons,
            .variants = {{"Side 19", "size=19"},
                         {"Side 19 with swap", "size=19,swap=true"},
                         {"Side 11", "size=11"},
                         {"Side 5", "size=5"}}};
  }

 private:
  Params params_;
  detail::HexRows board_{};

  [[nodiscard]] constexpr bool may_swap(const State& state) const {
    return params_.swap && state.played == 1;
  }
  // Shares out the empty cells: the player to move gets half of them, rounded up.
  [[nodiscard]] std::array<double, 2> fill(const State& state, Random& random) const {
    MoveListOf<Y> empty;
    detail::for_each_hex(state.empty(board_), [&](Move cell) { empty.push_back(cell); });
    const std::size_t mover = state.played & 1U;
    detail::HexRows stones = state.stones[mover];
    for (std::size_t left = empty.size(), wanted = (left + 1) / 2; wanted > 0; --wanted, --left) {
      const std::size_t choice = random.below(left);
      detail::set_hex(stones, empty[choice]);
      empty[choice] = empty[left - 1];
    }
    return win_for(static_cast<Player>(has_y(stones) ? mover : mover ^ 1U));
  }
  [[nodiscard]] constexpr bool touches_all_sides(const detail::HexRows& chain) const {
    const auto last = static_cast<unsigned>(params_.size) - 1;
    std::uint32_t left = 0;
    std::uint32_t right = 0;
    for (unsigned row = 0; row <= last; ++row) {
      left |= chain[row] >> (last - row) & 1U;
      right |= chain[row] >> last;
    }
    return chain[last] != 0 && left != 0 && right != 0;
  }
  // Chains that touch the bottom, one after the other.
  [[nodiscard]] constexpr bool has_y(const detail::HexRows& stones) const {
    const auto last = static_cast<std::size_t>(params_.size) - 1;
    for (std::uint32_t seeds = stones[last]; seeds != 0;) {
      detail::HexRows chain{};
      chain[last] = seeds & ~(seeds - 1);
      detail::flood(chain, stones, params_.size);
      if (touches_all_sides(chain)) return true;
      seeds &= ~chain[last];
    }
    return false;
  }
};

static_assert(Game<Y> && WinDrawLoss<Y> && HasParams<Y> && HasMaxMoves<Y> && HasLegalLimit<Y>);
static_assert(HasHash<Y> && HasSymmetries<Y> && HasPlayout<Y> && HasEncoding<Y>);
static_assert(HasMoveText<Y> && HasPositionText<Y> && HasPicture<Y> && HasDescription<Y>);

}  // namespace banyan
