// A mind that searches a tree within a budget, and keeps the tree from move to move. What guides the search
// makes the difference between the agents built on it: random games (`uct`), or an evaluator.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/time_manager.hpp>
#include <banyan/core/clock.hpp>
#include <banyan/core/result.hpp>
#include <banyan/search/forest.hpp>

namespace banyan {

struct TreeAgentParams {
  SearchLimits limits{};
  std::optional<GameClock> clock = std::nullopt;
  SearchParams search{};
  bool reuse = true;
  bool ponder = false;

  // What single fields can't tell; empty when all is well.
  static std::string problem(const TreeAgentParams& params) {
    if (params.search.deterministic && (params.limits.time || params.clock || !params.limits.any()))
      return "deterministic=true goes with sims or nodes and without time, which no two runs spend alike";
    if (params.clock && params.limits.time)
      return "clock shares out the time itself: give clock or time, not both";
    return problem_of_search(params.search);
  }
  static std::string problem_of_search(const SearchParams& search) {
    if (search.parallel == Parallel::leaf && (search.playout == Playout::mast || search.rule == Rule::grave))
      return "parallel=leaf remembers no moves of random games, which playout=mast and rule=grave live on";
    if (search.heuristic_weight > 0 && search.rule != Rule::ucb1)
      return "heuristic_weight goes with rule=ucb1";
    if (search.chance == ChanceNodes::open &&
        (search.rule == Rule::grave || search.heuristic_weight > 0 || search.expand == Expand::all))
      return "chance=open goes neither with rule=grave nor with heuristic_weight nor with expand=all";
    if (search.transpositions && (search.rule == Rule::grave || search.heuristic_weight > 0))
      return "transpositions=true goes neither with rule=grave nor with heuristic_weight";
    return {};
  }
  // For agents that play no random games.
  static std::string problem_without_playouts(const TreeAgentParams& params) {
    if (params.search.parallel == Parallel::leaf) return "parallel=leaf is for agents that play random games";
    return problem(params);
  }

  // The fields that are the same for every such agent: the budget first, then what is done between moves.
  template <class Self, class Visitor>
  static void budget_fields(Self& self, Visitor&& visit) {
    SearchLimits::fields(self.limits, visit);
    visit("clock", self.clock, anything(),
          "time for the whole game and for each move, shared out by the agent");
  }
  template <class Self, class Visitor>
  static void game_fields(Self& self, Visitor&& visit) {
    visit("reuse", self.reuse, anything(), "in a game, keep what the tree knows from move to move");
    visit("ponder", self.ponder, anything(), "in a game against a person, think while the person does");
  }
};

template <Game G>
class TreeAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  TreeAgent(const G& game, const TreeAgentParams& params, std::uint64_t seed, const Guide<G>& guide = {})
      : game_(game),
        params_(params),
        puct_(guide.params),
        random_(mix64(seed)),
        forest_(game, params.search, seed, guide) {
    if (params_.clock) time_.emplace(*params_.clock);
  }

  // Why it can't search (Searcher::problem); empty when all is well.
  [[nodiscard]] const std::string& problem() const { return forest_.problem(); }

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    own_side_ = game_.current_player(state);
    if (moves.size() == 1) {
      if (time_) time_->spent(0);
      return only_move(moves[0]);
    }
    const Stopwatch watch;
    const double temperature = params_.search.temperature;
    const bool by_visits = params_.search.choose == FinalChoice::visits && temperature == 0;
    Result result = search(state, by_visits, thinking);
    if (temperature > 0 && result.error.empty())
      if (const auto drawn = draw_move(result, temperature, random_, puct_); drawn != result.best)
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
    SearchLimits limits = params_.limits;
    if (time_) limits.time = time_->for_next_move();
    return forest_.run(limits, may_settle, thinking.stop, thinking.progress);
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
  PuctParams puct_;
  std::optional<TimeManager> time_;
  Random random_;        // for moves drawn by temperature
  Player own_side_ = 0;  // that it has last moved for
  Forest<G> forest_;
};

// The agent of that kind, or why it can't search.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_tree_agent(std::string_view kind, const G& game,
                                                  const TreeAgentParams& params, std::uint64_t seed,
                                                  const Guide<G>& guide = {}) {
  auto agent = std::make_unique<TreeAgent<G>>(game, params, seed, guide);
  if (!agent->problem().empty()) return Error{std::string(kind) + ": " + agent->problem()};
  return std::unique_ptr<Agent<G>>(std::move(agent));
}

}  // namespace banyan
