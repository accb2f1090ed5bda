// Matrix games as tables, as text, and their equilibria.
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <stop_token>

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
  const Equilibrium biased = zero_sum_equilibrium(named("biased-rps")).value();
  for (const MixedStrategy& strategy : biased.strategies) {
    EXPECT_NEAR(strategy[0], 0.25, 1e-12);
    EXPECT_NEAR(strategy[1], 0.5, 1e-12);
    EXPECT_NEAR(strategy[2], 0.25, 1e-12);
  }
  EXPECT_NEAR(biased.value, 0, 1e-12);
  const Equilibrium even = zero_sum_equilibrium(named("rpsls")).value();
  for (const double p : even.strategies[0]) EXPECT_NEAR(p, 0.2, 1e-12);
  EXPECT_NEAR(zero_sum_equilibrium(named("pennies")).value().strategies[1][0], 0.5, 1e-12);
}

MatrixGame zero_sum_game(std::size_t rows, std::size_t columns, const std::function<double()>& payoff) {
  MatrixGame game("made", {std::vector<std::string>(rows, "r"), std::vector<std::string>(columns, "c")});
  game.for_each_joint([&](std::span<const std::size_t> joint) {
    const double value = payoff();
    game.set_payoff(0, joint, value);
    game.set_payoff(1, joint, -value);
  });
  return game;
}

// No pair of strategies but an equilibrium has exploitability zero, so this proves the program right.
RC_GTEST_PROP(Equilibrium, CannotBeExploited, (std::uint64_t seed)) {
  Random random(seed);
  const std::size_t rows = 1 + random.below(8);
  const std::size_t columns = 1 + random.below(8);
  const bool coarse = random.bernoulli(0.5);  // many equal payoffs: degenerate programs
  const MatrixGame game = zero_sum_game(rows, columns, [&] {
    return coarse ? static_cast<double>(random.below(3)) - 1 : 20 * random.uniform() - 10;
  });
  RC_ASSERT(game.zero_sum());
  const Equilibrium solved = zero_sum_equilibrium(game).value();
  RC_ASSERT(game.exploitability(solved.strategies) < 1e-9);
}

TEST(MatrixText, RefusesPayoffsThatNoSumCouldHold) {
  EXPECT_NE(problem("1e308 -1e308\n-1e308 1e308\n").find("line 1: '1e308' has a payoff that is too large"),
            std::string::npos);
  EXPECT_NE(problem("1,2 3,-1.1e100\n").find("from -1e100 to 1e100"), std::string::npos);
  EXPECT_EQ(problem("1e100 -1e100\n-1e100 1e100\n"), "");
}

// Payoffs of every size a game may have, and of very different sizes in one game: the program ends, and its
// answer can't be exploited for more than a millionth of the payoffs' range.
TEST(Equilibrium, EndsForPayoffsOfAnySize) {
  Random random(17);
  for (int i = 0; i < 500; ++i) {
    const MatrixGame game = zero_sum_game(1 + random.below(12), 1 + random.below(12), [&] {
      const double size = std::pow(10, 420 * random.uniform() - 320);  // 1e-320 … 1e100
      return random.bernoulli(0.5) ? size : -size;
    });
    const auto solved = zero_sum_equilibrium(game);
    ASSERT_TRUE(solved) << i << ": " << solved.error().message;
    for (const MixedStrategy& strategy : solved->strategies)
      EXPECT_NEAR(std::accumulate(strategy.begin(), strategy.end(), 0.0), 1, 1e-12);
  }
}

TEST(Equilibrium, RefusesWhatIsNoGame) {
  const auto message = [](const MatrixGame& game) { return zero_sum_equilibrium(game).error().message; };
  for (const double payoff : {1e308, std::nan(""), std::numeric_limits<double>::infinity()}) {
    const MatrixGame game = zero_sum_game(2, 2, [&] { return payoff; });
    EXPECT_NE(message(game).find("payoffs are from -1e100 to 1e100"), std::string::npos) << payoff;
  }
  EXPECT_NE(message(named("chicken")).find("not a zero-sum game"), std::string::npos);
  EXPECT_NE(message(MatrixGame("none", {{"a"}, {}})).find("player 1 has no actions"), std::string::npos);
  EXPECT_NE(message(MatrixGame("none", {})).find("no players"), std::string::npos);
}

// One player with so many actions that a tableau with a column for each slack would take 80 GB.
TEST(Equilibrium, OfOneLongColumn) {
  double payoff = 0;
  const MatrixGame game = zero_sum_game(100'000, 1, [&] { return payoff += 1; });
  const Equilibrium solved = zero_sum_equilibrium(game).value();
  EXPECT_EQ(solved.value, 100'000);
  EXPECT_EQ(solved.strategies[0].back(), 1);
}

TEST(Equilibrium, HearsTheStop) {
  Random random(3);
  std::stop_source stop;
  stop.request_stop();
  const MatrixGame game = zero_sum_game(20, 20, [&] { return random.uniform(); });
  EXPECT_NE(zero_sum_equilibrium(game, stop.get_token()).error().message.find("stopped"), std::string::npos);
  EXPECT_TRUE(zero_sum_equilibrium(game));
}

TEST(MatrixGame, TooManyPlayersThrow) {
  EXPECT_THROW(MatrixGame("large", std::vector(64, std::vector<std::string>(2, "a"))), std::length_error);
}

}  // namespace
}  // namespace banyan::bandit
