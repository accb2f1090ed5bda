// An agent from its spec, as the program makes them. The spec must be right.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string_view>

#include <banyan/agent/make.hpp>

namespace banyan {

template <Game G>
std::unique_ptr<Agent<G>> agent_by_spec(const G& game, std::string_view text, std::uint64_t seed) {
  const auto spec = parse_spec(text);
  if (!spec) throw std::runtime_error(spec.error().message);
  auto agent = make_agent(game, *spec, seed);
  if (!agent) throw std::runtime_error(agent.error().message);
  return *std::move(agent);
}

}  // namespace banyan
