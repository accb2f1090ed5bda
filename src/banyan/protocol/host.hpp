// The game and the agent that a protocol drives, and the thread on which the agent thinks. Protocols differ
// in their commands and share everything else: moves and undo, chance, the agent's options, searches that can
// be stopped.
//
// Only think() and stop() may overlap: call stop() or wait() before changing the game or the agent.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <banyan/core/fields.hpp>
#include <banyan/core/spec.hpp>
#include <banyan/session/game_list.hpp>
#include <banyan/session/session.hpp>

namespace banyan::protocol {

struct HostSetup {
  GameList games;
  std::string game;   // spec
  std::string agent;  // spec
  std::uint64_t seed = 0;
  std::string version{};  // of the program, for drivers that ask
};

class Host {
 public:
  static Result<std::unique_ptr<Host>> make(HostSetup setup);
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host();

  [[nodiscard]] const Session& session() const { return session_; }
  [[nodiscard]] const Position& position() const { return session_.position(); }
  [[nodiscard]] const GameInfo& info() const { return session_.game().info(); }
  [[nodiscard]] const GameList& games() const { return setup_.games; }
  [[nodiscard]] std::uint64_t seed() const { return setup_.seed; }
  [[nodiscard]] const std::string& version() const { return setup_.version; }
  // The player to move, 0 or above; empty if the game is over.
  [[nodiscard]] std::optional<Player> player() const { return position().player(); }

  // ---- The game. Chance is drawn by the seed as soon as it is to move.

  // Plays these moves as one step, all or nothing.
  Result<void> play(const std::vector<std::string>& moves);
  // Takes the last step back; false if there is none.
  bool undo();
  // Starts over, at the game's start or at a position.
  void restart();
  Result<void> restart_at(std::string_view position);
  // Begins another game, which the agent must be able to play.
  Result<void> use_game(const std::string& spec);
  // Changes parameters of the game and starts it over; with `keep_moves`, the moves so far are played again.
  using Values = std::vector<std::pair<std::string, std::string>>;
  Result<void> set_parameters(const Values& values, bool keep_moves);
  // The game with these parameters, to look at: nothing changes.
  [[nodiscard]] Result<std::shared_ptr<const AnyGame>> game_with(const Values& values) const;
  [[nodiscard]] bool has_parameter(std::string_view name) const;

  // ---- The agent.

  // Its parameters with their values now, from its fields(); none for a foreign engine, whose spec only the
  // operator may set.
  [[nodiscard]] std::vector<FieldInfo> options() const;
  // An empty value restores the default.
  Result<void> set_option(std::string_view name, std::string_view value);
  // The limits that its spec gives; and these with another time: a clock bounds a fixed number of
  // simulations, and replaces a fixed time.
  [[nodiscard]] SearchLimits own_limits() const;
  [[nodiscard]] SearchLimits limits_within(Duration time) const;

  // ---- Thinking, on a thread of its own.

  struct Question {
    bool whole_budget = false;  // analyze() instead of choose()
    std::optional<SearchLimits> limits{};
    std::size_t lines = 0;  // so many moves come with a line (Analysis::Move::line)
    std::function<void(const Analysis&)> progress{};
    // Called with the result, before stop() and wait() return; it may play moves. The token is that of
    // stop().
    std::function<void(const Analysis&, const std::stop_token&)> done;
    bool ponder_after = false;  // then go on in the position that there is, if the agent ponders
  };
  // Stops a search under way first. The game must not be over.
  void think(Question question);
  // Any other work with the agent.
  using Work = std::function<void(AnyAgent& agent, const std::stop_token& stop)>;
  void run(Work work, bool ponder_after = false);
  // Asks the search to end, and waits until its result has been handled.
  void stop();
  // The first half of stop(), for callbacks of the search itself.
  void request_stop() { stop_.request_stop(); }
  // Waits until it ends by itself.
  void wait();

 private:
  Host(HostSetup setup, Spec agent, Session session, std::unique_ptr<AnyAgent> made);

  Result<void> play_one(std::string_view move);
  void play_chance();
  void begin(Session session);
  // Counts the game that ends here, unless nothing was played in it.
  void count_game();
  // Of the current game: a series of games would otherwise repeat the first, dice included.
  [[nodiscard]] std::uint64_t game_seed() const;
  Result<void> change_game(const std::string& spec, bool keep_moves);

  HostSetup setup_;
  Spec agent_spec_;
  Session session_;
  std::uint64_t games_ = 0;         // before this one
  std::vector<std::size_t> steps_;  // how many moves there were before each step
  std::unique_ptr<AnyAgent> agent_;
  std::atomic<bool> answered_ = true;  // the search of thread_ has its result; from then on it ponders
  std::stop_source stop_;              // of the search of thread_

  // One thread for all searches: foreign engines end with the thread that has started them.
  void serve_jobs(const std::stop_token& closing);
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::function<void()> job_;  // empty while the thread is idle
  std::jthread thread_;
};

}  // namespace banyan::protocol
