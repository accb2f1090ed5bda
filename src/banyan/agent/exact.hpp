// The agent `exact`: plays by a solver of the game's own, which knows what every move is worth. Of moves that
// win it plays one that wins soonest, of moves that lose one that loses last.
#pragma once

#include <cstdint>
#include <memory>
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
    const Stopwatch watch;
    const double cpu_before = thread_cpu_seconds();
    const std::uint64_t positions_before = solver_.positions();
    SolvedListOf<G> solved;
    if (std::string problem = solver_.solve(state, solved, thinking.stop); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    Result result;
    const auto better = [](const auto& a, const auto& b) {
      if (a.value != b.value) return a.value > b.value;
      return a.value < 0 ? a.plies > b.plies : a.plies < b.plies;
    };
    const auto* best = solved.begin();
    for (const auto& each : solved) {
      const double value = each.value;
      result.moves.push_back({.move = each.move, .value = value, .bounds = Bounds{value, value}});
      if (value < 0) result.moves.back().resistance = Resistance{.plies = each.plies - 1};
      if (better(each, *best)) best = &each;
    }
    result.bounds = Bounds{double(best->value), double(best->value)};
    set_best(result, best->move);
    result.stopped_by = StopReason::proven;
    result.nodes = solver_.positions() - positions_before;
    result.max_depth = best->plies;
    result.seconds = watch.seconds();
    result.cpu_seconds = thread_cpu_seconds() - cpu_before;
    return result;
  }

 private:
  G game_;
  typename G::Solver solver_;
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
