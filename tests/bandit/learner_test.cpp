// UCB1 as game code uses it, online and offline.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/bandit/ucb1_learner.hpp>
#include <banyan/core/random.hpp>

namespace banyan::bandit {
namespace {

TEST(Ucb1Learner, TriesEverythingOnceThenTheHighestIndex) {
  Ucb1Learner learner(3);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(learner.choose(), i);
    ASSERT_TRUE(learner.tell(i, i == 1 ? 1 : 0));
  }
  EXPECT_EQ(learner.choose(), 1U);
}

TEST(Ucb1Learner, IsTheSameInAnyUnits) {
  Ucb1Learner unit(3, 1.4, UtilityRange{0, 1});
  Ucb1Learner gold(3, 1.4, UtilityRange{-50, 150});
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const std::size_t action = unit.choose();
    ASSERT_EQ(gold.choose(), action);
    const double utility = random.bernoulli(0.3 + 0.2 * static_cast<double>(action)) ? 1 : 0;
    ASSERT_TRUE(unit.tell(action, utility));
    ASSERT_TRUE(gold.tell(action, 200 * utility - 50));
  }
  EXPECT_EQ(unit.best(), 2U);
}

TEST(Ucb1Learner, LivesOnInItsTallies) {
  Ucb1Learner learner(4, 1.4, UtilityRange{0, 1});
  Random random(9);
  const auto encounter = [&](Ucb1Learner& mind) {
    const std::size_t action = mind.choose();
    ASSERT_TRUE(mind.tell(action, random.bernoulli(0.2 * static_cast<double>(action)) ? 1 : 0));
  };
  for (int i = 0; i < 100; ++i) encounter(learner);
  const Ucb1Learner again(learner.tallies(), 1.4, UtilityRange{0, 1});
  EXPECT_EQ(again.choose(), learner.choose());
  EXPECT_EQ(again.total(), 100);
}

// Without a declared range the width of exploration comes from what was seen. A learner rebuilt from its
// tallies goes on exactly like the original, through 2000 encounters whose utilities are in gold (0 or 1000).
TEST(Ucb1Learner, RebuiltFromItsTalliesGoesOnExactlyLikeTheOriginal) {
  Ucb1Learner original(3);
  Random random(7);
  const auto utility = [&](std::size_t action) {
    return random.bernoulli(0.3 + 0.1 * static_cast<double>(action)) ? 1000.0 : 0.0;
  };
  for (int i = 0; i < 50; ++i) {
    const std::size_t action = original.choose();
    ASSERT_TRUE(original.tell(action, utility(action)));
  }
  Ucb1Learner rebuilt(original.tallies());
  for (int i = 0; i < 2000; ++i) {
    const std::size_t action = original.choose();
    ASSERT_EQ(rebuilt.choose(), action) << "encounter " << i;
    const double worth = utility(action);
    ASSERT_TRUE(original.tell(action, worth));
    ASSERT_TRUE(rebuilt.tell(action, worth));
    if (i % 100 == 0) rebuilt = Ucb1Learner(rebuilt.tallies());
  }
  for (const ArmTally& tally : rebuilt.tallies()) EXPECT_GT(tally.n, 50);
}

TEST(Ucb1Learner, RefusesWhatIsNoUtility) {
  Ucb1Learner learner(2);
  EXPECT_NE(learner.tell(0, std::nan("")).error().message.find("finite"), std::string::npos);
  EXPECT_NE(learner.tell(2, 1).error().message.find("there are 2"), std::string::npos);
  EXPECT_NE(learner.tell(0, 1e308).error().message.find("1e100"), std::string::npos);
  EXPECT_FALSE(learner.tell(1, -std::numeric_limits<double>::infinity()));
  EXPECT_EQ(learner.total(), 0);
}

TEST(Ucb1Learner, SaysWhatItCannotBeMadeFrom) {
  const auto refuses = [](Ucb1Learner learner, const std::string& why) {
    const auto told = learner.tell(0, 1);
    EXPECT_FALSE(told);
    EXPECT_FALSE(learner.check());
    EXPECT_NE(told.error().message.find(why), std::string::npos) << told.error().message;
    EXPECT_LT(learner.choose(), std::max<std::size_t>(learner.tallies().size(), 1));
  };
  refuses(Ucb1Learner(0), "no actions");
  refuses(Ucb1Learner(2, std::nan("")), "c is nan");
  refuses(Ucb1Learner(2, -1), "c is -1");
  refuses(Ucb1Learner(2, 1, UtilityRange{1, 0}), "range is 1 to 0");
  refuses(Ucb1Learner(2, 1, UtilityRange{0, std::numeric_limits<double>::infinity()}), "range");
  const auto from = [](ActionTally tally) { return Ucb1Learner(std::vector{ActionTally{}, tally}); };
  refuses(from({{.sum = 1, .squares = 1, .n = std::nan("")}, 0, 1}), "tally of action 1");
  refuses(from({{.sum = 1, .squares = 1, .n = 1.5}, 0, 1}), "tally of action 1");
  refuses(from({{.sum = 5, .squares = 1, .n = 2}, 0, 1}), "tally of action 1");
  refuses(from({{.sum = 1, .squares = 1, .n = 2}, 1, 0}), "tally of action 1");
  refuses(from({{.sum = 1, .squares = 0, .n = 0}, 0, 0}), "tally of action 1");
  EXPECT_TRUE(from({{.sum = 1, .squares = 1, .n = 2}, 0, 1}).check());
}

TEST(OfflineUcb1, SimulatesWhileTimeRemains) {
  Random random(1);
  int left = 5000;
  const auto simulate = [&](std::size_t action) {
    return random.bernoulli(action == 2 ? 0.6 : 0.4) ? 1.0 : -1.0;
  };
  const auto learner = offline_ucb1(5, simulate, [&] { return left-- > 0; });
  ASSERT_TRUE(learner);
  EXPECT_EQ(learner->total(), 5000);
  // Auer's bound with gap 0.2: arms 0, 1, 3, 4 together take fewer than 4 · 8 ln(5000)/0.2² pulls on average;
  // that the best one isn't the most pulled asks for one of them to exceed arm 2 after some thousand pulls (<
  // 10^-9).
  EXPECT_EQ(learner->best(), 2U);
}

TEST(OfflineUcb1, SaysWhatIsWrong) {
  EXPECT_FALSE(offline_ucb1(
      0, [](std::size_t) { return 0.0; }, [] { return true; }));
  EXPECT_FALSE(offline_ucb1(
      2, [](std::size_t) { return std::nan(""); }, [] { return true; }));
}

}  // namespace
}  // namespace banyan::bandit
