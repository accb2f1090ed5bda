// What the games of a match add up to, agent by agent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <banyan/arena/match.hpp>

namespace banyan {

// Of the returns in a one-player game.
struct ReturnStats {
  double mean, median, max;
  double low, high;                           // 95 % interval of the mean
  std::map<std::uint64_t, double> reached{};  // share of games that came so far, or further
};

struct AgentTally {
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  std::uint64_t games = 0;
  std::uint64_t wins = 0;   // the first place alone
  std::uint64_t draws = 0;  // a shared first place
  std::uint64_t losses = 0;
  double points = none;  // (wins + draws / 2) / games
  double score = none;   // mean return, in the game's units
  double elo = none;     // relative to the first agent; NaN where it is unbounded or means nothing
  double elo_low = none;
  double elo_high = none;
  std::optional<ReturnStats> stats;
};

struct MatchTally {
  std::vector<AgentTally> agents;
  std::size_t distinct = 0;  // games that differ in their moves
};

MatchTally tally(const std::vector<PlayedGame>& games, std::size_t agents, int players);

// The difference in Elo at which the better side scores this mean: 400·log10(p / (1-p)); NaN at 0 and 1.
double elo_of(double points);

}  // namespace banyan
