// Who plays whom, from which seats, after which opening. Everything follows from the seed and the numbers
// below, so that games can be played in any order and on any number of threads. No memory is kept per game:
// each is computed when it is asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

struct ScheduledGame {
  std::size_t pairing = 0;              // which set of agents meets
  std::size_t group = 0;                // games of one group share their opening: one from every seat
  std::uint64_t seed = 0;               // of the agents and of chance
  std::vector<std::size_t> seats;       // agent by seat
  std::optional<std::string> position;  // where it begins, if not at the game's start
  std::vector<std::string> opening;
  std::string problem{};  // why it can't be played: every opening tried ended the game
};

// Where a game begins: a position (or the game's start), and moves from there.
struct Opening {
  std::optional<std::string> position{};
  std::vector<std::string> moves{};
};

struct ScheduleSettings {
  std::size_t agents = 2;
  std::uint64_t games = 100;  // of each pairing
  std::uint32_t opening = 0;  // random moves of players before the agents take over
  std::uint64_t seed = 1;
  bool gauntlet = false;  // only pairings with the first agent
  // Openings to begin with, one after the other and again from the first, instead of random moves.
  std::shared_ptr<const std::vector<Opening>> book{};
};

class Schedule {
 public:
  // The game must outlive the schedule. An error where every first opening tried ends the game, or where the
  // number of games overflows.
  static Result<Schedule> make(const AnyGame& game, const ScheduleSettings& settings);

  [[nodiscard]] std::size_t size() const { return size_; }
  // Every set of as many agents as there are seats meets (all of them where they are fewer), one set after
  // the other; in a gauntlet those with the first agent. Game i of a pairing seats them rotated by i and has
  // the same seed and opening in every pairing.
  [[nodiscard]] ScheduledGame operator[](std::size_t number) const;

 private:
  Schedule(const AnyGame& game, const ScheduleSettings& settings);
  [[nodiscard]] std::size_t pairings() const;
  [[nodiscard]] std::vector<std::size_t> agents_of(std::size_t pairing) const;

  const AnyGame* game_;
  ScheduleSettings settings_;
  std::size_t seats_;
  std::size_t rotation_;  // agents in a game
  std::size_t size_ = 0;
};

}  // namespace banyan
