// Moving the root: what was found out below the move stays, everything else goes.
#include <gtest/gtest.h>

#include <cmath>

#include <banyan/games/connect4.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "exact.hpp"
#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

// Advancing by each move in turn, the visits below are those of the move, less the one that made it.
template <Game G>
void expect_visits_kept(const G& game, const SearchParams& params, std::uint64_t sims) {
  Searcher<G> searcher(game, params, 1);
  const auto before = searcher.run({.sims = sims});
  for (const auto& stats : before.moves) {
    Searcher<G> again(game, params, 1);
    again.run({.sims = sims});
    again.advance(stats.move);
    EXPECT_TRUE(again.root_state() == after(game, game.start(), stats.move));
    const auto kept = again.result();
    EXPECT_EQ(total_visits(kept), stats.visits - 1);
    EXPECT_LT(kept.nodes, before.nodes);
    const auto more = again.run({.sims = 500});
    EXPECT_EQ(total_visits(more), stats.visits - 1 + 500);
  }
}

TEST(Reuse, VisitsAreKept) {
  expect_visits_kept(ConnectFour{}, {.solver = false}, 3000);
  expect_visits_kept(toy::Endless{}, {.solver = false}, 300);
  expect_visits_kept(toy::Treasure<3>{}, {.solver = false}, 3000);  // moves in a column of their own
}

// The values, too: below the root they are the same numbers, seen by the next player.
TEST(Reuse, ValuesAreKept) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1);
  const auto before = searcher.run({.sims = 20'000});
  const auto& best = before.moves[0];
  searcher.advance(best.move);
  const auto kept = searcher.result();
  double sum = 0;
  for (const auto& stats : kept.moves) sum += static_cast<double>(stats.visits) * stats.value;
  // All returns at the move but the first were returns of its children, for the other player.
  const double of_children = -sum;
  const double of_move = static_cast<double>(best.visits) * best.value;
  EXPECT_LE(std::abs(of_move - of_children), 1 + 1e-6);
  EXPECT_EQ(before.line[1], *kept.best);
}

TEST(Reuse, GoesOnThroughChance) {
  const Pig game;
  Searcher<Pig> searcher(game, {.solver = false}, 1);
  searcher.run({.sims = 6000});
  searcher.advance(Pig::roll);
  searcher.advance(4);
  const auto kept = searcher.result();
  EXPECT_GT(total_visits(kept), 800U);
  EXPECT_EQ(searcher.root_state().gathered, 4);
}

TEST(Reuse, ProofsAreKept) {
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = true}, 1);
  ExactSolver<TicTacToe> exact(game);
  auto state = game.start();
  ASSERT_TRUE(searcher.run({.sims = 49'999}).bounds->proven());
  while (true) {
    const auto result = searcher.run({.sims = 50'000});
    ASSERT_TRUE(result.bounds->proven());
    EXPECT_EQ(result.value, 0);
    game.apply(state, *result.best);
    if (game.outcome(state)) break;
    searcher.advance(*result.best);
    EXPECT_TRUE(searcher.root_state() == state);
    EXPECT_EQ(exact.span(state, game.current_player(state)).low, 0);
  }
  EXPECT_EQ((*game.outcome(state))[0], 0);
}

// Bounds in a column move with their quads: after every advance the proofs are still true.
TEST(Reuse, BoundsInAColumnAreKept) {
  const Nim game({{3, 4, 5}, 3, false});
  ExactSolver<Nim> exact(game);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Searcher<Nim> searcher(game, {.solver = true}, seed);
    auto state = game.start();
    while (!game.outcome(state)) {
      const auto result = searcher.run({.sims = 300});
      for (const auto& stats : result.moves) {
        if (!stats.bounds) continue;
        const auto span = exact.span_of_move(state, stats.move);
        EXPECT_LE(stats.bounds->low, span.low);
        EXPECT_GE(stats.bounds->high, span.high);
      }
      searcher.advance(*result.best);
      game.apply(state, *result.best);
    }
  }
}

TEST(Reuse, AnUntriedMoveStartsAnew) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1);
  const auto before = searcher.run({.sims = 3});
  const auto untried = before.moves.back();
  ASSERT_EQ(untried.visits, 0U);
  searcher.advance(untried.move);
  EXPECT_EQ(total_visits(searcher.result()), 0U);
  EXPECT_EQ(total_visits(searcher.run({.sims = 100})), 100U);
}

TEST(Reuse, IntoTheEndOfTheGame) {
  const TicTacToe game;
  const auto state = *game.parse_position("XX./OO./...");
  for (const bool solver : {false, true}) {
    Searcher<TicTacToe> searcher(game, {.solver = solver}, 1);
    searcher.set_root(state);
    searcher.run({.sims = 100});
    searcher.advance(*game.parse_move(state, "c3"));
    const auto result = searcher.run({.sims = 100});
    EXPECT_EQ(result.simulations, 0U);
    EXPECT_FALSE(result.best);
  }
}

// A search that was moved and one that starts there go on alike, in memory too: no quad is lost on the way.
TEST(Reuse, MemoryComesBack) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false, .memory = Bytes{2'000'000}}, 1);
  for (int i = 0; i < 200; ++i) {
    if (game.outcome(searcher.root_state())) searcher.set_root(game.start());
    const auto result = searcher.run({.sims = 2000});
    EXPECT_LE(result.bytes, 2'000'000U);
    searcher.advance(*result.best);
  }
}

}  // namespace
}  // namespace banyan
