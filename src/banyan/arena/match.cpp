#include <banyan/arena/match.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

namespace banyan {

namespace {
using Agents = std::vector<std::unique_ptr<AnyAgent>>;

// One agent a seat, each with a stream of its own.
Result<Agents> seat_agents(const MatchSettings& settings, const ScheduledGame& scheduled) {
  Agents agents;
  for (std::size_t seat = 0; seat < scheduled.seats.size(); ++seat) {
    const std::size_t agent = scheduled.seats[seat];
    const std::uint64_t stream = 1 + agent * scheduled.seats.size() + seat;
    auto made = settings.game->make_agent(settings.agents[agent], Random(scheduled.seed, stream)());
    if (!made) return made.error();
    agents.push_back(*std::move(made));
  }
  return agents;
}

class Table {
 public:
  Table(const AnyGame& game, Agents& agents, const ScheduledGame& scheduled)
      : agents_(agents),
        chance_(scheduled.seed),
        position_(game.start()),
        most_moves_(game.info().max_moves.value_or(longest_game)) {
    played_.scheduled = scheduled;
  }

  // The whole game, or nothing if it was stopped. An error where the game doesn't end, or where an agent
  // can't play on.
  Result<std::optional<PlayedGame>> play(const std::stop_token& stop) {
    const std::optional<PlayedGame> stopped;
    for (const std::string& move : played_.scheduled.opening) make_move(move);
    while (const auto player = position_->player()) {
      if (stop.stop_requested()) return stopped;
      if (played_.moves.size() >= most_moves_)
        return Error{"a game had not ended after " + std::to_string(most_moves_) +
                     " moves and was given up: matches need games that end"};
      if (*player == chance_player) {
        make_random_move();
        continue;
      }
      const auto seat = static_cast<std::size_t>(*player);
      const auto thought = agents_[seat]->choose(*position_, {.stop = stop, .progress = {}});
      if (!thought.error.empty()) return Error{"seat " + std::to_string(seat) + ": " + thought.error};
      if (stop.stop_requested() || !thought.best) return stopped;
      make_move(*thought.best);
    }
    if (!position_->problem().empty()) return Error{position_->problem()};
    played_.outcome = *position_->outcome();
    played_.milestone = position_->milestone();
    played_.winner = winner_of(played_.scheduled.seats, played_.outcome);
    return std::optional(std::move(played_));
  }

 private:
  void make_move(const std::string& move) {
    for (auto& agent : agents_) agent->observe(*position_, move);
    if (position_->play(move)) played_.moves.push_back(move);
  }

  void make_random_move() {
    const auto before = position_->clone();
    played_.moves.push_back(position_->play_random(chance_));
    for (auto& agent : agents_) agent->observe(*before, played_.moves.back());
  }

  Agents& agents_;
  Random chance_;
  std::unique_ptr<Position> position_;
  std::size_t most_moves_;
  PlayedGame played_;
};

// Hands out the games of a schedule to threads and gathers what they bring back.
class Hall {
 public:
  Hall(const MatchSettings& settings, const Schedule& schedule, const std::stop_token& stop,
       const MatchListener& listener)
      : settings_(settings), schedule_(schedule), stop_(stop), listener_(listener) {}

  Result<MatchResult> run() {
    {
      std::vector<std::jthread> threads;
      const auto count = std::min<std::size_t>(settings_.jobs, schedule_.size());
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
    }
    if (failure_) std::rethrow_exception(failure_);
    if (error_) return *error_;
    for (const auto& [number, game] : waiting_) tell(game);  // those that wait for one that was stopped
    return MatchResult{.games = done_, .scheduled = schedule_.size(), .error = fault_};
  }

 private:
  void work() {
    try {
      for (std::size_t i = next_++; i < schedule_.size() && !stop_.stop_requested(); i = next_++) play(i);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      next_ = schedule_.size();
    }
  }

  void play(std::size_t i) {
    const ScheduledGame scheduled = schedule_[i];
    auto agents = seat_agents(settings_, scheduled);
    Result<std::optional<PlayedGame>> played = std::optional<PlayedGame>{};
    if (agents) played = Table(*settings_.game, *agents, scheduled).play(stop_);
    const std::lock_guard lock(mutex_);
    if (!agents) {
      error_ = agents.error();
      next_ = schedule_.size();
    } else if (!played) {
      fault_ = played.error().message;
      next_ = schedule_.size();
    } else if (*played) {
      ++done_;
      waiting_.emplace(i, **std::move(played));
      while (!waiting_.empty() && waiting_.begin()->first == told_) {
        tell(waiting_.begin()->second);
        waiting_.erase(waiting_.begin());
        ++told_;
      }
      if (listener_.progress) listener_.progress(done_, schedule_.size());
    }
  }

  void tell(const PlayedGame& game) const {
    if (listener_.game) listener_.game(game);
  }

  const MatchSettings& settings_;
  const Schedule& schedule_;
  const std::stop_token stop_;
  const MatchListener& listener_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // guards what follows
  std::size_t done_ = 0;
  std::size_t told_ = 0;                       // games of the schedule, from the first on
  std::map<std::size_t, PlayedGame> waiting_;  // that ended before one that comes first
  std::optional<Error> error_;
  std::string fault_;
  std::exception_ptr failure_;
};
}  // namespace

std::optional<std::size_t> winner_of(const std::vector<std::size_t>& seats,
                                     const std::vector<double>& outcome) {
  if (seats.size() < 2) return std::nullopt;
  const double most = *std::max_element(outcome.begin(), outcome.end());
  std::optional<std::size_t> first;
  for (std::size_t seat = 0; seat < seats.size(); ++seat) {
    if (outcome[seat] != most) continue;
    if (first && *first != seats[seat]) return std::nullopt;
    first = seats[seat];
  }
  const bool all_first = std::all_of(outcome.begin(), outcome.end(), [&](double x) { return x == most; });
  return all_first ? std::nullopt : first;
}

Result<MatchResult> run_match(const MatchSettings& settings, const std::stop_token& stop,
                              const MatchListener& listener) {
  const auto schedule = Schedule::make(*settings.game, settings.schedule, stop);
  if (!schedule) return schedule.error();
  return Hall(settings, *schedule, stop, listener).run();
}

}  // namespace banyan
