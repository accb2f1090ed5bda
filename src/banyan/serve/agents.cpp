#include <banyan/serve/agents.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <banyan/agent/specs.hpp>
#include <banyan/core/value.hpp>
#include <banyan/engine/make_agent.hpp>
#include <banyan/engine/specs.hpp>
#include <banyan/serve/table.hpp>

namespace banyan::serve {

namespace {
bool takes_memory(std::string_view agent) {
  for (const AgentInfo& info : list_agents())
    if (info.name == agent)
      return std::any_of(info.fields.begin(), info.fields.end(),
                         [](const FieldInfo& field) { return field.name == "memory"; });
  return false;
}

// Why a value exceeds this server's limit; nothing if it is within it, or invalid, which the agent reports.
Result<void> check_limit(const std::string& key, const std::string& value, const Limits& limits) {
  const auto beyond = [&](const std::string& most) {
    return Error{
        fmt::format("{}: '{}' exceeds this server's limit of {}", key, detail::shorten(value), most)};
  };
  if (key == "time") {
    const auto time = parse_value<Duration>(value, anything());
    if (time && time->seconds > limits.search_seconds)
      return beyond(print_value(Duration{limits.search_seconds}));
  } else if (key == "memory") {
    const auto memory = parse_value<Bytes>(value, anything());
    if (memory && memory->count > limits.search_bytes) return beyond(print_value(Bytes{limits.search_bytes}));
  } else if (key == "threads") {
    const auto threads = parse_value<std::uint32_t>(value, anything());
    if (threads && *threads > limits.search_threads) return beyond(std::to_string(limits.search_threads));
  } else if (key == "net") {
    return Error{"net: files are not read on behalf of visitors"};
  }
  return {};
}
}  // namespace

Json agents_json() {
  Json agents = Json::array();
  for (const AgentInfo& info : list_agents()) {
    Json fields = Json::array();
    for (const FieldInfo& field : info.fields)
      fields.push_back({{"name", field.name},
                        {"default", field.value},
                        {"expected", field.expected},
                        {"help", field.help}});
    agents.push_back({{"name", info.name}, {"help", info.help}, {"parameters", std::move(fields)}});
  }
  return agents;
}

Result<Spec> limited_spec(std::string_view text, const Limits& limits) {
  if (const auto engine = limits.engines.find(std::string(text)); engine != limits.engines.end())
    return engine->second;
  auto spec = parse_spec(text);
  if (!spec) return spec;
  if (is_engine(spec->name)) return Error{spec->name + ": programs are not started on behalf of visitors"};
  bool has_memory = false;
  for (const auto& [key, value] : spec->values) {
    if (auto within = check_limit(key, value, limits); !within) return within.error();
    has_memory = has_memory || key == "memory";
  }
  if (!has_memory && takes_memory(spec->name))
    spec->values.emplace_back("memory", print_value(Bytes{limits.search_bytes}));
  return spec;
}

Result<std::shared_ptr<AnyAgent>> make_limited_agent(const std::shared_ptr<const AnyGame>& game,
                                                     std::string_view text, std::uint64_t seed,
                                                     const Limits& limits, EngineHouse& engines) {
  const auto spec = limited_spec(text, limits);
  if (!spec) return spec.error();
  if (is_engine(spec->name)) {
    auto engine = make_engine_agent(*game, *spec);
    if (!engine) return engine.error();
    return std::shared_ptr<AnyAgent>(engines.take_in(game, *std::move(engine)));
  }
  auto agent = game->make_agent(*spec, seed);
  if (!agent) return agent.error();
  return std::shared_ptr<AnyAgent>(*std::move(agent));
}

Result<void> check_limited_agent(const AnyGame& game, std::string_view text, const Limits& limits) {
  const auto spec = limited_spec(text, limits);
  if (!spec) return spec.error();
  if (const auto agent = make_any_agent(game, *spec, 1); !agent) return agent.error();
  return {};
}

std::function<void(AnyAgent&)> moves_for_engine(const Session& session, std::size_t moves,
                                                std::string_view text, const Limits& limits) {
  if (!limits.engines.contains(std::string(text))) return [](AnyAgent&) {};
  const auto end = session.moves().begin() + static_cast<std::ptrdiff_t>(moves);
  return [game = session.shared_game(), from = session.from(),
          list = std::vector(session.moves().begin(), end)](AnyAgent& agent) {
    auto replayed = from ? Session::from_position(game, *from) : Result<Session>(Session(game));
    if (replayed && replayed->play_all(list, std::nullopt)) agent.follow(*replayed);
  };
}

std::vector<Level> engine_levels_of(const AnyGame& game, const Limits& limits) {
  std::vector<Level> levels;
  for (const auto& [name, spec] : limits.engines)
    if (make_any_agent(game, spec, 1)) levels.push_back({"Program: " + name, name});
  return levels;
}

Result<void> allow_engine(Limits& limits, std::string_view text) {
  const std::size_t equals = std::min(text.find('='), text.size());
  const std::string name(text.substr(0, equals));
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
  if (equals == text.size() || name.empty() || name.find_first_not_of(allowed) != std::string::npos)
    return Error{fmt::format("'{}' is not NAME=SPEC, such as gnugo=gtp:cmd=\"gnugo --mode gtp\",time=1s",
                             detail::shorten(text))};
  const auto agents = list_agents();
  const bool taken =
      name == human || is_engine(name) || limits.engines.contains(name) ||
      std::any_of(agents.begin(), agents.end(), [&](const AgentInfo& agent) { return agent.name == name; });
  if (taken) return Error{fmt::format("'{}' is a name in use; give another one", name)};
  auto spec = parse_spec(text.substr(equals + 1));
  if (!spec) return spec.error();
  if (!is_engine(spec->name))
    return Error{fmt::format("{}: '{}' is not an engine; its spec begins with gtp, uci or gomocup", name,
                             detail::shorten(spec->name))};
  if (const auto engine = parse_engine_spec(*spec); !engine) return engine.error();
  limits.engines.emplace(name, *std::move(spec));
  return {};
}

}  // namespace banyan::serve
