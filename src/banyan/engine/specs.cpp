#include <banyan/engine/specs.hpp>

#include <banyan/engine/child_process.hpp>

namespace banyan {

namespace {
std::optional<EngineLanguage> language_of(std::string_view name) {
  const auto language = parse_value<EngineLanguage>(name);
  return language ? std::optional(*language) : std::nullopt;
}

template <class Params>
Result<EngineParams> params_of(const Spec& spec) {
  const auto params = parse_params<Params>(spec);
  if (!params) return params.error();
  return EngineParams(*params);
}
}  // namespace

std::string EngineParams::problem(const EngineParams& params) {
  if (params.cmd.empty()) return "cmd is missing: the program to run, as in cmd=\"name arguments\"";
  const int limits = (params.time ? 1 : 0) + (params.clock ? 1 : 0) + (params.nodes || params.depth ? 1 : 0);
  if (limits > 1) return "give one of time, clock, and nodes or depth";
  return {};
}

bool is_engine(std::string_view name) { return language_of(name).has_value(); }

Result<EngineSpec> parse_engine_spec(const Spec& spec) {
  const auto language = language_of(spec.name);
  if (!language) return Error{"'" + detail::shorten(spec.name) + "' is not a kind of engine"};
  auto params = *language == EngineLanguage::gtp   ? params_of<GtpParams>(spec)
                : *language == EngineLanguage::uci ? params_of<UciParams>(spec)
                                                   : params_of<GomocupParams>(spec);
  if (!params) return params.error();
  if (const std::string problem = EngineParams::problem(*params); !problem.empty())
    return Error{spec.name + ": " + problem};
  auto words = split_command(params->cmd);
  if (!words) return Error{spec.name + ": cmd: " + words.error().message};
  if (auto found = find_program(words->front()); !found)
    return Error{spec.name + ": cmd: " + found.error().message};
  return EngineSpec{*language, *std::move(params), *std::move(words)};
}

std::vector<AgentInfo> list_engines() {
  return {{"gtp", "an engine that speaks GTP 2, the protocol of Go programs", describe_fields(GtpParams{})},
          {"uci", "an engine that speaks UCI, the protocol of chess programs", describe_fields(UciParams{})},
          {"gomocup", "an engine that speaks the protocol of Gomocup (Piskvork)",
           describe_fields(GomocupParams{})}};
}

}  // namespace banyan
