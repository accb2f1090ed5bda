#include <banyan/cli/bench/rows.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <banyan/cli/agents.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

namespace {
// Wall-clock and processor time of a piece of work.
struct Timed {
  double seconds;
  double cpu_seconds;
};

template <class Work>
Timed timed(Work&& work) {
  const Stopwatch watch;
  const double cpu_before = process_cpu_seconds();
  work();
  return {watch.seconds(), process_cpu_seconds() - cpu_before};
}

// Random games from the start, enough for the clock's resolution.
Measure measure_games(BenchGame& bench, std::uint32_t repeat, Playout kind) {
  constexpr double long_enough = 0.2;
  const std::uint64_t seed = Random(bench.settings().seed, repeat)();
  for (std::uint64_t games = 16;; games *= 2) {
    double mean = 0;
    const Timed time = timed([&] { mean = bench.game().playouts(games, seed, kind); });
    if (time.seconds < long_enough && std::isfinite(mean)) continue;
    const auto count = static_cast<double>(games);
    return {.per_second = count / time.seconds,
            .per_cpu_second = count / time.cpu_seconds,
            .value = count / time.seconds};
  }
}

Measure measure_playouts(BenchGame& bench, std::uint32_t repeat) {
  return measure_games(bench, repeat, Playout::uniform);
}

Measure measure_game_playouts(BenchGame& bench, std::uint32_t repeat) {
  return measure_games(bench, repeat, Playout::game);
}

bool has_playout_moves(const GameInfo& game) {
  return std::find(game.abilities.begin(), game.abilities.end(), "playout_moves") != game.abilities.end();
}

// Players' moves in random games, regardless of the games' length.
Measure measure_random_moves(BenchGame& bench, std::uint32_t repeat) {
  constexpr double long_enough = 0.2;
  const std::uint64_t seed = Random(bench.settings().seed, repeat)();
  for (std::uint64_t moves = 1024;; moves *= 2) {
    double made = 0;
    const Timed time = timed([&] { made = static_cast<double>(bench.game().random_moves(moves, seed)); });
    if (time.seconds < long_enough) continue;
    return {.per_second = made / time.seconds,
            .per_cpu_second = made / time.cpu_seconds,
            .value = made / time.seconds};
  }
}

Measure simulation_rate(const Analysis& search) {
  const auto count = static_cast<double>(search.simulations);
  return {.per_second = count / search.seconds,
          .per_cpu_second = count / search.cpu_seconds,
          .value = count / search.seconds,
          .sims = search.simulations};
}

Measure measure_uct(BenchGame& bench, std::uint32_t repeat) { return simulation_rate(bench.search(repeat)); }

Measure measure_uct_deterministic(BenchGame& bench, std::uint32_t repeat) {
  return simulation_rate(bench.search_deterministic(repeat));
}

Measure measure_bytes_per_node(BenchGame& bench, std::uint32_t repeat) {
  const Analysis& search = bench.search(repeat);
  return {.value = static_cast<double>(search.bytes) / static_cast<double>(search.nodes),
          .sims = search.simulations};
}

Measure measure_bytes_per_sim(BenchGame& bench, std::uint32_t repeat) {
  const Analysis& search = bench.search(repeat);
  return {.value = static_cast<double>(search.bytes) / static_cast<double>(search.simulations),
          .sims = search.simulations};
}

Measure measure_level(BenchGame& bench, std::uint32_t repeat) {
  const Analysis search = bench.search_tree_only(repeat);
  return {.value = 1e9 * search.cpu_seconds / static_cast<double>(search.levels), .sims = search.simulations};
}

double median(std::vector<double> list) {
  std::sort(list.begin(), list.end());
  const std::size_t middle = list.size() / 2;
  return list.size() % 2 == 1 ? list[middle] : (list[middle - 1] + list[middle]) / 2;
}

double median_of(const std::vector<Measure>& measures, double Measure::*member) {
  std::vector<double> list;
  for (const Measure& measure : measures) list.push_back(measure.*member);
  return median(std::move(list));
}
}  // namespace

const Analysis& BenchGame::search(std::uint32_t repeat) {
  auto& kept = searches_[repeat];
  if (!kept) kept = search_with("", repeat);
  return *kept;
}

Analysis BenchGame::search_tree_only(std::uint32_t repeat) const { return search_with(",depth=0", repeat); }

Analysis BenchGame::search_deterministic(std::uint32_t repeat) const {
  return search_with(",deterministic=true", repeat);
}

Analysis BenchGame::search_with(const std::string& more_keys, std::uint32_t repeat) const {
  const std::string spec =
      fmt::format("uct:sims={},threads={},rule=ucb1,c=0.7,playout=uniform,solver=false{}", settings_.sims,
                  settings_.threads, more_keys);
  const auto agent = agent_from_text(*game_, spec, Random(settings_.seed, repeat)());
  // A game that begins with chance is measured from the first player's move.
  const auto position = game_->start();
  Random random(settings_.seed);
  while (position->player() == chance_player && !stop_.stop_requested()) position->play_random(random);
  return (*agent)->analyze(*position, {.stop = stop_, .progress = {}});
}

const std::vector<BenchEntry>& bench_entries() {
  static const std::vector<BenchEntry> entries{
      {"playouts", "playouts/s", "uniformly random games from the start", measure_playouts},
      {"game_playouts", "playouts/s", "random games of the moves that the game finds worth trying",
       measure_game_playouts, has_playout_moves},
      {"random_moves", "moves/s", "moves in uniformly random games", measure_random_moves},
      {"uct", "simulations/s", "plain tree search from the start: UCB1, uniform playouts, no solver",
       measure_uct},
      {"uct_deterministic", "simulations/s", "tree search whose answer does not depend on the threads",
       measure_uct_deterministic},
      {"bytes_per_node", "bytes", "memory of a search, by child", measure_bytes_per_node},
      {"bytes_per_sim", "bytes", "memory of a search, by simulation", measure_bytes_per_sim},
      {"ns_per_level", "ns", "processor time of a step down the tree, measured without playouts",
       measure_level},
      infer_entry(),
      self_play_entry(),
      td_train_entry(),
      td_play_entry()};
  return entries;
}

namespace {
// Measures the wanted number of repeats. One that a stop cut short does not count.
template <class MeasureOnce>
std::vector<Measure> repeat(std::uint32_t times, const std::stop_token& stop, MeasureOnce&& measure) {
  std::vector<Measure> measures;
  for (std::uint32_t i = 0; i < times && !stop.stop_requested(); ++i) {
    const Measure measured = measure(i);
    if (!stop.stop_requested()) measures.push_back(measured);
  }
  return measures;
}

// The medians of the repeats, and their spread.
void sum_up(BenchRow& row, const std::vector<Measure>& measures) {
  row.repeats = static_cast<std::uint32_t>(measures.size());
  row.median = {.per_second = median_of(measures, &Measure::per_second),
                .per_cpu_second = median_of(measures, &Measure::per_cpu_second),
                .value = median_of(measures, &Measure::value)};
  const auto [low, high] = std::minmax_element(
      measures.begin(), measures.end(), [](const Measure& a, const Measure& b) { return a.value < b.value; });
  row.spread = (high->value - low->value) / row.median.value;
}
}  // namespace

std::optional<BenchRow> measure_row(const BenchEntry& entry, BenchGame& game, const std::string& game_spec) {
  const BenchSettings& settings = game.settings();
  const auto measures =
      repeat(settings.repeats, game.stop(), [&](std::uint32_t i) { return entry.measure(game, i); });
  if (measures.empty()) return std::nullopt;
  BenchRow row{.name = std::string(entry.name),
               .game = game_spec,
               .sims = measures.front().sims,
               .threads = measures.front().sims ? std::optional(settings.threads) : std::nullopt,
               .median = {},
               .unit = std::string(entry.unit)};
  sum_up(row, measures);
  return row;
}

std::optional<BenchRow> measure_row(const GamelessEntry& entry, const BenchSettings& settings,
                                    const std::stop_token& stop) {
  const auto measures = repeat(settings.repeats, stop,
                               [&](std::uint32_t i) { return entry.measure(Random(settings.seed, i)()); });
  if (measures.empty()) return std::nullopt;
  BenchRow row{.name = std::string(entry.name),
               .game = std::nullopt,
               .sims = std::nullopt,
               .threads = 1,
               .median = {},
               .unit = std::string(entry.unit)};
  sum_up(row, measures);
  return row;
}

}  // namespace banyan::cli
