// What tests ask of a search's result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <banyan/search/result.hpp>

namespace banyan {

template <class Move>
std::uint64_t total_visits(const SearchResult<Move>& result) {
  return std::accumulate(result.moves.begin(), result.moves.end(), std::uint64_t{0},
                         [](std::uint64_t sum, const auto& stats) { return sum + stats.visits; });
}

template <class Move>
const MoveStats<Move>& stats_of(const SearchResult<Move>& result, const Move& move) {
  return *std::find_if(result.moves.begin(), result.moves.end(),
                       [&](const auto& stats) { return stats.move == move; });
}

// Moves with their visits, in the result's order: equal only for searches that went the same way.
template <class Move>
std::vector<std::pair<Move, std::uint64_t>> visits_by_move(const SearchResult<Move>& result) {
  std::vector<std::pair<Move, std::uint64_t>> list;
  for (const auto& stats : result.moves) list.emplace_back(stats.move, stats.visits);
  return list;
}

}  // namespace banyan
