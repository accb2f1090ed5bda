#include <banyan/cli/agents.hpp>

#include <banyan/core/digest.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/engine/make_agent.hpp>

namespace banyan::cli {

Result<std::unique_ptr<AnyAgent>> agent_from_text(const AnyGame& game, std::string_view text,
                                                  std::uint64_t seed) {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  if (spec->name == human) return Error{"'human' is a person, who has a seat in `play` and on the page only"};
  return make_any_agent(game, *spec, seed);
}

Result<void> share_network(cluster::Ranks& ranks, std::string_view text) {
  const auto spec = parse_spec(text);
  if (!spec) return spec.error();
  for (const auto& [key, value] : spec->values) {
    if (key != "net") continue;
    const std::string digest = std::to_string(digest_of_file(value));
    if (auto same = ranks.same("'" + value + "'", digest); !same) return same;
  }
  return {};
}

}  // namespace banyan::cli
