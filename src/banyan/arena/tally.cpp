#include <banyan/arena/tally.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <banyan/arena/elo_fit.hpp>
#include <banyan/core/random.hpp>

namespace banyan {

namespace {
// The highest return among an agent's seats in a game: its place. Nothing for those that don't sit there.
std::vector<std::optional<double>> best_returns(const PlayedGame& game, std::size_t agents) {
  std::vector<std::optional<double>> best(agents);
  for (std::size_t seat = 0; seat < game.outcome.size(); ++seat) {
    std::optional<double>& own = best[game.scheduled.seats[seat]];
    own = std::max(own.value_or(game.outcome[seat]), game.outcome[seat]);
  }
  return best;
}

// Mean return of an agent over its seats in a game.
double mean_return(const PlayedGame& game, std::size_t agent) {
  double sum = 0;
  int seats = 0;
  for (std::size_t seat = 0; seat < game.outcome.size(); ++seat) {
    if (game.scheduled.seats[seat] != agent) continue;
    sum += game.outcome[seat];
    ++seats;
  }
  return sum / seats;
}

// Of the moves, in 128 bits: a collision among ten million games is practically impossible.
std::array<std::uint64_t, 2> hash_of(const std::vector<std::string>& moves) {
  std::array<std::uint64_t, 2> hash{0xcbf29ce484222325U, 0x9e3779b97f4a7c15U};
  const auto add = [&hash](std::uint64_t x) {
    hash[0] = (hash[0] ^ x) * 0x100000001b3U;
    hash[1] = mix64(hash[1] + x);
  };
  for (const std::string& move : moves) {
    for (const char c : move) add(static_cast<unsigned char>(c));
    add(256 + move.size());
  }
  return hash;
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
std::map<std::uint64_t, double> shares_reached(const std::map<std::uint64_t, std::uint64_t>& milestones) {
  double all = 0;
  for (const auto& [milestone, games] : milestones) all += static_cast<double>(games);
  std::map<std::uint64_t, double> shares;
  double reached = all;
  for (const auto& [milestone, games] : milestones) {
    shares[milestone] = reached / all;
    reached -= static_cast<double>(games);
  }
  return shares;
}
}  // namespace

double elo_of(double points) {
  return points > 0 && points < 1 ? 400 * std::log10(points / (1 - points)) : AgentTally::none;
}

void Tally::add(const PlayedGame& game) {
  if (game.scheduled.pairing != pairing_ || game.scheduled.group != group_) close_group();
  pairing_ = game.scheduled.pairing;
  group_ = game.scheduled.group;
  lines_.push_back(hash_of(game.moves));
  const auto best = best_returns(game, sums_.size());
  add_places(game, best);
  if (const auto fault = fault_of(game.end))
    ++sums_[game.scheduled.seats[game.end_seat]].faults[static_cast<std::size_t>(*fault)];
  if (players_ > 1) add_comparisons(best);
  if (players_ != 2) return;
  add_seat(game);
  // A sequential test looks at every pair as soon as it is whole.
  if (std::all_of(encounters_.begin(), encounters_.end(), [](const auto& e) { return e.second.games >= 2; }))
    close_group();
}

void Tally::add_seat(const PlayedGame& game) {
  if (game.outcome[0] != game.outcome[1]) ++seat_wins_[game.outcome[0] > game.outcome[1] ? 0 : 1];
}

Pentanomial Tally::pentanomial() const {
  const auto found = pairs_.find({0, 1});
  return found == pairs_.end() ? Pentanomial{} : found->second.pentanomial;
}

void Tally::add_places(const PlayedGame& game, const std::vector<std::optional<double>>& best) {
  const double most = *std::max_element(game.outcome.begin(), game.outcome.end());
  for (std::size_t agent = 0; agent < sums_.size(); ++agent) {
    if (!best[agent]) continue;
    AgentSums& own = sums_[agent];
    ++own.games;
    own.returns += mean_return(game, agent);
    if (game.milestone) ++own.milestones[*game.milestone];
    if (players_ == 1) {
      own.all_returns.push_back(*best[agent]);
    } else {
      ++(game.winner == agent ? own.wins : !game.winner && *best[agent] == most ? own.draws : own.losses);
    }
  }
}

// Each agent of a game is compared with each other one: 1 for the higher place, 1/2 for the same. Comparisons
// of one game depend on each other; together they count as many as there are agents, less one.
void Tally::add_comparisons(const std::vector<std::optional<double>>& best) {
  const auto seated = std::count_if(best.begin(), best.end(), [](const auto& x) { return x.has_value(); });
  const double weight = 2 / static_cast<double>(seated);
  for (std::size_t first = 0; first < best.size(); ++first) {
    if (!best[first]) continue;
    for (std::size_t second = first + 1; second < best.size(); ++second) {
      if (!best[second]) continue;
      Encounter& encounter = encounters_[{first, second}];
      const std::size_t result = *best[first] > *best[second] ? 2 : *best[first] == *best[second] ? 1 : 0;
      ++encounter.results[result];
      encounter.points += weight * static_cast<double>(result) / 2;
      encounter.games += weight;
    }
  }
}

void Tally::close_group() {
  for (const auto& [pair, encounter] : encounters_) {
    PairSums& sums = pairs_[pair];
    sums.points += encounter.points;
    sums.games += encounter.games;
    sums.points_points += encounter.points * encounter.points;
    sums.points_games += encounter.points * encounter.games;
    sums.games_games += encounter.games * encounter.games;
    sums.shares.add(encounter.points / encounter.games);
    for (std::size_t i = 0; i < 3; ++i) sums.results[i] += encounter.results[i];
    if (players_ == 2 && encounter.games == 2)
      ++sums.pentanomial[static_cast<std::size_t>(std::lround(2 * encounter.points))];
  }
  if (seat_wins_[0] >= 2 || seat_wins_[1] >= 2) ++seat_pairs_;
  seat_wins_ = {};
  encounters_.clear();
}

AgentTally Tally::tally_of(const AgentSums& sums, int players) {
  AgentTally tally{.games = sums.games,
                   .wins = sums.wins,
                   .draws = sums.draws,
                   .losses = sums.losses,
                   .faults = sums.faults};
  if (sums.games == 0) return tally;
  const auto n = static_cast<double>(sums.games);
  tally.points = (static_cast<double>(sums.wins) + static_cast<double>(sums.draws) / 2) / n;
  tally.score = sums.returns / n;
  if (players == 1) {
    tally.stats = return_stats(sums.all_returns);
    tally.stats->reached = shares_reached(sums.milestones);
  }
  return tally;
}

// The interval is Wilson's over the encounters (core/interval.hpp), so that a clean sweep still has a lower
// bound.
void Tally::rate_two(AgentTally& second) const {
  const auto found = pairs_.find({0, 1});
  if (found == pairs_.end()) return;
  const PairSums& sums = found->second;
  const double share = 1 - sums.points / sums.games;  // a game without its counterpart counts as a game
  const Interval interval = wilson_interval(share, sums.shares.variance(), sums.shares.count);
  second.elo = elo_of(share);
  // At a clean score the far end is unbounded, whatever rounding leaves of it.
  second.elo_low = share > 0 ? elo_of(interval.low) : AgentTally::none;
  second.elo_high = share < 1 ? elo_of(interval.high) : AgentTally::none;
}

// How much more the encounters scatter around what the ratings expect than independent games without draws
// would (McCullagh & Nelder, "Generalized Linear Models", 1989: the dispersion). 1 if it can't be estimated.
template <class EloOf>
double Tally::dispersion(EloOf&& elo_of_agent) const {
  double squares = 0;
  double expected = 0;
  double count = 0;
  for (const auto& [pair, sums] : pairs_) {
    const double gap = elo_of_agent(pair.first) - elo_of_agent(pair.second);
    const double share = 1 / (1 + std::pow(10, -gap / 400));
    squares += sums.points_points - 2 * share * sums.points_games + share * share * sums.games_games;
    expected += sums.games * share * (1 - share);
    count += sums.shares.count;
  }
  const double free = count - static_cast<double>(sums_.size()) + 1;
  const double ratio = squares / expected * count / free;
  if (!(free > 0) || !std::isfinite(ratio)) return 1;
  constexpr double many = 30;  // with fewer encounters good agreement may be luck
  return std::max(ratio, count < many ? 1 : 0.1);
}

// Elo of three agents or more, by a fit over all games. Intervals are over encounters: a game counts for as
// much more or less as these scatter less or more than games by themselves would. True if they all are known.
bool Tally::rate_many(std::vector<AgentTally>& agents, const std::stop_token& stop) const {
  std::vector<PairScore> scores;
  for (const auto& [pair, sums] : pairs_)
    scores.push_back(
        {.first = pair.first, .second = pair.second, .points = sums.points, .games = sums.games});
  const EloFit fit(agents.size(), scores, 0);
  const double scatter = dispersion([&fit](std::size_t agent) { return fit.elo(agent); });
  const auto ratings = fit.ratings(scatter, stop);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    if (agents[i].games == 0) continue;
    agents[i].elo = ratings[i].elo;
    agents[i].elo_low = ratings[i].low;
    agents[i].elo_high = ratings[i].high;
  }
  return !stop.stop_requested();
}

std::size_t Tally::count_distinct() {
  std::sort(lines_.begin(), lines_.end());
  std::size_t count = 0;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    if (i == 0 || lines_[i] != lines_[i - 1]) ++count;
  return count;
}

MatchTally Tally::finish(const std::stop_token& stop) {
  close_group();
  MatchTally result{.agents = {}, .games = lines_.size(), .distinct = count_distinct()};
  for (const AgentSums& sums : sums_) result.agents.push_back(tally_of(sums, players_));
  if (players_ == 1) return result;
  result.seat_pairs = seat_pairs_;
  for (const auto& [pair, sums] : pairs_)
    result.pairs.push_back({.first = pair.first,
                            .second = pair.second,
                            .wins = sums.results[2],
                            .draws = sums.results[1],
                            .losses = sums.results[0],
                            .pairs = sums.pentanomial});
  AgentTally& first = result.agents.front();
  if (first.games > 0) first.elo = first.elo_low = first.elo_high = 0;
  if (result.agents.size() == 2) rate_two(result.agents[1]);
  if (result.agents.size() > 2) result.stopped = !rate_many(result.agents, stop);
  return result;
}

}  // namespace banyan
