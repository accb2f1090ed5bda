// The agent `ntuple`: an n-tuple network's values, with a search on top within the budget: expectimax, or the
// tree search of all agents, with the network's value at its leaves in place of random games. Its values are
// points, of which a game has as many as it likes, so `c` is in points too (scale=none).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <banyan/agent/expectimax.hpp>
#include <banyan/agent/tree_agent.hpp>
#include <banyan/core/data_file.hpp>
#include <banyan/nn/ntuple/evaluator.hpp>
#include <banyan/nn/ntuple/library.hpp>
#include <banyan/search/contract.hpp>

namespace banyan {

enum class NTupleSearch { expectimax, mcts, greedy };
template <>
inline constexpr std::array enum_names<NTupleSearch>{std::string_view("expectimax"), std::string_view("mcts"),
                                                     std::string_view("greedy")};

struct NTupleParams : TreeAgentParams {
  std::string net;
  std::optional<NTupleSearch> kind;
  std::uint32_t plies = 20;
  PuctParams puct{.c = 200, .fpu_reduction = 0};
  double spread = 200;

  NTupleParams() { search.scale = Scale::none; }

  [[nodiscard]] bool has_tree_limits() const { return limits.sims || limits.nodes || search.threads > 1; }
  // Who counts simulations wants the search that makes some.
  [[nodiscard]] NTupleSearch chosen() const {
    return kind.value_or(has_tree_limits() ? NTupleSearch::mcts : NTupleSearch::expectimax);
  }

  static std::string problem(const NTupleParams& params) {
    if (params.chosen() != NTupleSearch::mcts && params.has_tree_limits())
      return "sims, nodes and threads are the tree search's: search=mcts; expectimax is limited by time and plies";
    return problem_without_playouts(params);
  }

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("net", self.net, anything(), "the file of the network; by default the one that ships");
    visit(
        "search", self.kind, anything(),
        "every move and chance as deep as time allows; a tree search with the network at its leaves (the default "
        "with sims, nodes or threads); or the best move by the network alone");
    budget_fields(self, visit);
    visit("plies", self.plies, between(1, 100), "moves that expectimax looks ahead, at most");
    visit("c", self.puct.c, at_least(0), "weight of the priors, in points (scale=none)");
    visit("spread", self.spread, above(0), "points less than the best move that make a prior 1/e as large");
    SearchParams::tree_fields(self.search, visit);
    game_fields(self, visit);
  }
};

// The best move by the network alone, or by expectimax.
template <NTuplePlayable G>
class ExpectimaxAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  ExpectimaxAgent(const G& game, const NTupleParams& params, std::shared_ptr<const NTupleNetwork> network)
      : game_(game),
        search_(game, std::move(network)),
        plies_(params.chosen() == NTupleSearch::greedy ? 1 : params.plies) {
    if (params.limits.time) seconds_ = params.limits.time->seconds;
    // Without a limit of either kind a second, as everywhere.
    if (!seconds_ && params.plies == NTupleParams{}.plies) seconds_ = 1;
  }

  // In play time is not wasted: not on a search that would not be done, nor on the only move there is.
  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> legal;
    game_.legal_moves(state, legal);
    const bool single = legal.size() == 1;
    Result result = search_.run(state, {.seconds = seconds_, .deepest = single ? 1 : plies_, .thrifty = true},
                                thinking.stop);
    if (single) result.stopped_by = StopReason::single_move;
    return result;
  }
  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    return search_.run(state, {.seconds = seconds_, .deepest = plies_}, thinking.stop);
  }

 private:
  G game_;
  Expectimax<G> search_;
  unsigned plies_;
  std::optional<double> seconds_;
};

struct NTupleKind {
  static constexpr std::string_view name = "ntuple";
  static constexpr std::string_view help = "an n-tuple network (2048), with a search on top";
  using Params = NTupleParams;
  static constexpr const char* shipped = "twenty48.ntuple";

  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const NTupleParams& params,
                                                std::uint64_t seed) {
    if constexpr (NTuplePlayable<G>) {
      if (const std::string problem = misfit(game, params.search); !problem.empty())
        return Error{"ntuple: " + problem};
      const auto file = params.net.empty() ? find_data_file(shipped) : std::optional(params.net);
      if (!file)
        return Error{"ntuple: the network that ships, " + std::string(shipped) +
                     ", can't be found; give net=FILE, or its folder in BANYAN_DATA"};
      auto network = NTupleLibrary::open(*file);
      if (!network) return Error{"ntuple: " + network.error().message};
      if (params.chosen() != NTupleSearch::mcts)
        return std::unique_ptr<Agent<G>>(std::make_unique<ExpectimaxAgent<G>>(game, params, *network));
      const auto make_evaluator = [game, network = *network, spread = params.spread] {
        return std::unique_ptr<Evaluator<G>>(std::make_unique<NTupleEvaluator<G>>(game, network, spread));
      };
      const Guide<G> guide{.make_evaluator = make_evaluator, .has_priors = true, .params = params.puct};
      return make_tree_agent(name, game, params, seed, guide);
    } else {
      return Error{"ntuple plays games of one player against chance on 4 × 4 cells: twenty48"};
    }
  }
};

}  // namespace banyan
