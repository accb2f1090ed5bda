// What a search found out, read off the tree: the root's moves and the expected line.
// Other threads may be searching meanwhile.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

#include <banyan/search/answer/choice.hpp>
#include <banyan/search/answer/reward_interval.hpp>
#include <banyan/search/prove/resistance.hpp>
#include <banyan/search/result.hpp>
#include <banyan/search/simulator.hpp>

namespace banyan {

template <Game G>
class Report {
 public:
  using Move = MoveOf<G>;
  using Stats = MoveStats<Move>;

  // The simulator tells how the returns at the root spread.
  Report(SearchSpace<G>& space, const Simulator<G>& simulator) : space_(space), simulator_(simulator) {}

  // Moves, choice, value, bounds, line and the lines of so many moves; the caller knows the rest.
  [[nodiscard]] SearchResult<Move> make(std::size_t lines = 0) const {
    SearchResult<Move> result;
    if (space_.outcome || player() == chance_player) return result;
    std::unique_lock<std::mutex> lock(space_.tree.proof_mutex());
    result.moves = moves();
    if (space_.solves()) result.bounds = bounds_for_player(space_.root_bounds);
    if (is_lost(result)) measure_resistance(result.moves);
    if (const Stats* best = chosen(result)) {
      const Move move = best->move;
      set_best(result, move, follows_best_seen(move) ? simulator_.best_seen().game().line : line(move));
    }
    if (simulator_.best_seen().exists()) result.best_seen = simulator_.best_seen().game();
    sort_by_visits(result.moves);
    for (std::size_t i = 0; i < std::min(lines, result.moves.size()); ++i)
      result.lines.push_back(line(result.moves[i].move));
    return result;
  }

  // From this move at the root on along the most visited children, while the players decide. The caller holds
  // the proof mutex, or no other thread is searching.
  [[nodiscard]] std::vector<Move> line(const Move& first) const {
    std::vector<Move> moves;
    StateOf<G> state = space_.root_state;
    QuadIndex node = space_.root;
    while (node != 0 && space_.game.current_player(state) != chance_player) {
      Slot best;
      std::uint32_t most = 0;
      space_.tree.template for_each_child<true>(node, [&](const Slot& slot) {
        const std::uint32_t visits = load<true>(slot.visits());
        const bool wanted = moves.empty() ? space_.tree.move(slot) == first : visits > most;
        if (wanted) best = slot, most = visits;
      });
      if (!best) break;
      moves.push_back(space_.tree.move(best));
      apply_move(space_.game, state, moves.back());
      if (space_.game.outcome(state)) break;
      node = index_of(load<true>(best.link(), std::memory_order_acquire));
    }
    if (moves.empty()) moves.push_back(first);
    return moves;
  }

  // By how many visits the most visited move leads.
  [[nodiscard]] std::uint64_t lead() const {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    space_.tree.template for_each_child<true>(space_.root, [&](const Slot& slot) {
      const std::uint64_t visits = load<true>(slot.visits());
      second = std::max(second, std::min(first, visits));
      first = std::max(first, visits);
    });
    return first - second;
  }

 private:
  // By the final choice; a Gumbel root has its own, which proofs override.
  [[nodiscard]] const Stats* chosen(SearchResult<Move>& result) const {
    const Stats* best = best_move(result.moves, result.bounds,
                                  {.by = space_.params.choose, .draw = space_.worth_of_draw(player())});
    if (result.bounds && result.bounds->proven()) return best;
    for (const Stats& stats : result.moves)
      if (follows_best_seen(stats.move)) return &stats;
    if (!space_.gumbel) return best;
    std::vector<RootMove> seen;
    read_root_moves(space_, simulator_.scale(), seen);
    const std::vector<double> policy = space_.gumbel->improved_policy(seen);
    const std::optional<std::size_t> wanted = space_.gumbel->best(seen);
    std::size_t i = 0;
    space_.tree.template for_each_child<false>(space_.root, [&](const Slot& slot) {
      const Move move = space_.tree.move(slot);
      for (Stats& stats : result.moves)
        if (stats.move == move) {
          stats.policy = policy[i];
          if (i == wanted && stats.visits > 0) best = &stats;
        }
      ++i;
    });
    return best;
  }

  // Proven lost, where one side's loss is the other's gain.
  [[nodiscard]] bool is_lost(const SearchResult<Move>& result) const {
    return result.bounds && result.bounds->proven() && result.bounds->low < 0 && is_zero_sum(space_.game) &&
           !space_.is_open_loop();
  }
  void measure_resistance(std::vector<Stats>& moves) const {
    if constexpr (Proofs<G>::supported)
      ResistanceOf<G>(space_, player(), bounds_for_player(space_.root_bounds)->low).measure(moves);
  }

  // With choose=best: whether the best game seen begins with this move.
  [[nodiscard]] bool follows_best_seen(const Move& move) const {
    const BestSeen<G>& seen = simulator_.best_seen();
    return replays_best_game(final_choice<G>(space_.params)) && seen.exists() &&
           seen.game().line.front() == move;
  }

  [[nodiscard]] Player player() const { return space_.game.current_player(space_.root_state); }

  [[nodiscard]] std::optional<Bounds> bounds_for_player(const typename Proofs<G>::All& all) const {
    const auto p = static_cast<std::size_t>(player());
    return Bounds{all.low[p], all.high[p]};
  }

  // In legal order.
  [[nodiscard]] std::vector<Stats> moves() const {
    MoveListOf<G> legal;
    space_.game.legal_moves(space_.root_state, legal);
    std::vector<Stats> list;
    for (const Move& move : legal) list.push_back({.move = move});
    space_.tree.template for_each_child<true>(space_.root, [&](const Slot& slot) {
      const Move move = space_.tree.move(slot);
      const auto place =
          std::find_if(list.begin(), list.end(), [&](const Stats& s) { return s.move == move; });
      if (place != list.end()) describe(slot, *place);
    });
    return list;
  }

  void describe(const Slot& slot, Stats& stats) const {
    const std::uint32_t ordinal = space_.tree.ordinal(space_.root, slot);
    const auto foreign = space_.foreign_at(ordinal);
    const std::uint64_t visits = load<true>(slot.visits());
    stats.visits = visits - std::min(visits, foreign.visits);
    if (space_.guide.has_priors) stats.prior = space_.tree.prior(slot);
    if (space_.solves()) stats.bounds = bounds_for_player(lane_bounds<G, true>(space_.tree, slot, player()));
    if (stats.visits == 0) return;
    const auto n = static_cast<double>(stats.visits);
    stats.value =
        (Layout<G>::real_sum(load<true>(slot.sum()), static_cast<double>(visits)) - foreign.sum) / n;
    const double variance = simulator_.root_returns().of(ordinal).variance();
    const Interval interval = reward_interval(space_.game, stats.value, variance, n);
    stats.low = interval.low;
    stats.high = interval.high;
  }

  SearchSpace<G>& space_;
  const Simulator<G>& simulator_;
};

}  // namespace banyan
