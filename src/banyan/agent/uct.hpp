// The agent `uct`: Monte Carlo tree search with random games, as SearchParams describes it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <banyan/agent/specs.hpp>
#include <banyan/agent/tree_agent.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent_of(UctKind kind, const G& game, const UctParams& params,
                                                std::uint64_t seed) {
  if (const std::string problem = misfit(game, params.search); !problem.empty())
    return Error{"uct: " + problem};
  return make_tree_agent(kind.name, game, params, seed);
}

}  // namespace banyan
