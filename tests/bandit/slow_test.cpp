// What takes minutes: regret at the Lai–Robbins rate.
#include <cmath>

#include <gtest/gtest.h>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/theory.hpp>

namespace banyan::bandit {
namespace {

struct Slope {
  double value;
  double error;
};

// Regret's growth from step 10^4 to 10^6 over ln(100), with its standard error over the runs. The difference
// is taken from the means; the error bounds that of the difference from above.
Slope growth(const RuleOutcome& outcome) {
  const CurvePoint* early = nullptr;
  for (const CurvePoint& point : outcome.curve)
    if (point.step == 10'000) early = &point;
  const CurvePoint& late = outcome.curve.back();
  const double span = std::log(100.0);
  return {(late.regret.mean() - early->regret.mean()) / span,
          std::hypot(late.regret.standard_error(), early->regret.standard_error()) / span};
}

// KL-UCB and Thompson sampling lose Σ Δ/KL for every factor e in t once t is large (Garivier & Cappé 2011,
// theorem 1; Kaufmann, Korda & Munos 2012). At finite t there are terms of lower order beside it: the band is
// from 3/4 to 5/4 of the rate, widened by 4.753 standard errors (one-sided error 10^-6 on each side).
TEST(LaiRobbins, KlUcbAndThompsonGrowAtTheBestRate) {
  for (const std::vector<double>& means : {std::vector{0.9, 0.6}, {0.6, 0.5, 0.4}, {0.2, 0.1, 0.05, 0.02}}) {
    ExperimentPlan plan{.rules = {parse_spec("kl-ucb").value(), parse_spec("thompson").value()},
                        .steps = 1'000'000,
                        .runs = 256,
                        .seed = 12,
                        .threads = 2};
    const auto result = run_experiment(BernoulliArms::make(means).value(), plan).value();
    const double rate = lai_robbins_rate(means);
    for (const RuleOutcome& outcome : result.rules) {
      const Slope slope = growth(outcome);
      RecordProperty(outcome.rule + std::to_string(means.size()), std::to_string(slope.value / rate));
      EXPECT_GT(slope.value + 4.753 * slope.error, 0.75 * rate)
          << outcome.rule << ", " << means.size() << " arms";
      EXPECT_LT(slope.value - 4.753 * slope.error, 1.25 * rate)
          << outcome.rule << ", " << means.size() << " arms";
      // The band says something only if the error is small beside it.
      EXPECT_LT(4.753 * slope.error, 0.25 * rate) << outcome.rule << ", " << means.size() << " arms";
    }
  }
}

}  // namespace
}  // namespace banyan::bandit
