// The agent `uct`: Monte Carlo tree search with random games, as SearchParams describes it.
#pragma once

#include <banyan/agent/tree_agent.hpp>

namespace banyan {

struct UctParams : TreeAgentParams {
  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    budget_fields(self, visit);
    SearchParams::fields(self.search, visit);
    game_fields(self, visit);
  }
};

}  // namespace banyan
