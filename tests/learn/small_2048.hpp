// 2048 on 3 × 3 cells, as somebody outside the tree would write it: cells and afterstates are all that
// n-tuple networks ask for. The board stands in the corner of their 4 × 4 cells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include <banyan/core/nibble_board.hpp>
#include <banyan/game/game.hpp>

namespace banyan {

struct Small2048 {
  static constexpr std::string_view name = "small-2048";
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 4;
  static constexpr std::size_t max_chance = 18;
  static constexpr std::size_t side = 3;

  struct State {
    std::array<std::uint8_t, side * side> tiles{};  // exponents of two; 0 is an empty cell
    std::uint8_t due = 2;                           // tiles that chance has to put
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint8_t;  // a direction; or, for chance, 4 + 2·cell, and 1 more for a 4

  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.due > 0 ? chance_player : 0; }
  [[nodiscard]] std::size_t max_moves() const { return 20'000; }

  void legal_moves(const State& state, MoveListOf<Small2048>& moves) const {
    AfterstateListOf<Small2048> list;
    afterstates(state, list);
    for (const auto& after : list) moves.push_back(after.move);
  }
  void chance_outcomes(const State& state, ChanceListOf<Small2048>& outcomes) const {
    std::size_t empty = 0;
    for (const std::uint8_t tile : state.tiles) empty += tile == 0 ? 1 : 0;
    for (std::size_t cell = 0; cell < state.tiles.size(); ++cell) {
      if (state.tiles[cell] != 0) continue;
      outcomes.push_back({static_cast<Move>(4 + 2 * cell), 0.9 / static_cast<double>(empty)});
      outcomes.push_back({static_cast<Move>(5 + 2 * cell), 0.1 / static_cast<double>(empty)});
    }
  }
  std::array<double, 1> apply(State& state, Move move) const {
    if (move >= 4) {
      state.tiles[(move - 4U) / 2] = static_cast<std::uint8_t>(1 + (move - 4) % 2);
      --state.due;
      return {0};
    }
    const double paid = slide(state, move);
    state.due = 1;
    return {paid};
  }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& state) const {
    if (state.due > 0) return std::nullopt;
    AfterstateListOf<Small2048> list;
    afterstates(state, list);
    return list.empty() ? std::optional(std::array<double, 1>{0}) : std::nullopt;
  }
  void afterstates(const State& state, AfterstateListOf<Small2048>& list) const {
    for (Move move = 0; move < 4; ++move) {
      State after = state;
      const double paid = slide(after, move);
      if (after.tiles == state.tiles) continue;
      after.due = 1;
      list.push_back({move, after, paid});
    }
  }
  [[nodiscard]] NibbleBoard cells(const State& state) const {
    NibbleBoard board = 0;
    for (std::size_t cell = 0; cell < state.tiles.size(); ++cell)
      board |= NibbleBoard{state.tiles[cell]} << 4 * (4 * (cell / side) + cell % side);
    return board;
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(mix64(cells(state)) ^ state.due);
  }

 private:
  // Slides every line towards its first cell, and returns what merging pays.
  static double slide(State& state, Move direction) {
    double paid = 0;
    for (std::size_t line = 0; line < side; ++line) {
      const auto at = [&](std::size_t i) -> std::uint8_t& {
        const std::size_t along = direction % 2 == 0 ? i : side - 1 - i;
        return state.tiles[direction < 2 ? side * line + along : side * along + line];
      };
      std::size_t place = 0;
      bool may_merge = false;
      for (std::size_t i = 0; i < side; ++i) {
        const std::uint8_t tile = std::exchange(at(i), std::uint8_t{0});
        if (tile == 0) continue;
        may_merge = may_merge && at(place - 1) == tile;
        if (may_merge) {
          paid += static_cast<double>(1U << ++at(place - 1));
          may_merge = false;
        } else {
          at(place++) = tile;
          may_merge = true;
        }
      }
    }
    return paid;
  }
};
static_assert(Game<Small2048> && HasAfterstates<Small2048> && HasCells<Small2048>);

}  // namespace banyan
