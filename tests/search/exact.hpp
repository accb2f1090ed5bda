// Exact values by trying everything, to hold searches against. For small games only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <unordered_map>
#include <vector>

#include <banyan/game/game.hpp>

namespace banyan {

template <Game G>
StateOf<G> after(const G& game, StateOf<G> state, const MoveOf<G>& move) {
  game.apply(state, move);
  return state;
}

template <Game G>
std::vector<MoveOf<G>> legal_moves_of(const G& game, const StateOf<G>& state) {
  MoveListOf<G> list;
  game.legal_moves(state, list);
  return {list.begin(), list.end()};
}

// Best play where everyone cares for his own return alone (max^n; minimax is the case of two). A player who
// doesn't mind may break ties as he likes, so a state can have several values with more than two players:
// all of them are answered. Two-player games that add up to nothing have one.
template <HasHash G>
class ExactSolver {
 public:
  using Values = std::set<RewardsOf<G>>;

  explicit ExactSolver(const G& game) : game_(game) {}

  const Values& values(const StateOf<G>& state) {
    const std::uint64_t key = game_.hash(state);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    Values found = work_out(state);
    return known_[key] = std::move(found);
  }

  // Of the player to move, where ties make no difference to him: the lowest and highest value he may get.
  struct Span {
    double low, high;
  };
  Span span(const StateOf<G>& state, Player player) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const auto& value : values(state)) {
      span.low = std::min(span.low, value[static_cast<std::size_t>(player)]);
      span.high = std::max(span.high, value[static_cast<std::size_t>(player)]);
    }
    return span;
  }

  // What the player to move gets by this move.
  Span span_of_move(const StateOf<G>& state, const MoveOf<G>& move) {
    return span(after(game_, state, move), game_.current_player(state));
  }

  // The moves that keep the best value; for games with one value a state.
  std::vector<MoveOf<G>> best_moves(const StateOf<G>& state) {
    const double best = span(state, game_.current_player(state)).high;
    std::vector<MoveOf<G>> moves = legal_moves_of(game_, state);
    std::erase_if(moves, [&](const MoveOf<G>& move) { return span_of_move(state, move).high < best; });
    return moves;
  }

 private:
  Values work_out(const StateOf<G>& state) {
    if (const auto outcome = game_.outcome(state)) return {*outcome};
    const Player player = game_.current_player(state);
    const auto p = static_cast<std::size_t>(player);
    double sure = -std::numeric_limits<double>::infinity();  // the mover never takes less
    const auto moves = legal_moves_of(game_, state);
    for (const auto& move : moves) sure = std::max(sure, span_of_move(state, move).low);
    Values found;
    for (const auto& move : moves)
      for (const auto& value : values(after(game_, state, move)))
        if (value[p] >= sure) found.insert(value);
    return found;
  }

  G game_;
  std::unordered_map<std::uint64_t, Values> known_;
};

}  // namespace banyan
