// What a draw is worth: to the player who searches what the options say, to the other the opposite.
#include <gtest/gtest.h>

#include <memory>

#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/search/forest.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

using State = StateOf<TicTacToe>;

// X is to move, and whatever is played, the board fills up without a line.
State drawn_position() { return *TicTacToe{}.parse_position("xox/.../oxo"); }

// The returns that moves brought. A search that proves stops when it has seen enough, so not all have any.
void expect_values(const SearchResult<MoveOf<TicTacToe>>& result, double value) {
  EXPECT_GT(total_visits(result), 0U);
  for (const auto& move : result.moves)
    if (move.visits > 0) {
      EXPECT_NEAR(move.value, value, 1e-4);
    }
}

TEST(Draws, AreWorthWhatTheOptionsSay) {
  for (const bool solver : {false, true})
    for (const bool transpositions : {false, true})
      for (const double draw : {-0.5, 0.0, 0.25})
        expect_values(search(TicTacToe{}, drawn_position(), {.sims = 200},
                             {.solver = solver, .transpositions = transpositions, .draw = draw}),
                      draw);
}

TEST(Draws, AreWorthTheSameToEveryThread) {
  for (const Parallel parallel : {Parallel::tree, Parallel::root}) {
    Forest<TicTacToe> forest(TicTacToe{}, {.solver = false, .draw = -0.5, .threads = 3, .parallel = parallel},
                             1);
    forest.set_root(drawn_position());
    expect_values(forest.run({.sims = 300}, false, {}, {}), -0.5);
  }
}

// The tree stays on the side of whoever the search was begun for, until it is told otherwise.
TEST(Draws, AreWorthTheOppositeToTheOther) {
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = false, .draw = -0.5}, 1);
  searcher.set_root(drawn_position());
  searcher.run({.sims = 300});
  searcher.advance(*game.parse_move(drawn_position(), "b2"));
  expect_values(searcher.run({.sims = 10}), 0.5);
  searcher.take_side(1);
  const auto result = searcher.run({.sims = 10});
  EXPECT_EQ(total_visits(result), 10U);  // what was found out for X is forgotten
  expect_values(result, -0.5);
}

// Knows nothing, but that three games of five are drawn.
class MostlyDrawn final : public Evaluator<TicTacToe> {
 public:
  Evaluation<TicTacToe> evaluate(const State& /*state*/, const MoveListOf<TicTacToe>& /*legal*/,
                                 std::span<float> priors, Random& /*random*/) override {
    for (float& prior : priors) prior = 1 / static_cast<float>(priors.size());
    return {.rewards = {0.2, -0.2}, .draw = 0.6};
  }
};

TEST(Draws, AreWorthAsMuchAsTheyAreLikely) {
  for (const std::uint32_t leaves : {1U, 4U}) {
    const Guide<TicTacToe> guide{.make_evaluator = [] { return std::make_unique<MostlyDrawn>(); },
                                 .has_priors = true,
                                 .params = {.leaves = leaves}};
    Searcher<TicTacToe> searcher(TicTacToe{}, {.draw = -0.5}, 1, guide);
    expect_values(searcher.run({.sims = 20}), 0.2 - 0.5 * 0.6);
  }
}

TEST(Draws, ProvenOnesAreChosenForWhatTheyAreWorth) {
  const std::vector<MoveStats<int>> moves{
      {.move = 1, .visits = 10, .value = -0.3, .bounds = Bounds{0, 0}},
      {.move = 2, .visits = 10, .value = -0.2, .bounds = Bounds{-1, 1}},
  };
  const Bounds open{-1, 1};
  EXPECT_EQ(best_move(moves, open, {})->move, 1);
  EXPECT_EQ(best_move(moves, open, {.draw = -0.5})->move, 2);
  EXPECT_EQ(best_move(moves, open, {.draw = -0.1})->move, 1);
}

TEST(Draws, NeedAGameThatHasThem) {
  EXPECT_EQ(misfit<TicTacToe>({.draw = -0.5}), "");
  EXPECT_NE(misfit<Twenty48>({.draw = -0.5}), "");
}

}  // namespace
}  // namespace banyan
