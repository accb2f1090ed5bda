// Whole searches, by what is switched on. The time of one simulation is the time shown divided by their number.
#include <benchmark/benchmark.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {
namespace {

template <Game G>
void measure(benchmark::State& state, const SearchParams& params) {
  const auto sims = static_cast<std::uint64_t>(state.range(0));
  const G game;
  Searcher<G> searcher(game, params, 1);
  std::uint64_t levels = 0;
  for (auto _ : state) {
    searcher.set_root(game.start());
    levels += searcher.run({.sims = sims}).levels;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(sims) * state.iterations());
  state.counters["ns/level"] = benchmark::Counter(
      static_cast<double>(levels) * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

SearchParams plain() { return {.solver = false, .playout = Playout::uniform}; }

template <Game G>
void plain_search(benchmark::State& state) {
  measure<G>(state, plain());
}
template <Game G>
void tree_only(benchmark::State& state) {
  SearchParams params = plain();
  params.depth = 0;
  measure<G>(state, params);
}
template <Game G>
void default_search(benchmark::State& state) {
  measure<G>(state, {});
}
template <Game G>
void shared_positions(benchmark::State& state) {
  measure<G>(state, {.transpositions = true});
}

#define BANYAN_BENCH_SEARCH(search)                                     \
  BENCHMARK_TEMPLATE(search, TicTacToe)->Arg(100'000);                  \
  BENCHMARK_TEMPLATE(search, ConnectFour)->Arg(100'000)->Arg(1'000'000)
BANYAN_BENCH_SEARCH(plain_search);
BANYAN_BENCH_SEARCH(tree_only);
BANYAN_BENCH_SEARCH(default_search);
BANYAN_BENCH_SEARCH(shared_positions);
#undef BANYAN_BENCH_SEARCH

}  // namespace
}  // namespace banyan
