// The agent `uct`: a tree search within a budget.
#pragma once

#include <cstdint>

#include <banyan/agent/agent.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {

struct UctParams {
  SearchLimits limits;
  SearchParams search;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    SearchLimits::fields(self.limits, visit);
    SearchParams::fields(self.search, visit);
  }
};

template <Game G>
class UctAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  UctAgent(const G& game, const UctParams& params, std::uint64_t seed)
      : game_(game), limits_(params.limits), searcher_(game, params.search, seed) {
    if (!limits_.sims && !limits_.time) limits_.time = Duration{1};
  }

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    if (moves.size() > 1) return analyze(state, thinking);
    Result result;
    result.stopped_by = StopReason::single_move;
    result.moves.push_back({.move = moves[0]});
    result.best = moves[0];
    result.line = {moves[0]};
    return result;
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    searcher_.set_root(state);
    return searcher_.run(limits_, thinking.stop, thinking.progress);
  }

 private:
  G game_;
  SearchLimits limits_;
  Searcher<G> searcher_;
};

}  // namespace banyan
