// Every rule by its name: it can be made, it explains itself, and it finds a clearly better arm.
#include <gtest/gtest.h>

#include <banyan/bandit/environment.hpp>
#include <banyan/bandit/rules.hpp>

namespace banyan::bandit {
namespace {

Spec spec(std::string_view text) { return parse_spec(text).value(); }

// How often each arm was pulled.
std::vector<int> play(std::string_view rule, std::vector<double> probabilities, int steps,
                      std::uint64_t seed) {
  std::vector<int> pulls(probabilities.size(), 0);
  const auto arms = BernoulliArms::make(std::move(probabilities)).value();
  const Setting setting{arms.size(), static_cast<std::uint64_t>(steps)};
  const auto done =
      with_rule(spec(rule), setting, [&]<class R>(std::type_identity<R>, const typename R::Params& params) {
        R learner(params, setting);
        Random random(seed);
        for (int i = 0; i < steps; ++i) {
          const std::size_t arm = learner.choose(random);
          ++pulls.at(arm);
          ASSERT_TRUE(learner.tell(arm, arms.pull(arm, random)));
        }
      });
  EXPECT_TRUE(done) << done.error().message;
  return pulls;
}

class EveryRule : public testing::TestWithParam<std::string> {};

// With means 0.1 and 0.9 and 5000 pulls every rule but greedy gives the better arm more than 60 % of them.
// The slowest here, EXP3 (horizon 5000: gamma 0.013, bound on regret 312), loses more than 0.4 · 5000 · 0.8 =
// 1600 with a probability below 10^-9 (Azuma).
TEST_P(EveryRule, FindsAClearlyBetterArm) {
  const std::vector<int> pulls = play(GetParam(), {0.1, 0.9}, 5000, 7);
  EXPECT_GT(pulls[1], 3000);
  EXPECT_EQ(pulls[0] + pulls[1], 5000);
}

TEST_P(EveryRule, PlaysTheSameFromTheSameSeed) {
  EXPECT_EQ(play(GetParam(), {0.4, 0.5, 0.6}, 500, 3), play(GetParam(), {0.4, 0.5, 0.6}, 500, 3));
}

TEST_P(EveryRule, IsContentWithASingleArm) { EXPECT_EQ(play(GetParam(), {0.5}, 100, 1)[0], 100); }

INSTANTIATE_TEST_SUITE_P(Rules, EveryRule,
                         testing::Values("epsilon-greedy:epsilon=0.1", "decaying-epsilon:gap=0.8", "ucb1",
                                         "ucb1:k=0.5", "ucb1:interval=1", "ucb1-tuned", "ucb-v", "moss",
                                         "kl-ucb", "kl-ucb:loglog=3", "bayes-ucb", "thompson",
                                         "thompson-gaussian", "elimination", "halving:budget=1000",
                                         "sliding-ucb:window=1000", "discounted-ucb:gamma=0.999", "exp3",
                                         "exp3-ix", "hedge", "regret-matching", "regret-matching+"));

TEST(Rules, GreedyMayNeverLeaveABadArm) {
  // Arm 0 pays in its first pull and arm 1 does not: greedy stays for good while arm 0's mean is above 0.
  bool stuck = false;
  for (std::uint64_t seed = 0; seed < 50 && !stuck; ++seed)
    stuck = play("greedy", {0.5, 0.9}, 1000, seed)[1] == 1;
  EXPECT_TRUE(stuck);
}

TEST(Rules, EveryRuleIsListedWithHelp) {
  const auto rules = list_rules();
  EXPECT_EQ(rules.size(), 20U);
  for (const RuleInfo& rule : rules) EXPECT_FALSE(rule.help.empty()) << rule.name;
}

std::string problem(std::string_view text) {
  const auto done = with_rule(spec(text), Setting{3, 100}, [](auto, const auto&) {});
  return done ? "" : done.error().message;
}

TEST(Rules, SayWhatIsWrongWithASpec) {
  EXPECT_EQ(problem("ucb1"), "");
  EXPECT_NE(problem("ucb2").find("unknown rule 'ucb2'; there are: greedy epsilon-greedy"), std::string::npos);
  EXPECT_EQ(problem("epsilon-greedy"),
            "epsilon-greedy lacks epsilon; write for example epsilon-greedy:epsilon=0.1");
  EXPECT_NE(problem("decaying-epsilon").find("lacks gap"), std::string::npos);
  EXPECT_NE(problem("sliding-ucb").find("lacks window"), std::string::npos);
  EXPECT_NE(problem("discounted-ucb").find("lacks gamma"), std::string::npos);
  EXPECT_NE(problem("halving").find("lacks budget"), std::string::npos);
  EXPECT_NE(problem("ucb1:k=2,c=1").find("give one"), std::string::npos);
  EXPECT_NE(problem("ucb1:q=2").find("allowed: c k interval"), std::string::npos);
  EXPECT_NE(problem("epsilon-greedy:epsilon=2").find("from 0 to 1"), std::string::npos);
}

TEST(Rules, SpecsHaveAShortestForm) {
  EXPECT_EQ(canonical_rule_spec(spec("ucb1-tuned:c=1"), {2, 1}).value(), "ucb1-tuned");
  EXPECT_EQ(canonical_rule_spec(spec("ucb1:k=2"), {2, 1}).value(), "ucb1:k=2");
}

TEST(RegretMatching, FollowsTheChaptersArithmetic) {
  RegretMatching rule({.initial = 0, .explore = 0}, {3, 1, true});
  EXPECT_DOUBLE_EQ(rule.strategy()[0], 1.0 / 3);
  // Rock was thrown against paper: rock -1 was got, paper would have paid 0 and scissors 1.
  ASSERT_TRUE(rule.tell_all(std::array{-1.0, 0.0, 1.0}, -1.0));
  EXPECT_EQ(std::vector<double>(rule.regret().begin(), rule.regret().end()), (std::vector{0.0, 1.0, 2.0}));
  EXPECT_DOUBLE_EQ(rule.strategy()[1], 1.0 / 3);
  EXPECT_DOUBLE_EQ(rule.strategy()[2], 2.0 / 3);
  // Then scissors against rock: -1 was got, rock 0, paper 1.
  ASSERT_TRUE(rule.tell_all(std::array{0.0, 1.0, -1.0}, -1.0));
  EXPECT_EQ(std::vector<double>(rule.regret().begin(), rule.regret().end()), (std::vector{1.0, 3.0, 2.0}));
}

TEST(RegretMatching, InitialRegretSlowsTheFirstSteps) {
  RegretMatching rule({.initial = 10, .explore = 0}, {3, 1, true});
  ASSERT_TRUE(rule.tell_all(std::array{-1.0, 0.0, 1.0}, -1.0));
  EXPECT_DOUBLE_EQ(rule.strategy()[2], 12.0 / 33);
}

TEST(RegretMatching, PlusForgetsNegativeRegret) {
  RegretMatchingPlus plus({.initial = 0, .explore = 0}, {2, 1, true});
  RegretMatching plain({.initial = 0, .explore = 0}, {2, 1, true});
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(plus.tell_all(std::array{1.0, 0.0}, 1.0));
    ASSERT_TRUE(plain.tell_all(std::array{1.0, 0.0}, 1.0));
  }
  EXPECT_EQ(plus.regret()[1], 0);
  EXPECT_EQ(plain.regret()[1], -5);
}

// Under bandit feedback the credit is right on average: over the action drawn, p · (r/p) = r. Ten thousand
// rounds of constant rewards 0.2 and 0.7 from the uniform strategy: the mean regret of arm 0 is 0.2 - 0.45.
TEST(RegretMatching, SeesOneRewardWithoutBias) {
  double sum = 0;
  const int rounds = 10'000;
  for (int i = 0; i < rounds; ++i) {
    RegretMatching rule({.initial = 0, .explore = 0.1}, {2, 1, false});
    Random random(11, static_cast<std::uint64_t>(i));
    const std::size_t arm = rule.choose(random);
    ASSERT_TRUE(rule.tell(arm, arm == 0 ? 0.2 : 0.7));
    sum += rule.regret()[0];
  }
  // A single value lies within 0.5 of its mean: an error above 0.025 has probability 2 exp(-2·10^4·0.025²) <
  // 10^-5.
  EXPECT_NEAR(sum / rounds, 0.2 - 0.45, 0.025);
}

}  // namespace
}  // namespace banyan::bandit
