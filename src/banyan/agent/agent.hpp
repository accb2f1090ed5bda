// A mind that picks moves. Agents are compiled for their game; the session erases the type, once.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include <banyan/game/game.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

// What whoever asks an agent can give it along: a way to stop it, and an ear for its progress (called a
// few times a second on the searching thread, with what is known so far).
template <Game G>
struct Thinking {
  std::stop_token stop;
  std::function<void(const SearchResult<MoveOf<G>>&)> progress;
};

template <Game G>
class Agent {
 public:
  using Result = SearchResult<MoveOf<G>>;

  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  // The move for the player to move, as quickly as the agent likes within its budget: where there is
  // only one move it answers at once. With a player to move and the game not over, result.best is set;
  // elsewhere, and where the game breaks its contract, result.error says what is wrong.
  virtual Result choose(const StateOf<G>& state, const Thinking<G>& thinking) = 0;

  // What the agent thinks of the position, spending its whole budget. Agents without a search list the
  // legal moves with 0 visits.
  virtual Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) = 0;

  // Someone, chance included, played this move in this state: a chance to keep what is known below it.
  virtual void observe(const StateOf<G>& /*before*/, const MoveOf<G>& /*move*/) {}

  // Thinking on another's time: whether the agent would like to, and doing it until a stop is requested.
  [[nodiscard]] virtual bool ponders() const { return false; }
  virtual void ponder(const StateOf<G>& /*state*/, const std::stop_token& /*stop*/) {}
};

}  // namespace banyan
