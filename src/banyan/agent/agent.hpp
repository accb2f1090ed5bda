// The interface of an agent: something that picks moves. Agents are compiled for their game; the session
// erases the type.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>

#include <banyan/game/game.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

class SearchPeers;

// Passed with every request: a token that stops the agent, a progress callback (called a few times a second
// on the searching thread, with the result so far), limits that replace the agent's own, its clock
// included, for this request, and how many lines to tell. Agents that don't search ignore them; expectimax
// takes simulations and nodes for evaluations by its network.
template <Game G>
struct Thinking {
  std::stop_token stop;
  std::function<void(const SearchResult<MoveOf<G>>&)> progress;
  std::optional<SearchLimits> limits{};
  SearchPeers* peers = nullptr;  // other processes that think about the same (search/upper_news.hpp)
  std::size_t lines = 0;         // SearchResult::lines for so many moves
};

template <Game G>
class Agent {
 public:
  using Result = SearchResult<MoveOf<G>>;

  Agent() = default;
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;
  virtual ~Agent() = default;

  // Chooses the move for the player to move, within the budget; a forced move is returned at once. If there
  // is a player to move, result.best is set. Otherwise, or if the game breaks its contract, result.error says
  // what is wrong.
  virtual Result choose(const StateOf<G>& state, const Thinking<G>& thinking) = 0;

  // Evaluates the position with the whole budget. Agents without a search list the legal moves with 0 visits.
  virtual Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) = 0;

  // Reports that a move was played in this state, by any player or by chance, so that the agent can keep the
  // subtree.
  virtual void observe(const StateOf<G>& /*before*/, const MoveOf<G>& /*move*/) {}

  // Pondering on the opponent's time: whether the agent supports it, and doing it until a stop is requested.
  [[nodiscard]] virtual bool ponders() const { return false; }
  virtual void ponder(const StateOf<G>& /*state*/, const std::stop_token& /*stop*/) {}
};

}  // namespace banyan
