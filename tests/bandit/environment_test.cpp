// Environments pay what they say, change as they say, and refuse what makes no sense.
#include <cmath>

#include <gtest/gtest.h>

#include <banyan/bandit/environment.hpp>
#include <banyan/core/running_stats.hpp>

namespace banyan::bandit {
namespace {

// The mean of 100'000 pulls lies within six standard errors of the true mean; missing it has probability
// 2·10^-9.
template <Environment E>
void expect_true_means(E arms) {
  Random random(3);
  for (std::size_t arm = 0; arm < arms.size(); ++arm) {
    RunningStats seen;
    for (int i = 0; i < 100'000; ++i) seen.add(arms.pull(arm, random));
    EXPECT_NEAR(seen.mean(), arms.mean(arm), 6 * seen.standard_error() + 1e-12) << "arm " << arm;
  }
}

TEST(Environments, PayTheirMeans) {
  expect_true_means(BernoulliArms::make({0, 0.2, 0.9, 1}).value());
  expect_true_means(GaussianArms::make({-3, 0.5}, 2).value());
  expect_true_means(BetaArms::make({0, 0.1, 0.5, 1}, 4).value());
  expect_true_means(
      CallableArms<double (*)(std::size_t, Random&)>::make({0.5, 1}, [](std::size_t arm, Random& random) {
        return (arm == 0 ? 1 : 2) * random.uniform();
      }).value());
}

TEST(Environments, KnowTheirGaps) {
  const auto arms = BernoulliArms::make({0.5, 0.9, 0.9}).value();
  EXPECT_DOUBLE_EQ(arms.gap(0), 0.4);
  EXPECT_EQ(arms.gap(1), 0);
  EXPECT_EQ(arms.gap(2), 0);
}

TEST(Environments, SwitchAbruptly) {
  auto arms = SwitchingArms::make({0.1, 0.9, 0.5}, 10).value();
  Random random(1);
  for (int i = 0; i < 9; ++i) arms.advance(random);
  EXPECT_EQ(arms.mean(1), 0.9);
  arms.advance(random);
  EXPECT_EQ(arms.mean(0), 0.9);
  EXPECT_EQ(arms.mean(2), 0.1);
  EXPECT_EQ(arms.gap(0), 0);
}

TEST(Environments, DriftWithinBounds) {
  auto arms = DriftingArms::make({0, 0.5, 1}, 0.1).value();
  Random random(1);
  for (int i = 0; i < 10'000; ++i) {
    arms.advance(random);
    for (std::size_t arm = 0; arm < 3; ++arm) {
      ASSERT_GE(arms.mean(arm), 0);
      ASSERT_LE(arms.mean(arm), 1);
      ASSERT_GE(arms.gap(arm), 0);
    }
  }
}

TEST(Environments, ATableComparesWithTheArmBestOverAll) {
  auto arms = TableArms::make({{1, 0}, {0, 1}, {0, 1}}).value();
  Random random(1);
  EXPECT_EQ(arms.gap(0), -1);  // arm 1 is best over all, though not here
  EXPECT_EQ(arms.pull(0, random), 1);
  arms.advance(random);
  EXPECT_EQ(arms.gap(0), 1);
  EXPECT_EQ(arms.gap(1), 0);
}

TEST(Environments, SayWhatIsWrong) {
  const auto message = [](const auto& made) { return made ? std::string() : made.error().message; };
  EXPECT_NE(message(BernoulliArms::make({})).find("no arms"), std::string::npos);
  EXPECT_NE(
      message(BernoulliArms::make({0.5, 1.5})).find("arm 2 is 1.5; a probability is a number, from 0 to 1"),
      std::string::npos);
  EXPECT_NE(message(BernoulliArms::make({std::nan("")})).find("arm 1 is nan"), std::string::npos);
  EXPECT_NE(message(GaussianArms::make({0}, 0)).find("above 0"), std::string::npos);
  EXPECT_NE(message(TableArms::make({{1, 0}, {1}})).find("row 2 has 1 arms, row 1 has 2"), std::string::npos);
  EXPECT_NE(message(TableArms::make({})).find("no rows"), std::string::npos);
  EXPECT_NE(message(SwitchingArms::make({0.5}, 0)).find("every is 0"), std::string::npos);
}

}  // namespace
}  // namespace banyan::bandit
