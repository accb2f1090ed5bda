// The agent `random`: a legal move, uniformly at random.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include <banyan/agent/agent.hpp>
#include <banyan/agent/specs.hpp>
#include <banyan/search/answer/choice.hpp>
#include <banyan/search/contract.hpp>

namespace banyan {

template <Game G>
class RandomAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  RandomAgent(const G& game, const NoParameters& /*params*/, std::uint64_t seed)
      : game_(game), random_(seed) {}

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    Result result = analyze(state, thinking);
    if (!result.error.empty()) return result;
    set_best(result, result.moves[random_.below(result.moves.size())].move);
    return result;
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& /*thinking*/) override {
    if (std::string problem = problem_of_root(game_, state); !problem.empty())
      return failed_search<MoveOf<G>>(std::move(problem));
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    Result result;
    for (const MoveOf<G>& move : moves) result.moves.push_back({.move = move});
    return result;
  }

 private:
  G game_;
  Random random_;
};

template <Game G>
Result<std::unique_ptr<Agent<G>>> make_agent_of(RandomKind /*kind*/, const G& game,
                                                const NoParameters& params, std::uint64_t seed) {
  return std::unique_ptr<Agent<G>>(std::make_unique<RandomAgent<G>>(game, params, seed));
}

}  // namespace banyan
