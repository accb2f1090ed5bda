// Agents by spec: `random`, `uct:sims=1e5,c=1.4`. Every kind of agent is one entry in the table below: its
// name, its parameters, and its Mind, which is made from them, or a function make() that makes one or says
// why it can't.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/flat.hpp>
#include <banyan/agent/ntuple.hpp>
#include <banyan/agent/puct.hpp>
#include <banyan/agent/random.hpp>
#include <banyan/agent/uct.hpp>
#include <banyan/core/spec.hpp>

namespace banyan {

struct RandomKind {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view help = "any legal move, each as likely as the others";
  using Params = NoParameters;
  template <Game G>
  using Mind = RandomAgent<G>;
};

struct FlatKind {
  static constexpr std::string_view name = "flat";
  static constexpr std::string_view help = "random games from each move, spread by UCB1; no tree";
  using Params = FlatParams;
  template <Game G>
  using Mind = FlatAgent<G>;
};

template <class... Kinds>
struct AgentTable {};
using AllAgents = AgentTable<RandomKind, FlatKind, UctKind, PuctKind, NTupleKind>;

struct AgentInfo {
  std::string name;
  std::string help;
  std::vector<FieldInfo> fields;
};

namespace detail {
template <class... Kinds>
std::vector<AgentInfo> list_kinds(AgentTable<Kinds...> /*table*/) {
  return {{std::string(Kinds::name), std::string(Kinds::help), describe_fields(typename Kinds::Params{})}...};
}

// Calls use(Kind{}, params) for the kind of agent a spec names, with the parameters it gives.
template <class Answer, class... Kinds, class Use>
Result<Answer> with_kind(AgentTable<Kinds...> table, const Spec& spec, Use&& use) {
  Result<Answer> answer = Error{};
  const auto try_kind = [&]<class Kind>(Kind kind) {
    if (Kind::name != spec.name) return false;
    const auto params = parse_params<typename Kind::Params>(spec);
    if (!params) {
      answer = params.error();
    } else if (std::string problem = Kind::Params::problem(*params); !problem.empty()) {
      answer = Error{spec.name + ": " + problem};
    } else {
      answer = use(kind, *params);
    }
    return true;
  };
  if ((try_kind(Kinds{}) || ...)) return answer;
  std::string known;
  for (const AgentInfo& agent : list_kinds(table)) known += " " + agent.name;
  return Error{"unknown agent '" + shorten(spec.name) + "'; there are:" + known};
}
}  // namespace detail

// Every kind of agent there is, with its parameters.
inline std::vector<AgentInfo> list_agents() { return detail::list_kinds(AllAgents{}); }

// The agent a spec names. The seed decides everything random in it.
template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent(const G& game, const Spec& spec, std::uint64_t seed) {
  return detail::with_kind<std::unique_ptr<Agent<G>>>(
      AllAgents{}, spec, [&]<class Kind>(Kind, const auto& params) -> Result<std::unique_ptr<Agent<G>>> {
        if constexpr (requires { Kind::make(game, params, seed); }) {
          return Kind::make(game, params, seed);
        } else {
          using Mind = typename Kind::template Mind<G>;
          return std::unique_ptr<Agent<G>>(std::make_unique<Mind>(game, params, seed));
        }
      });
}

// The spec in its shortest form, or what is wrong with it.
inline Result<std::string> canonical_agent_spec(const Spec& spec) {
  return detail::with_kind<std::string>(
      AllAgents{}, spec, [](auto kind, const auto& params) { return print_spec(kind.name, params); });
}

}  // namespace banyan
