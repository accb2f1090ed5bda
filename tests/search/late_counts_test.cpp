// Visits that are counted late: none is lost, and none is counted before its time.
#include <gtest/gtest.h>

#include <banyan/games/connect4.hpp>
#include <banyan/search/backup/late_counts.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

using Late = LateCounts<ConnectFour>;

std::uint64_t rewards_in(const Slot& slot) { return slot.sum() >> Layout<ConnectFour>::move_bits; }

TEST(LateCounts, ArriveTogether) {
  Quad quad{};
  const Slot slot{&quad, 2};
  const auto win = Layout<ConnectFour>::increment(1);
  Late late;
  for (std::uint32_t i = 1; i < Late::together; ++i) late.add(slot, win);
  EXPECT_EQ(slot.visits(), 0U);
  late.add(slot, win);
  EXPECT_EQ(slot.visits(), Late::together);
  EXPECT_EQ(rewards_in(slot), Late::together * (win >> Layout<ConnectFour>::move_bits));
}

// More children than there are places for: whoever is pushed out is counted.
TEST(LateCounts, NoneIsLost) {
  std::vector<Quad> quads(100);
  const auto win = Layout<ConnectFour>::increment(1);
  Late late;
  for (std::uint32_t round = 0; round < 7; ++round)
    for (Quad& quad : quads)
      for (unsigned lane = 0; lane < lanes; ++lane) late.add({&quad, lane}, win);
  late.settle();
  late.settle();  // nothing is left
  for (Quad& quad : quads)
    for (unsigned lane = 0; lane < lanes; ++lane) {
      EXPECT_EQ(quad.visits[lane], 7U);
      EXPECT_EQ(rewards_in({&quad, lane}), 7 * (win >> Layout<ConnectFour>::move_bits));
    }
}

template <Game G>
void expect_all_counted(const G& game) {
  constexpr std::uint64_t sims = 40'000;  // nearly all visits near the root are late ones
  Searcher<G> searcher(game, {.c = 0.1, .solver = false, .threads = 3}, 1);
  const auto result = searcher.run({.sims = sims});
  EXPECT_GT(result.moves[0].visits, 8 * LateCounts<G>::busy);
  EXPECT_EQ(total_visits(result), sims);
}

TEST(LateCounts, ASearchCountsThemAll) {
  expect_all_counted(ConnectFour{});
  expect_all_counted(toy::Treasure<2, 1, 30>{});  // sums of real numbers
}

}  // namespace
}  // namespace banyan
