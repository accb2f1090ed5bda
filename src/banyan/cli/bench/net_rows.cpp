// The rows of `bench` on networks.
#include <memory>
#include <vector>

#include <banyan/agent/self_player.hpp>
#include <banyan/cli/bench/rows.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/nn/network.hpp>
#include <banyan/nn/position_net.hpp>
#include <banyan/nn/sample.hpp>

namespace banyan::cli {

namespace {

// Evaluates random boards with a network of the default size with random weights, 16 at a time.
Measure measure_infer(BenchGame& bench, std::uint32_t repeat) {
  constexpr std::size_t batch = 16;
  constexpr double long_enough = 0.3;
  const Encoding encoding = bench.game().info().encoding.value();
  const NetShape shape = shape_for(encoding, NetShape{}.blocks, NetShape{}.filters);
  const auto net =
      prepare_net(random_network(shape, bench.settings().seed))
          ->make(static_cast<std::size_t>(encoding.rows), static_cast<std::size_t>(encoding.columns));
  Random random(bench.settings().seed, repeat);
  std::vector<float> inputs(batch * net->inputs());
  for (float& input : inputs) input = static_cast<float>(random.below(2));
  std::vector<float> outputs(batch * net->outputs());
  std::vector<float> values(batch);
  const Stopwatch watch;
  const double cpu_before = thread_cpu_seconds();
  double count = 0;
  for (; watch.seconds() < long_enough; count += batch) net->evaluate(inputs, outputs, values, {});
  const double rate = count / watch.seconds();
  return {.per_second = rate, .per_cpu_second = count / (thread_cpu_seconds() - cpu_before), .value = rate};
}

// Self-play of such a network, one game after the other, with the defaults of `train`.
Measure measure_self_play(BenchGame& bench, std::uint32_t repeat) {
  constexpr double long_enough = 1;
  const Encoding encoding = bench.game().info().encoding.value();
  const NetShape shape = shape_for(encoding, NetShape{}.blocks, NetShape{}.filters);
  const auto network = prepare_net(random_network(shape, bench.settings().seed));
  const auto player = bench.game().make_self_player();
  const std::size_t sample_bytes = sample_shape(encoding).bytes();
  const std::uint64_t seed = Random(bench.settings().seed, repeat)();
  const Stopwatch watch;
  const double cpu_before = thread_cpu_seconds();
  std::size_t bytes = 0;
  for (std::uint64_t game = 0; watch.seconds() < long_enough; ++game)
    bytes += player->play({.network = network, .seed = seed, .number = game}).samples.size();
  const auto count = static_cast<double>(bytes / sample_bytes);
  const double rate = count / watch.seconds();
  return {.per_second = rate, .per_cpu_second = count / (thread_cpu_seconds() - cpu_before), .value = rate};
}

bool can_learn(const GameInfo& game) { return game.encoding.has_value(); }

}  // namespace

BenchEntry infer_entry() {
  return {"infer", "positions/s",
          "a network of 3 blocks of 32 filters on the game's board, 16 positions at a time", measure_infer,
          can_learn};
}

BenchEntry self_play_entry() {
  return {"selfplay", "positions/s", "positions to learn from, by such a network against itself",
          measure_self_play, can_learn};
}

}  // namespace banyan::cli
