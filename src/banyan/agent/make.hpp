// Agents by spec: `random`, `uct:sims=1e5,c=1.4`. One table of names, one place that makes them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/random.hpp>
#include <banyan/agent/uct.hpp>
#include <banyan/core/spec.hpp>

namespace banyan {

struct AgentInfo {
  std::string name;
  std::string help;
  std::vector<FieldInfo> fields;
};

// Every kind of agent there is, with its parameters.
inline std::vector<AgentInfo> list_agents() {
  return {{"random", "any legal move, each as likely as the others", describe_fields(NoParameters{})},
          {"uct", "Monte Carlo tree search with UCB1", describe_fields(UctParams{})}};
}

namespace detail {
inline Error unknown_agent(std::string_view name) {
  std::string known;
  for (const AgentInfo& agent : list_agents()) known += " " + agent.name;
  return Error{"unknown agent '" + shorten(name) + "'; there are:" + known};
}
}  // namespace detail

// The agent a spec names. The seed decides everything random in it.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent(const G& game, const Spec& spec, std::uint64_t seed) {
  if (spec.name == "random") {
    if (const auto params = parse_params<NoParameters>(spec); !params) return params.error();
    return std::unique_ptr<Agent<G>>(std::make_unique<RandomAgent<G>>(game, seed));
  }
  if (spec.name == "uct") {
    auto params = parse_params<UctParams>(spec);
    if (!params) return params.error();
    return std::unique_ptr<Agent<G>>(std::make_unique<UctAgent<G>>(game, *params, seed));
  }
  return detail::unknown_agent(spec.name);
}

// The spec in its shortest form, or what is wrong with it.
inline Result<std::string> canonical_agent_spec(const Spec& spec) {
  if (spec.name == "random") {
    auto params = parse_params<NoParameters>(spec);
    if (!params) return params.error();
    return print_spec(spec.name, *params);
  }
  if (spec.name == "uct") {
    auto params = parse_params<UctParams>(spec);
    if (!params) return params.error();
    return print_spec(spec.name, *params);
  }
  return detail::unknown_agent(spec.name);
}

}  // namespace banyan
