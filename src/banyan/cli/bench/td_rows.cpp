// The rows of `bench` about learning 2048.
#include <banyan/cli/bench/rows.hpp>
#include <banyan/learn/td/training.hpp>

namespace banyan::cli {

namespace {
bool is_twenty48(const GameInfo& game) { return game.spec == "twenty48"; }

Measure measure(BenchGame& bench, std::uint32_t repeat, TdSpeed TdSpeeds::*which) {
  const auto speeds = measure_twenty48(bench.settings().net, Random(bench.settings().seed, repeat)());
  if (!speeds) return {};
  const TdSpeed& speed = (*speeds).*which;
  return {.per_second = speed.per_second, .per_cpu_second = speed.per_cpu_second, .value = speed.per_second};
}
}  // namespace

BenchEntry td_train_entry() {
  return {"td_train", "moves/s",
          "TD(0) learning of 2048 with the patterns 4x6, one thread, in memory; of --net if given",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeeds::train); },
          is_twenty48};
}

BenchEntry td_play_entry() {
  return {"td_play", "moves/s", "the same network's best moves, without learning",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeeds::play); },
          is_twenty48};
}

}  // namespace banyan::cli
