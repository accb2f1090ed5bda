// A foreign engine as an agent: it follows the game, starts the engine when it is first asked, enforces its
// time limits, and checks its moves. The engine's faults become Analysis::fault; the next question goes to a
// new process.
#pragma once

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include <banyan/agent/time_manager.hpp>
#include <banyan/engine/client.hpp>
#include <banyan/engine/pool.hpp>
#include <banyan/session/any_game.hpp>

namespace banyan {

class EngineAgent final : public AnyAgent {
 public:
  // The game, and the pool if there is one, must outlive the agent.
  EngineAgent(const AnyGame& game, EngineSpec spec, EnginePool* pool);
  ~EngineAgent() override;

  Analysis choose(const Position& position, const AnyThinking& thinking) override;
  Analysis analyze(const Position& position, const AnyThinking& thinking) override;
  void observe(const Position& before, std::string_view move) override;
  void follow(const Session& session) override;
  [[nodiscard]] bool ponders() const override { return false; }
  void ponder(const Position&, const std::stop_token&) override {}

  // Ends the engine's process; the next question starts another one, which is told the game so far.
  void rest() { client_.reset(); }
  [[nodiscard]] bool is_running() const { return client_ != nullptr; }

 private:
  Analysis think(const Position& position, const AnyThinking& thinking, bool whole);
  // Makes sure that the game so far leads to this position; else it begins there.
  void catch_up(const Position& position);
  void begin_at(const Position& position);
  void add_move(std::string_view move);
  Result<void> make_ready(const std::stop_token& stop);
  // How long the engine may take for its answer.
  [[nodiscard]] double time_allowed(const std::optional<SearchLimits>& limits) const;
  // A time as the engine is told it, if that is longer.
  [[nodiscard]] double as_told(double seconds) const;
  // If no engine is running, the error is not the engine's fault.
  Analysis failed(const Error& error);
  Analysis ended(const Error& error, const std::stop_token& stop);

  const AnyGame& game_;
  const EngineSpec spec_;
  EnginePool* pool_;
  const std::string key_;
  GameSoFar so_far_;
  std::unique_ptr<EngineClient> client_;
  double clock_left_ = 0;
};

}  // namespace banyan
