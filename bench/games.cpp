// What a search asks of a game: its moves, a move made, a random game.
#include <benchmark/benchmark.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/search/evaluate/playout.hpp>

namespace banyan {
namespace {

// Where a random game stands after some moves.
template <Game G>
StateOf<G> middle_of_game(const G& game, int plies) {
  Random random(1);
  StateOf<G> state = game.start();
  RewardsOf<G> rewards{};
  for (int i = 0; i < plies && !game.outcome(state); ++i)
    random_step(game, state, random, Playout::uniform, rewards);
  return state;
}

template <Game G>
void legal_moves(benchmark::State& state) {
  const G game;
  const auto position = middle_of_game(game, 4);
  for (auto _ : state) {
    MoveListOf<G> moves;
    game.legal_moves(position, moves);
    benchmark::DoNotOptimize(moves);
  }
}

template <Game G>
void apply(benchmark::State& state) {
  const G game;
  const auto position = middle_of_game(game, 4);
  MoveListOf<G> moves;
  game.legal_moves(position, moves);
  for (auto _ : state) {
    auto next = position;
    apply_move(game, next, moves[0]);
    benchmark::DoNotOptimize(next);
  }
}

template <Game G, Playout kind>
void playout(benchmark::State& state) {
  const G game;
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random_playout(game, game.start(), random, no_limit, kind));
}

#define BANYAN_BENCH_GAME(G)                     \
  BENCHMARK_TEMPLATE(legal_moves, G);            \
  BENCHMARK_TEMPLATE(apply, G);                  \
  BENCHMARK_TEMPLATE(playout, G, Playout::uniform); \
  BENCHMARK_TEMPLATE(playout, G, Playout::decisive)
BANYAN_BENCH_GAME(TicTacToe);
BANYAN_BENCH_GAME(ConnectFour);
BANYAN_BENCH_GAME(Othello);
BANYAN_BENCH_GAME(Gomoku);
BENCHMARK_TEMPLATE(apply, Twenty48);
BENCHMARK_TEMPLATE(playout, Twenty48, Playout::uniform);
#undef BANYAN_BENCH_GAME

}  // namespace
}  // namespace banyan
