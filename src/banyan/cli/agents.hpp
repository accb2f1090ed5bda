// Makes agents from command-line specs, including the seat of a person.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <banyan/cluster/ranks.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan::cli {

// A seat for a person, in `play` only.
inline constexpr std::string_view human = "human";

// Makes the agent of a spec; `human` is not an agent, and the error says so.
Result<std::unique_ptr<AnyAgent>> agent_from_text(const AnyGame& game, std::string_view text,
                                                  std::uint64_t seed);

// Whether every rank finds the same network for this agent as the first, if it names one. All must ask.
Result<void> share_network(cluster::Ranks& ranks, std::string_view text);

}  // namespace banyan::cli
