// What is known of Go from elsewhere: the numbers of legal positions, and the statistics of random games.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include <banyan/games/go.hpp>

namespace banyan {

// Colourings in which every chain has a liberty (Tromp & Farnebäck, "Combinatorics of Go").
inline std::uint64_t count_legal(const detail::GoBoard& board, int place) {
  const int size = board.size();
  if (place == size * size) {
    for (int i = 0; i < place; ++i) {
      const auto point = board.point_at(i / size, i % size);
      if (board.colour(point) < detail::go_empty && !board.has_liberties(point)) return 0;
    }
    return 1;
  }
  std::uint64_t count = count_legal(board, place + 1);
  for (const unsigned player : {0U, 1U}) {
    detail::GoBoard next = board;
    next.place(next.point_at(place / size, place % size), player);
    count += count_legal(next, place + 1);
  }
  return count;
}

// Don Dailey's reference bot: a million games without eye filling on an empty 9×9 board with simple ko have
// 111.04 moves in the mean, and Black wins 0.5245 with komi 0, 0.4471 with 6.5 and 0.4213 with 7.5. Seed 1;
// each figure may be off by five standard errors of both samples, chance alone 1 in 1.7 million.
inline void expect_reference_games(int games) {
  const Go game({.size = 9, .komi = 0, .ko = GoKo::simple});
  Random random(1);
  double moves = 0;
  double squares = 0;
  std::array<double, 3> wins{};
  for (int i = 0; i < games; ++i) {
    detail::GoLightBoard board(game.start().board, 0);
    const auto length = static_cast<double>(game.play_out(board, 0, 0, 0, random, [](Player, Go::Move) {}));
    moves += length;
    squares += length * length;
    const int lead = board.lead();
    wins[0] += lead > 0 ? 1 : lead == 0 ? 0.5 : 0;
    wins[1] += lead > 6.5 ? 1 : 0;
    wins[2] += lead > 7.5 ? 1 : 0;
  }
  const double both = 1.0 / games + 1e-6;
  const double mean = moves / games;
  EXPECT_NEAR(mean, 111.04, 5 * std::sqrt((squares / games - mean * mean) * both));
  const std::array<double, 3> expected{0.5245, 0.4471, 0.4213};
  for (std::size_t i = 0; i < wins.size(); ++i)
    EXPECT_NEAR(wins[i] / games, expected[i], 5 * std::sqrt(0.25 * both)) << i;
}

}  // namespace banyan
