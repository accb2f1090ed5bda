// Domineering: two players place dominoes on a 6×6 board, one vertically, one horizontally; who can't, loses.
#pragma once

#include <banyan/banyan.hpp>
#include <banyan/games/board_text.hpp>

struct Domineering {
  static constexpr std::string_view name = "domineering";
  static constexpr int side = 6, max_players = 2;
  static constexpr std::size_t max_legal = side * (side - 1);

  using Move = banyan::Square;  // the lower or left half of a domino: its row and column
  struct State {
    std::uint64_t dominoes[2] = {};  // squares covered by each player, one bit each
    int player = 0;                  // 0 places vertically, 1 horizontally
    friend bool operator==(const State&, const State&) = default;
  };

  State start() const { return {}; }
  int current_player(const State& state) const { return state.player; }
  void legal_moves(const State& state, banyan::MoveListOf<Domineering>& moves) const {
    const std::uint64_t covered = state.dominoes[0] | state.dominoes[1];
    for (int row = 0; row < (state.player == 0 ? side - 1 : side); ++row)
      for (int column = 0; column < (state.player == 0 ? side : side - 1); ++column)
        if (!(covered & domino(state.player, {row, column}))) moves.push_back({row, column});
  }
  void apply(State& state, Move move) const {
    state.dominoes[state.player] |= domino(state.player, move);
    state.player = 1 - state.player;
  }
  std::optional<std::array<double, 2>> outcome(const State& state) const {
    banyan::MoveListOf<Domineering> moves;
    legal_moves(state, moves);
    if (!moves.empty()) return std::nullopt;
    return banyan::win_for(1 - state.player);
  }
  static std::uint64_t domino(int player, Move move) {
    const std::uint64_t halves = player == 0 ? 1 | 1 << side : 0b11;
    return halves << (move.row * side + move.column);
  }

  // That is all a game needs. The rest is for display: moves like c2, win rates, and a picture of the board.
  static constexpr banyan::RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;
  std::string print_move(const State&, Move move) const {
    return banyan::print_square(move.row, move.column);
  }
  std::optional<Move> parse_move(const State&, std::string_view text) const {
    return banyan::parse_square(text, side, side);
  }
  banyan::Picture picture(const State& state) const {
    return banyan::board_picture(side, side, [&](int row, int column) {
      const int square = row * side + column;
      return state.dominoes[0] >> square & 1 ? 0 : state.dominoes[1] >> square & 1 ? 1 : -1;
    });
  }
};
static_assert(banyan::Game<Domineering>);
