// Games by spec, for tests that know the spec is right.
#pragma once

#include <memory>
#include <string_view>

#include <banyan/session/built_in.hpp>

namespace banyan {

inline std::shared_ptr<const AnyGame> game_of(std::string_view spec) { return *built_in_games().make(spec); }

}  // namespace banyan
