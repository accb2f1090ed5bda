#include <banyan/arena/match.hpp>

#include <algorithm>
#include <atomic>
#include <exception>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include <banyan/engine/make_agent.hpp>
#include <banyan/session/round.hpp>

namespace banyan {

namespace {
// One agent a seat, each with a stream of its own.
Result<Round::Agents> seat_agents(const MatchSettings& settings, const ScheduledGame& scheduled,
                                  EnginePool& pool) {
  Round::Agents agents;
  for (std::size_t seat = 0; seat < scheduled.seats.size(); ++seat) {
    const std::size_t agent = scheduled.seats[seat];
    const std::uint64_t stream = 1 + agent * scheduled.seats.size() + seat;
    auto made =
        make_any_agent(*settings.game, settings.agents[agent], Random(scheduled.seed, stream)(), &pool);
    if (!made) return made.error();
    agents.push_back(*std::move(made));
  }
  return agents;
}

GameEnd end_of(EngineFault fault) {
  return fault == EngineFault::illegal ? GameEnd::illegal
         : fault == EngineFault::crash ? GameEnd::crash
                                       : GameEnd::timeout;
}

GameEnd end_of(Ruling::Reason reason) {
  switch (reason) {
    case Ruling::Reason::win: return GameEnd::agreed_win;
    case Ruling::Reason::draw: return GameEnd::agreed_draw;
    case Ruling::Reason::length: return GameEnd::length;
    case Ruling::Reason::proof: break;
  }
  return GameEnd::proof;
}

// The seats whose proofs are our own.
std::array<bool, 2> trusted_seats(const MatchSettings& settings, const ScheduledGame& scheduled) {
  std::array<bool, 2> trusted{true, true};
  for (std::size_t seat = 0; seat < std::min(trusted.size(), scheduled.seats.size()); ++seat)
    trusted[seat] = !is_engine(settings.agents[scheduled.seats[seat]].name);
  return trusted;
}

// One game of a match, from its position on.
class MatchGame {
 public:
  MatchGame(const MatchSettings& settings, Session session, Round::Agents agents,
            const ScheduledGame& scheduled)
      : settings_(settings),
        session_(std::move(session)),
        round_(session_, std::move(agents)),
        chance_(scheduled.seed),
        adjudicator_(settings.adjudication, trusted_seats(settings, scheduled)),
        most_moves_(settings.game->info().max_moves.value_or(longest_game)) {
    played_.scheduled = scheduled;
  }

  // The whole game, or nothing if it was stopped. An error where the game doesn't end, or where an agent
  // can't go on for a reason that is not its own fault.
  Result<std::optional<PlayedGame>> play(const std::stop_token& stop) {
    const std::optional<PlayedGame> stopped;
    for (const std::string& move : played_.scheduled.opening) make_move(move, Analysis::none);
    while (const auto player = session_.position().player()) {
      if (stop.stop_requested()) return stopped;
      if (played_.moves.size() >= most_moves_)
        return Error{"a game had not ended after " + std::to_string(most_moves_) +
                     " moves and was abandoned: matches need games that end"};
      if (*player == chance_player) {
        round_.play_chance(chance_);
        note_move(Analysis::none);
        continue;
      }
      const std::size_t seat = round_.seat_to_move();
      const auto thought = round_.choose({.stop = stop, .progress = {}});
      if (stop.stop_requested()) return stopped;
      if (thought.fault) {
        complaint_ = thought.error;
        return forfeited(seat, end_of(*thought.fault));
      }
      if (!thought.error.empty()) return Error{name_of(seat) + ": " + thought.error};
      if (thought.resigns) return forfeited(seat, GameEnd::resigned);
      if (!thought.best) return stopped;
      make_move(*thought.best, thought.value);
      if (settings_.adjudication.any() && !session_.over())
        if (const auto verdict = adjudicator_.judge(seat, thought, played_.moves.size()))
          return adjudicated(*verdict);
    }
    if (const std::string& problem = session_.position().problem(); !problem.empty()) return Error{problem};
    return finished(*session_.position().outcome());
  }

  // What an engine did wrong, with the last lines it wrote; empty if nothing.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  // As people count.
  [[nodiscard]] std::string name_of(std::size_t seat) const {
    return "seat " + std::to_string(seat + 1) + " of " + std::to_string(played_.scheduled.seats.size());
  }
  void make_move(const std::string& move, double value) {
    if (round_.play(move)) note_move(value);
  }
  void note_move(double value) {
    played_.moves.push_back(session_.moves().back());
    played_.values.push_back(value);
  }

  std::optional<PlayedGame> finished(std::vector<double> outcome) {
    played_.outcome = std::move(outcome);
    played_.milestone = session_.position().milestone();
    played_.winner = winner_of(played_.scheduled.seats, played_.outcome);
    return std::move(played_);
  }

  // The seat loses and all others win, whatever was paid on the way; alone it keeps what it has.
  std::optional<PlayedGame> forfeited(std::size_t seat, GameEnd end) {
    std::vector<double> outcome = session_.position().paid();
    if (outcome.size() > 1) {
      outcome.assign(outcome.size(), 1);
      outcome[seat] = -1;
    }
    played_.end = end;
    played_.end_seat = seat;
    return finished(std::move(outcome));
  }

  std::optional<PlayedGame> adjudicated(const Ruling& verdict) {
    std::vector<double> outcome(2, 0);
    if (verdict.winner)
      outcome = *verdict.winner == 0 ? std::vector<double>{1, -1} : std::vector<double>{-1, 1};
    played_.end = end_of(verdict.reason);
    return finished(std::move(outcome));
  }

  const MatchSettings& settings_;
  Session session_;
  Round round_;
  Random chance_;
  Adjudicator adjudicator_;
  std::size_t most_moves_;
  PlayedGame played_;
  std::string complaint_;
};

// Hands out the games of a schedule to threads and gathers their results.
class Hall final : public GameDesk {
 public:
  Hall(const MatchSettings& settings, const Schedule& schedule, const std::stop_token& stop,
       const MatchListener& listener)
      : settings_(settings), schedule_(schedule), outer_(stop), listener_(listener) {}

  Result<MatchResult> run() {
    const std::stop_callback pass_on(outer_, [this] { stop_.request_stop(); });
    {
      std::vector<std::jthread> threads;
      const auto count = std::min<std::size_t>(settings_.jobs, schedule_.size());
      for (std::size_t i = 0; i < count; ++i) threads.emplace_back([this] { work(); });
      if (settings_.helpers) guard([this] { settings_.helpers(*this, stop_.get_token()); });
    }
    if (failure_) std::rethrow_exception(failure_);
    // Those that wait for one that was stopped.
    for (const auto& [number, game] : waiting_)
      if (!decided_) tell(game);
    if (error_) return *error_;
    return MatchResult{.games = decided_ ? told_ : done_,
                       .scheduled = schedule_.size(),
                       .error = fault_,
                       .decided = decided_};
  }

 private:
  std::optional<std::size_t> take() override {
    for (std::size_t i = next_++; i < schedule_.size() && !stop_.stop_requested(); i = next_++)
      if (!take_recalled(i, schedule_[i])) return i;
    return std::nullopt;
  }
  [[nodiscard]] bool is_empty() const override { return next_ >= schedule_.size(); }
  [[nodiscard]] ScheduledGame scheduled(std::size_t number) const override { return schedule_[number]; }
  void bring(std::size_t number, GameReport report) override { take_report(number, std::move(report)); }

  // Each thread has engines of its own: they end with it (engine/child_process.hpp).
  void work() {
    guard([this] {
      EnginePool pool;
      while (const auto number = take())
        take_report(*number, play_game(settings_, schedule_[*number], pool, stop_.get_token()));
    });
  }

  template <class Part>
  void guard(Part&& part) {
    try {
      part();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      end();
    }
  }

  void take_report(std::size_t i, GameReport report) {
    const std::lock_guard lock(mutex_);
    if (!report.wrong.empty()) {
      error_ = Error{std::move(report.wrong)};
      end();
    } else if (!report.fault.empty()) {
      fault_ = std::move(report.fault);
      end();
    } else if (report.game && !decided_) {
      if (!report.complaint.empty() && listener_.complaint)
        listener_.complaint("game " + std::to_string(i + 1) + ": " + report.complaint);
      take_game(i, *std::move(report.game), true);
    }
  }

  bool take_recalled(std::size_t i, const ScheduledGame& scheduled) {
    if (!listener_.recall) return false;
    const std::lock_guard lock(mutex_);
    auto known = decided_ ? std::nullopt : listener_.recall(i, scheduled);
    if (!known) return false;
    take_game(i, *std::move(known), false);
    return true;
  }

  // The mutex is held.
  void take_game(std::size_t i, PlayedGame game, bool fresh) {
    if (fresh && listener_.keep)
      if (const auto kept = listener_.keep(i, game); !kept) {
        fault_ = kept.error().message;
        end();
        return;
      }
    ++done_;
    waiting_.emplace(i, std::move(game));
    while (!decided_ && !waiting_.empty() && waiting_.begin()->first == told_) {
      tell(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++told_;
      if (listener_.decided && listener_.decided()) {
        decided_ = true;
        end();
      }
    }
    if (listener_.progress) listener_.progress(decided_ ? told_ : done_, schedule_.size());
  }

  // No more games: those that run are abandoned.
  void end() {
    next_ = schedule_.size();
    stop_.request_stop();
  }

  void tell(const PlayedGame& game) const {
    if (listener_.game) listener_.game(game);
  }

  const MatchSettings& settings_;
  const Schedule& schedule_;
  const std::stop_token outer_;
  const MatchListener& listener_;
  std::stop_source stop_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // guards what follows
  std::size_t done_ = 0;
  std::size_t told_ = 0;                       // games of the schedule, from the first on
  std::map<std::size_t, PlayedGame> waiting_;  // that ended before one that comes first
  bool decided_ = false;
  std::optional<Error> error_;
  std::string fault_;
  std::exception_ptr failure_;
};
}  // namespace

std::optional<EngineFault> fault_of(GameEnd end) {
  if (end == GameEnd::illegal) return EngineFault::illegal;
  if (end == GameEnd::crash) return EngineFault::crash;
  if (end == GameEnd::timeout) return EngineFault::timeout;
  return std::nullopt;
}

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

GameReport play_game(const MatchSettings& settings, const ScheduledGame& scheduled, EnginePool& pool,
                     const std::stop_token& stop) {
  if (!scheduled.problem.empty()) return {.wrong = scheduled.problem};
  auto agents = seat_agents(settings, scheduled, pool);
  if (!agents) return {.wrong = agents.error().message};
  auto session = scheduled.position ? Session::from_position(settings.game, *scheduled.position)
                                    : Result<Session>(Session(settings.game));
  if (!session) return {.wrong = session.error().message};
  MatchGame game(settings, *std::move(session), *std::move(agents), scheduled);
  auto played = game.play(stop);
  if (!played) return {.fault = played.error().message};
  return {.game = *std::move(played), .complaint = game.complaint()};
}

Result<MatchResult> run_match(const MatchSettings& settings, const std::stop_token& stop,
                              const MatchListener& listener) {
  const auto schedule = Schedule::make(*settings.game, settings.schedule);
  if (!schedule) return schedule.error();
  return Hall(settings, *schedule, stop, listener).run();
}

}  // namespace banyan
