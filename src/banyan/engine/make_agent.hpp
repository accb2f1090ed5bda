// Makes any agent from its spec: one of the game's own, or a foreign engine.
#pragma once

#include <cstdint>
#include <memory>

#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/engine/agent.hpp>
#include <banyan/engine/pool.hpp>
#include <banyan/engine/specs.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

// An engine's program is looked for, but not started before its first move. The game and the pool must
// outlive the agent.
Result<std::unique_ptr<EngineAgent>> make_engine_agent(const AnyGame& game, const Spec& spec,
                                                       EnginePool* pool = nullptr);
// An engine or one of the game's own.
Result<std::unique_ptr<AnyAgent>> make_any_agent(const AnyGame& game, const Spec& spec, std::uint64_t seed,
                                                 EnginePool* pool = nullptr);

}  // namespace banyan
