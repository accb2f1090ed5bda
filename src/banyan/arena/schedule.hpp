// Who plays whom, from which seats, after which opening. Everything follows from the seed and the numbers
// below, so that games can be played in any order and on any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

struct ScheduledGame {
  std::size_t pairing = 0;         // which set of agents meets
  std::size_t group = 0;           // games of one group share their opening: one from every seat
  std::uint64_t seed = 0;          // of the agents and of chance
  std::vector<std::size_t> seats;  // agent by seat
  std::vector<std::string> opening;
};

struct ScheduleSettings {
  std::size_t agents = 2;
  std::uint64_t games = 100;  // of each pairing
  std::uint32_t opening = 0;  // random moves of players before the agents take over
  std::uint64_t seed = 1;
};

// Every set of as many agents as there are seats meets (all of them where they are fewer). Game i of a
// pairing seats them rotated by i and has the same seed and opening in every pairing.
Result<std::vector<ScheduledGame>> schedule_games(const AnyGame& game, const ScheduleSettings& settings);

}  // namespace banyan
