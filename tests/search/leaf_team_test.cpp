// Leaf parallelism: several random games for one visit.
#include <gtest/gtest.h>

#include <array>

#include <banyan/agent/uct.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

SearchParams on_leaves(std::uint32_t threads) {
  return {.solver = false, .threads = threads, .parallel = Parallel::leaf};
}

TEST(LeafTeam, ASimulationIsOneVisitWhateverTheThreads) {
  for (const std::uint32_t threads : {1U, 2U, 3U}) {
    const auto result = search(ConnectFour{}, ConnectFour{}.start(), {.sims = 1000}, on_leaves(threads));
    EXPECT_EQ(result.simulations, 1000U);
    EXPECT_EQ(total_visits(result), 1000U);
    EXPECT_EQ(result.threads, threads);
  }
}

TEST(LeafTeam, SeedAndThreadsDecideEverything) {
  const auto once = [](std::uint32_t threads) {
    return visits_by_move(
        search(ConnectFour{}, ConnectFour{}.start(), {.sims = 1000}, on_leaves(threads), 5));
  };
  EXPECT_EQ(once(3), once(3));
  EXPECT_NE(once(3), once(2));
  const auto alone = search(ConnectFour{}, ConnectFour{}.start(), {.sims = 1000}, {.solver = false}, 5);
  EXPECT_EQ(once(1), visits_by_move(alone));
}

TEST(LeafTeam, PlaysTheMeanOfItsGames) {
  LeafTeam<TicTacToe> team(TicTacToe{}, {.playout = Playout::uniform, .threads = 4}, 1);
  Random random(1, 0);
  std::array<Random, 3> others{Random(1, 1), Random(1, 2), Random(1, 3)};
  Random first(1, 0);
  const TicTacToe game;
  PlayoutWatch watch;
  for (int i = 0; i < 100; ++i) {
    double sum = random_playout(game, game.start(), first)[0];
    for (Random& other : others) sum += random_playout(game, game.start(), other)[0];
    EXPECT_EQ(team.play(game.start(), no_limit, random, watch).rewards[0], sum / 4);
  }
}

TEST(LeafTeam, ProvesWhatOneThreadProves) {
  SearchParams params = on_leaves(2);
  params.solver = true;
  const auto draw = search(TicTacToe{}, TicTacToe{}.start(), {.sims = 50'000}, params);
  EXPECT_EQ(draw.stopped_by, StopReason::proven);
}

TEST(LeafTeam, IsForAgentsThatPlayRandomGames) {
  UctParams params;
  params.search.parallel = Parallel::leaf;
  EXPECT_EQ(UctParams::problem(params), "");
  EXPECT_NE(UctParams::problem_without_playouts(params), "");
}

}  // namespace
}  // namespace banyan
