#include <banyan/session/opponents.hpp>

#include <algorithm>
#include <array>

#include <banyan/agent/specs.hpp>
#include <banyan/core/spec.hpp>

namespace banyan {

namespace {
const std::array<Level, 6> general_levels{{{"Random", "random"},
                                           {"No tree: flat Monte Carlo", "flat:time=1s"},
                                           {"Beginner: 200 simulations", "uct:sims=200"},
                                           {"Club: a tenth of a second", "uct:time=100ms"},
                                           {"Strong: a second", "uct:time=1s"},
                                           {"Very strong: five seconds", "uct:time=5s"}}};

bool takes_network(const AgentInfo& agent) {
  return std::any_of(agent.fields.begin(), agent.fields.end(),
                     [](const FieldInfo& field) { return field.name == "net"; });
}
}  // namespace

std::vector<Level> levels_of(const AnyGame& game) {
  const auto& own = game.info().description.levels;
  return own.empty() ? std::vector<Level>(general_levels.begin(), general_levels.end()) : own;
}

std::vector<Level> network_levels_of(const AnyGame& game) {
  std::vector<Level> levels;
  for (const AgentInfo& agent : list_agents()) {
    if (!takes_network(agent) || !game.make_agent({agent.name, {}}, 1)) continue;
    const bool one_player = game.info().players == 1;
    levels.push_back({"Network: a tenth of a second", agent.name + ":time=100ms"});
    if (!one_player) levels.push_back({"Network: a second", agent.name + ":time=1s"});
  }
  return levels;
}

Result<std::shared_ptr<const AnyGame>> make_variant(const GameList& games, const GameInfo& info,
                                                    const GameDescription::Variant& variant) {
  return games.make(variant.parameters.empty() ? info.name : info.name + ":" + variant.parameters);
}

}  // namespace banyan
