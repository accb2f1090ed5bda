// The agent `flat`: offline UCB1 over the legal moves, one level deep. Each simulation chooses a move, plays
// out at random and updates that move's statistics; there is no tree below. It is the step between a bandit
// and UCT, and a baseline for UCT.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/bandit/ucb1_learner.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/search/answer/reward_interval.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/stop.hpp>

namespace banyan {

template <Game G>
class FlatAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  FlatAgent(const G& game, const FlatParams& params, std::uint64_t seed)
      : game_(game), params_(params), random_(seed), limits_{.sims = params.sims, .time = params.time} {}

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    if (moves.size() > 1) return think(state, moves, or_when_settled(limits_of(thinking)), thinking);
    Result result;
    result.stopped_by = StopReason::single_move;
    result.moves.push_back({.move = moves[0]});
    result.best = moves[0];
    result.line = {moves[0]};
    return result;
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    return think(state, moves, limits_of(thinking), thinking);
  }

 private:
  static constexpr std::uint64_t between_looks = 32;  // simulations between two reads of the clock
  static constexpr double progress_interval = 0.1;

  [[nodiscard]] StopRule limits_of(const Thinking<G>& thinking) const {
    return stop_at_limits(thinking.limits.value_or(limits_));
  }

  Result think(const StateOf<G>& state, const MoveListOf<G>& moves, const StopRule& limits,
               const Thinking<G>& thinking) {
    const StopRule rule = first_of({limits, stop_when_requested(thinking.stop)});
    const Stopwatch watch;
    const double cpu_before = thread_cpu_seconds();
    bandit::Ucb1Learner learner(moves.size(), params_.c, range());
    const auto report_now = [&] {
      Result result = report(learner, moves);
      result.seconds = watch.seconds();
      result.cpu_seconds = thread_cpu_seconds() - cpu_before;
      return result;
    };
    std::optional<StopReason> reason;
    std::uint64_t allowed = 0;
    FirstFault fault;
    PlayoutWatch in_playout{.goes_on =
                                [&] {
                                  const auto done = static_cast<std::uint64_t>(learner.total());
                                  Situation now = situation(done, watch.seconds());
                                  now.at_checkpoint = false;
                                  now.in_simulation = true;
                                  reason = rule(now).reason;
                                  return !reason;
                                },
                            .fault = &fault};
    double next_report = progress_interval;
    const auto time_remains = [&] {
      if (reason || fault) return false;
      if (allowed-- > 0) return true;
      const auto done = static_cast<std::uint64_t>(learner.total());
      const double now = watch.seconds();
      Situation here = situation(done, now);
      here.lead = lead(learner);
      const Verdict verdict = rule(here);
      reason = verdict.reason;
      if (reason) return false;
      if (thinking.progress && now >= next_report) {
        thinking.progress(report_now());
        next_report = now + progress_interval;
      }
      allowed = std::min(verdict.at_most, between_looks) - 1;
      return true;
    };
    const Player player = game_.current_player(state);
    const auto simulate = [&](std::size_t action) {
      // A state is a small value: working on a copy replaces apply and undo.
      StateOf<G> next = state;
      RewardsOf<G> rewards = apply_move(game_, next, moves[action]);
      const RewardsOf<G> rest = random_playout(game_, next, random_, params_.depth.value_or(no_limit),
                                               params_.playout, 1, UniformPick{}, &in_playout);
      for (std::size_t p = 0; p < rewards.size(); ++p) rewards[p] += rest[p];
      const bool guessed = HasStepRewards<G> && in_playout.cut_off;
      if (!guessed && !are_rewards_sound(game_, rewards))
        fault.report(problem_of_rewards(game_, rewards, "a simulation returns"));
      return rewards[static_cast<std::size_t>(player)];
    };
    // An invalid reward ends the search.
    const bool sound = bool(bandit::offline_ucb1(learner, simulate, time_remains));
    if (fault) return failed_search<MoveOf<G>>(fault.message());
    Result result = report_now();
    result.stopped_by = sound && reason ? *reason : StopReason::interrupted;
    return result;
  }

  [[nodiscard]] std::optional<bandit::UtilityRange> range() const {
    if (params_.scale == Scale::none) return bandit::UtilityRange{0, 1};
    if constexpr (HasRewardRange<G>) {
      const RewardRange known = reward_range_of(game_);
      return bandit::UtilityRange{known.low, known.high};
    } else {
      return std::nullopt;
    }
  }

  // What stop rules see. There is no tree: a limit in nodes is one in simulations.
  static Situation situation(std::uint64_t simulations, double seconds) {
    return {.simulations = simulations, .seconds = seconds, .nodes = simulations};
  }

  // The lead of the most visited move, in visits.
  static std::uint64_t lead(const bandit::Ucb1Learner& learner) {
    double first = 0;
    double second = 0;
    for (const bandit::ArmTally& tally : learner.tallies()) {
      second = std::max(second, std::min(first, tally.n));
      first = std::max(first, tally.n);
    }
    return static_cast<std::uint64_t>(first - second);
  }

  Result report(const bandit::Ucb1Learner& learner, const MoveListOf<G>& moves) const {
    Result result;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const bandit::ArmTally& tally = learner.tallies()[i];
      MoveStats<MoveOf<G>> stats{.move = moves[i], .visits = static_cast<std::uint64_t>(tally.n)};
      if (tally.n > 0) {
        stats.value = tally.mean();
        const double variance =
            Moments{.count = tally.n, .sum = tally.sum, .squares = tally.squares}.variance();
        const Interval interval = reward_interval(game_, stats.value, variance, tally.n);
        stats.low = interval.low;
        stats.high = interval.high;
      }
      result.moves.push_back(stats);
    }
    const std::size_t best = learner.best();
    result.best = moves[best];
    result.value = result.moves[best].value;
    result.line = {moves[best]};
    sort_by_visits(result.moves);
    result.simulations = static_cast<std::uint64_t>(learner.total());
    result.max_depth = learner.total() > 0 ? 1 : 0;
    result.nodes = moves.size();
    result.bytes = moves.size() * sizeof(bandit::ActionTally);
    return result;
  }

  G game_;
  FlatParams params_;
  Random random_;
  SearchLimits limits_;
};

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent_of(FlatKind /*kind*/, const G& game, const FlatParams& params,
                                                std::uint64_t seed) {
  return std::unique_ptr<Agent<G>>(std::make_unique<FlatAgent<G>>(game, params, seed));
}

}  // namespace banyan
