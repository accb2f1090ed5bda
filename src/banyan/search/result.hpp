// The result of a search: plain values for agents, learning and display.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/search/params.hpp>

namespace banyan {

// What the return of the player to move at the root is proven to lie in, in the game's units.
struct Bounds {
  double low;
  double high;
  [[nodiscard]] bool proven() const { return low == high; }
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

// How long a move that is proven to lose puts the end off (resistance.hpp).
struct Resistance {
  std::uint32_t plies = 0;    // from the position after the move to the end of the game, as far as is proven
  std::uint32_t replies = 0;  // moves of the other side that end it at once
  friend bool operator==(const Resistance&, const Resistance&) = default;
};

// One move at the root. All values are for the player to move there, in the game's units, and count
// from the root on (rewards already paid are not in them).
template <class Move>
struct MoveStats {
  Move move{};
  std::uint64_t visits = 0;
  double value = std::numeric_limits<double>::quiet_NaN();  // mean return; NaN before the first visit
  double low = std::numeric_limits<double>::quiet_NaN();    // 95 % interval of that mean
  double high = std::numeric_limits<double>::quiet_NaN();
  double prior = std::numeric_limits<double>::quiet_NaN();   // where a policy gave one
  double policy = std::numeric_limits<double>::quiet_NaN();  // what a Gumbel root makes of the priors
  std::optional<Bounds> bounds{};                            // where the solver knows any
  std::optional<Resistance> resistance{};                    // where the whole position is proven lost
};

// The best game that a search has seen in a game of one player, by its return from the root on.
template <class Move>
struct SeenGame {
  double score = -std::numeric_limits<double>::infinity();
  std::vector<Move> line;  // every move from the root to the end, those of chance included
  // False where the line ends early: the game's own playout() does not tell its moves.
  bool whole = true;
};

template <class Move>
struct SearchResult {
  std::vector<MoveStats<Move>> moves;  // by visits, most first; ties in legal order
  std::optional<Move> best;            // by the final-choice rule; nothing when there is no move
  double value = std::numeric_limits<double>::quiet_NaN();  // of best
  std::optional<Bounds> bounds;                             // of the root
  std::vector<Move> line;                                   // the expected continuation, best first
  // The same for the first of `moves`, as many as were asked for.
  std::vector<std::vector<Move>> lines{};
  std::optional<SeenGame<Move>> best_seen{};  // in games of one player

  std::uint64_t simulations = 0;  // done in this call
  double seconds = 0;
  double cpu_seconds = 0;  // of all threads
  std::uint32_t threads = 1;
  StopReason stopped_by = StopReason::sims;
  std::uint32_t max_depth = 0;  // plies from the root to the deepest node
  std::uint64_t levels = 0;     // steps down the tree since the root was set, over all simulations
  std::uint64_t nodes = 0;      // child slots in use
  std::uint64_t bytes = 0;      // high-water mark of tree and tables

  // Why there is no answer, as when the game breaks its contract; empty when all is well. With an error
  // stopped_by is `fault`, there are no moves, and there is no best one.
  std::string error{};
};

// The order of a list by visits, most first; ties keep their order. A template only for linkage
// (session/compiled_once.hpp).
template <class Tag = void>
std::vector<std::uint32_t> order_by_visits(const std::vector<std::uint64_t>& visits) {
  std::vector<std::uint32_t> order(visits.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return visits[a] != visits[b] ? visits[a] > visits[b] : a < b;
  });
  return order;
}

// Sorts statistics of moves like that.
template <class Stats>
void sort_by_visits(std::vector<Stats>& list) {
  std::vector<std::uint64_t> visits;
  visits.reserve(list.size());
  for (const Stats& each : list) visits.push_back(each.visits);
  std::vector<Stats> sorted;
  sorted.reserve(list.size());
  for (const std::uint32_t i : order_by_visits(visits)) sorted.push_back(std::move(list[i]));
  list.swap(sorted);
}

// A search that could not be done.
template <class Move>
SearchResult<Move> failed_search(std::string why) {
  SearchResult<Move> result;
  result.stopped_by = StopReason::fault;
  result.error = std::move(why);
  return result;
}

}  // namespace banyan
