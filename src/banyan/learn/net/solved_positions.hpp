// How often a player keeps the value of positions whose value is known, for games that come with a file of
// them (GameDescription::solved).
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/session/any_game.hpp>
#include <banyan/store/run_records.hpp>

namespace banyan {

struct SolvedPosition {
  std::vector<std::string> moves;  // from the start
  std::vector<std::string> keep;   // the moves that keep the value
};

// Lines of moves, a digit each, a tab, and the scores of the moves 1, 2, … for the player to move ('-' if not
// legal); lines that begin with # are comments.
Result<std::vector<SolvedPosition>> parse_solved(std::string_view text);

// The share of value-keeping moves, by the network alone and by its search, over as many positions as time
// allows, always in the same order. Nothing for games without solved positions.
std::optional<StoredAccuracy> solved_accuracy(const AnyGame& game, const Spec& player, double seconds,
                                              std::uint32_t threads, const std::stop_token& stop);

}  // namespace banyan
