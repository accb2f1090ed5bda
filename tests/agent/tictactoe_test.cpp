// Tic-tac-toe against perfect play: nobody beats it, so whoever loses to it has erred.
#include <gtest/gtest.h>

#include <banyan/games/tictactoe.hpp>

#include "../search/exact.hpp"
#include "by_spec.hpp"

namespace banyan {
namespace {

// Plays a game against an opponent that picks any of the moves that keep the value. Answers the outcome.
double play_against_perfection(Agent<TicTacToe>& agent, Player seat, ExactSolver<TicTacToe>& exact,
                               Random& random) {
  const TicTacToe game;
  auto state = game.start();
  while (!game.outcome(state)) {
    TicTacToe::Move move{};
    if (game.current_player(state) == seat) {
      move = agent.choose(state, {}).best.value();
    } else {
      const auto best = exact.best_moves(state);
      move = best[random.below(best.size())];
    }
    agent.observe(state, move);
    game.apply(state, move);
  }
  return (*game.outcome(state))[static_cast<std::size_t>(seat)];
}

TEST(TicTacToeAgainstPerfectPlay, NeverLosesInAThousandGames) {
  const TicTacToe game;
  ExactSolver<TicTacToe> exact(game);
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const auto agent = agent_by_spec(game, "uct:sims=20000", seed);
    Random random(seed, 1);
    const Player seat = seed % 2 == 0 ? 0 : 1;
    EXPECT_EQ(play_against_perfection(*agent, seat, exact, random), 0) << "seed " << seed;
  }
}

}  // namespace
}  // namespace banyan
