// Matrix games as tables, as text, and their equilibria.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <banyan/bandit/equilibrium.hpp>
#include <banyan/bandit/matrix_text.hpp>
#include <banyan/core/random.hpp>

namespace banyan::bandit {
namespace {

MatrixGame named(std::string_view name) { return find_matrix_game(name).value(); }

std::string problem(std::string_view text) {
  const auto game = parse_matrix_game("test", text);
  return game ? "" : game.error().message;
}

TEST(MatrixText, EveryNamedGameReads) {
  for (const NamedMatrix& matrix : named_matrices) EXPECT_EQ(problem(matrix.text), "") << matrix.name;
  EXPECT_FALSE(find_matrix_game("hide-and-seek"));
}

TEST(MatrixText, ReadsPayoffsOfBothPlayers) {
  const MatrixGame game = named("prisoners");
  EXPECT_EQ(game.payoff(0, std::array<std::size_t, 2>{0, 1}), 0);
  EXPECT_EQ(game.payoff(1, std::array<std::size_t, 2>{0, 1}), 5);
  EXPECT_EQ(game.actions(1)[1], "defect");
  EXPECT_FALSE(game.zero_sum());
  EXPECT_TRUE(named("rps").zero_sum());
}

TEST(MatrixText, ReadsThreePlayers) {
  const auto game = parse_matrix_game("odd one out",
                                      "actions: h t / h t / h t\n"
                                      "0,0,0 -1,2,-1   # the third plays h\n"
                                      "2,-1,-1 -1,-1,2\n"
                                      "\n"
                                      "-1,-1,2 2,-1,-1\n"
                                      "-1,2,-1 0,0,0\n");
  ASSERT_TRUE(game) << game.error().message;
  EXPECT_EQ(game->players(), 3U);
  EXPECT_EQ(game->payoff(2, std::array<std::size_t, 3>{1, 1, 0}), 2);
  EXPECT_EQ(game->payoff(0, std::array<std::size_t, 3>{0, 1, 1}), 2);
  const MixedStrategy even{0.5, 0.5};
  EXPECT_EQ(game->exploitability(std::array{even, even, even}), 0);
  // Against two who always show heads, tails pays 2 instead of 0.
  const MixedStrategy heads{1, 0};
  EXPECT_DOUBLE_EQ(game->exploitability(std::array{heads, heads, heads}), 2);
}

TEST(MatrixText, NamesTheLineThatIsWrong) {
  EXPECT_NE(problem("0 1 2\n# fine\n3 4\n").find("line 3: the row has 2 cells; it needs 3"),
            std::string::npos);
  EXPECT_NE(problem("0 1\n2 x\n").find("line 2: 'x' is not a payoff"), std::string::npos);
  EXPECT_NE(problem("0 1\n2 1,2,3\n").find("line 2: '1,2,3' has 3 payoffs for 2 players"), std::string::npos);
  EXPECT_NE(problem("0 nan\n").find("'nan' is not a payoff"), std::string::npos);
  EXPECT_NE(problem("").find("no table"), std::string::npos);
  EXPECT_NE(problem("actions: a b / x y\n1 2\n").find("ends after 1 rows; it needs 2"), std::string::npos);
  EXPECT_NE(problem("actions: a b\n1 2\n").find("at least two players"), std::string::npos);
  EXPECT_NE(problem("actions: a b / \n1 2\n").find("a player has no actions"), std::string::npos);
  EXPECT_NE(problem("1 2\n3 4\n\n5 6\n7 8\n").find("there are 2 tables; there must be one"),
            std::string::npos);
}

RC_GTEST_PROP(MatrixText, NeverCrashes, (const std::string& text)) { (void)parse_matrix_game("any", text); }

TEST(Exploitability, IsWhatABestAnswerGains) {
  const MatrixGame rps = named("rps");
  const MixedStrategy rock{1, 0, 0};
  const MixedStrategy even{1.0 / 3, 1.0 / 3, 1.0 / 3};
  EXPECT_DOUBLE_EQ(rps.exploitability(std::array{rock, rock}), 1);    // each would gain 1 with paper
  EXPECT_DOUBLE_EQ(rps.exploitability(std::array{rock, even}), 0.5);  // one would, the other not
  EXPECT_NEAR(rps.exploitability(std::array{even, even}), 0, 1e-15);
}

TEST(Equilibrium, OfTheNamedGames) {
  const Equilibrium biased = zero_sum_equilibrium(named("biased-rps"));
  for (const MixedStrategy& strategy : biased.strategies) {
    EXPECT_NEAR(strategy[0], 0.25, 1e-12);
    EXPECT_NEAR(strategy[1], 0.5, 1e-12);
    EXPECT_NEAR(strategy[2], 0.25, 1e-12);
  }
  EXPECT_NEAR(biased.value, 0, 1e-12);
  const Equilibrium even = zero_sum_equilibrium(named("rpsls"));
  for (const double p : even.strategies[0]) EXPECT_NEAR(p, 0.2, 1e-12);
  EXPECT_NEAR(zero_sum_equilibrium(named("pennies")).strategies[1][0], 0.5, 1e-12);
}

// No pair of strategies but an equilibrium has exploitability zero, so this proves the program right.
RC_GTEST_PROP(Equilibrium, CannotBeExploited, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t rows = 1 + random.below(8);
  const std::size_t columns = 1 + random.below(8);
  MatrixGame game("random", {std::vector<std::string>(rows, "r"), std::vector<std::string>(columns, "c")});
  const bool coarse = random.bernoulli(0.5);  // many equal payoffs: degenerate programs
  double value = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      value = coarse ? static_cast<double>(random.below(3)) - 1 : 20 * random.uniform() - 10;
      game.set_payoff(0, std::array{i, j}, value);
      game.set_payoff(1, std::array{i, j}, -value);
    }
  }
  RC_ASSERT(game.zero_sum());
  const Equilibrium solved = zero_sum_equilibrium(game);
  RC_ASSERT(game.exploitability(solved.strategies) < 1e-9);
}

}  // namespace
}  // namespace banyan::bandit
