// Plays the games of a schedule, several at once. With agents that count simulations the results do not
// depend on how many: each game has its own agents and its own seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/arena/schedule.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

struct PlayedGame {
  ScheduledGame scheduled;
  std::vector<double> outcome;        // total return by seat
  std::optional<std::size_t> winner;  // the agent that alone has the first place
  std::vector<std::string> moves;
  std::optional<std::uint64_t> milestone;  // how far it came, where the game tells
};

struct MatchSettings {
  std::shared_ptr<const AnyGame> game;
  std::vector<Spec> agents;
  ScheduleSettings schedule;
  std::uint32_t jobs = 1;
};

struct MatchResult {
  std::size_t games = 0;  // that were finished
  std::size_t scheduled = 0;
  std::string error{};  // why it ended early: an agent or the game failed; empty when all is well
  [[nodiscard]] bool complete() const { return games == scheduled; }
};

// Who hears of the games; called on one thread at a time.
struct MatchListener {
  // A finished game, in the order of the schedule: one that ends out of turn waits. The match keeps none of
  // them.
  std::function<void(const PlayedGame&)> game{};
  // How many are done.
  std::function<void(std::size_t done, std::size_t all)> progress{};
};

Result<MatchResult> run_match(const MatchSettings& settings, const std::stop_token& stop,
                              const MatchListener& listener);

// An agent's place in a game is that of its best seat. The agent that alone has the highest return in any of
// its seats has won; nobody has if all seats have the same, or only one agent sits there.
std::optional<std::size_t> winner_of(const std::vector<std::size_t>& seats,
                                     const std::vector<double>& outcome);

}  // namespace banyan
