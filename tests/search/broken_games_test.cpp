// What a search says of a game that breaks its contract: an error, whatever the build. The search neither
// hangs nor believes what it is told. Users meet their mistakes in a build without assertions, so this is
// one.
#undef NDEBUG
#define NDEBUG
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/agent/flat.hpp>
#include <banyan/agent/random.hpp>
#include <banyan/agent/uct.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/evaluate/guides.hpp>
#include <banyan/search/forest.hpp>
#include <banyan/search/searcher.hpp>

#include "broken_games.hpp"

namespace banyan {
namespace {

// Ways to search: plain, by several threads, with whole nodes, and with what else has a code path of its own.
std::vector<SearchParams> ways() {
  return {{},
          {.threads = 2},
          {.rule = Rule::grave},
          {.playout = Playout::mast},
          {.expand = Expand::all},
          {.solver = false},
          {.threads = 2, .parallel = Parallel::root}};
}

template <class Move>
void expect_error(const SearchResult<Move>& result, std::string_view words) {
  EXPECT_NE(result.error.find(words), std::string::npos) << "the error is '" << result.error << "'";
  EXPECT_EQ(result.stopped_by, StopReason::fault);
  EXPECT_FALSE(result.best);
  EXPECT_TRUE(result.moves.empty());
}

// Every way to search this game from this state ends with an error that has these words.
template <Game G>
void expect_error_from(const G& game, const StateOf<G>& state, std::string_view words) {
  for (const SearchParams& params : ways()) {
    Forest<G> forest(game, params, 1);
    forest.set_root(state);
    expect_error(forest.run({.sims = 2000}, false, {}, {}), words);
  }
}

using broken::Fault;
using broken::Sums;

void expect_error_of(Fault fault, std::string_view words) {
  expect_error_from(Sums{fault}, Sums::start(), words);
}

TEST(BrokenGames, TheSoundOneHasNoError) {
  for (const SearchParams& params : ways()) {
    Forest<Sums> forest({}, params, 1);
    const auto result = forest.run({.sims = 2000}, false, {}, {});
    EXPECT_EQ(result.error, "");
    EXPECT_TRUE(result.best);
  }
}

TEST(BrokenGames, AFinishedGameIsNoQuestion) { expect_error_from(Sums{}, {.plies = 4}, "the game is over"); }

TEST(BrokenGames, NorIsChance) {
  const Pig pig;
  Pig::State state = pig.start();
  MoveListOf<Pig> moves;
  pig.legal_moves(state, moves);
  pig.apply(state, moves[0]);
  ASSERT_EQ(pig.current_player(state), chance_player);
  expect_error_from(pig, state, "chance is to move");
}

TEST(BrokenGames, PlayersOutOfRange) {
  expect_error_of(Fault::player_at_start, "current_player() is 1000000: it must be 0 to 1");
  expect_error_of(Fault::player_later, "current_player() is 1000000: it must be 0 to 1");
  expect_error_of(Fault::chance_player, "chance_player is for games with chance_outcomes()");
}

TEST(BrokenGames, NoLegalMove) {
  expect_error_of(Fault::no_move_at_start, "lists no move");
  expect_error_of(Fault::no_move_later, "lists no move");
}
TEST(BrokenGames, NoLegalMoveWhereOnlyRandomGamesCome) {
  for (const SearchParams& params : ways())
    expect_error(Forest<Sums>({Fault::no_move_at_last}, params, 1).run({.sims = 100}, false, {}, {}),
                 "lists no move");
}

// These used to be drawn for ever.
TEST(BrokenGames, RepeatedMoves) {
  expect_error_of(Fault::repeats_at_start, "lists move '1' twice");
  Searcher<Sums> searcher({Fault::repeats_later}, {}, 1);
  expect_error(searcher.run({.sims = 2000}), "lists move '1' twice");
  Searcher<Sums> by_two({Fault::repeats_later}, {.threads = 2}, 1);
  expect_error(by_two.run({.sims = 2000}), "lists move '1' twice");
}

// These used to be written over the stack.
TEST(BrokenGames, MoreMovesThanMaxLegal) {
  expect_error_of(Fault::too_many_at_start, "200 moves, more than max_legal, which is 3");
  expect_error_of(Fault::too_many_later, "200 moves, more than max_legal, which is 3");
}

TEST(BrokenGames, RewardsThatMustNotBe) {
  expect_error_of(Fault::not_a_number, "rewards must be finite");
  expect_error_of(Fault::infinite, "rewards must be finite");
  expect_error_of(Fault::above_range, "(1.01, 0), outside reward_range, which is {-1, 1}");
  expect_error_of(Fault::below_range, "(0, -1.01), outside reward_range, which is {-1, 1}");
}

// It used to clamp 10 and 8 to 5, and to take 8.
TEST(BrokenGames, TheRangeIsOfWhatCanStillCome) {
  Searcher<broken::PayFirst> searcher({}, {}, 1);
  expect_error(searcher.run({.sims = 100}), "it must span whatever a player can still get from any state on");
  Searcher<broken::PayFirstRight> right({}, {}, 1);
  right.set_root(1);
  const auto result = right.run({.sims = 1000});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.best, 2);
  EXPECT_NEAR(result.value, 10, 1e-3);
}

TEST(BrokenGames, ProbabilitiesThatAreNone) {
  using F = broken::Coin::Fault;
  const auto expect = [](F fault, std::string_view words) {
    for (const ChanceNodes chance : {ChanceNodes::closed, ChanceNodes::open}) {
      // What adds up to more than 1 is never seen in a draw: only a node of its own is looked at.
      if (chance == ChanceNodes::open && (fault == F::above_one || fault == F::negative)) continue;
      Searcher<broken::Coin> searcher({fault}, {.chance = chance}, 1);
      expect_error(searcher.run({.sims = 1000}), words);
    }
  };
  EXPECT_EQ(search(broken::Coin{}, 0, {.sims = 1000}).error, "");
  expect(F::below_one, "add up to 0.9");
  expect(F::above_one, "add up to 1.1");
  expect(F::negative, "the probability -0.5");
  expect(F::nothing, "chance_outcomes() lists nothing");
  expect(F::too_many, "3 outcomes, more than max_chance, which is 2");
}

TEST(BrokenGames, AnIllegalAdvanceChangesNothing) {
  Searcher<Sums> searcher({}, {}, 1);
  const auto before = searcher.run({.sims = 50});
  EXPECT_EQ(searcher.advance(7), "'7' is not a legal move");
  EXPECT_EQ(searcher.root_state(), Sums::start());
  const auto after = searcher.result();
  ASSERT_EQ(after.moves.size(), before.moves.size());
  for (std::size_t i = 0; i < before.moves.size(); ++i)
    EXPECT_EQ(after.moves[i].visits, before.moves[i].visits);
  EXPECT_EQ(searcher.advance(1), "");
  EXPECT_EQ(searcher.root_state().plies, 1);
  Searcher<broken::Coin> coin({}, {}, 1);
  EXPECT_EQ(coin.advance(1), "");
  EXPECT_EQ(coin.advance(1), "'1' is not an outcome of chance");
  EXPECT_EQ(coin.advance(2), "");
  EXPECT_EQ(coin.advance(2), "the game is over: no move can be made");
}

// Agents pass the error on.
template <class A, class Params>
void expect_agent_fails(Params params) {
  A agent({Fault::no_move_at_start}, params, 1);
  expect_error(agent.choose({}, {}), "lists no move");
  expect_error(agent.analyze({}, {}), "lists no move");
}
TEST(BrokenGames, AgentsPassErrorsOn) {
  expect_agent_fails<RandomAgent<Sums>>(NoParameters{});
  expect_agent_fails<FlatAgent<Sums>>(FlatParams{.sims = 100});
  expect_agent_fails<TreeAgent<Sums>>(TreeAgentParams{.limits = {.sims = 100}});
}

// The next question is a new one.
TEST(BrokenGames, AnErrorDoesNotOutlastItsSearch) {
  Searcher<Sums> searcher({}, {}, 1);
  searcher.set_root({.plies = 4});
  EXPECT_NE(searcher.run({.sims = 10}).error, "");
  searcher.set_root(Sums::start());
  const auto result = searcher.run({.sims = 10});
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.simulations, 10U);
}

// An evaluator of one's own that answers nonsense at the root, deeper, or for the moves, one leaf at a time
// or several.
TEST(BrokenEvaluators, EndTheSearchWithAnError) {
  const TicTacToe game;
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  struct Nonsense {
    int from_move;
    double value;
    float prior;
    const char* said;
  };
  for (const Nonsense& nonsense :
       {Nonsense{0, nan, 0.1F, "the evaluator expects (nan, "},
        Nonsense{2, nan, 0.1F, "the evaluator expects (nan, "},
        Nonsense{2, 7, 0.1F, "the evaluator expects (7, -7), outside reward_range"},
        Nonsense{0, 0, nan, "gives a move the prior nan"}, Nonsense{2, 0, -1, "gives a move the prior -1"}})
    for (const std::uint32_t leaves : {1U, 4U}) {
      const auto evaluate = [&](const TicTacToe::State&, const auto& legal, std::span<float> priors,
                                Random&) {
        const bool broken = 9 - static_cast<int>(legal.size()) >= nonsense.from_move;
        std::fill(priors.begin(), priors.end(), broken ? nonsense.prior : 0.1F);
        const double value = broken ? nonsense.value : 0;
        return std::array{value, -value};
      };
      Searcher<TicTacToe> searcher(game, {}, 1, prior_guide<TicTacToe>(evaluate, {.leaves = leaves}));
      const auto result = searcher.run({.sims = 1000});
      EXPECT_EQ(result.stopped_by, StopReason::fault) << nonsense.said;
      EXPECT_NE(result.error.find(nonsense.said), std::string::npos) << result.error;
    }
}

}  // namespace
}  // namespace banyan
