// What a search asks of a game: its moves, a move made, a random game.
#pragma once

#include <benchmark/benchmark.h>

#include <string>

#include <banyan/game/game.hpp>
#include <banyan/search/evaluate/playout.hpp>

namespace banyan {

// A position of a random game, so many moves after the start, or more until a player is to move; the last but
// one if the game ends before. Always of the same game.
template <Game G>
StateOf<G> after_random_moves(const G& game, std::size_t plies) {
  Random random(1);
  StateOf<G> state = game.start();
  RewardsOf<G> rewards{};
  for (std::size_t i = 0; i < plies || !is_player(game, game.current_player(state)); ++i) {
    StateOf<G> next = state;
    random_step(game, next, random, Playout::uniform, rewards);
    if (game.outcome(next)) break;
    state = next;
  }
  return state;
}
template <Game G>
StateOf<G> opening(const G& game) {
  return after_random_moves(game, 4);
}

// Half-way through a random game, where the state has the most to remember (earlier positions in Go and
// chess).
template <Game G>
StateOf<G> middle_of_game(const G& game) {
  Random random(1);
  StateOf<G> state = game.start();
  RewardsOf<G> rewards{};
  std::size_t plies = 0;
  for (; plies < most_moves(game) && !game.outcome(state); ++plies)
    random_step(game, state, random, Playout::uniform, rewards);
  return after_random_moves(game, plies / 2);
}

template <Game G>
void legal_moves(benchmark::State& state) {
  const G game;
  const auto position = opening(game);
  for (auto _ : state) {
    MoveListOf<G> moves;
    game.legal_moves(position, moves);
    benchmark::DoNotOptimize(moves);
  }
}

template <Game G>
void apply(benchmark::State& state) {
  const G game;
  const auto position = opening(game);
  MoveListOf<G> moves;
  game.legal_moves(position, moves);
  for (auto _ : state) {
    auto next = position;
    apply_move(game, next, moves[0]);
    benchmark::DoNotOptimize(next);
  }
}

// What every simulation begins with.
template <Game G>
void copy(benchmark::State& state) {
  const auto position = middle_of_game(G());
  for (auto _ : state) {
    auto next = position;
    benchmark::DoNotOptimize(next);
  }
}

template <Game G, Playout kind>
void playout(benchmark::State& state) {
  const G game;
  Random random(1);
  for (auto _ : state) benchmark::DoNotOptimize(random_playout(game, game.start(), random, no_limit, kind));
}

// Lists the benchmarks of a game; for an object with static storage.
template <Game G>
int list_game_rows() {
  const std::string name(G::name);
  benchmark::RegisterBenchmark(("legal_moves/" + name).c_str(), &legal_moves<G>);
  benchmark::RegisterBenchmark(("apply/" + name).c_str(), &apply<G>);
  benchmark::RegisterBenchmark(("copy/" + name).c_str(), &copy<G>);
  benchmark::RegisterBenchmark(("playout/" + name).c_str(), &playout<G, Playout::uniform>);
  if constexpr (HasDecisiveMoves<G> || HasDecisivePlayout<G>)
    benchmark::RegisterBenchmark(("decisive_playout/" + name).c_str(), &playout<G, Playout::decisive>);
  return 0;
}

}  // namespace banyan
