// The agent `exact`: plays by a solver of the game's own, which knows what every move is worth. Of moves that
// win it plays one that wins soonest, of moves that lose one that loses last.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/search/answer/choice.hpp>
#include <banyan/search/contract.hpp>

namespace banyan {

template <HasSolver G>
class ExactAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  explicit ExactAgent(const G& game) : game_(game) {}

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    return analyze(state, thinking);
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    if (!solver_) solver_.emplace();
    const Stopwatch watch;
    const double cpu_before = thread_cpu_seconds();
    const std::uint64_t positions_before = solver_->positions();
    SolvedListOf<G> solved;
    const auto report = [&] {
      Result result = result_of(solved);
      result.nodes = solver_->positions() - positions_before;
      result.bytes = solver_->bytes();
      result.seconds = watch.seconds();
      result.cpu_seconds = thread_cpu_seconds() - cpu_before;
      return result;
    };
    double next_report = progress_interval;
    const auto stop_due = [&] {
      if (thinking.progress && watch.seconds() >= next_report) {
        thinking.progress(report());
        next_report = watch.seconds() + progress_interval;
      }
      return thinking.stop.stop_requested();
    };
    if (std::string problem = solver_->solve(state, solved, stop_due); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    Result result = report();
    result.bounds = Bounds{result.value, result.value};
    result.stopped_by = StopReason::proven;
    return result;
  }

 private:
  static constexpr double progress_interval = 0.1;

  // Of the moves that are solved so far.
  static Result result_of(const SolvedListOf<G>& solved) {
    Result result;
    const auto better = [](const auto& a, const auto& b) {
      if (a.value != b.value) return a.value > b.value;
      return a.value < 0 ? a.plies > b.plies : a.plies < b.plies;
    };
    const auto* best = solved.begin();
    for (const auto& each : solved) {
      const double value = each.value;
      result.moves.push_back({.move = each.move, .value = value, .bounds = Bounds{value, value}});
      const bool counted = each.plies > 0;
      if (value < 0 && counted) result.moves.back().resistance = Resistance{.plies = each.plies - 1};
      // Where nobody counts plies, all that is known is that a move was made.
      result.max_depth = std::max({result.max_depth, each.plies, 1U});
      if (better(each, *best)) best = &each;
    }
    if (!solved.empty()) set_best(result, best->move);
    return result;
  }

  G game_;
  // Its tables take megabytes, so it is not made before it is asked: a spec can be checked by making the
  // agent.
  std::optional<typename G::Solver> solver_;
};

template <Game G>
banyan::Result<std::unique_ptr<Agent<G>>> make_agent_of(ExactKind /*kind*/, const G& game,
                                                        const NoParameters& /*params*/,
                                                        std::uint64_t /*seed*/) {
  if constexpr (HasSolver<G>) {
    return std::unique_ptr<Agent<G>>(std::make_unique<ExactAgent<G>>(game));
  } else {
    return Error{"exact: this game has no solver of its own; `uct` proves what it can"};
  }
}

}  // namespace banyan
