// Makes agents from command-line specs, including the seat of a person.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <banyan/session/any_game.hpp>

namespace banyan::cli {

// A seat for a person, in `play` only.
inline constexpr std::string_view human = "human";

// Makes the agent of a spec; `human` is not an agent, and the error says so.
Result<std::unique_ptr<AnyAgent>> agent_from_text(const AnyGame& game, std::string_view text,
                                                  std::uint64_t seed);

}  // namespace banyan::cli
