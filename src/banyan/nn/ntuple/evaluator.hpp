// What an n-tuple network makes of a state: the return still to come. Where chance is to move that is the
// network's value of the board; where the player is, that of the best move with what it pays.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include <banyan/game/game.hpp>
#include <banyan/nn/ntuple/network.hpp>
#include <banyan/search/evaluate/evaluator.hpp>

namespace banyan {

// One player against chance, on a board with cells. The search over them remembers positions by their hash.
template <class G>
concept NTuplePlayable =
    Game<G> && HasCells<G> && HasAfterstates<G> && HasHash<G> && HasChance<G> && G::max_players == 1;

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

// The value at a leaf, and as priors of its moves how much each promises less than the best: exp(-less /
// spread), scaled to 1 in all. Without them a search would have to try every move of every board, most of
// which throw the game away, before it could prefer any.
template <NTuplePlayable G>
class NTupleEvaluator final : public Evaluator<G> {
 public:
  NTupleEvaluator(const G& game, std::shared_ptr<const NTupleNetwork> network, double spread)
      : game_(game), network_(std::move(network)), spread_(spread) {}

  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& /*random*/) override {
    if (legal.empty()) return {{ntuple_value(*network_, game_, state)}};
    std::array<double, static_cast<std::size_t>(G::max_legal)> values{};
    AfterstateListOf<G> list;
    game_.afterstates(state, list);
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < list.size(); ++i) {
      values[i] =
          list[i].paid + (game_.outcome(list[i].state) ? 0 : network_->value(game_.cells(list[i].state)));
      best = std::max(best, values[i]);
    }
    double sum = 0;
    for (std::size_t i = 0; i < legal.size(); ++i) {
      const auto same =
          std::find_if(list.begin(), list.end(), [&](const auto& a) { return a.move == legal[i]; });
      priors[i] = std::exp(
          static_cast<float>((values[static_cast<std::size_t>(same - list.begin())] - best) / spread_));
      sum += static_cast<double>(priors[i]);
    }
    for (float& prior : priors) prior = static_cast<float>(static_cast<double>(prior) / sum);
    return {{best}};
  }

 private:
  G game_;
  std::shared_ptr<const NTupleNetwork> network_;
  double spread_;
};

}  // namespace banyan
