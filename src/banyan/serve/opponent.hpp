// Makes learners for the laboratory. (A unit of its own, because it compiles every rule there is.)
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <banyan/serve/laboratory.hpp>

namespace banyan::serve {

// The second player of this game, who learns by the rule. The game must live as long.
Result<std::unique_ptr<Opponent>> make_opponent(const bandit::MatrixGame& game, std::string_view rule,
                                                std::uint64_t seed);

}  // namespace banyan::serve
