// An agent that searches a tree within a budget and keeps the tree from move to move. Agents built on it
// differ in what guides the search: playouts (`uct`) or an evaluator.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/params.hpp>
#include <banyan/agent/time_manager.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/core/result.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/forest.hpp>

namespace banyan {

template <Game G>
class TreeAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  TreeAgent(const G& game, const TreeAgentParams& params, std::uint64_t seed, const Guide<G>& guide = {})
      : game_(game), params_(params), random_(mix64(seed)), forest_(game, params.search, seed, guide) {
    if (params_.clock) time_.emplace(*params_.clock);
  }

  // Why it can't search (Searcher::problem); empty if it can.
  [[nodiscard]] const std::string& problem() const { return forest_.problem(); }

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    own_side_ = game_.current_player(state);
    if (moves.size() == 1) {
      if (time_) time_->spent(0);
      return only_move(moves[0]);
    }
    const Stopwatch watch;
    const double temperature = params_.search.temperature;
    const bool by_visits = is_by_visits(params_.search.choose) && temperature == 0;
    Result result = search(state, by_visits, thinking);
    if (temperature > 0 && result.error.empty())
      if (const auto drawn = draw_move(result, temperature, random_); drawn != result.best)
        set_best(result, *drawn, forest_.line(*drawn));
    if (time_) time_->spent(watch.seconds());
    return result;
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    return search(state, false, thinking);
  }

  void observe(const StateOf<G>& before, const MoveOf<G>& move) override {
    if (params_.reuse && forest_.root_state() == before) forest_.advance(move);
  }

  [[nodiscard]] bool ponders() const override { return params_.ponder && params_.reuse; }
  void ponder(const StateOf<G>& state, const std::stop_token& stop) override {
    if (!(forest_.root_state() == state)) forest_.set_root(state);
    forest_.take_side(own_side_);
    forest_.run(SearchLimits::until_stopped(), false, stop, {});
  }

 private:
  Result search(const StateOf<G>& state, bool may_settle, const Thinking<G>& thinking) {
    if (!params_.reuse || !(forest_.root_state() == state)) forest_.set_root(state);
    forest_.take_side(own_side_ = game_.current_player(state));
    SearchLimits limits = thinking.limits.value_or(params_.limits);
    forest_.tell_lines(thinking.lines);
    if (time_ && !thinking.limits) limits.time = time_->for_next_move();
    return forest_.run(limits, may_settle, thinking.stop, thinking.progress, thinking.peers);
  }

  static Result only_move(const MoveOf<G>& move) {
    Result result;
    result.stopped_by = StopReason::single_move;
    result.moves.push_back({.move = move});
    result.best = move;
    result.line = {move};
    return result;
  }

  G game_;
  TreeAgentParams params_;
  std::optional<TimeManager> time_;
  Random random_;        // for drawing moves by temperature
  Player own_side_ = 0;  // the side it last moved for
  Forest<G> forest_;
};

// Makes the agent of that kind, or returns why it can't search.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_tree_agent(std::string_view kind, const G& game,
                                                  const TreeAgentParams& params, std::uint64_t seed,
                                                  const Guide<G>& guide = {}) {
  auto agent = std::make_unique<TreeAgent<G>>(game, params, seed, guide);
  if (!agent->problem().empty()) return Error{std::string(kind) + ": " + agent->problem()};
  return std::unique_ptr<Agent<G>>(std::move(agent));
}

}  // namespace banyan
