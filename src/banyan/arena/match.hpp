// Plays the games of a schedule, several at once. With agents that count simulations the results do not
// depend on their number: each game has its own agents and its own seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/arena/adjudication.hpp>
#include <banyan/arena/schedule.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/engine/pool.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

// What ended a game: its rules; one seat's resignation or fault; the adjudication.
enum class GameEnd { rules, resigned, illegal, crash, timeout, agreed_win, agreed_draw, length, proof };
template <>
inline constexpr std::array enum_names<GameEnd>{
    std::string_view("rules"),       std::string_view("resigned"), std::string_view("illegal"),
    std::string_view("crash"),       std::string_view("timeout"),  std::string_view("agreed win"),
    std::string_view("agreed draw"), std::string_view("length"),   std::string_view("proof")};

// The fault that ended a game, if it was one.
std::optional<EngineFault> fault_of(GameEnd end);

struct PlayedGame {
  ScheduledGame scheduled;
  std::vector<double> outcome;        // total return by seat
  std::optional<std::size_t> winner;  // the agent that alone has the first place
  std::vector<std::string> moves;
  std::optional<std::uint64_t> milestone;  // how far it came, where the game tells
  GameEnd end = GameEnd::rules;
  std::size_t end_seat = 0;      // whose resignation or fault it was
  std::vector<double> values{};  // by move: its value for its player; NaN if unknown
};

// The result of playing one game of a schedule.
struct GameReport {
  std::optional<PlayedGame> game{};  // nothing if it was stopped, or could not be played
  std::string wrong{};               // why its agents or its position could not be made
  std::string fault{};               // why it could not be finished
  std::string complaint{};           // what an engine did wrong, with its last lines
};

// Hands out games to players other than the match's own threads (cluster/match.hpp).
class GameDesk {
 public:
  GameDesk() = default;
  GameDesk(const GameDesk&) = delete;
  GameDesk& operator=(const GameDesk&) = delete;
  virtual ~GameDesk() = default;

  // The number of a game to play; nothing if there are no more.
  virtual std::optional<std::size_t> take() = 0;
  // Whether there are no more.
  [[nodiscard]] virtual bool is_empty() const = 0;
  [[nodiscard]] virtual ScheduledGame scheduled(std::size_t number) const = 0;
  virtual void bring(std::size_t number, GameReport report) = 0;
};

struct MatchSettings {
  std::shared_ptr<const AnyGame> game;
  std::vector<Spec> agents;
  ScheduleSettings schedule;
  std::uint32_t jobs = 1;
  AdjudicationParams adjudication{};
  // Has other ranks play games too, until no game is left and all results are back, or a stop is requested.
  std::function<void(GameDesk&, const std::stop_token&)> helpers{};
};

struct MatchResult {
  std::size_t games = 0;  // that were finished
  std::size_t scheduled = 0;
  std::string error{};   // why it ended early: an agent or the game failed; empty when all is well
  bool decided = false;  // before all games were played (MatchListener::decided)
  [[nodiscard]] bool complete() const { return decided || games == scheduled; }
};

// Callbacks of a match; called on one thread at a time.
struct MatchListener {
  // A finished game, in the order of the schedule: one that ends out of turn waits. The match keeps none of
  // them.
  std::function<void(const PlayedGame&)> game{};
  // How many are done.
  std::function<void(std::size_t done, std::size_t all)> progress{};
  // Asked after each game was told: true ends the match. Games that come later in the schedule are dropped,
  // so that how many run at once changes nothing.
  std::function<bool()> decided{};
  // What went wrong in a game, with the engine's last lines.
  std::function<void(const std::string&)> complaint{};
  // A game that an earlier run of this match has finished, and where to keep one, as soon as it ends and in
  // any order. An error ends the match.
  std::function<std::optional<PlayedGame>(std::size_t number, const ScheduledGame& scheduled)> recall{};
  std::function<Result<void>(std::size_t number, const PlayedGame& game)> keep{};
};

Result<MatchResult> run_match(const MatchSettings& settings, const std::stop_token& stop,
                              const MatchListener& listener);

// Plays one game as the match would. The pool keeps engines for the thread's next game.
GameReport play_game(const MatchSettings& settings, const ScheduledGame& scheduled, EnginePool& pool,
                     const std::stop_token& stop);

// An agent's place in a game is that of its best seat. The agent that alone has the highest return in any of
// its seats has won; there is no winner if all seats have the same return or belong to one agent.
std::optional<std::size_t> winner_of(const std::vector<std::size_t>& seats,
                                     const std::vector<double>& outcome);

}  // namespace banyan
