// The random streams: pinned numbers, and uniformity where it is claimed.
//
// A statistic fails beyond six standard deviations of its (nearly normal) distribution, once in 10^9 by
// chance; and the seeds are fixed, so that what passes once always passes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <banyan/core/random.hpp>

namespace banyan {
namespace {

constexpr double limit = 6;

// How many standard deviations the counts are from equal chances: chi-square, made normal by its cube root
// (Wilson & Hilferty 1931).
double deviation_from_uniform(const std::vector<std::size_t>& counts) {
  double total = 0;
  for (const std::size_t count : counts) total += static_cast<double>(count);
  const double expected = total / static_cast<double>(counts.size());
  double chi_square = 0;
  for (const std::size_t count : counts)
    chi_square +=
        (static_cast<double>(count) - expected) * (static_cast<double>(count) - expected) / expected;
  const double k = static_cast<double>(counts.size() - 1);
  return (std::cbrt(chi_square / k) - (1 - 2 / (9 * k))) / std::sqrt(2 / (9 * k));
}

// The first output of SplitMix64 from 0 and from 0x9e37…, as its author's program gives them.
TEST(Mix64, IsSplitMix64) {
  EXPECT_EQ(mix64(0), 0xe220a8397b1dcdafU);
  EXPECT_EQ(mix64(0x9e3779b97f4a7c15U), 0x6e789e6aa1b965f4U);
}

// Computed by another program that was checked against the generator's published numbers.
TEST(Random, GivesTheNumbersItAlwaysGave) {
  const auto first = [](std::uint64_t seed, std::uint64_t stream) {
    Random random(seed, stream);
    std::array<std::uint64_t, 3> numbers{};
    for (auto& number : numbers) number = random();
    return numbers;
  };
  using Numbers = std::array<std::uint64_t, 3>;
  EXPECT_EQ(first(0, 0), (Numbers{0xea529eed1a0302adU, 0x77eb3e40b858cb71U, 0xee574f30e93e7341U}));
  EXPECT_EQ(first(1, 0), (Numbers{0x839c1823e5e5bc86U, 0xb532afbc7ac80b81U, 0xcf2be52523e42600U}));
  EXPECT_EQ(first(1, 1), (Numbers{0x4f5c28e5a16807d2U, 0x88045abfc7fefbf0U, 0xdb7abb10bf2f9822U}));
  EXPECT_EQ(first(~std::uint64_t{0}, 7),
            (Numbers{0x932a463569c0f6a5U, 0xee17054c29bc5452U, 0x8e22f1701e5e1067U}));
}

TEST(Random, IsKnownAtCompileTime) {
  constexpr std::uint64_t number = Random(1)();
  static_assert(number == 0x839c1823e5e5bc86U);
}

TEST(Random, StreamsDiffer) {
  std::set<std::uint64_t> numbers;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t stream = 0; stream < 100; ++stream) numbers.insert(Random(seed, stream)());
  EXPECT_EQ(numbers.size(), 10'000U);
}

// Neighbouring streams are no more alike than they must be: each bit agrees half of the time.
TEST(Random, NeighbouringStreamsAreIndependent) {
  constexpr int words = 100'000;
  Random a(1, 0);
  Random b(1, 1);
  std::int64_t agreeing = 0;
  for (int i = 0; i < words; ++i) agreeing += std::popcount(~(a() ^ b()));
  const double bits = 64.0 * words;
  EXPECT_LT(std::abs(static_cast<double>(agreeing) - bits / 2) / std::sqrt(bits / 4), limit);
}

TEST(Random, BelowIsUniform) {
  Random random(2);
  for (const std::size_t n : {2U, 3U, 6U, 7U, 10U, 225U, 1000U}) {
    std::vector<std::size_t> counts(n);
    for (int i = 0; i < 500'000; ++i) ++counts.at(random.below(n));
    EXPECT_LT(std::abs(deviation_from_uniform(counts)), limit) << "n = " << n;
  }
}

TEST(Random, BelowReachesItsEnds) {
  Random random(3);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(random.below(1), 0U);
  std::uint64_t largest = 0;
  const std::uint64_t huge = ~std::uint64_t{0};
  for (int i = 0; i < 1000; ++i) largest = std::max(largest, random.below(huge));
  EXPECT_GT(largest, huge / 2);
}

TEST(Random, UniformFillsItsInterval) {
  Random random(4);
  std::vector<std::size_t> counts(100);
  for (int i = 0; i < 500'000; ++i) {
    const double x = random.uniform();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    ++counts[static_cast<std::size_t>(100 * x)];
  }
  EXPECT_LT(std::abs(deviation_from_uniform(counts)), limit);
}

TEST(Random, BernoulliHasItsProbability) {
  Random random(5);
  constexpr int draws = 500'000;
  for (const double p : {0.01, 0.3, 0.9}) {
    int hits = 0;
    for (int i = 0; i < draws; ++i) hits += random.bernoulli(p) ? 1 : 0;
    EXPECT_LT(std::abs(hits - p * draws) / std::sqrt(p * (1 - p) * draws), limit) << p;
  }
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(random.bernoulli(0));
    EXPECT_TRUE(random.bernoulli(1));
  }
}

TEST(Random, ShufflesEveryOrderEquallyOften) {
  Random random(6);
  std::map<std::array<int, 4>, std::size_t> orders;
  for (int i = 0; i < 240'000; ++i) {
    std::array<int, 4> items{0, 1, 2, 3};
    random.shuffle(std::span<int>(items));
    ++orders[items];
  }
  std::vector<std::size_t> counts;
  for (const auto& [order, count] : orders) counts.push_back(count);
  ASSERT_EQ(counts.size(), 24U);
  EXPECT_LT(std::abs(deviation_from_uniform(counts)), limit);
}

TEST(Random, ShufflesNothingAndOne) {
  Random random(7);
  std::vector<int> items;
  random.shuffle(std::span<int>(items));
  items = {1};
  random.shuffle(std::span<int>(items));
  EXPECT_EQ(items, std::vector<int>{1});
}

}  // namespace
}  // namespace banyan
