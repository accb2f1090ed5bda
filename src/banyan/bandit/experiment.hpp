// The laboratory: several rules in the same environment, many runs of each, and their regret over time with
// its spread over the runs. Run i of every rule draws from random stream i of the seed, runs are gathered
// in blocks of fixed size, and blocks are added up in order: the numbers don't depend on the threads.
// Memory does not grow with the steps.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/bandit/environment.hpp>
#include <banyan/bandit/lanes.hpp>
#include <banyan/bandit/rules.hpp>
#include <banyan/core/bytes.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/core/running_stats.hpp>
#include <banyan/core/workshop.hpp>

namespace banyan::bandit {

struct ExperimentPlan {
  std::vector<Spec> rules;
  std::uint64_t steps = 1000;
  std::uint64_t runs = 100;
  std::uint64_t seed = 0;
  std::size_t threads = 1;
  Workshop workshop = work_here;  // who plays the blocks of runs
};

// A stop token and a progress callback: steps done of all, a few times a second on a worker thread.
struct Watch {
  std::stop_token stop;
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  double every = 0.2;  // seconds from one report to the next, at least
};

// What is known after `step` pulls, over the runs that got there.
struct CurvePoint {
  std::uint64_t step = 0;
  RunningStats regret;      // Σ gaps: expected, given the arms pulled
  RunningStats realised;    // what the best arm pays on average, less what was really paid
  RunningStats best_share;  // of pulls that lost nothing
};

struct RuleOutcome {
  std::string rule;
  std::vector<CurvePoint> curve;  // only what was reached; the last is the end of all runs unless stopped
};

struct ExperimentResult {
  std::vector<RuleOutcome> rules;
  std::uint64_t steps_done = 0;  // over all rules and runs
  double seconds = 0;
  bool stopped = false;
};

// Steps to report at: `per_decade` of them in every factor of ten, the last one always.
inline std::vector<std::uint64_t> log_spaced_steps(std::uint64_t last, int per_decade = 10) {
  std::vector<std::uint64_t> steps;
  constexpr int decades = 18;  // llround() would overflow beyond
  for (int k = 0; k <= decades * per_decade; ++k) {
    const auto step =
        static_cast<std::uint64_t>(std::llround(std::pow(10.0, static_cast<double>(k) / per_decade)));
    if (step >= last) break;
    if (steps.empty() || step > steps.back()) steps.push_back(step);
  }
  steps.push_back(last);
  return steps;
}

namespace detail {

// Runs gathered in a block: all lanes where there are many runs, else so few that several threads find work.
constexpr std::uint64_t runs_a_block(std::uint64_t runs) {
  return runs >= 8 * Ucb1Lanes::lanes ? Ucb1Lanes::lanes : std::max<std::uint64_t>(runs / 8, 1);
}

// Steps between two looks at the stop token and the clock. `width` is what a step goes over, arms or cells of
// a table: the wider, the fewer steps, so that every experiment reacts to a stop at once.
constexpr std::uint64_t steps_between_looks(std::uint64_t width) {
  constexpr std::uint64_t work = std::uint64_t{1} << 14U;
  return std::max<std::uint64_t>(work / std::max<std::uint64_t>(width, 1), 1);
}

// Saturating product, for display only.
inline std::uint64_t product_at_most(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<std::uint64_t>::max() : product;
}

// Counts steps and reports them now and then, from one thread at a time.
class ProgressMeter {
 public:
  ProgressMeter(const Watch& watch, std::uint64_t total) : watch_(watch), total_(total) {}

  // False when the work is to stop.
  bool add(std::uint64_t steps) {
    const std::uint64_t done = done_.fetch_add(steps, std::memory_order_relaxed) + steps;
    if (watch_.progress && mutex_.try_lock()) {
      if (const double now = watch_clock_.seconds(); now >= next_) {
        next_ = now + watch_.every;
        watch_.progress(done, total_);
      }
      mutex_.unlock();
    }
    return !ended_ && !watch_.stop.stop_requested();
  }
  // From now on the work is to stop.
  void end() { ended_ = true; }
  [[nodiscard]] std::uint64_t done() const { return done_; }

 private:
  const Watch& watch_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_ = 0;
  std::atomic<bool> ended_ = false;
  std::mutex mutex_;
  Stopwatch watch_clock_;
  double next_ = watch_.every;
};

struct Block {
  std::vector<CurvePoint> curve;
  std::optional<Error> error;
};

// A block as bytes, and back.
inline std::string pack(const Block& block) {
  ByteWriter writer;
  writer.put_list(block.curve).put(block.error.has_value()).put_text(block.error ? block.error->message : "");
  return writer.take();
}
inline Block unpack(std::string_view bytes) {
  ByteReader reader(bytes);
  Block block{reader.take_list<CurvePoint>(), {}};
  const bool failed = reader.take<bool>();
  std::string message = reader.take_text();
  if (failed) block.error = Error{std::move(message)};
  return block;
}

inline std::vector<CurvePoint> empty_curve(const std::vector<std::uint64_t>& steps) {
  std::vector<CurvePoint> curve(steps.size());
  for (std::size_t i = 0; i < steps.size(); ++i) curve[i].step = steps[i];
  return curve;
}

// One run of one rule, added to the curve.
template <Rule R, Environment E>
Result<void> play_run(R rule, E arms, Random random, std::vector<CurvePoint>& curve, ProgressMeter& meter) {
  double regret = 0;
  double realised = 0;
  std::uint64_t best = 0;
  std::uint64_t step = 0;
  for (CurvePoint& point : curve) {
    while (step < point.step) {
      const std::uint64_t chunk = std::min(point.step - step, steps_between_looks(arms.size()));
      for (const std::uint64_t pause = step + chunk; step < pause; ++step) {
        const std::size_t arm = rule.choose(random);
        const double reward = arms.pull(arm, random);
        if (!usable_reward(reward))
          return Error{"arm " + std::to_string(arm + 1) + " paid " + print_number(reward) + " at step " +
                       std::to_string(step + 1) + "; a reward is a finite number, at most 1e100 in size"};
        const double gap = arms.gap(arm);
        regret += gap;
        realised += arms.mean(arm) + gap - reward;
        best += gap <= 0 ? 1 : 0;
        if (auto ok = rule.tell(arm, reward); !ok) return ok;
        arms.advance(random);
      }
      if (!meter.add(chunk)) return {};
    }
    point.regret.add(regret);
    point.realised.add(realised);
    point.best_share.add(static_cast<double>(best) / static_cast<double>(step));
  }
  return {};
}

// The same for a block of UCB1 runs on coins, side by side; regret follows from the pulls.
inline void play_lanes(const BernoulliArms& coins, double c, std::uint64_t seed, std::uint64_t first_run,
                       std::size_t runs, std::vector<CurvePoint>& curve, ProgressMeter& meter) {
  Ucb1Lanes lanes(coins.means(), c, seed, first_run);
  const double best_mean = *std::max_element(coins.means().begin(), coins.means().end());
  std::uint64_t step = 0;
  for (CurvePoint& point : curve) {
    while (step < point.step) {
      const std::uint64_t chunk = std::min(point.step - step, steps_between_looks(coins.size()));
      for (const std::uint64_t pause = step + chunk; step < pause; ++step) lanes.step();
      if (!meter.add(chunk * runs)) return;
    }
    for (std::size_t lane = 0; lane < runs; ++lane) {
      double regret = 0;
      double earned = 0;
      double best = 0;
      for (std::size_t arm = 0; arm < coins.size(); ++arm) {
        regret += coins.gap(arm) * lanes.pulls(arm, lane);
        earned += lanes.sum(arm, lane);
        best += coins.gap(arm) <= 0 ? lanes.pulls(arm, lane) : 0;
      }
      const auto pulls = static_cast<double>(step);
      point.regret.add(regret);
      point.realised.add(best_mean * pulls - earned);
      point.best_share.add(best / pulls);
    }
  }
}

// The Bernoulli arms of an environment, if it has those.
inline const BernoulliArms* as_coins(const BernoulliArms& arms) { return &arms; }
template <Environment E>
const BernoulliArms* as_coins(const E& arms) {
  if constexpr (requires { arms.coins(); }) {
    return arms.coins();
  } else {
    return nullptr;
  }
}

template <NamedRule R, Environment E>
Block play_block(const typename R::Params& params, const E& arms, const ExperimentPlan& plan,
                 std::uint64_t block, const std::vector<std::uint64_t>& steps, ProgressMeter& meter) {
  Block result{empty_curve(steps), {}};
  const std::uint64_t size = runs_a_block(plan.runs);
  const std::uint64_t first = block * size;
  const std::uint64_t runs = std::min(size, plan.runs - first);
  const Setting setting{arms.size(), plan.steps};
  if constexpr (std::same_as<R, Ucb1>) {
    // With few runs, empty lanes of a block cost more than vector code gains.
    if (const BernoulliArms* coins = as_coins(arms); coins != nullptr && runs >= Ucb1Lanes::lanes / 4) {
      play_lanes(*coins, Ucb1Index::weight(params), plan.seed, first, runs, result.curve, meter);
      return result;
    }
  }
  for (std::uint64_t run = first; run < first + runs; ++run) {
    if (auto ok = play_run(R(params, setting), arms, Random(plan.seed, run), result.curve, meter); !ok) {
      result.error = ok.error();
      break;
    }
  }
  return result;
}

// The blocks of one rule put together, in order.
inline std::vector<CurvePoint> join(std::span<const Block> blocks, const std::vector<std::uint64_t>& steps) {
  std::vector<CurvePoint> curve = empty_curve(steps);
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.curve.size(); ++i) {
      curve[i].regret.add(block.curve[i].regret);
      curve[i].realised.add(block.curve[i].realised);
      curve[i].best_share.add(block.curve[i].best_share);
    }
  }
  std::erase_if(curve, [](const CurvePoint& point) { return point.regret.count() == 0; });
  return curve;
}

}  // namespace detail

template <Environment E>
Result<ExperimentResult> run_experiment(const E& arms, const ExperimentPlan& plan, const Watch& watch = {}) {
  if (plan.steps == 0) return Error{"steps is 0; an experiment has at least 1"};
  if (plan.runs == 0) return Error{"runs is 0; an experiment has at least 1"};
  if (plan.rules.empty()) return Error{"no rule is given; for example ucb1"};

  const Setting setting{arms.size(), plan.steps};
  const std::vector<std::uint64_t> steps = log_spaced_steps(plan.steps);
  detail::ProgressMeter meter(
      watch, detail::product_at_most(detail::product_at_most(plan.steps, plan.runs), plan.rules.size()));
  using PlayBlock = std::function<detail::Block(std::uint64_t)>;
  std::vector<PlayBlock> players;
  ExperimentResult result;
  for (const Spec& spec : plan.rules) {
    const auto bind = [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
      result.rules.push_back({print_spec(R::name, params), {}});
      players.push_back([&, params](std::uint64_t block) {
        return detail::play_block<R>(params, arms, plan, block, steps, meter);
      });
    };
    if (auto ok = with_rule(spec, setting, bind); !ok) return ok.error();
  }

  const Stopwatch clock;
  const std::uint64_t size = detail::runs_a_block(plan.runs);
  const auto blocks = static_cast<std::size_t>((plan.runs + size - 1) / size);
  std::vector<detail::Block> done(players.size() * blocks);
  plan.workshop({.count = done.size(),
                 .work =
                     [&](std::size_t task, const std::stop_token& stop) {
                       const std::stop_callback end(stop, [&meter] { meter.end(); });
                       done[task] = players[task / blocks](task % blocks);
                     },
                 .pack = [&](std::size_t task) { return detail::pack(done[task]); },
                 .unpack =
                     [&](std::size_t task, std::string_view bytes) {
                       done[task] = detail::unpack(bytes);
                       const std::uint64_t first = task % blocks * size;
                       meter.add(plan.steps * std::min(size, plan.runs - first));
                     }},
                plan.threads, watch.stop);
  for (const detail::Block& block : done)
    if (block.error) return *block.error;
  for (std::size_t i = 0; i < players.size(); ++i)
    result.rules[i].curve = detail::join(std::span(done).subspan(i * blocks, blocks), steps);
  result.steps_done = meter.done();
  result.seconds = clock.seconds();
  result.stopped = watch.stop.stop_requested();
  return result;
}

}  // namespace banyan::bandit
