// The agent `uct`: a tree search within a budget, which keeps its tree from move to move.
#pragma once

#include <cstdint>

#include <banyan/agent/agent.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {

struct UctParams {
  SearchLimits limits;
  SearchParams search;
  bool reuse = true;

  template <class Self, class Visitor>
  static void fields(Self& self, Visitor&& visit) {
    SearchLimits::fields(self.limits, visit);
    SearchParams::fields(self.search, visit);
    visit("reuse", self.reuse, anything(), "in a game, keep what the tree knows from move to move");
  }
};

template <Game G>
class UctAgent final : public Agent<G> {
 public:
  using typename Agent<G>::Result;

  UctAgent(const G& game, const UctParams& params, std::uint64_t seed)
      : game_(game), params_(params), searcher_(game, params.search, seed) {
    if (!params_.limits.any()) params_.limits.time = Duration{1};
  }

  Result choose(const StateOf<G>& state, const Thinking<G>& thinking) override {
    MoveListOf<G> moves;
    game_.legal_moves(state, moves);
    if (moves.size() == 1) return only_move(moves[0]);
    return search(state, or_when_settled(stop_at_limits(params_.limits)), thinking);
  }

  Result analyze(const StateOf<G>& state, const Thinking<G>& thinking) override {
    return search(state, stop_at_limits(params_.limits), thinking);
  }

  void observe(const StateOf<G>& before, const MoveOf<G>& move) override {
    if (params_.reuse && searcher_.root_state() == before) searcher_.advance(move);
  }

 private:
  Result search(const StateOf<G>& state, const StopRule& rule, const Thinking<G>& thinking) {
    if (!params_.reuse || !(searcher_.root_state() == state)) searcher_.set_root(state);
    return searcher_.run_until(first_of({rule, stop_when_requested(thinking.stop)}), thinking.progress);
  }

  static Result only_move(const MoveOf<G>& move) {
    Result result;
    result.stopped_by = StopReason::single_move;
    result.moves.push_back({.move = move});
    result.best = move;
    result.line = {move};
    return result;
  }

  G game_;
  UctParams params_;
  Searcher<G> searcher_;
};

}  // namespace banyan
