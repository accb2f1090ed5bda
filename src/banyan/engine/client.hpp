// What an engine's client can do, whatever the protocol: begin a game, and think about the position after the
// moves so far. A client serves one running engine; engine/agent.hpp makes an agent of it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/engine/connection.hpp>
#include <banyan/engine/specs.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

// The game so far, as an agent has seen it.
struct GameSoFar {
  struct Move {
    std::string text;
    Player player = 0;
    std::optional<std::string> coordinates;
    bool forced = false;  // it was the only legal one
    bool operator==(const Move&) const = default;
  };
  std::unique_ptr<Position> first;
  std::unique_ptr<Position> now;
  std::vector<Move> moves;
};

struct EngineTask {
  const GameSoFar& game;
  double seconds = 0;             // after which the answer comes too late
  std::optional<double> clock{};  // what is left of the game's time, where there is a clock
  bool whole = false;             // an analysis, after which the engine's position is as before
  // What replaces the limits of the engine's spec, its clock included. Those that the protocol can't express
  // are ignored.
  std::optional<SearchLimits> limits{};
  std::stop_token stop{};
  std::function<void(const Analysis&)> progress{};
};

class EngineClient {
 public:
  EngineClient(const AnyGame& game, const EngineParams& params, std::unique_ptr<EngineConnection> connection)
      : game_(game), params_(params), connection_(std::move(connection)) {}
  EngineClient(const EngineClient&) = delete;
  EngineClient& operator=(const EngineClient&) = delete;
  virtual ~EngineClient() = default;

  // An error comes with a fault of the connection, or after a stop without one; then the state of the engine
  // is unknown, and its client can't be used any more.

  // Introduces itself and the game; called once.
  virtual Result<void> greet(const WaitLimit& limit) = 0;
  // A new game begins.
  virtual Result<void> begin(const WaitLimit& limit) = 0;
  // The analysis has a best move in the game's text, legal or not, or resigns.
  virtual Result<Analysis> think(const EngineTask& task) = 0;

  EngineConnection& connection() { return *connection_; }

  // How long an engine may take from now to get ready, and for an answer that has no time limit.
  [[nodiscard]] WaitLimit patience(const std::stop_token& stop) const {
    return {.deadline = EngineConnection::in(params_.patience.seconds), .stop = stop};
  }

 protected:
  // The time that a task gives for its move: its own, or the spec's.
  [[nodiscard]] std::optional<double> time_of(const EngineTask& task) const {
    const auto& time = task.limits ? task.limits->time : params_.time;
    if (!time || time->seconds >= endless) return std::nullopt;
    return time->seconds;
  }
  // Times as long as this are no limit (SearchLimits::until_stopped).
  static constexpr double endless = 1e8;

  // How long an engine may take to say what it has found when its search is ended: after a stop a person may
  // be waiting.
  [[nodiscard]] WaitLimit end_of_search(const std::stop_token& stop) const {
    constexpr double after_stop_s = 1;
    if (stop.stop_requested()) return {.deadline = EngineConnection::in(after_stop_s)};
    return patience(stop);
  }
  [[nodiscard]] Error lost(const std::string& what) const {
    return connection_->blame(EngineFault::crash, what);
  }

  const AnyGame& game_;
  const EngineParams params_;
  std::unique_ptr<EngineConnection> connection_;
};

// A time as GTP expresses it: whole seconds, at least one. An engine may use all of the time that it is told.
inline long gtp_seconds(double seconds) {
  constexpr double longest = 1e9;
  return std::max(1L, static_cast<long>(std::floor(std::min(seconds, longest))));
}

// A value of one of the game's parameters; nothing if it has none of this name.
inline std::optional<std::string> parameter_of(const AnyGame& game, std::string_view name) {
  for (const FieldInfo& field : game.info().parameters)
    if (field.name == name) return field.value;
  return std::nullopt;
}

// Why engines of a language can't play a game; empty if they can.
std::string why_not_gtp(const AnyGame& game);
std::string why_not_uci(const AnyGame& game);
std::string why_not_gomocup(const AnyGame& game);

std::unique_ptr<EngineClient> make_gtp_client(const AnyGame& game, const EngineParams& params,
                                              std::unique_ptr<EngineConnection> connection);
std::unique_ptr<EngineClient> make_uci_client(const AnyGame& game, const EngineParams& params,
                                              std::unique_ptr<EngineConnection> connection);
std::unique_ptr<EngineClient> make_gomocup_client(const AnyGame& game, const EngineParams& params,
                                                  std::unique_ptr<EngineConnection> connection);

}  // namespace banyan
