// The root of Danihelka et al.: how it shares out simulations, what it chooses, and what it makes of priors.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <banyan/core/running_stats.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

using Schedule = std::vector<std::uint32_t>;

Schedule halving_schedule(std::size_t considered, std::uint64_t simulations) {
  HalvingSchedule plan(considered, simulations);
  Schedule schedule;
  for (std::uint64_t i = 0; i < simulations; ++i) schedule.push_back(plan.next());
  return schedule;
}

TEST(HalvingSchedule, LooksAtHalfAsManyMovesEachTime) {
  // 16 simulations, 4 moves, 2 rounds of 8: 2 visits for each of 4, then 4 more for each of 2.
  EXPECT_EQ(halving_schedule(4, 16), (Schedule{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  // One move has them all, and two share them.
  EXPECT_EQ(halving_schedule(1, 4), (Schedule{0, 1, 2, 3}));
  EXPECT_EQ(halving_schedule(2, 5), (Schedule{0, 0, 1, 1, 2}));
  // Too few for a round: as many moves as there are simulations.
  EXPECT_EQ(halving_schedule(8, 3), (Schedule{0, 0, 0}));
}

RC_GTEST_PROP(HalvingSchedule, CanBeKept, ()) {
  const auto moves = *rc::gen::inRange<std::size_t>(1, 100);
  const auto simulations = *rc::gen::inRange<std::uint64_t>(1, 2000);
  const Schedule schedule = halving_schedule(moves, simulations);
  RC_ASSERT(schedule.size() == simulations);
  std::vector<std::uint32_t> visits(moves, 0);
  for (const std::uint32_t wanted : schedule) {
    const auto move = std::find(visits.begin(), visits.end(), wanted);
    RC_ASSERT(move != visits.end());
    ++*move;
  }
}

// A plan for more simulations than memory has bytes takes no memory: this would need four exabytes as a list.
TEST(HalvingSchedule, IsNotKeptAsAList) {
  HalvingSchedule plan(4, std::uint64_t{1} << 60U);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(plan.next(), 0U);
  EXPECT_EQ(plan.next(), 1U);
}

// Moves whose values are known exactly once they were visited.
struct Arms {
  std::vector<RootMove> moves;
  std::vector<double> values;

  static Arms draw(Random& random, std::size_t count) {
    Arms arms;
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      arms.moves.push_back({.prior = random.uniform() + 0.01});
      arms.values.push_back(random.uniform());
      sum += arms.moves.back().prior;
    }
    for (RootMove& move : arms.moves) move.prior /= sum;
    return arms;
  }
  void visit(std::size_t i) {
    ++moves[i].visits;
    moves[i].value = values[i];
  }
  [[nodiscard]] double expected(const std::vector<double>& policy) const {
    return std::inner_product(policy.begin(), policy.end(), values.begin(), 0.0);
  }
  [[nodiscard]] std::vector<double> priors() const {
    std::vector<double> list;
    for (const RootMove& move : moves) list.push_back(move.prior);
    return list;
  }
};

// Theorem 1 of the paper: where values are exact, the move chosen is worth at least what one drawn by the
// priors is, in expectation over the noise, however few simulations there are. 2,000 draws each; the mean of
// the gain is above zero by more than 4.753 standard errors (error 10^-6 a case if there were no gain at
// all).
TEST(GumbelRoot, ChoosesBetterThanThePriorsDoWithTwoSimulations) {
  Random random(7);
  for (int game = 0; game < 20; ++game) {
    const Arms fresh = Arms::draw(random, 10);
    const double by_priors = fresh.expected(fresh.priors());
    RunningStats gain;
    for (int draw = 0; draw < 2000; ++draw) {
      Arms arms = fresh;
      GumbelRoot root({.noise = 1, .gumbel = 4}, arms.moves, 2, by_priors, random);
      for (int i = 0; i < 2; ++i) arms.visit(*root.next(arms.moves));
      gain.add(arms.values[*root.best(arms.moves)] - by_priors);
    }
    EXPECT_GT(gain.mean(), 4.753 * gain.standard_error()) << "game " << game;
  }
}

TEST(GumbelRoot, DrawsMovesByTheirPriors) {
  // With one simulation and nothing else known, the move is one drawn by the priors. Each count is within 4.9
  // standard deviations of its binomial (error below 10^-5 for all five together).
  Random random(8);
  std::vector<RootMove> moves;
  for (const double prior : {0.5, 0.25, 0.15, 0.07, 0.03}) moves.push_back({.prior = prior});
  constexpr int draws = 100'000;
  std::vector<int> drawn(moves.size(), 0);
  for (int i = 0; i < draws; ++i) {
    GumbelRoot root({.noise = 1, .gumbel = 16}, moves, 1, 0.5, random);
    ++drawn[*root.next(moves)];
  }
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const double p = moves[i].prior;
    EXPECT_NEAR(drawn[i], draws * p, 4.9 * std::sqrt(draws * p * (1 - p)));
  }
}

TEST(GumbelRoot, WithoutNoiseLooksAtTheHighestPriors) {
  Random random(9);
  std::vector<RootMove> moves{{.prior = 0.1}, {.prior = 0.6}, {.prior = 0.3}};
  GumbelRoot root({.gumbel = 2}, moves, 4, 0.5, random);
  EXPECT_EQ(root.next(moves), 1U);
  moves[1].visits = 1;
  moves[1].value = 0.5;
  EXPECT_EQ(root.next(moves), 2U);
}

RC_GTEST_PROP(GumbelRoot, ImprovedPolicyIsWorthMore, (std::uint64_t seed)) {
  Random random(seed);
  Arms arms = Arms::draw(random, 2 + random.below(20));
  // All visited: the policy shifts to better moves, and never loses by it.
  for (std::size_t i = 0; i < arms.moves.size(); ++i) arms.visit(i);
  const GumbelRoot root({.gumbel = 8}, arms.moves, 8, 0.5, random);
  const std::vector<double> policy = root.improved_policy(arms.moves);
  RC_ASSERT(std::abs(std::accumulate(policy.begin(), policy.end(), 0.0) - 1) < 1e-9);
  RC_ASSERT(arms.expected(policy) >= arms.expected(arms.priors()) - 1e-9);
}

TEST(GumbelRoot, PassesOverWhatIsProven) {
  Random random(10);
  std::vector<RootMove> moves{{.prior = 0.9, .settled = true}, {.prior = 0.1}};
  GumbelRoot root({.gumbel = 2}, moves, 2, 0.5, random);
  EXPECT_EQ(root.next(moves), 1U);
  moves[1].settled = true;
  EXPECT_EQ(root.next(moves), std::nullopt);
}

// Random games for values, and no preference.
template <Game G>
class Even final : public Evaluator<G> {
 public:
  explicit Even(const G& game) : game_(game) {}
  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& /*legal*/, std::span<float> priors,
                         Random& random) override {
    std::fill(priors.begin(), priors.end(), 1 / static_cast<float>(priors.size()));
    return {random_playout(game_, state, random)};
  }

 private:
  G game_;
};

template <Game G>
Guide<G> even_guide(const G& game, const PuctParams& params) {
  return {.make_evaluator = [game] { return std::make_unique<Even<G>>(game); },
          .has_priors = true,
          .params = params};
}

TEST(GumbelSearch, SpendsItsSimulationsOnTheMovesItConsiders) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1, even_guide(game, {.noise = 1, .gumbel = 4}));
  const auto result = searcher.run({.sims = 64});
  EXPECT_EQ(total_visits(result), 64U);
  // Four moves 8 times each, then two 16 times more.
  std::vector<std::uint64_t> visits;
  double policy = 0;
  for (const auto& move : result.moves) {
    visits.push_back(move.visits);
    policy += move.policy;
  }
  EXPECT_EQ(visits, (std::vector<std::uint64_t>{24, 24, 8, 8, 0, 0, 0}));
  EXPECT_NEAR(policy, 1, 1e-6);
  EXPECT_EQ(stats_of(result, *result.best).visits, 24U);
}

TEST(GumbelSearch, GoesOnWithATreeFromTheMoveBefore) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {}, 2, even_guide(game, {.noise = 1, .gumbel = 7}));
  for (int ply = 0; ply < 10; ++ply) {
    const auto result = searcher.run({.sims = 50});
    ASSERT_TRUE(result.best);
    searcher.advance(*result.best);
    EXPECT_FALSE(searcher.result().moves.empty());
  }
}

TEST(GumbelSearch, ProofsDecide) {
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = true}, 1, even_guide(game, {.gumbel = 9}));
  const auto result = searcher.run({.sims = 100'000});
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

}  // namespace
}  // namespace banyan
