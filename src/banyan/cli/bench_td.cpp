// The rows of `bench` about learning 2048.
#include <banyan/cli/bench_rows.hpp>
#include <banyan/learn/td_training.hpp>

namespace banyan::cli {

namespace {
bool is_twenty48(const GameInfo& game) { return game.spec == "twenty48"; }

Measure measure(BenchGame& bench, std::uint32_t repeat, double TdSpeed::*which) {
  const auto speed = measure_twenty48(bench.settings().net, Random(bench.settings().seed, repeat)());
  if (!speed) return {};
  return {.per_second = (*speed).*which, .per_cpu_second = (*speed).*which, .value = (*speed).*which};
}
}  // namespace

BenchEntry td_train_entry() {
  return {"td_train", "moves/s",
          "TD(0) learning of 2048 with the patterns 4x6, one thread, in memory; of --net if given",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeed::train); },
          is_twenty48};
}

BenchEntry td_play_entry() {
  return {"td_play", "moves/s", "the same network's best moves, without learning",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeed::play); },
          is_twenty48};
}

}  // namespace banyan::cli
