#include <banyan/arena/tally.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <banyan/arena/elo_fit.hpp>
#include <banyan/core/interval.hpp>

namespace banyan {

namespace {
// Mean return of an agent over its seats in a game; nothing if it does not sit there.
std::optional<double> return_of(const PlayedGame& game, std::size_t agent) {
  double sum = 0;
  int seats = 0;
  for (std::size_t seat = 0; seat < game.outcome.size(); ++seat) {
    if (game.scheduled.seats[seat] != agent) continue;
    sum += game.outcome[seat];
    ++seats;
  }
  return seats == 0 ? std::nullopt : std::optional(sum / seats);
}

bool has_first_place(const PlayedGame& game, std::size_t agent) {
  const double most = *std::max_element(game.outcome.begin(), game.outcome.end());
  for (std::size_t seat = 0; seat < game.outcome.size(); ++seat)
    if (game.scheduled.seats[seat] == agent && game.outcome[seat] == most) return true;
  return false;
}

void count_places(AgentTally& tally, const PlayedGame& game, std::size_t agent) {
  if (game.winner == agent) {
    ++tally.wins;
  } else if (!game.winner && has_first_place(game, agent)) {
    ++tally.draws;
  } else {
    ++tally.losses;
  }
}

ReturnStats return_stats(std::vector<double> returns) {
  std::sort(returns.begin(), returns.end());
  Moments moments;
  for (const double x : returns) moments.add(x);
  const double mean = moments.sum / moments.count;
  const std::size_t middle = returns.size() / 2;
  const double median =
      returns.size() % 2 == 1 ? returns[middle] : (returns[middle - 1] + returns[middle]) / 2;
  const Interval interval = normal_interval(mean, moments.variance(), moments.count);
  return {.mean = mean, .median = median, .max = returns.back(), .low = interval.low, .high = interval.high};
}

// Milestones that some game ended at, with the share of games that reached them.
std::map<std::uint64_t, double> shares_reached(const std::vector<std::uint64_t>& milestones) {
  std::map<std::uint64_t, double> shares;
  for (const std::uint64_t last : milestones) shares[last] = 0;
  for (auto& [milestone, share] : shares) {
    const auto far_enough = std::count_if(milestones.begin(), milestones.end(),
                                          [least = milestone](std::uint64_t x) { return x >= least; });
    share = static_cast<double>(far_enough) / static_cast<double>(milestones.size());
  }
  return shares;
}

// Elo of the second of two agents: 1 for the higher return, 1/2 for equal
// ones. The games of one opening, played from every seat, are one sample: an opening that favours a seat
// then favours nobody, and games that resemble each other don't pass for independent ones. The interval is
// Wilson's over these samples (core/interval.hpp), so that a clean sweep still has a lower bound.
void rate_pair(AgentTally& tally, const std::vector<PlayedGame>& games) {
  std::map<std::pair<std::size_t, std::size_t>, std::pair<double, double>> samples;  // sum, count
  for (const PlayedGame& game : games) {
    const auto own = return_of(game, 1);
    const auto other = return_of(game, 0);
    if (!own || !other) continue;
    auto& [sum, count] = samples[{game.scheduled.pairing, game.scheduled.group}];
    sum += *own > *other ? 1 : *own == *other ? 0.5 : 0;
    ++count;
  }
  if (samples.empty()) return;
  Moments points;
  double sum = 0;
  double count = 0;
  for (const auto& [group, sample] : samples) {
    points.add(sample.first / sample.second);
    sum += sample.first;
    count += sample.second;
  }
  const double mean = sum / count;  // a game without its counterpart counts as a game
  const Interval interval = wilson_interval(mean, points.variance(), points.count);
  tally.elo = elo_of(mean);
  // At a clean score the far end is unbounded, whatever rounding leaves of it.
  tally.elo_low = mean > 0 ? elo_of(interval.low) : AgentTally::none;
  tally.elo_high = mean < 1 ? elo_of(interval.high) : AgentTally::none;
}

// Two agents in the games of one opening, which are one sample as above.
struct Encounter {
  std::size_t pairing;
  std::size_t group;
  std::size_t first;
  std::size_t second;
  auto operator<=>(const Encounter&) const = default;
};

// Whoever sits in one game is compared with each of the others there. Comparisons of one game with more than
// two seats depend on each other; together they count as many as there are seats, less one.
std::map<Encounter, PairScore> encounters(const std::vector<PlayedGame>& games, std::size_t agents) {
  std::map<Encounter, PairScore> scores;
  for (const PlayedGame& game : games) {
    const double weight = 2 / static_cast<double>(game.outcome.size());
    for (std::size_t first = 0; first < agents; ++first) {
      for (std::size_t second = first + 1; second < agents; ++second) {
        const auto one = return_of(game, first);
        const auto other = return_of(game, second);
        if (!one || !other) continue;
        PairScore& score = scores[{game.scheduled.pairing, game.scheduled.group, first, second}];
        score.first = first;
        score.second = second;
        score.points += weight * (*one > *other ? 1 : *one == *other ? 0.5 : 0);
        score.games += weight;
      }
    }
  }
  return scores;
}

// How much more the encounters scatter around what the ratings expect than independent games that nobody
// draws would (McCullagh & Nelder, "Generalized Linear Models", 1989: the dispersion). 1 where that can't be
// told.
double dispersion(const std::vector<PairScore>& scores, const std::vector<EloRating>& ratings) {
  double squares = 0;
  double expected = 0;
  for (const PairScore& score : scores) {
    const double gap = ratings[score.first].elo - ratings[score.second].elo;
    const double share = 1 / (1 + std::pow(10, -gap / 400));
    squares += std::pow(score.points - score.games * share, 2);
    expected += score.games * share * (1 - share);
  }
  const double free = static_cast<double>(scores.size()) - static_cast<double>(ratings.size()) + 1;
  const double ratio = squares / expected * static_cast<double>(scores.size()) / free;
  if (!(free > 0) || !std::isfinite(ratio)) return 1;
  constexpr std::size_t many = 30;  // with fewer encounters, that they agree so well may be luck
  return std::max(ratio, scores.size() < many ? 1 : 0.1);
}

// Elo of three agents or more, by a fit over all games. Intervals are over encounters: a game counts for as
// much more or less as these scatter less or more than games by themselves would.
void rate_all(std::vector<AgentTally>& agents, const std::vector<PlayedGame>& games) {
  std::vector<PairScore> scores;
  for (const auto& [encounter, score] : encounters(games, agents.size())) scores.push_back(score);
  const double scatter = dispersion(scores, fit_elo(agents.size(), scores, 0));
  for (PairScore& score : scores) {
    score.points /= scatter;
    score.games /= scatter;
  }
  const auto ratings = fit_elo(agents.size(), scores, 0);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents[i].games == 0) continue;
    agents[i].elo = ratings[i].elo;
    agents[i].elo_low = ratings[i].low;
    agents[i].elo_high = ratings[i].high;
  }
}
}  // namespace

double elo_of(double points) {
  return points > 0 && points < 1 ? 400 * std::log10(points / (1 - points)) : AgentTally::none;
}

MatchTally tally(const std::vector<PlayedGame>& games, std::size_t agents, int players) {
  MatchTally result;
  std::set<std::vector<std::string>> lines;
  for (const PlayedGame& game : games) lines.insert(game.moves);
  result.distinct = lines.size();
  for (std::size_t agent = 0; agent < agents; ++agent) {
    AgentTally own;
    std::vector<double> returns;
    std::vector<std::uint64_t> milestones;
    for (const PlayedGame& game : games) {
      const auto mean = return_of(game, agent);
      if (!mean) continue;
      returns.push_back(*mean);
      if (game.milestone) milestones.push_back(*game.milestone);
      if (players > 1) count_places(own, game, agent);
    }
    own.games = returns.size();
    if (own.games > 0) {
      const auto n = static_cast<double>(own.games);
      own.points = (static_cast<double>(own.wins) + static_cast<double>(own.draws) / 2) / n;
      double sum = 0;
      for (const double x : returns) sum += x;
      own.score = sum / n;
      if (players == 1) {
        own.stats = return_stats(returns);
        own.stats->reached = shares_reached(milestones);
      }
      if (players > 1 && agent == 0) own.elo = own.elo_low = own.elo_high = 0;
      if (players > 1 && agent == 1 && agents == 2) rate_pair(own, games);
    }
    result.agents.push_back(own);
  }
  if (players > 1 && agents > 2) rate_all(result.agents, games);
  return result;
}

}  // namespace banyan
