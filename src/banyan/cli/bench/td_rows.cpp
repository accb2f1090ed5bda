// The rows of `bench` about learning by temporal differences.
#include <banyan/cli/bench/rows.hpp>
#include <banyan/learn/td/training.hpp>

namespace banyan::cli {

namespace {
bool has_ntuples(const GameInfo& game) { return game.ntuple; }

Measure measure(BenchGame& bench, std::uint32_t repeat, TdSpeed TdSpeeds::*which) {
  const auto speeds =
      measure_ntuple(bench.game(), bench.settings().net, Random(bench.settings().seed, repeat)());
  if (!speeds) return {};
  const TdSpeed& speed = (*speeds).*which;
  return {.per_second = speed.per_second, .per_cpu_second = speed.per_cpu_second, .value = speed.per_second};
}
}  // namespace

BenchEntry td_train_entry() {
  return {"td_train", "moves/s",
          "TD(0) learning with the patterns 4x6, one thread, in memory; of --net if given",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeeds::train); },
          has_ntuples};
}

BenchEntry td_play_entry() {
  return {"td_play", "moves/s", "the same network's best moves, without learning",
          [](BenchGame& game, std::uint32_t repeat) { return measure(game, repeat, &TdSpeeds::play); },
          has_ntuples};
}

}  // namespace banyan::cli
