// The agent `ntuple`: an n-tuple network with a search on top: expectimax, or the tree search with the
// network's values at its leaves instead of playouts. Values are points, which have no fixed range, so `c` is
// in points too (scale=none).
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <banyan/agent/expectimax.hpp>
#include <banyan/agent/game_name.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/agent/tree_agent.hpp>
#include <banyan/nn/ntuple/evaluator.hpp>
#include <banyan/search/contract.hpp>

namespace banyan {

// The best move by the network alone, or by expectimax.
template <NTuplePlayable G>
class ExpectimaxAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  ExpectimaxAgent(const G& game, const NTupleParams& params, std::shared_ptr<const NTupleNetwork> network)
      : game_(game),
        search_(game, std::move(network), params.search.memory),
        plies_(params.chosen() == NTupleSearch::greedy ? 1 : params.plies),
        downgrade_(params.downgrade) {
    if (params.limits.time) seconds_ = params.limits.time->seconds;
    // Without any limit the default is one second, as for all agents.
    if (!seconds_ && params.plies == NTupleParams{}.plies) seconds_ = 1;
  }

  // When choosing, stop early: don't start a search that can't finish, and don't search a forced move.
  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> legal;
    game_.legal_moves(state, legal);
    const bool single = legal.size() == 1;
    auto budget = budget_for(thinking);
    budget.thrifty = true;
    if (single) budget.deepest = 1;
    Result result = search_.run(seen(state), budget, thinking.stop, thinking.progress);
    if (single) result.stopped_by = StopReason::single_move;
    return result;
  }
  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    return search_.run(seen(state), budget_for(thinking), thinking.stop, thinking.progress);
  }

 private:
  // The position that is searched.
  [[nodiscard]] StateOf<G> seen(const StateOf<G>& state) const {
    if constexpr (HasDowngrade<G>)
      if (downgrade_ > 0) return game_.downgraded(state, downgrade_);
    return state;
  }

  // Limits of a request replace the agent's own; those of a tree are taken for evaluations.
  [[nodiscard]] typename Expectimax<G>::Budget budget_for(const Thinking<G>& thinking) const {
    typename Expectimax<G>::Budget budget{.seconds = seconds_, .deepest = plies_};
    if (!thinking.limits || !thinking.limits->any()) return budget;
    const SearchLimits& limits = *thinking.limits;
    budget.seconds = limits.time ? std::optional(limits.time->seconds) : std::nullopt;
    for (const auto& most : {limits.sims, limits.nodes})
      if (most) budget.evaluations = std::min(budget.evaluations, *most);
    return budget;
  }

  G game_;
  Expectimax<G> search_;
  unsigned plies_;
  std::uint64_t downgrade_;
  std::optional<double> seconds_;
};

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent_of(NTupleKind kind, const G& game, const NTupleParams& params,
                                                std::uint64_t seed) {
  if constexpr (NTuplePlayable<G>) {
    if (const std::string problem = misfit(game, params.search); !problem.empty())
      return Error{"ntuple: " + problem};
    auto network = open_ntuple(params.net, std::string(detail::name_of<G>()));
    if (!network) return Error{"ntuple: " + network.error().message};
    if (params.chosen() != NTupleSearch::mcts)
      return std::unique_ptr<Agent<G>>(std::make_unique<ExpectimaxAgent<G>>(game, params, *network));
    const auto make_evaluator = [game, network = *network, spread = params.spread] {
      return std::unique_ptr<Evaluator<G>>(std::make_unique<NTupleEvaluator<G>>(game, network, spread));
    };
    const Guide<G> guide{.make_evaluator = make_evaluator, .has_priors = true, .params = params.puct};
    return make_tree_agent(kind.name, game, params, seed, guide);
  } else {
    return Error{"ntuple plays games of one player against chance on up to 4 × 4 cells; this is not one"};
  }
}

}  // namespace banyan
