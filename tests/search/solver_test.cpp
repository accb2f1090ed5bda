// The solver's proofs against exact values: every bound that a search reports, of the root and of each move,
// must hold.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "exact.hpp"

namespace banyan {
namespace {

// What was proven, to see that something was.
struct Tally {
  int searches = 0;
  int roots = 0;
  int moves = 0;
};

// The ways to search that change how proofs are found.
std::vector<SearchParams> ways_to_solve() {
  std::vector<SearchParams> ways;
  for (const Expand expand : {Expand::one, Expand::all})
    for (const std::uint32_t threads : {1U, 3U})
      ways.push_back({.c = 1,
                      .solver = true,
                      .playout = expand == Expand::one ? Playout::uniform : Playout::decisive,
                      .expand = expand,
                      .threads = threads,
                      .memory = Bytes{8'000'000}});
  for (const std::uint32_t threads : {1U, 3U})
    ways.push_back(
        {.c = 1, .solver = true, .transpositions = true, .threads = threads, .memory = Bytes{8'000'000}});
  return ways;
}

template <Game G>
void expect_true(const G& game, ExactSolver<G>& exact, const StateOf<G>& state,
                 const SearchResult<MoveOf<G>>& result, Tally& tally) {
  const auto holds = [](const Bounds& bounds, const auto& span) {
    return bounds.low <= span.low && span.high <= bounds.high;
  };
  ASSERT_TRUE(result.bounds);
  EXPECT_TRUE(holds(*result.bounds, exact.span(state, game.current_player(state))))
      << game.print_position(state);
  for (const auto& stats : result.moves) {
    if (!stats.bounds) continue;
    EXPECT_TRUE(holds(*stats.bounds, exact.span_of_move(state, stats.move)))
        << game.print_position(state) << " " << game.print_move(state, stats.move);
    tally.moves += stats.bounds->proven() ? 1 : 0;
  }
  ++tally.searches;
  if (!result.bounds->proven()) return;
  ++tally.roots;
  // Among several threads one may prove it when another has just counted the last simulation.
  EXPECT_TRUE(result.stopped_by == StopReason::proven || result.threads > 1);
  EXPECT_EQ(result.value, result.bounds->low);
  const auto kept = exact.span_of_move(state, *result.best);
  EXPECT_EQ(kept.low, result.bounds->low) << game.print_position(state);
  EXPECT_EQ(kept.high, result.bounds->high) << game.print_position(state);
}

template <Game G>
StateOf<G> random_position(const G& game, std::uint64_t plies, Random& random) {
  while (true) {
    StateOf<G> state = game.start();
    for (std::uint64_t ply = 0; ply < plies && !game.outcome(state); ++ply) {
      const auto moves = legal_moves_of(game, state);
      game.apply(state, moves[random.below(moves.size())]);
    }
    if (!game.outcome(state)) return state;
  }
}

// Searches random positions between two numbers of plies, some briefly and some at length.
template <Game G>
void expect_sound(const G& game, std::uint64_t fewest, std::uint64_t most, int positions) {
  ExactSolver<G> exact(game);
  Tally tally;
  Random random(1);
  for (int i = 0; i < positions; ++i) {
    const auto state = random_position(game, fewest + random.below(most - fewest + 1), random);
    for (const SearchParams& params : ways_to_solve()) {
      const std::uint64_t sims = std::uint64_t{1} << random.below(13);
      expect_true(game, exact, state, search(game, state, {.sims = sims}, params, random()), tally);
    }
  }
  EXPECT_GT(tally.roots, tally.searches / 20);
  EXPECT_LT(tally.roots, tally.searches);
  EXPECT_GT(tally.moves, tally.roots);
}

TEST(SolverProofs, TicTacToe) { expect_sound(TicTacToe{}, 0, 5, 60); }
TEST(SolverProofs, GomokuOnNineCells) { expect_sound(Gomoku({3, 3, 3}), 0, 5, 40); }
TEST(SolverProofs, GomokuOnSixteenCells) { expect_sound(Gomoku({4, 4, 4}), 6, 9, 25); }
TEST(SolverProofs, LateOthello) { expect_sound(Othello{}, 51, 56, 25); }
TEST(SolverProofs, LateConnectFour) { expect_sound(ConnectFour{}, 28, 34, 25); }
TEST(SolverProofs, NimOfTwo) { expect_sound(Nim({{3, 4, 5}, 2, false}), 0, 2, 25); }
TEST(SolverProofs, NimOfTwoMisere) { expect_sound(Nim({{3, 4, 5}, 2, true}), 0, 2, 25); }
TEST(SolverProofs, NimOfThree) { expect_sound(Nim({{2, 3, 3}, 3, false}), 0, 2, 25); }
TEST(SolverProofs, NimOfThreeMisere) { expect_sound(Nim({{2, 3, 3}, 3, true}), 0, 2, 25); }
TEST(SolverProofs, NimOfFive) { expect_sound(Nim({{2, 2, 3}, 5, true}), 0, 2, 25); }

// With chance, what is proven is what no die can change; the expected value lies within.
class ExpectedPig {
 public:
  explicit ExpectedPig(const Pig& game) : game_(game) {}
  double of_player_0(const Pig::State& state) {
    if (const auto outcome = game_.outcome(state)) return (*outcome)[0];
    const std::uint64_t key = game_.hash(state);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    return known_[key] = state.rolling ? of_die(state) : of_choice(state);
  }

 private:
  double of_die(const Pig::State& state) {
    double sum = 0;
    for (Pig::Move face = 1; face <= 6; ++face) sum += of_player_0(after(game_, state, face));
    return sum / 6;
  }
  double of_choice(const Pig::State& state) {
    const double sign = state.player == 0 ? 1 : -1;
    double best = -1;
    for (const auto move : legal_moves_of(game_, state))
      best = std::max(best, sign * of_player_0(after(game_, state, move)));
    return sign * best;
  }

  Pig game_;
  std::map<std::uint64_t, double> known_;
};

TEST(SolverProofs, PigWithFewTurns) {
  const Pig game({.goal = 7, .turns = 3});
  ExpectedPig exact(game);
  int proven = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Pig::State state = game.start();
    for (std::uint64_t ply = random.below(6); ply > 0 || state.rolling; ply -= ply > 0 ? 1 : 0) {
      const auto moves = legal_moves_of(game, state);
      game.apply(state,
                 state.rolling ? game.sample_chance(state, random) : moves[random.below(moves.size())]);
      if (game.outcome(state)) state = game.start();
    }
    for (const SearchParams& params : ways_to_solve()) {
      const auto result = search(game, state, {.sims = 3000}, params, seed);
      const double sign = state.player == 0 ? 1 : -1;
      const double value = sign * exact.of_player_0(state);
      EXPECT_LE(result.bounds->low, value + 1e-9) << game.print_position(state);
      EXPECT_GE(result.bounds->high, value - 1e-9) << game.print_position(state);
      for (const auto& stats : result.moves) {
        if (!stats.bounds) continue;
        const double worth = sign * exact.of_player_0(after(game, state, stats.move));
        EXPECT_LE(stats.bounds->low, worth + 1e-9) << game.print_position(state);
        EXPECT_GE(stats.bounds->high, worth - 1e-9) << game.print_position(state);
      }
      proven += result.bounds->proven() ? 1 : 0;
    }
  }
  EXPECT_GT(proven, 0);
}

TEST(Solver, ProvesThatTicTacToeIsADraw) {
  std::uint64_t most = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto result = search(TicTacToe{}, {}, {.sims = 49'999}, {.c = 1.4, .solver = true}, seed);
    EXPECT_EQ(result.bounds, (Bounds{0, 0})) << "seed " << seed;
    EXPECT_EQ(result.stopped_by, StopReason::proven);
    most = std::max(most, result.simulations);
  }
  RecordProperty("most_simulations", std::to_string(most));
}

// A proven move is not searched again: all simulations but the first few go to what is still open.
// In many of these positions another move wins as surely, only later.
TEST(Solver, AWinAtOnceIsPlayed) {
  const TicTacToe game;
  for (const char* position : {"oo./xx./...", "xo./xo./...", "o.x/o.x/...", "x.o/.x./o..", "xx./oo./..."})
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto state = *game.parse_position(position);
      const auto result = search(game, state, {.sims = 1000}, {.solver = true}, seed);
      TicTacToe::State after = state;
      game.apply(after, *result.best);
      EXPECT_TRUE(game.outcome(after).has_value()) << position << ", seed " << seed;
    }
}

TEST(Solver, LeavesProvenMovesAlone) {
  const ConnectFour game;
  auto state = game.start();  // X threatens to complete d1 to g1; any move but 7 loses at once
  for (const char* text : {"4", "1", "5", "1", "6"}) game.apply(state, *game.parse_move(state, text));
  const auto result = search(game, state, {.sims = 5000}, {.c = 1.4, .solver = true});
  int losing = 0;
  for (const auto& stats : result.moves) {
    if (!stats.bounds || stats.bounds->high > -1) continue;
    ++losing;
    EXPECT_LT(stats.visits, 100U);
  }
  EXPECT_GE(losing, 5);
}

// Without a solver nothing is proven and nothing is skipped.
TEST(Solver, SaysNothingWhenItIsOff) {
  const auto result = search(TicTacToe{}, {}, {.sims = 100'000}, {.solver = false});
  EXPECT_FALSE(result.bounds);
  for (const auto& stats : result.moves) EXPECT_FALSE(stats.bounds);
  EXPECT_EQ(result.simulations, 100'000U);
}

}  // namespace
}  // namespace banyan
