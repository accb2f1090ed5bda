// Rules against themselves in matrix games: how fast they come to the equilibrium.
#include <cmath>

#include <gtest/gtest.h>

#include <banyan/bandit/equilibrium.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/bandit/self_play.hpp>

namespace banyan::bandit {
namespace {

SelfPlayPlan plan(std::vector<std::string> rules, std::uint64_t steps, PlayMode play = PlayMode::sampled) {
  SelfPlayPlan made;
  made.steps = steps;
  made.play = play;
  made.seed = 5;
  made.threads = 2;
  for (const std::string& rule : rules) made.rules.push_back(parse_spec(rule).value());
  return made;
}

// Biased rock-paper-scissors, and 20 random 5×5 zero-sum games with payoffs from 0 to 1.
std::vector<MatrixGame> games() {
  std::vector<MatrixGame> made{find_matrix_game("biased-rps").value()};
  Random random(99);
  const std::vector<std::string> actions(5, "a");
  for (int number = 0; number < 20; ++number) {
    MatrixGame game("random", {actions, actions});
    game.for_each_joint([&](std::span<const std::size_t> joint) {
      const double value = random.uniform();
      game.set_payoff(0, joint, value);
      game.set_payoff(1, joint, -value);
    });
    made.push_back(game);
  }
  return made;
}

double payoff_range(const MatrixGame& game) {
  double low = 0;
  double high = 0;
  game.for_each_joint([&](std::span<const std::size_t> joint) {
    low = std::min(low, game.payoff(0, joint));
    high = std::max(high, game.payoff(0, joint));
  });
  return high - low;
}

// Least squares of ln(exploitability) against ln(step), from a first step on.
double log_slope(const SelfPlayOutcome& outcome, std::uint64_t from) {
  RunningStats x;
  RunningStats y;
  double products = 0;
  for (const auto& point : outcome.curve) {
    if (point.step < from) continue;
    const double a = std::log(static_cast<double>(point.step));
    const double b = std::log(std::max(point.exploitability, 1e-12));
    x.add(a);
    y.add(b);
    products += a * b;
  }
  const auto n = static_cast<double>(x.count());
  return (products - n * x.mean() * y.mean()) / (x.variance() * (n - 1));
}

// Sampled regret matching, K actions, payoffs within a range D. Blackwell's argument gives E max regret ≤ D
// sqrt(K T) for each player, and passing from actions drawn to strategies held costs at most D sqrt(T
// ln(2K)/2) on average, so that
//     E exploitability ≤ D (sqrt(K/T) + sqrt(ln(2K)/(2T))).
// The mean over the 21 games of exploitability / D is below this at every step reported, with a confidence of
// 1 - 10^-6 each (4.753 standard errors); and it falls like 1/sqrt(T): over the games whose equilibrium is
// mixed (a pure one is found faster) the slopes of ln exploitability against ln T from 10^3 to 10^6 have a
// mean that differs from -1/2 by less than 0.1. Over six seeds that mean was -0.502 with a standard deviation
// of 0.018 (0.1 is more than five of these), and its standard error 0.016 ± 0.003.
TEST(RegretMatching, ExploitabilityFallsLikeOneOverTheRoot) {
  RunningStats slopes;
  std::vector<RunningStats> relative(log_spaced_steps(1'000'000).size());
  std::vector<std::uint64_t> steps(relative.size());
  for (const MatrixGame& game : games()) {
    const auto result = run_self_play(game, plan({"regret-matching"}, 1'000'000)).value();
    const SelfPlayOutcome& outcome = result.rules[0];
    ASSERT_EQ(outcome.curve.size(), relative.size());
    for (std::size_t i = 0; i < relative.size(); ++i) {
      relative[i].add(outcome.curve[i].exploitability / payoff_range(game));
      steps[i] = outcome.curve[i].step;
    }
    const Equilibrium solved = zero_sum_equilibrium(game).value();
    const MixedStrategy& first = solved.strategies[0];
    if (*std::max_element(first.begin(), first.end()) < 1 - 1e-9) slopes.add(log_slope(outcome, 1000));
    // Near the linear program's value: nobody can gain more than both gains together.
    EXPECT_NEAR(outcome.value, solved.value, 2 * outcome.exploitability + 1e-12);
  }
  constexpr double k = 5;
  for (std::size_t i = 0; i < relative.size(); ++i) {
    const auto t = static_cast<double>(steps[i]);
    EXPECT_LT(relative[i].mean() + 4.753 * relative[i].standard_error(),
              std::sqrt(k / t) + std::sqrt(std::log(2 * k) / (2 * t)))
        << steps[i];
  }
  EXPECT_GE(slopes.count(), 10U);
  EXPECT_NEAR(slopes.mean(), -0.5, 0.1);
  EXPECT_LT(slopes.standard_error(), 0.05);
}

// Regret matching+ is faster where strategies meet on average, the setting it was made for: the mean of
// ln(its exploitability / regret matching's) at T = 3000 over the games is below 0 by more than 4.753
// standard errors.
TEST(RegretMatchingPlus, IsFaster) {
  RunningStats ratio;
  for (const MatrixGame& game : games()) {
    const auto result =
        run_self_play(game, plan({"regret-matching", "regret-matching+"}, 3000, PlayMode::expected)).value();
    ratio.add(std::log(std::max(result.rules[1].exploitability, 1e-12) /
                       std::max(result.rules[0].exploitability, 1e-12)));
  }
  EXPECT_LT(ratio.mean() + 4.753 * ratio.standard_error(), 0);
}

TEST(SelfPlay, TheDilemmaEndsInDefection) {
  const auto result =
      run_self_play(find_matrix_game("prisoners").value(), plan({"regret-matching", "hedge", "exp3"}, 20'000))
          .value();
  // Defection dominates: what is left of cooperation is exploration and the beginning. Over 30 seeds it is
  // played with 0.99995, 0.992 and 0.954, with standard deviations up to 0.003: the threshold is more than
  // ten of these below.
  for (const SelfPlayOutcome& outcome : result.rules)
    for (const MixedStrategy& strategy : outcome.strategies) EXPECT_GT(strategy[1], 0.9) << outcome.rule;
}

// Every rule, with what it can't do without.
std::vector<std::string> every_rule() {
  std::vector<std::string> rules;
  for (const RuleInfo& rule : list_rules()) rules.push_back(rule.name);
  for (std::string& rule : rules) {
    if (rule == "epsilon-greedy") rule += ":epsilon=0.1";
    if (rule == "decaying-epsilon") rule += ":gap=0.1";
    if (rule == "halving") rule += ":budget=100";
    if (rule == "sliding-ucb") rule += ":window=100";
    if (rule == "discounted-ucb") rule += ":gamma=0.99";
  }
  return rules;
}

void expect_probabilities(const SelfPlayOutcome& outcome) {
  for (const MixedStrategy& strategy : outcome.strategies) {
    double sum = 0;
    for (const double p : strategy) sum += p;
    EXPECT_NEAR(sum, 1, 1e-12) << outcome.rule;
  }
}

TEST(SelfPlay, StrategiesAddUpToOneForEveryRule) {
  const auto rules = every_rule();
  const auto result = run_self_play(find_matrix_game("rps").value(), plan(rules, 500)).value();
  EXPECT_EQ(result.rules.size(), rules.size());
  for (const SelfPlayOutcome& outcome : result.rules) {
    EXPECT_EQ(outcome.steps, 500U);
    expect_probabilities(outcome);
  }
}

TEST(SelfPlay, StrategiesAddUpToOneForPayoffsOfAnySize) {
  for (const std::string& size : std::vector<std::string>{"1e100", "1e-310", "1e-320"}) {
    const std::string text = size + " -" + size + " 0\n-" + size + " " + size + " 0\n";
    const MatrixGame game = parse_matrix_game(size, text).value();
    for (const bool full : {true, false}) {
      SelfPlayPlan made = plan(every_rule(), 500);
      made.feedback = full ? Feedback::full : Feedback::bandit;
      const auto result = run_self_play(game, made).value();
      for (const SelfPlayOutcome& outcome : result.rules) expect_probabilities(outcome);
    }
  }
}

TEST(SelfPlay, RefusesPayoffsThatAreNoNumbers) {
  MatrixGame game = find_matrix_game("rps").value();
  game.set_payoff(0, std::array<std::size_t, 2>{0, 1}, std::nan(""));
  EXPECT_NE(run_self_play(game, plan({"hedge"}, 10)).error().message.find("is paid nan"), std::string::npos);
}

TEST(SelfPlay, SaysWhatIsWrong) {
  const MatrixGame rps = find_matrix_game("rps").value();
  EXPECT_FALSE(run_self_play(rps, plan({"regret-matching"}, 0)));
  EXPECT_FALSE(run_self_play(rps, plan({}, 10)));
  EXPECT_NE(run_self_play(rps, plan({"ucb1"}, 10, PlayMode::expected)).error().message.find("sampled play"),
            std::string::npos);
}

// Expected play goes over the whole table for each player: where that is wide, the stop token is looked at
// after every step.
TEST(SelfPlay, LooksAtTheStopAfterEveryStepOfAWideGame) {
  const std::vector<std::string> actions(400, "a");
  const SelfPlayPlan plans = plan({}, 1000);
  const detail::SelfPlay<RegretMatching> wide(MatrixGame("wide", {actions, actions}), {}, plans);
  EXPECT_EQ(detail::steps_between_looks(wide.width(PlayMode::expected)), 1U);
  EXPECT_LE(detail::steps_between_looks(wide.width(PlayMode::sampled)), 20U);
}

TEST(SelfPlay, ReportsWhatIsKnownWhenStopped) {
  std::stop_source stop;
  const Watch watch{stop.get_token(), [&](std::uint64_t, std::uint64_t) { stop.request_stop(); }};
  const auto result =
      run_self_play(find_matrix_game("rps").value(), plan({"regret-matching"}, 1'000'000'000'000), watch)
          .value();
  EXPECT_TRUE(result.stopped);
  EXPECT_GT(result.rules[0].steps, 0U);
  EXPECT_EQ(result.rules[0].curve.back().step, result.rules[0].steps);
}

}  // namespace
}  // namespace banyan::bandit
