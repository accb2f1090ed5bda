// Agents for visitors: the parameters of each kind, and specs kept within the server's limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include <banyan/core/spec.hpp>
#include <banyan/engine/house.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/opponents.hpp>
#include <banyan/session/session.hpp>

namespace banyan::serve {

// Every kind of agent with its parameters, for forms.
Json agents_json();

// A spec within the limits: missing values are filled in, and values that exceed them are refused. The name
// of an engine that the operator allows stands for its spec.
Result<Spec> limited_spec(std::string_view text, const Limits& limits);

// The house runs the engines.
Result<std::shared_ptr<AnyAgent>> make_limited_agent(const std::shared_ptr<const AnyGame>& game,
                                                     std::string_view text, std::uint64_t seed,
                                                     const Limits& limits, EngineHouse& engines);
// Why such an agent can't be made.
Result<void> check_limited_agent(const AnyGame& game, std::string_view text, const Limits& limits);

// Tells an agent the moves that it needs: all so far, for an engine that the operator allows. On any thread.
std::function<void(AnyAgent&)> moves_for_engine(const Session& session, std::size_t moves,
                                                std::string_view text, const Limits& limits);

// The names of the engines that the operator allows and that play this game, as levels.
std::vector<Level> engine_levels_of(const AnyGame& game, const Limits& limits);

// Takes NAME=SPEC of an engine. The error says what is wrong with it.
Result<void> allow_engine(Limits& limits, std::string_view text);

}  // namespace banyan::serve
