// The parser of agent specs, for users of the headers alone: defines what specs.hpp declares.
#pragma once

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

#include <banyan/agent/specs.hpp>

namespace banyan {

namespace detail {
template <class... Kinds>
std::vector<AgentInfo> list_kinds(AgentTable<Kinds...> /*table*/) {
  return {{std::string(Kinds::name), std::string(Kinds::help), describe_fields(typename Kinds::Params{})}...};
}

template <class... Kinds>
Result<AgentSpec> parse_kinds(AgentTable<Kinds...> table, const Spec& spec) {
  Result<AgentSpec> answer = Error{};
  const auto try_kind = [&]<class Kind>(Kind /*kind*/) {
    if (Kind::name != spec.name) return false;
    const auto params = parse_params<typename Kind::Params>(spec);
    if (!params) {
      answer = params.error();
    } else if (std::string problem = Kind::Params::problem(*params); !problem.empty()) {
      answer = Error{spec.name + ": " + problem};
    } else {
      answer = AgentSpec(Wanted<Kind>{*params});
    }
    return true;
  };
  if ((try_kind(Kinds{}) || ...)) return answer;
  std::string known;
  for (const AgentInfo& agent : list_kinds(table)) known += " " + agent.name;
  return Error{"unknown agent '" + shorten(spec.name) + "'; there are:" + known};
}
}  // namespace detail

template <class Tag>
std::vector<AgentInfo> list_agents() {
  return detail::list_kinds(AllAgents{});
}

template <class Tag>
Result<AgentSpec> parse_agent_spec(const Spec& spec) {
  return detail::parse_kinds(AllAgents{}, spec);
}

template <class Tag>
Spec with_settings(const Spec& spec, const GameDescription& description) {
  const std::string settings = spec.name == UctKind::name    ? description.uct
                               : spec.name == PuctKind::name ? description.puct
                                                             : std::string{};
  const auto own = parse_spec(spec.name + ":" + settings);
  if (settings.empty() || !own) return spec;
  const auto names = [&spec](std::string_view key) {
    return std::any_of(spec.values.begin(), spec.values.end(),
                       [&](const auto& each) { return each.first == key; });
  };
  Spec merged = spec;
  for (const auto& [key, value] : own->values) {
    // A spec that asks for playouts gets them, even where the description sets depth=0, which does without.
    const bool forbids_playouts = key == "depth" && value == "0";
    if (!names(key) && !(forbids_playouts && names("playout"))) merged.values.emplace_back(key, value);
  }
  return parse_agent_spec<Tag>(merged) ? merged : spec;
}

template <class Tag>
Result<std::string> canonical_agent_spec(const Spec& spec) {
  const auto parsed = parse_agent_spec<Tag>(spec);
  if (!parsed) return parsed.error();
  return std::visit(
      []<class Kind>(const Wanted<Kind>& wanted) { return print_spec(Kind::name, wanted.params); }, *parsed);
}

}  // namespace banyan
