// Where quads come from: each thread's own supply. And where children stop coming.
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include <banyan/search/tree/arena.hpp>
#include <banyan/search/tree/tree.hpp>

#include "toy_games.hpp"

namespace banyan {
namespace {

TEST(QuadArena, ThreadsTakeTheirQuadsFromSuppliesOfTheirOwn) {
  QuadArena arena(1 << 20);
  QuadSupply one;
  QuadSupply other;
  const QuadIndex first = arena.allocate(1, one);
  const QuadIndex elsewhere = arena.allocate(1, other);
  EXPECT_EQ(arena.allocate(1, one), first + 1);
  EXPECT_EQ(arena.allocate(1, other), elsewhere + 1);
  EXPECT_GE(elsewhere, first + 64);
}

TEST(QuadArena, NoQuadIsGivenTwice) {
  QuadArena arena(1 << 16);
  std::vector<QuadSupply> supplies(3);
  std::set<QuadIndex> given;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const std::uint32_t count = 1 + i % 16;
    const QuadIndex first = arena.allocate(count, supplies[i % 3]);
    ASSERT_NE(first, 0U);
    for (QuadIndex quad = first; quad < first + count; ++quad) EXPECT_TRUE(given.insert(quad).second) << quad;
  }
  EXPECT_LT(*given.rbegin(), arena.used());
}

// What was put aside before the arena was emptied is not used after it.
TEST(QuadArena, ASupplyEndsWithTheTreeItWasFor) {
  QuadArena arena(1 << 20);
  QuadSupply supply;
  for (int i = 0; i < 10; ++i) arena.allocate(1, supply);
  arena.clear();
  EXPECT_EQ(arena.allocate(1, supply), 1U);
}

// A small arena is not eaten up by what threads put aside.
TEST(QuadArena, SuppliesAreSmallWhereMemoryIs) {
  QuadArena arena(1024);
  std::vector<QuadSupply> supplies(64);
  for (QuadSupply& supply : supplies) EXPECT_NE(arena.allocate(1, supply), 0U);
  EXPECT_LE(arena.used(), 1 + supplies.size());
}

TEST(QuadArena, SaysWhenItIsFull) {
  QuadArena arena(1024);
  QuadSupply supply;
  while (arena.allocate(1, supply) != 0) {
  }
  EXPECT_TRUE(arena.full());
  arena.clear();
  EXPECT_FALSE(arena.full());
}

// A node that has as many children as it may have takes no other: whoever asks for one gets none, at once.
TEST(Tree, AClosedNodeTakesNoMoreChildren) {
  Tree<toy::Wheels> tree(1'000'000, {});
  tree.clear();
  QuadSupply supply;
  for (const std::uint32_t room : {2U, 3U, 4U, 5U}) {
    const QuadIndex node = tree.new_node(supply);
    for (std::uint8_t move = 0; move < room; ++move)
      EXPECT_TRUE(tree.find_or_add_child<false>(node, move, room, supply));
    EXPECT_FALSE(tree.find_or_add_child<false>(node, 77, room, supply));
    EXPECT_FALSE(tree.find_or_add_child<true>(node, 77, room, supply));
    MoveListOf<toy::Wheels> others;
    others.push_back(78);
    others.push_back(79);
    Random random(1);
    EXPECT_FALSE(tree.add_random_child<false>(node, others, random, supply));
  }
}

}  // namespace
}  // namespace banyan
