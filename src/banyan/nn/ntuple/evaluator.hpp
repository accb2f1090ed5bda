// What an n-tuple network makes of a state: the return still to come. Where chance is to move that is the
// network's value of the board; where the player is, that of the best move with what it pays.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/nn/ntuple/network.hpp>
#include <banyan/search/evaluator.hpp>

namespace banyan {

// One player against chance, on a board with cells.
template <class G>
concept NTuplePlayable = Game<G> && HasCells<G> && HasAfterstates<G> && HasChance<G> && G::max_players == 1;

template <NTuplePlayable G>
double ntuple_value(const NTupleNetwork& network, const G& game, const StateOf<G>& state) {
  if (game.outcome(state)) return 0;
  if (game.current_player(state) == chance_player) return network.value(game.cells(state));
  AfterstateListOf<G> list;
  game.afterstates(state, list);
  std::array<NTupleNetwork::Places, static_cast<std::size_t>(G::max_legal)> places;
  for (std::size_t i = 0; i < list.size(); ++i) network.find(game.cells(list[i].state), places[i]);
  double best = list[0].paid + network.value(places[0]);
  for (std::size_t i = 1; i < list.size(); ++i)
    best = std::max(best, list[i].paid + network.value(places[i]));
  return best;
}

template <NTuplePlayable G>
class NTupleEvaluator final : public Evaluator<G> {
 public:
  NTupleEvaluator(const G& game, std::shared_ptr<const NTupleNetwork> network)
      : game_(game), network_(std::move(network)) {}

  [[nodiscard]] bool has_priors() const override { return false; }
  RewardsOf<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& /*legal*/, std::span<float> /*priors*/,
                        Random& /*random*/) override {
    return {ntuple_value(*network_, game_, state)};
  }

 private:
  G game_;
  std::shared_ptr<const NTupleNetwork> network_;
};

}  // namespace banyan
