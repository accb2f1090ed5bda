// Experiments: the same numbers however they are computed, and regret where theory puts it.
#include <cmath>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/theory.hpp>

namespace banyan::bandit {
namespace {

// The one-sided 1 - 10^-6 limit of a mean over many runs.
double surely_below(const RunningStats& seen) { return seen.mean() + 4.753 * seen.standard_error(); }

ExperimentPlan plan(std::vector<std::string> rules, std::uint64_t steps, std::uint64_t runs,
                    std::uint64_t seed = 1) {
  ExperimentPlan made{.rules = {}, .steps = steps, .runs = runs, .seed = seed, .threads = 2};
  for (const std::string& rule : rules) made.rules.push_back(parse_spec(rule).value());
  return made;
}

TEST(Experiment, DoesNotDependOnTheThreads) {
  const auto arms = BernoulliArms::make({0.6, 0.5, 0.4}).value();
  ExperimentPlan one = plan({"ucb1", "thompson", "exp3", "epsilon-greedy:epsilon=0.1"}, 300, 100);
  ExperimentPlan three = one;
  one.threads = 1;
  three.threads = 3;
  const auto a = run_experiment(arms, one).value();
  const auto b = run_experiment(arms, three).value();
  for (std::size_t rule = 0; rule < a.rules.size(); ++rule) {
    ASSERT_EQ(a.rules[rule].curve.size(), b.rules[rule].curve.size());
    for (std::size_t i = 0; i < a.rules[rule].curve.size(); ++i) {
      EXPECT_EQ(a.rules[rule].curve[i].regret.mean(), b.rules[rule].curve[i].regret.mean());
      EXPECT_EQ(a.rules[rule].curve[i].regret.variance(), b.rules[rule].curve[i].regret.variance());
    }
  }
}

// The same coins, without saying so: each run is played by itself.
struct PlainCoins {
  BernoulliArms arms;
  [[nodiscard]] std::size_t size() const { return arms.size(); }
  [[nodiscard]] double pull(std::size_t arm, Random& random) const { return arms.pull(arm, random); }
  [[nodiscard]] double mean(std::size_t arm) const { return arms.mean(arm); }
  [[nodiscard]] double gap(std::size_t arm) const { return arms.gap(arm); }
  void advance(Random& random) { arms.advance(random); }
};

TEST(Experiment, RunsSideBySidePullTheSameArmsAsRunsByThemselves) {
  for (const std::vector<double>& means :
       {std::vector{0.9, 0.8, 0.5}, {0.0, 1.0}, {0.3}, {0.5, 0.5, 0.5, 0.5}}) {
    const auto coins = BernoulliArms::make(means).value();
    const auto lanes = run_experiment(coins, plan({"ucb1", "ucb1:k=0.5"}, 2000, 270)).value();
    const auto plain = run_experiment(PlainCoins{coins}, plan({"ucb1", "ucb1:k=0.5"}, 2000, 270)).value();
    for (std::size_t rule = 0; rule < 2; ++rule) {
      for (std::size_t i = 0; i < plain.rules[rule].curve.size(); ++i) {
        const CurvePoint& mine = lanes.rules[rule].curve[i];
        const CurvePoint& other = plain.rules[rule].curve[i];
        EXPECT_NEAR(mine.regret.mean(), other.regret.mean(), 1e-9);
        EXPECT_NEAR(mine.realised.mean(), other.realised.mean(), 1e-9);
        EXPECT_NEAR(mine.best_share.mean(), other.best_share.mean(), 1e-12);
      }
    }
  }
}

TEST(Experiment, ExpectedAndRealisedRegretAgreeOnAverage) {
  const auto arms = BernoulliArms::make({0.6, 0.4}).value();
  const auto result = run_experiment(arms, plan({"ucb1"}, 1000, 2000)).value();
  const CurvePoint& end = result.rules[0].curve.back();
  // Six standard errors of the wider one.
  EXPECT_NEAR(end.regret.mean(), end.realised.mean(), 6 * end.realised.standard_error());
  EXPECT_LT(end.regret.standard_error(), end.realised.standard_error());
}

TEST(Experiment, ReportsStepsEvenlyInTheirLogarithm) {
  EXPECT_EQ(log_spaced_steps(1), (std::vector<std::uint64_t>{1}));
  EXPECT_EQ(log_spaced_steps(5, 1), (std::vector<std::uint64_t>{1, 5}));
  EXPECT_EQ(log_spaced_steps(1000, 1), (std::vector<std::uint64_t>{1, 10, 100, 1000}));
  EXPECT_EQ(log_spaced_steps(1'000'000).back(), 1'000'000U);
}

// UCB1 with k = 2 (C = 1) on ten instances, at every report: expected regret is below Auer's bound with a
// confidence of 1 - 10^-6 each.
TEST(Ucb1, StaysBelowAuersBound) {
  std::vector<std::vector<double>> instances{{0.9, 0.8, 0.5},         {0.9, 0.6}, {0.55, 0.45},
                                             {0.1, 0.05, 0.02, 0.01}, {1, 0},     {0.5, 0.49}};
  Random random(17);
  for (int i = 0; i < 4; ++i) {
    std::vector<double> drawn(2 + random.below(9));
    for (double& p : drawn) p = random.uniform();
    instances.push_back(drawn);
  }
  for (const std::vector<double>& means : instances) {
    const auto result =
        run_experiment(BernoulliArms::make(means).value(), plan({"ucb1:k=2"}, 20'000, 200)).value();
    for (const CurvePoint& point : result.rules[0].curve) {
      // The bound is proven for as many pulls as there are arms or more.
      if (point.step < means.size()) continue;
      EXPECT_LT(surely_below(point.regret), auer_bound(means, static_cast<double>(point.step)))
          << means.size() << " arms, step " << point.step;
    }
  }
}

// An adversary that lets each arm shine in turn, and one that pays at random while the best arm is only a
// little better: EXP3's expected regret is below its bound with a confidence of 1 - 10^-6.
TEST(Exp3, StaysBelowItsBoundAgainstTables) {
  constexpr std::size_t arms = 5;
  constexpr std::uint64_t steps = 10'000;
  Random random(23);
  std::vector<std::vector<double>> turns(steps, std::vector<double>(arms, 0.0));
  std::vector<std::vector<double>> hidden(steps, std::vector<double>(arms, 0.0));
  for (std::size_t t = 0; t < steps; ++t) {
    turns[t][t * t / (steps * steps / arms)] = 1;
    for (std::size_t arm = 0; arm < arms; ++arm)
      hidden[t][arm] = random.bernoulli(arm == 3 ? 0.55 : 0.5) ? 1 : 0;
  }
  for (const auto& table : {turns, hidden}) {
    const auto result =
        run_experiment(TableArms::make(table).value(), plan({"exp3", "exp3-ix"}, steps, 100)).value();
    EXPECT_LT(surely_below(result.rules[0].curve.back().regret), exp3_bound(arms, steps));
    // Neu 2015, corollary 1 with its anytime rates: 2 sqrt(2 K T ln K) + … holds for each run with
    // probability 1 - delta; the mean over runs must be below the same with delta = 10^-6.
    const double k = arms;
    const double bound =
        4 * std::sqrt(k * steps * std::log(k)) + (2 * std::sqrt(k * steps / std::log(k)) + 1) * std::log(2e6);
    EXPECT_LT(result.rules[1].curve.back().regret.mean(), bound);
  }
}

// Hedge sees every reward; its bound holds against every table, here for its average strategy.
TEST(Hedge, StaysBelowItsBound) {
  constexpr std::size_t arms = 4;
  constexpr std::uint64_t steps = 5000;
  Hedge rule({}, {arms, steps, true});
  Random random(31);
  std::vector<double> totals(arms, 0.0);
  double got = 0;
  for (std::uint64_t t = 0; t < steps; ++t) {
    std::array<double, arms> rewards{};
    for (std::size_t i = 0; i < arms; ++i)
      rewards[i] = random.bernoulli(t < steps / 2 ? 0.2 * double(i) : 0.6 - 0.2 * double(i));
    double now = 0;
    for (std::size_t i = 0; i < arms; ++i) {
      now += rule.strategy()[i] * rewards[i];
      totals[i] += rewards[i];
    }
    got += now;
    ASSERT_TRUE(rule.tell_all(rewards, now));
  }
  EXPECT_LE(*std::max_element(totals.begin(), totals.end()) - got, hedge_bound(arms, steps));
}

// Where arms drift, forgetting pays: both forgetful rules lose less than UCB1, by more than six standard
// errors of the difference.
TEST(ChangingRules, LoseLessThanUcb1WhereArmsDrift) {
  const auto arms = DriftingArms::make({0.8, 0.5, 0.5}, 0.01).value();
  const auto result =
      run_experiment(arms,
                     plan({"ucb1", "sliding-ucb:window=1000", "discounted-ucb:gamma=0.999"}, 100'000, 32))
          .value();
  const RunningStats& plain = result.rules[0].curve.back().regret;
  for (const std::size_t rule : {1U, 2U}) {
    const RunningStats& forgetful = result.rules[rule].curve.back().regret;
    const double error = std::hypot(plain.standard_error(), forgetful.standard_error());
    EXPECT_LT(forgetful.mean() + 6 * error, plain.mean()) << result.rules[rule].rule;
  }
}

// The promise of successive elimination: the best arm survives with probability 1 - delta. In 400 runs with
// delta = 0.05 more than 46 losses of it (20 on average at most, six deviations more) have probability <
// 10^-6.
TEST(Elimination, KeepsTheBestArm) {
  const auto arms = BernoulliArms::make({0.5, 0.7, 0.4}).value();
  int lost = 0;
  for (std::uint64_t run = 0; run < 400; ++run) {
    SuccessiveElimination rule({.delta = 0.05}, {3, 20'000});
    Random random(77, run);
    std::size_t last = 0;
    for (int t = 0; t < 20'000; ++t) {
      last = rule.choose(random);
      ASSERT_TRUE(rule.tell(last, arms.pull(last, random)));
    }
    lost += last != 1 ? 1 : 0;
  }
  EXPECT_LE(lost, 46);
}

TEST(Experiment, SaysWhatIsWrong) {
  const auto arms = BernoulliArms::make({0.5, 0.6}).value();
  const auto message = [&](const ExperimentPlan& wrong) {
    return run_experiment(arms, wrong).error().message;
  };
  EXPECT_NE(message(plan({"ucb1"}, 0, 1)).find("steps is 0"), std::string::npos);
  EXPECT_NE(message(plan({"ucb1"}, 1, 0)).find("runs is 0"), std::string::npos);
  EXPECT_NE(message(plan({}, 1, 1)).find("no rule"), std::string::npos);
  EXPECT_NE(message(plan({"ucb1", "epsilon-greedy"}, 1, 1)).find("lacks epsilon"), std::string::npos);
  const auto pull = [](std::size_t arm, Random&) {
    return arm == 1 ? std::numeric_limits<double>::quiet_NaN() : 0.0;
  };
  const auto nan_arms = CallableArms<decltype(pull)>::make({0.5, 0.5}, pull).value();
  EXPECT_NE(run_experiment(nan_arms, plan({"ucb1"}, 10, 3)).error().message.find("arm 2 paid nan at step 2"),
            std::string::npos);
}

TEST(Experiment, ReportsWhatIsKnownWhenStopped) {
  std::stop_source stop;
  const Watch watch{stop.get_token(), [&](std::uint64_t done, std::uint64_t total) {
                      EXPECT_LE(done, total);
                      stop.request_stop();
                    }};
  const auto arms = BernoulliArms::make({0.5, 0.6}).value();
  ExperimentPlan huge = plan({"thompson"}, 1'000'000'000, 64);
  const auto result = run_experiment(arms, huge, watch).value();
  EXPECT_TRUE(result.stopped);
  ASSERT_FALSE(result.rules[0].curve.empty());
  EXPECT_LT(result.rules[0].curve.back().step, huge.steps);
  EXPECT_GE(result.rules[0].curve.front().regret.count(), result.rules[0].curve.back().regret.count());
}

}  // namespace
}  // namespace banyan::bandit
