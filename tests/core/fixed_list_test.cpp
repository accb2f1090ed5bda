// The list of fixed capacity does what a vector does.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include <banyan/core/fixed_list.hpp>

namespace banyan {
namespace {

TEST(FixedList, BeginsEmpty) {
  FixedList<int, 3> list;
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.size(), 0U);
  EXPECT_EQ(list.begin(), list.end());
  EXPECT_EQ(list.capacity(), 3U);
}

TEST(FixedList, FillsToItsCapacity) {
  FixedList<int, 3> list;
  for (const int i : {7, 8, 9}) list.push_back(i);
  EXPECT_EQ(list.size(), 3U);
  EXPECT_EQ(list[2], 9);
  list[2] = 10;
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{7, 8, 10}));
  list.clear();
  EXPECT_TRUE(list.empty());
}

TEST(FixedList, DropsAndCountsWhatFindsNoRoom) {
  FixedList<int, 3> list;
  EXPECT_EQ(list.dropped(), 0U);
  for (int i = 0; i < 10; ++i) list.push_back(i);
  EXPECT_EQ(list.size(), 3U);
  EXPECT_EQ(list.dropped(), 7U);
  EXPECT_EQ(list[2], 2);
  list.clear();
  EXPECT_EQ(list.dropped(), 0U);
  EXPECT_TRUE(list.empty());
}

TEST(FixedList, RemovesByPuttingTheLastInPlace) {
  FixedList<int, 4> list;
  for (const int i : {1, 2, 3, 4}) list.push_back(i);
  list.swap_remove(0);
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{4, 2, 3}));
  list.swap_remove(2);
  EXPECT_EQ(std::vector<int>(list.begin(), list.end()), (std::vector<int>{4, 2}));
}

// Each number is an order: push it, pop, or remove one.
RC_GTEST_PROP(FixedListProperty, DoesAsAVectorDoes, (const std::vector<unsigned>& orders)) {
  FixedList<unsigned, 1000> list;
  std::vector<unsigned> expected;
  for (const unsigned order : orders) {
    if (expected.empty() || order % 4 < 2) {
      if (expected.size() == list.capacity()) continue;
      list.push_back(order);
      expected.push_back(order);
    } else if (order % 4 == 2) {
      list.pop_back();
      expected.pop_back();
    } else {
      const std::size_t i = order / 4 % expected.size();
      list.swap_remove(i);
      expected[i] = expected.back();
      expected.pop_back();
    }
    RC_ASSERT(std::ranges::equal(list, expected));
  }
}

}  // namespace
}  // namespace banyan
