// What a user's loop may do wrong with a rule: it is told, and the rule goes on as if it had not happened.
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/bandit/arms.hpp>
#include <banyan/bandit/experiment.hpp>

namespace banyan::bandit {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

class Contract : public testing::TestWithParam<std::string> {
 protected:
  // Calls use(rule, random) with a fresh rule for so many arms.
  template <class Use>
  static void with(std::size_t arms, Use&& use) {
    // The spec is checked for a row of arms that exists; what is made is the caller's business.
    const auto done = with_rule(parse_spec(GetParam()).value(), {3, 1000},
                                [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
                                  Random random(23);
                                  R rule(params, Setting{arms, 1000});
                                  use(rule, random);
                                });
    ASSERT_TRUE(done) << done.error().message;
  }
};

TEST_P(Contract, TellsWhatIsNoReward) {
  with(3, [](auto& rule, Random&) {
    for (const double reward : {std::nan(""), infinity, -infinity, 1e308}) {
      const auto told = rule.tell(1, reward);
      ASSERT_FALSE(told);
      EXPECT_NE(told.error().message.find("reward of arm 1"), std::string::npos) << told.error().message;
    }
    EXPECT_NE(rule.tell(3, 1).error().message.find("there are 3"), std::string::npos);
  });
}

TEST_P(Contract, WhatWasRefusedLeavesNoTrace) {
  with(3, [](auto& rule, Random& random) {
    auto spoilt = rule;
    Random same = random;
    for (int i = 0; i < 300; ++i) {
      const std::size_t arm = rule.choose(random);
      ASSERT_EQ(spoilt.choose(same), arm) << i;
      const double reward = arm == 1 ? 0.75 : 0.25;
      ASSERT_FALSE(spoilt.tell(arm, std::nan("")));
      ASSERT_FALSE(spoilt.tell(7, reward));
      ASSERT_TRUE(rule.tell(arm, reward));
      ASSERT_TRUE(spoilt.tell(arm, reward));
    }
  });
}

TEST_P(Contract, WithoutArmsItSaysSo) {
  with(0, [](auto& rule, Random& random) {
    EXPECT_EQ(rule.choose(random), 0U);
    EXPECT_NE(rule.tell(0, 1).error().message.find("no arms"), std::string::npos);
  });
}

// Rewards far outside of [0,1], on either side and of either sign: whatever the rule makes of them, it goes
// on choosing among the arms there are, and its probabilities stay probabilities.
TEST_P(Contract, StaysSoundOutsideOfZeroToOne) {
  for (const std::array<double, 2> ends :
       {std::array{5.0, 6.0}, std::array{-6.0, -5.0}, std::array{-1e100, 1e100}}) {
    with(3, [&](auto& rule, Random& random) {
      for (int i = 0; i < 2000; ++i) {
        const std::size_t arm = rule.choose(random);
        ASSERT_LT(arm, 3U);
        ASSERT_TRUE(rule.tell(arm, ends[random.below(2)]));
        if constexpr (requires { rule.strategy(); }) {
          double sum = 0;
          for (const double p : rule.strategy()) sum += p;
          ASSERT_NEAR(sum, 1, 1e-9);
        }
      }
    });
  }
}

INSTANTIATE_TEST_SUITE_P(, Contract,
                         testing::Values("greedy", "epsilon-greedy:epsilon=0.1", "decaying-epsilon:gap=0.1",
                                         "ucb1", "ucb1-tuned", "ucb-v", "moss", "kl-ucb", "bayes-ucb",
                                         "thompson", "thompson-gaussian", "elimination", "halving:budget=100",
                                         "sliding-ucb:window=50", "discounted-ucb:gamma=0.9", "exp3",
                                         "exp3-ix", "hedge", "regret-matching", "regret-matching:explore=0",
                                         "regret-matching+"));

TEST(FullFeedback, TellsWhatIsNoReward) {
  const auto check = [](auto rule) {
    EXPECT_NE(
        rule.tell_all(std::array{0.0, std::nan("")}, 0.0).error().message.find("reward of arm 1 is nan"),
        std::string::npos);
    EXPECT_NE(rule.tell_all(std::array{0.0, 1.0}, infinity).error().message.find("got is inf"),
              std::string::npos);
    EXPECT_NE(rule.tell_all(std::array{0.0}, 0.0).error().message.find("1 rewards were told for 2 arms"),
              std::string::npos);
    EXPECT_DOUBLE_EQ(rule.strategy()[0], 0.5);
    EXPECT_TRUE(rule.tell_all(std::array{0.0, 1.0}, 0.0));
    EXPECT_GT(rule.strategy()[1], 0.5);
  };
  check(RegretMatching({}, {2, 100, true}));
  check(RegretMatchingPlus({}, {2, 100, true}));
  check(Hedge({}, {2, 100, true}));
}

TEST(RegretMatching, RestoredFromItsRegretsGoesOnExactlyLikeTheOriginal) {
  const Setting setting{4, 1000, true};
  RegretMatching original({}, setting);
  Random world(5);
  const auto round = [&](RegretMatching& rule, Random& random, const std::array<double, 4>& rewards) {
    const std::size_t action = rule.choose(random);
    EXPECT_TRUE(rule.tell_all(rewards, rewards[action]));
    return action;
  };
  const auto rewards = [&] { return std::array{world.uniform(), world.uniform(), world.uniform(), 0.4}; };
  Random random(6);
  for (int i = 0; i < 100; ++i) round(original, random, rewards());
  auto restored = RegretMatching::restored({}, setting, original.regret());
  ASSERT_TRUE(restored) << restored.error().message;
  Random same = random;
  for (int i = 0; i < 1000; ++i) {
    const auto paid = rewards();
    ASSERT_EQ(round(*restored, same, paid), round(original, random, paid)) << i;
  }
  EXPECT_FALSE(RegretMatching::restored({}, setting, std::array{1.0, 2.0}));
  EXPECT_FALSE(RegretMatching::restored({}, setting, std::array{1.0, 2.0, 3.0, std::nan("")}));
}

TEST(Experiment, TellsOfArmsThatPayNoNumber) {
  const auto arms =
      CallableArms<double (*)(std::size_t, Random&)>::make({0.5, 0.5}, [](std::size_t arm, Random&) {
        return arm == 1 ? 1e200 : 0.5;
      }).value();
  ExperimentPlan plan;
  plan.rules = {parse_spec("ucb1").value()};
  const auto result = run_experiment(arms, plan);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("arm 2 paid 1e+200 at step 2"), std::string::npos)
      << result.error().message;
}

// Between the reports at 3981 and 5012 steps the 4000th pull requests a stop. With 20,000 arms a step is so
// long that no other may follow.
TEST(Experiment, HearsTheStopAtOnceAmongManyArms) {
  std::stop_source stop;
  std::uint64_t pulls = 0;
  const auto pull = [&](std::size_t, Random&) {
    if (++pulls == 4000) stop.request_stop();
    return 0.5;
  };
  const auto arms = CallableArms<decltype(pull)>::make(std::vector<double>(20'000, 0.5), pull).value();
  ExperimentPlan plan;
  plan.rules = {parse_spec("kl-ucb").value()};
  plan.steps = 1'000'000;
  plan.runs = 1;
  const auto result = run_experiment(arms, plan, {stop.get_token(), {}}).value();
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(pulls, 4000U);
}

TEST(Experiment, MayBeAsLongAsCanBeCounted) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  ExperimentPlan plan;
  plan.rules = {parse_spec("ucb1").value()};
  plan.steps = most;
  plan.runs = 2;
  std::stop_source stop;
  const Watch watch{stop.get_token(), [&](std::uint64_t, std::uint64_t total) {
                      EXPECT_EQ(total, most);
                      stop.request_stop();
                    }};
  EXPECT_TRUE(run_experiment(BernoulliArms::make({0.1, 0.9}).value(), plan, watch).value().stopped);
}

}  // namespace
}  // namespace banyan::bandit
