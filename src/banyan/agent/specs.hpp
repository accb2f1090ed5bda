// The kinds of agents and their specs: `random`, `uct:sims=1e5,c=1.4`. It includes no search: make_agent.hpp
// makes the agents.
//
// The functions are templates only for linkage, as in nn/position_net.hpp: who includes
// <banyan/agent/specs_read.hpp> compiles them; otherwise they come from banyan::app (agent/specs.cpp).
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <banyan/agent/params.hpp>
#include <banyan/core/fields.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/game/description.hpp>

namespace banyan {

struct RandomKind {
  static constexpr std::string_view name = "random";
  static constexpr std::string_view help = "any legal move, each as likely as the others";
  using Params = NoParameters;
};
struct FlatKind {
  static constexpr std::string_view name = "flat";
  static constexpr std::string_view help = "random games from each move, spread by UCB1; no tree";
  using Params = FlatParams;
};
struct UctKind {
  static constexpr std::string_view name = "uct";
  static constexpr std::string_view help = "Monte Carlo tree search with UCB1";
  using Params = UctParams;
};
struct PuctKind {
  static constexpr std::string_view name = "puct";
  static constexpr std::string_view help = "Monte Carlo tree search guided by a network";
  using Params = PuctAgentParams;
};
struct NTupleKind {
  static constexpr std::string_view name = "ntuple";
  static constexpr std::string_view help =
      "an n-tuple network of a game of one player against chance, with a search on top";
  using Params = NTupleParams;
};

struct ExactKind {
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view help = "perfect play by a solver, in games that have one";
  using Params = NoParameters;
};

// An agent that a spec describes: its kind and its parameters.
template <class Kind>
struct Wanted {
  typename Kind::Params params;
};
template <class... Kinds>
struct AgentTable {
  using Spec = std::variant<Wanted<Kinds>...>;
};
// Every kind of agent.
using AllAgents = AgentTable<RandomKind, FlatKind, UctKind, PuctKind, NTupleKind, ExactKind>;
using AgentSpec = AllAgents::Spec;

struct AgentInfo {
  std::string name;
  std::string help;
  std::vector<FieldInfo> fields;
};

// Every kind of agent, with its parameters.
template <class Tag = void>
std::vector<AgentInfo> list_agents();

// Parses a spec.
template <class Tag = void>
Result<AgentSpec> parse_agent_spec(const Spec& spec);

// Adds to the spec the settings that a game describes for this kind of agent (GameDescription::uct, puct),
// for keys that the spec does not give. If the combination is invalid, the spec is returned unchanged.
template <class Tag = void>
Spec with_settings(const Spec& spec, const GameDescription& description);

// The spec in its shortest form, or an error.
template <class Tag = void>
Result<std::string> canonical_agent_spec(const Spec& spec);

}  // namespace banyan
