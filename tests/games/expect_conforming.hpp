// Conformance as a test: fails with the whole report.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

#include <banyan/testing/conformance.hpp>

namespace banyan {

// Fewer games where they are long and have many moves to look at: about as much work for every game.
template <Game G>
ConformanceOptions affordable_checks(const G& game) {
  ConformanceOptions options;
  const std::size_t work = most_moves(game) * legal_limit_of(game);
  constexpr std::size_t usual = 225 * 225;  // Gomoku on 15×15
  if constexpr (HasMaxMoves<G>) {
    const std::size_t share = std::max<std::size_t>(1, work / usual);
    options.games = std::max<std::size_t>(2, options.games / share);
    options.playouts = std::max<std::size_t>(200, options.playouts / (share * share));
  }
  return options;
}

template <Game G>
void expect_conforming(const G& game, const ConformanceOptions& options = {}) {
  const auto report = check_conformance(game, options);
  EXPECT_TRUE(report.ok()) << report.text();
  EXPECT_EQ(report.games, options.games);
  EXPECT_GE(report.positions, report.games);
}

}  // namespace banyan
