// Makes learners for the laboratory. (A unit of its own, because it compiles every rule there is.)
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include <banyan/serve/laboratory.hpp>

namespace banyan::serve {

// The seats of a matrix game for two.
namespace seat {
inline constexpr std::size_t person = 0;
inline constexpr std::size_t learner = 1;
}  // namespace seat

// The second player of this game, who learns by the rule. The game must outlive it.
Result<std::unique_ptr<Opponent>> make_opponent(const bandit::MatrixGame& game, std::string_view rule,
                                                std::uint64_t seed);

}  // namespace banyan::serve
