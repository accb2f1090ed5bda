// What takes minutes: regret at the Lai–Robbins rate.
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <banyan/bandit/experiment.hpp>
#include <banyan/bandit/theory.hpp>

namespace banyan::bandit {
namespace {

// By how much regret grows for every factor e in t, from step 10^4 to 10^6, over the runs.
template <NamedRule R>
RunningStats growth(const std::vector<double>& means) {
  constexpr std::size_t runs = 256;
  const auto arms = BernoulliArms::make(means).value();
  std::vector<double> grown(runs);
  const Watch watch;
  detail::ProgressMeter meter(watch, 0);
  parallel_for(runs, 2, {}, [&](std::size_t run) {
    std::vector<CurvePoint> curve = detail::empty_curve({10'000, 1'000'000});
    const Setting setting{means.size(), 1'000'000};
    EXPECT_TRUE(detail::play_run(R({}, setting), arms, Random(12, run), curve, meter));
    grown[run] = (curve[1].regret.mean() - curve[0].regret.mean()) / std::log(100.0);
  });
  RunningStats stats;
  for (const double slope : grown) stats.add(slope);
  return stats;
}

// KL-UCB and Thompson sampling lose Σ Δ/KL for every factor e in t once t is large (Garivier & Cappé 2011,
// theorem 1; Kaufmann, Korda & Munos 2012). At finite t there are terms of lower order beside it: the band is
// from 3/4 to 5/4 of the rate, widened by 4.753 standard errors (one-sided error 10^-6 on each side).
template <class R>
class LaiRobbins : public testing::Test {};
using BestRules = testing::Types<KlUcb, Thompson>;
TYPED_TEST_SUITE(LaiRobbins, BestRules);

TYPED_TEST(LaiRobbins, RegretGrowsAtTheBestRate) {
  for (const std::vector<double>& means : {std::vector{0.9, 0.6}, {0.6, 0.5, 0.4}, {0.2, 0.1, 0.05, 0.02}}) {
    const RunningStats slope = growth<TypeParam>(means);
    const double rate = lai_robbins_rate(means);
    const double margin = 4.753 * slope.standard_error();
    std::printf("%d arms: slope %.3f ± %.3f of the rate\n", static_cast<int>(means.size()),
                slope.mean() / rate, slope.standard_error() / rate);
    EXPECT_GT(slope.mean() + margin, 0.75 * rate) << means.size() << " arms";
    EXPECT_LT(slope.mean() - margin, 1.25 * rate) << means.size() << " arms";
    // The band says something only if the error is small beside it.
    EXPECT_LT(margin, 0.25 * rate) << means.size() << " arms";
  }
}

}  // namespace
}  // namespace banyan::bandit
