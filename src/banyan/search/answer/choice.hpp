// The move to play, from what is known of each.
#pragma once

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include <banyan/core/random.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

// What a move is worth: exactly where that is proven, else the mean so far.
template <class Move>
double known_value(const MoveStats<Move>& stats) {
  return stats.bounds && stats.bounds->proven() ? stats.bounds->low : stats.value;
}

// How the move is chosen: the rule, and what a proven draw is worth beside other moves' means.
struct ChoiceRule {
  FinalChoice by = FinalChoice::visits;
  double draw = 0;
};

namespace detail {
template <class Move>
double judged_value(const MoveStats<Move>& stats, double draw) {
  const double value = known_value(stats);
  return stats.bounds && stats.bounds->proven() && value == 0 ? draw : value;
}

// Prefers losses that take longer, then those with fewer ways to win at once for the other side.
inline bool resists_longer(const Resistance& a, const Resistance& b) {
  return a.plies != b.plies ? a.plies > b.plies : a.replies < b.replies;
}

// Proofs go before statistics: if the root is proven, moves that keep its value go first; otherwise a move
// whose upper bound is not above another's lower bound goes behind it, and a proven move is compared by its
// proven value.
template <class Move>
bool better_move(const MoveStats<Move>& a, const MoveStats<Move>& b, const std::optional<Bounds>& root,
                 const ChoiceRule& rule) {
  if (a.bounds && b.bounds && root) {
    if (root->proven() && a.bounds->low != b.bounds->low) return a.bounds->low > b.bounds->low;
    if (root->proven() && a.resistance && b.resistance && *a.resistance != *b.resistance)
      return resists_longer(*a.resistance, *b.resistance);
    if (a.bounds->low >= b.bounds->high && a.bounds->high > b.bounds->high) return true;
    if (b.bounds->low >= a.bounds->high && b.bounds->high > a.bounds->high) return false;
    if (a.bounds->proven() != b.bounds->proven() && a.visits > 0 && b.visits > 0)
      return judged_value(a, rule.draw) > judged_value(b, rule.draw);
  }
  if (a.visits == 0 || b.visits == 0) return a.visits > b.visits;
  return is_better_by(rule.by, a, b);
}
}  // namespace detail

// The move to play by that rule; nothing if there is none.
template <class Move>
const MoveStats<Move>* best_move(const std::vector<MoveStats<Move>>& moves, const std::optional<Bounds>& root,
                                 const ChoiceRule& rule) {
  const MoveStats<Move>* best = nullptr;
  for (const auto& move : moves)
    if (best == nullptr || detail::better_move(move, *best, root, rule)) best = &move;
  return best;
}

// Makes this move the answer: with its value, and the line that begins with it.
template <class Move>
void set_best(SearchResult<Move>& result, const Move& move, std::vector<Move> line = {}) {
  result.best = move;
  result.line = line.empty() ? std::vector<Move>{move} : std::move(line);
  for (const auto& stats : result.moves)
    if (stats.move == move) result.value = known_value(stats);
}

// Draws a move by visits to the power of 1/temperature; the best one where nothing was visited.
template <class Move>
std::optional<Move> draw_move(const SearchResult<Move>& result, double temperature, Random& random) {
  if (result.moves.empty() || result.moves.front().visits == 0) return result.best;
  const auto most = static_cast<double>(result.moves.front().visits);
  std::vector<double> weights;
  double sum = 0;
  for (const auto& move : result.moves) {
    const double weight = std::pow(static_cast<double>(move.visits) / most, 1 / temperature);
    weights.push_back(weight);
    sum += weight;
  }
  double left = random.uniform() * sum;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    left -= weights[i];
    if (left < 0) return result.moves[i].move;
  }
  return result.best;
}

}  // namespace banyan
