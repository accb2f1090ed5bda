// Numbers that are known from elsewhere and take long to count.
#include <gtest/gtest.h>

#include "../go_known.hpp"

namespace banyan {
namespace {

TEST(SlowGo, LegalPositions) { EXPECT_EQ(count_legal(detail::GoBoard(4), 0), 24'318'165U); }

TEST(SlowGo, AMillionGamesAreAsTheReference) { expect_reference_games(1'000'000); }

}  // namespace
}  // namespace banyan
