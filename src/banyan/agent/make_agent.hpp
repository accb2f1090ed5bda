// Makes agents from their specs. Users of the headers alone include <banyan/agent/make.hpp> instead, which
// also compiles networks and the spec parser; here both come from banyan::app.
//
// Each kind of agent has a name, help and parameters in specs.hpp, and a function make_agent_of() that makes
// it for a game or returns an error.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/exact.hpp>
#include <banyan/agent/flat.hpp>
#include <banyan/agent/ntuple.hpp>
#include <banyan/agent/puct.hpp>
#include <banyan/agent/random.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/agent/uct.hpp>

namespace banyan {

namespace detail {
template <Game G>
Spec with_game_settings(const G& game, const Spec& spec) {
  if constexpr (HasDescription<G>) {
    return with_settings(spec, game.describe());
  } else {
    return spec;
  }
}
}  // namespace detail

// Makes the agent that a spec describes. The seed determines all its random choices.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent(const G& game, const Spec& spec, std::uint64_t seed) {
  const auto parsed = parse_agent_spec(detail::with_game_settings(game, spec));
  if (!parsed) return parsed.error();
  return std::visit(
      [&]<class Kind>(const Wanted<Kind>& wanted) {
        return make_agent_of(Kind{}, game, wanted.params, seed);
      },
      *parsed);
}

}  // namespace banyan
