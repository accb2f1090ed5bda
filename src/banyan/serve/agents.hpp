// Agents as visitors may have them: what each kind takes, and specs kept within the server's limits.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <banyan/core/spec.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/json.hpp>

namespace banyan::serve {

// Every kind of agent with its parameters, for forms.
Json agents_json();

// A spec that keeps within the limits: what it leaves open is filled in, and what exceeds them is refused.
Result<Spec> limited_spec(std::string_view text, const Limits& limits);

Result<std::shared_ptr<AnyAgent>> make_limited_agent(const AnyGame& game, std::string_view text,
                                                     std::uint64_t seed, const Limits& limits);

}  // namespace banyan::serve
