// Where players of self-play give up: as high as the games that were played to their end allow.
#include <gtest/gtest.h>

#include <vector>

#include <banyan/learn/net/resignation.hpp>

namespace banyan {
namespace {

// So many games whose comebacks are spread evenly from -1 up to that.
std::vector<double> comebacks(std::size_t games, double highest) {
  std::vector<double> list;
  for (std::size_t i = 0; i < games; ++i)
    list.push_back(-1 + (highest + 1) * static_cast<double>(i) / static_cast<double>(games));
  return list;
}

TEST(Resignation, AllowsNoMoreErrorsThanItMay) {
  for (const double allowed : {0.01, 0.05, 0.2})
    for (const std::size_t games : {50U, 199U, 1000U}) {
      const auto seen = comebacks(games, 1);
      const double below = Resignation::threshold(seen, allowed);
      const auto most = allowed * static_cast<double>(games);
      EXPECT_LE(static_cast<double>(Resignation::count_wrong(seen, below)), most);
      // And it is the highest such value: one more game would be too many.
      EXPECT_GT(static_cast<double>(Resignation::count_wrong(seen, below + 1e-9)), most - 1);
    }
}

TEST(Resignation, WaitsUntilItKnowsEnough) {
  EXPECT_EQ(Resignation::threshold({}, 0.05), SelfPlayTask::never);
  EXPECT_EQ(Resignation::threshold(comebacks(Resignation::fewest_games - 1, 1), 0.05), SelfPlayTask::never);
  EXPECT_GT(Resignation::threshold(comebacks(Resignation::fewest_games, 1), 0.05), SelfPlayTask::never);
  EXPECT_EQ(Resignation::threshold(comebacks(100, 1), 0), -1);  // below which there is nothing
}

TEST(Resignation, KeepsPlayingWhatIsNotThatBad) {
  EXPECT_EQ(Resignation::threshold(std::vector<double>(100, 0.9), 0.05), Resignation::highest);
}

}  // namespace
}  // namespace banyan
