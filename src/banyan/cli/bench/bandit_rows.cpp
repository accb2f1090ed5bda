// The rows of `bench` on bandits.
#include <vector>

#include <banyan/bandit/laboratory.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/cli/bench/rows.hpp>
#include <banyan/core/clock.hpp>

namespace banyan::cli {

namespace {

// Runs work(n) with enough steps for the clock's resolution.
template <class Work>
Measure measure_steps(std::uint64_t at_first, Work&& work) {
  constexpr double long_enough = 0.5;
  for (std::uint64_t steps = at_first;; steps *= 2) {
    const Stopwatch watch;
    const double cpu_before = thread_cpu_seconds();
    const std::uint64_t done = work(steps);
    const double seconds = watch.seconds();
    if (seconds < long_enough) continue;
    const auto count = static_cast<double>(done);
    return {.per_second = count / seconds,
            .per_cpu_second = count / (thread_cpu_seconds() - cpu_before),
            .value = count / seconds};
  }
}

// UCB1 on ten coins: an experiment of so many runs that they go side by side; a step of each run counts.
Measure measure_ucb1(std::uint64_t seed) {
  std::vector<double> coins(10);
  for (std::size_t i = 0; i < coins.size(); ++i) coins[i] = 0.9 - 0.08 * static_cast<double>(i);
  const bandit::AnyArms arms = bandit::make_arms(parse_spec("bernoulli").value(), coins).value();
  bandit::ExperimentPlan plan;
  plan.rules = {parse_spec("ucb1").value()};
  plan.runs = 8 * bandit::Ucb1Lanes::lanes;
  plan.seed = seed;
  return measure_steps(10'000, [&](std::uint64_t steps) {
    plan.steps = steps;
    return bandit::run_experiment(arms, plan).value().steps_done;
  });
}

// Regret matching in self-play at rock-paper-scissors; a step is both players' choice and update.
Measure measure_regret_matching(std::uint64_t seed) {
  const bandit::MatrixGame game = *bandit::find_matrix_game("rps");
  bandit::SelfPlayPlan plan;
  plan.rules = {parse_spec("regret-matching").value()};
  plan.seed = seed;
  return measure_steps(1'000'000, [&](std::uint64_t steps) {
    plan.steps = steps;
    return bandit::run_self_play(game, plan).value().rules.front().steps;
  });
}

}  // namespace

const std::vector<GamelessEntry>& gameless_entries() {
  static const std::vector<GamelessEntry> entries{
      {"ucb1_steps", "steps/s", "UCB1 on ten coins, 256 runs, 32 side by side", measure_ucb1},
      {"regret_matching_steps", "steps/s", "regret matching against itself at rock-paper-scissors",
       measure_regret_matching}};
  return entries;
}

}  // namespace banyan::cli
