// Searches that are guided by an evaluator: what they ask of it, and what they make of its answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <memory>

#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

// Plays a random game for the value, and prefers the first legal moves: 1/2, 1/4, … with the rest on the
// last.
template <Game G>
class Halving final : public Evaluator<G> {
 public:
  Halving(const G& game, std::atomic<std::uint64_t>* asked) : game_(game), asked_(asked) {}
  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& random) override {
    EXPECT_FALSE(game_.outcome(state).has_value());
    EXPECT_EQ(priors.size(), legal.size());
    ++*asked_;
    float left = 1;
    for (float& prior : priors) left -= prior = left / 2;
    if (!priors.empty()) priors.back() += left;
    return {random_playout(game_, state, random)};
  }

 private:
  G game_;
  std::atomic<std::uint64_t>* asked_;
};

template <Game G>
Guide<G> halving_guide(const G& game, std::atomic<std::uint64_t>& asked, bool priors,
                       PuctParams params = {}) {
  return {.make_evaluator = [game, &asked] { return std::make_unique<Halving<G>>(game, &asked); },
          .has_priors = priors,
          .params = params};
}

double prior_of(const auto& result, const auto& move) { return stats_of(result, move).prior; }

TEST(GuidedSearch, AsksOnceForEveryLeafAndOnceForTheRoot) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1, halving_guide(game, asked, true));
  const auto result = searcher.run({.sims = 100});
  EXPECT_EQ(result.simulations, 100U);
  EXPECT_EQ(total_visits(result), 100U);
  EXPECT_EQ(asked, 101U);  // too few for a game to end within the tree
}

TEST(GuidedSearch, ReportsThePriorsAndFollowsThem) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {}, 1, halving_guide(game, asked, true, {.c = 1e4}));
  const auto result = searcher.run({.sims = 1000});
  MoveListOf<ConnectFour> legal;
  game.legal_moves(game.start(), legal);
  EXPECT_FLOAT_EQ(static_cast<float>(prior_of(result, legal[0])), 0.5F);
  EXPECT_FLOAT_EQ(static_cast<float>(prior_of(result, legal[1])), 0.25F);
  // With a weight that drowns the values, visits are in proportion to priors. Each move has c P sqrt(N) / (1
  // + n) + Q level with the others, up to the next visit; the first term is about 314, since the n + 1 of
  // seven moves add up to 1007, and Q is from 0 to 1. So n + 1 is P 1007 within a part in 314, and one visit.
  ASSERT_EQ(result.moves[0].move, legal[0]);
  EXPECT_NEAR(static_cast<double>(result.moves[0].visits), 502.5, 3);
  EXPECT_NEAR(static_cast<double>(result.moves[1].visits), 250.75, 2);
}

TEST(GuidedSearch, NoiseIsMixedIntoThePriorsOfEachNewRoot) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {}, 1,
                                 halving_guide(game, asked, true, {.noise = 0.25, .alpha = 0.3}));
  for (int root = 0; root < 2; ++root) {
    const auto result = searcher.run({.sims = 300});
    double sum = 0;
    double difference = 0;
    for (const auto& move : result.moves) {
      sum += move.prior;
      EXPECT_GE(move.prior, 0);
    }
    MoveListOf<ConnectFour> legal;
    game.legal_moves(searcher.root_state(), legal);
    double expected = 0.5;
    for (const auto& move : legal) {
      difference += std::abs(prior_of(result, move) - expected);
      expected /= 2;
    }
    EXPECT_NEAR(sum, 1, 1e-5);
    EXPECT_GT(difference, 0.01);
    EXPECT_LE(difference, 2 * 0.25 + 0.02);  // the noise is a quarter; the crumb on the last move is 1/128
    const auto again = searcher.run({.sims = 10});
    EXPECT_EQ(prior_of(again, legal[0]), prior_of(result, legal[0])) << "noise is drawn once for a root";
    searcher.advance(*result.best);
  }
}

TEST(GuidedSearch, MovesAreDrawnByVisits) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {}, 1, halving_guide(game, asked, true));
  const auto result = searcher.run({.sims = 300});
  // How often each of seven moves is drawn is within six standard deviations of its share: a chance of 1e-8
  // to fail.
  constexpr double draws = 7000;
  Random random(1);
  std::array<int, 7> drawn{};
  for (int i = 0; i < draws; ++i) ++drawn[*draw_move(result, 1, random)];
  for (const auto& stats : result.moves) {
    const double share = static_cast<double>(stats.visits) / 300;
    EXPECT_NEAR(drawn[stats.move], draws * share, 6 * std::sqrt(draws * share * (1 - share)) + 1)
        << +stats.move;
  }
}

TEST(GuidedSearch, ProofsOverrideTheEvaluator) {
  std::atomic<std::uint64_t> asked = 0;
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = true}, 1, halving_guide(game, asked, true));
  const auto result = searcher.run({.sims = 100'000});
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

// 5,478 positions of tic-tac-toe can be reached, and each is asked about once, however often it is met.
TEST(GuidedSearch, SharedPositionsAreAskedAboutOnce) {
  std::atomic<std::uint64_t> asked = 0;
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = false, .transpositions = true}, 1,
                               halving_guide(game, asked, true, {.c = 10}));
  const auto result = searcher.run({.sims = 30'000});
  EXPECT_EQ(total_visits(result), 30'000U);
  EXPECT_LE(asked, 4'521U);  // those that are not over; the root's node is not shared with itself
  EXPECT_GT(asked, 1'000U);
}

TEST(GuidedSearch, SharedPositionsAreProvenToo) {
  std::atomic<std::uint64_t> asked = 0;
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = true, .transpositions = true, .threads = 2}, 1,
                               halving_guide(game, asked, true));
  const auto result = searcher.run({.sims = 100'000});
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

TEST(GuidedSearch, ThreadsShareATreeThatOutgrowsItsMemory) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  constexpr std::uint64_t budget = 2'000'000;
  Searcher<ConnectFour> searcher(game, {.solver = true, .threads = 2, .memory = Bytes{budget}}, 1,
                                 halving_guide(game, asked, true));
  const auto result = searcher.run({.sims = 60'000});
  EXPECT_EQ(result.simulations, 60'000U);
  EXPECT_EQ(total_visits(result), 60'000U);
  EXPECT_LE(result.bytes, budget);
}

TEST(GuidedSearch, WithoutPriorsTheEvaluatorTakesThePlaceOfTheRandomGame) {
  std::atomic<std::uint64_t> asked = 0;
  const Pig game;
  Searcher<Pig> searcher(game, {.solver = false}, 1, halving_guide(game, asked, false));
  const auto result = searcher.run({.sims = 1000});
  EXPECT_EQ(total_visits(result), 1000U);
  EXPECT_EQ(asked, 1000U);
}

TEST(GuidedSearch, SameSeedSameSearch) {
  std::atomic<std::uint64_t> asked = 0;
  const ConnectFour game;
  const auto once = [&] {
    Searcher<ConnectFour> searcher(game, {}, 7, halving_guide(game, asked, true, {.noise = 0.25}));
    return searcher.run({.sims = 2000});
  };
  const auto first = once();
  const auto second = once();
  EXPECT_EQ(visits_by_move(first), visits_by_move(second));
  EXPECT_EQ(first.value, second.value);
  EXPECT_EQ(first.line, second.line);
}

}  // namespace
}  // namespace banyan
