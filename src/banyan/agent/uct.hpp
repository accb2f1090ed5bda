// The agent `uct`: Monte Carlo tree search with random games, as SearchParams describes it.
#pragma once

#include <memory>
#include <string_view>

#include <banyan/agent/tree_agent.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

struct UctParams : TreeAgentParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    budget_fields(self, visit);
    SearchParams::fields(self.search, visit);
    game_fields(self, visit);
  }
};

struct UctKind {
  static constexpr std::string_view name = "uct";
  static constexpr std::string_view help = "Monte Carlo tree search with UCB1";
  using Params = UctParams;

  template <Game G>
  static Result<std::unique_ptr<Agent<G>>> make(const G& game, const UctParams& params, std::uint64_t seed) {
    if (const std::string problem = misfit(game, params.search); !problem.empty())
      return Error{"uct: " + problem};
    return make_tree_agent(name, game, params, seed);
  }
};

}  // namespace banyan
