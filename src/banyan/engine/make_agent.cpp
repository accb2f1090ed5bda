#include <banyan/engine/make_agent.hpp>

namespace banyan {

Result<std::unique_ptr<EngineAgent>> make_engine_agent(const AnyGame& game, const Spec& spec,
                                                       EnginePool* pool) {
  auto parsed = parse_engine_spec(spec);
  if (!parsed) return parsed.error();
  const std::string problem = parsed->language == EngineLanguage::gtp   ? why_not_gtp(game)
                              : parsed->language == EngineLanguage::uci ? why_not_uci(game)
                                                                        : why_not_gomocup(game);
  if (!problem.empty()) return Error{spec.name + " can't play " + game.info().spec + ": " + problem};
  return std::make_unique<EngineAgent>(game, *std::move(parsed), pool);
}

Result<std::unique_ptr<AnyAgent>> make_any_agent(const AnyGame& game, const Spec& spec, std::uint64_t seed,
                                                 EnginePool* pool) {
  if (!is_engine(spec.name)) return game.make_agent(spec, seed);
  auto engine = make_engine_agent(game, spec, pool);
  if (!engine) return engine.error();
  return std::unique_ptr<AnyAgent>(*std::move(engine));
}

}  // namespace banyan
