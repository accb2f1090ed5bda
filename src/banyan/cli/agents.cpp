#include <banyan/cli/agents.hpp>

#include <banyan/core/spec.hpp>

namespace banyan::cli {

Result<std::unique_ptr<AnyAgent>> agent_from_text(const AnyGame& game, std::string_view text,
                                                  std::uint64_t seed) {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  if (spec->name == human) return Error{"human is a person: a seat in play, and nowhere else"};
  return game.make_agent(*spec, seed);
}

}  // namespace banyan::cli
