// Bits of a word, found one by one.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include <banyan/core/bits.hpp>

namespace banyan {
namespace {

std::vector<unsigned> places(std::uint64_t bits) {
  std::vector<unsigned> list;
  for (unsigned i = 0; i < 64; ++i)
    if ((bits >> i & 1U) != 0) list.push_back(i);
  return list;
}

RC_GTEST_PROP(Bits, AreFoundInOrder, (std::uint64_t bits)) {
  const std::vector<unsigned> expected = places(bits);
  std::vector<unsigned> visited;
  for_each_bit(bits, [&](unsigned i) { visited.push_back(i); });
  RC_ASSERT(visited == expected);
  for (unsigned k = 0; k < expected.size(); ++k) RC_ASSERT(select_bit(bits, k) == expected[k]);
}

TEST(Bits, OfAFullWord) {
  for (unsigned k = 0; k < 64; ++k) EXPECT_EQ(select_bit(~std::uint64_t{0}, k), k);
}

// What the compiler finds is found by the portable way; a machine with an instruction for it must agree.
TEST(Bits, AtCompileTimeToo) {
  constexpr std::uint64_t bits = 0x8000'0100'0030'0001;
  constexpr unsigned third = select_bit(bits, 2);
  static_assert(third == 21);
  EXPECT_EQ(select_bit(bits, 2), third);
  EXPECT_EQ(select_bit(bits, 4), 63U);
  EXPECT_EQ(select_bit(bits, 5), 64U);  // there are five
}

}  // namespace
}  // namespace banyan
