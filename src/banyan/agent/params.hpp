// The parameters of each kind of agent. They are apart from the agents, so that reading, listing and showing
// specs compiles no search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <banyan/core/fields.hpp>
#include <banyan/nn/position_net.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/stop.hpp>

namespace banyan {

// Parameters of all agents that search a tree.
struct TreeAgentParams {
  SearchLimits limits{};
  std::optional<GameClock> clock = std::nullopt;
  SearchParams search{};
  bool reuse = true;
  bool ponder = false;

  // Checks combinations of fields; returns an empty string if they are valid.
  static std::string problem(const TreeAgentParams& params) {
    if (params.search.deterministic && (params.limits.time || params.clock || !params.limits.any()))
      return "deterministic=true requires a sims or nodes limit and no time: time limits are not reproducible";
    if (params.clock && params.limits.time)
      return "clock sets the time of each move: give clock or time, not both";
    return problem_of_search(params.search);
  }
  static std::string problem_of_search(const SearchParams& search) {
    if (search.heuristic_weight > 0 && search.rule != Rule::ucb1)
      return "heuristic_weight requires rule=ucb1";
    if (search.chance == ChanceNodes::open &&
        (search.rule == Rule::grave || search.heuristic_weight > 0 || search.expand == Expand::all))
      return "chance=open can't be combined with rule=grave, heuristic_weight or expand=all";
    if (search.transpositions && (search.rule == Rule::grave || search.heuristic_weight > 0))
      return "transpositions=true can't be combined with rule=grave or heuristic_weight";
    return {};
  }

  // The fields of all such agents: first the budget, then what is kept between moves.
  template <class Self, class Visitor>
  static void budget_fields(Self& self, Visitor&& visit) {
    SearchLimits::fields(self.limits, visit);
    visit("clock", self.clock, anything(),
          "time for the whole game and for each move; the agent divides it among its moves");
  }
  template <class Self, class Visitor>
  static void game_fields(Self& self, Visitor&& visit) {
    visit("reuse", self.reuse, anything(), "in a game, keep what the tree knows from move to move");
    visit("ponder", self.ponder, anything(), "in a game against a person, think while the person does");
  }
};

// The agent `uct`.
struct UctParams : TreeAgentParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    budget_fields(self, visit);
    SearchParams::fields(self.search, visit);
    game_fields(self, visit);
  }
};

// The agent `flat`.
struct FlatParams {
  std::optional<std::uint64_t> sims = std::nullopt;
  std::optional<Duration> time = std::nullopt;
  double c = 1.4;
  Scale scale = Scale::automatic;
  Playout playout = Playout::uniform;
  std::optional<std::uint32_t> depth = std::nullopt;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("sims", self.sims, at_least(1), "simulations, at most");
    visit("time", self.time, above(0), "time, at most; 1s if no limit is given");
    visit("c", self.c, at_least(0), "weight of exploration, on rewards scaled to [0,1]");
    visit("scale", self.scale, anything(),
          "auto scales rewards to [0,1] by the game's range, or the range seen so far; none keeps the game's "
          "units");
    visit("playout", self.playout, anything(), Playouts::help<about_playouts>());
    visit("depth", self.depth, at_least(0),
          "plies of a playout after the move; then the game's heuristic, else the middle reward");
  }

  static std::string problem(const FlatParams& params) {
    return needs_memory(params.playout) ? "playout=mast is for uct; flat keeps no statistics of moves" : "";
  }
};

// The agent `puct`.
struct PuctAgentParams : TreeAgentParams {
  std::string net;
  PuctParams puct{};
  NetParams evaluation{};

  static std::string problem(const PuctAgentParams& params) {
    if (params.puct.gumbel > 0 && (!params.limits.sims || params.search.threads > 1))
      return "gumbel divides a given number of simulations: it requires sims, and threads=1";
    if (params.puct.leaves > 1 && params.search.transpositions)
      return "transpositions=true requires leaves=1: it evaluates one position at a time";
    return TreeAgentParams::problem(params);
  }

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    visit("net", self.net, anything(),
          "the network's file, a .bnet; by default the one that ships for this game and board");
    budget_fields(self, visit);
    PuctParams::fields(self.puct, visit);
    NetParams::fields(self.evaluation, visit);
    SearchParams::tree_fields(self.search, visit);
    game_fields(self, visit);
  }
};

// The agent `ntuple`.
enum class NTupleSearch { expectimax, mcts, greedy };
template <>
inline constexpr std::array enum_names<NTupleSearch>{std::string_view("expectimax"), std::string_view("mcts"),
                                                     std::string_view("greedy")};

struct NTupleParams : TreeAgentParams {
  std::string net;
  std::optional<NTupleSearch> kind;
  std::uint32_t plies = 20;
  std::uint64_t downgrade = 0;
  PuctParams puct{.c = 200, .fpu_reduction = 0};
  double spread = 200;

  NTupleParams() { search.scale = Scale::none; }

  [[nodiscard]] bool has_tree_limits() const { return limits.sims || limits.nodes || search.threads > 1; }
  // A limit in simulations or nodes selects the tree search.
  [[nodiscard]] NTupleSearch chosen() const {
    return kind.value_or(has_tree_limits() ? NTupleSearch::mcts : NTupleSearch::expectimax);
  }

  static std::string problem(const NTupleParams& params) {
    if (params.chosen() != NTupleSearch::mcts && params.has_tree_limits())
      return "sims, nodes and threads are the tree search's: search=mcts; expectimax is limited by time and plies";
    return TreeAgentParams::problem(params);
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
    visit("downgrade", self.downgrade, at_least(0),
          "expectimax: boards with this tile or a larger one are searched with the tiles above a gap halved, "
          "which the network has seen more often; 0: never");
    visit("c", self.puct.c, at_least(0), "weight of the priors, in points (scale=none)");
    visit("spread", self.spread, above(0), "points less than the best move that make a prior 1/e as large");
    SearchParams::tree_fields(self.search, visit);
    game_fields(self, visit);
  }
};

}  // namespace banyan
