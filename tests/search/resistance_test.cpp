// A lost game is drawn out: against every lost position of tic-tac-toe, and against small heaps of Nim.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <banyan/games/nim.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/forest.hpp>

#include "exact.hpp"

namespace banyan {
namespace {

// Moves of the player to move that win at once.
template <Game G>
std::uint32_t wins_at_once(const G& game, const StateOf<G>& state) {
  const auto player = static_cast<std::size_t>(game.current_player(state));
  std::uint32_t count = 0;
  for (const auto& move : legal_moves_of(game, state)) {
    const auto outcome = game.outcome(after(game, state, move));
    if (outcome && (*outcome)[player] > 0) ++count;
  }
  return count;
}

// All positions from here on, each once.
template <Game G>
void collect(const G& game, const StateOf<G>& state, std::set<std::uint64_t>& seen,
             std::vector<StateOf<G>>& states) {
  if (game.outcome(state) || !seen.insert(game.hash(state)).second) return;
  states.push_back(state);
  for (const auto& move : legal_moves_of(game, state)) collect(game, after(game, state, move), seen, states);
}

struct Tally {
  int longer = 0;  // positions in which some moves lose at once and others don't
  int tied = 0;    // in which all lose at once, to more replies or fewer
};

// The move that is chosen in a lost position loses at once only if all do, and then to the fewest replies.
template <Game G>
void expect_resistance(const G& game, const StateOf<G>& state, const MoveOf<G>& chosen, Tally& tally) {
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t most = 0;
  for (const auto& move : legal_moves_of(game, state)) {
    const std::uint32_t replies = wins_at_once(game, after(game, state, move));
    fewest = std::min(fewest, replies);
    most = std::max(most, replies);
  }
  EXPECT_EQ(wins_at_once(game, after(game, state, chosen)), fewest)
      << game.print_position(state) << " " << game.print_move(state, chosen);
  tally.longer += fewest == 0 && most > 0 ? 1 : 0;
  tally.tied += fewest > 0 && most > fewest ? 1 : 0;
}

template <Game G>
Tally check_all(const G& game, const SearchParams& params) {
  ExactSolver<G> exact(game);
  std::set<std::uint64_t> seen;
  std::vector<StateOf<G>> states;
  collect(game, game.start(), seen, states);
  Tally tally;
  for (const auto& state : states) {
    if (exact.span(state, game.current_player(state)).high >= 0) continue;
    Forest<G> forest(game, params, 1);
    forest.set_root(state);
    const auto result = forest.run({.sims = 4000}, false, {}, {});
    if (!result.bounds || !result.bounds->proven()) continue;
    expect_resistance(game, state, *result.best, tally);
  }
  return tally;
}

TEST(Resistance, NoLostPositionOfTicTacToeIsGivenAway) {
  for (const std::uint32_t threads : {1U, 2U})
    for (const bool deterministic : {false, true}) {
      const Tally tally = check_all(
          TicTacToe{}, {.threads = threads, .deterministic = deterministic, .memory = Bytes{8'000'000}});
      EXPECT_GT(tally.longer, 20);
      EXPECT_GT(tally.tied, 5);
    }
}

TEST(Resistance, HeapsKeepTheirProofsInAColumn) {
  const Tally tally = check_all(Nim(Nim::Params{.heaps = {2, 3, 4}}), {.memory = Bytes{8'000'000}});
  EXPECT_GT(tally.longer, 2);
}

TEST(Resistance, TheLongerLossIsChosenThenTheOneWithFewerReplies) {
  const Bounds lost{-1, -1};
  const auto stats = [&](int move, Resistance resistance) {
    return MoveStats<int>{.move = move, .visits = 9, .value = -1, .bounds = lost, .resistance = resistance};
  };
  const std::vector<MoveStats<int>> moves{stats(1, {.plies = 3, .replies = 0}),
                                          stats(2, {.plies = 5, .replies = 2}),
                                          stats(3, {.plies = 5, .replies = 1})};
  EXPECT_EQ(best_move(moves, lost, {})->move, 3);
}

}  // namespace
}  // namespace banyan
