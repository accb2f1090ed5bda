// The totals of a match, agent by agent. One definition applies throughout: an agent's place in a game is
// that of its best seat. The first place alone is a win, a shared one a draw; and of two agents the one with
// the higher place has beaten the other, and Elo is computed from that. So with two agents Elo and points
// agree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <banyan/arena/match.hpp>
#include <banyan/arena/score_statistics.hpp>
#include <banyan/core/interval.hpp>

namespace banyan {

// Of the returns in a one-player game.
struct ReturnStats {
  double mean, median, max;
  double low, high;                           // 95 % interval of the mean
  std::map<std::uint64_t, double> reached{};  // share of games that reached it or more
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
  std::array<std::uint64_t, 3> faults{};  // games lost by a fault, by EngineFault
  std::optional<ReturnStats> stats{};
};

// Results between two agents, from the point of view of the first.
struct PairTally {
  std::size_t first = 0;
  std::size_t second = 0;
  std::uint64_t wins = 0;  // games in which it had the higher place
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  Pentanomial pairs{};  // of two-player games, each opening from both seats; a game left over is not counted
};

struct MatchTally {
  std::vector<AgentTally> agents;
  std::vector<PairTally> pairs{};  // of agents that met, in order
  std::size_t seat_pairs = 0;      // pairs of games that one seat won twice, whichever agents sat there
  std::size_t games = 0;
  std::size_t distinct = 0;  // games that differ in their moves
  bool stopped = false;      // before all intervals of Elo were known
};

// Adds up games as they come, and keeps 16 bytes of each (a hash of its moves), in one-player games 24.
class Tally {
 public:
  Tally(std::size_t agents, int players) : players_(players), sums_(agents) {}

  // In the order of the schedule: games of one opening follow each other.
  void add(const PlayedGame& game);
  // Pairs of games of the first two agents so far, by the first one's points.
  [[nodiscard]] Pentanomial pentanomial() const;
  // The totals of all games added. After a stop, Elo intervals not yet computed are missing.
  [[nodiscard]] MatchTally finish(const std::stop_token& stop = {});

 private:
  struct AgentSums {
    std::uint64_t games = 0;
    std::uint64_t wins = 0;
    std::uint64_t draws = 0;
    std::uint64_t losses = 0;
    std::array<std::uint64_t, 3> faults{};
    double returns = 0;
    std::vector<double> all_returns{};                    // of one-player games
    std::map<std::uint64_t, std::uint64_t> milestones{};  // games by how far they came
  };
  // How the lower of two agents did against the other in the games of one opening, which are one sample: an
  // opening that favours a seat then favours no agent, and similar games don't count as independent ones.
  struct Encounter {
    double points = 0;
    double games = 0;
    std::array<std::uint64_t, 3> results{};  // games by losses, draws and wins
  };
  // The sums over the encounters of two agents.
  struct PairSums {
    double points = 0;
    double games = 0;
    double points_points = 0;  // sums of products
    double points_games = 0;
    double games_games = 0;
    Moments shares{};  // points / games
    std::array<std::uint64_t, 3> results{};
    Pentanomial pentanomial{};
  };
  using Pair = std::pair<std::size_t, std::size_t>;

  void add_places(const PlayedGame& game, const std::vector<std::optional<double>>& best);
  void add_comparisons(const std::vector<std::optional<double>>& best);
  void add_seat(const PlayedGame& game);
  void close_group();
  [[nodiscard]] static AgentTally tally_of(const AgentSums& sums, int players);
  void rate_two(AgentTally& second) const;
  [[nodiscard]] bool rate_many(std::vector<AgentTally>& agents, const std::stop_token& stop) const;
  template <class EloOf>
  [[nodiscard]] double dispersion(EloOf&& elo_of) const;
  [[nodiscard]] std::size_t count_distinct();

  int players_;
  std::vector<AgentSums> sums_;
  std::vector<std::array<std::uint64_t, 2>> lines_;  // a hash of each game's moves
  std::size_t pairing_ = 0;                          // of the games added last
  std::size_t group_ = 0;
  std::map<Pair, Encounter> encounters_;      // of that group
  std::array<std::uint64_t, 2> seat_wins_{};  // of that group, in games of two
  std::size_t seat_pairs_ = 0;
  std::map<Pair, PairSums> pairs_;  // of the groups before
};

// The difference in Elo at which the better side scores this mean: 400·log10(p / (1-p)); NaN at 0 and 1.
double elo_of(double points);

}  // namespace banyan
