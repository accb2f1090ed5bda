// Several leaves in flight: they are asked about together, and nothing is lost or counted twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include <banyan/games/connect4.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

// All moves alike, and a random game for the value; notes how many questions came at once. Where it doesn't,
// the evaluator answers one by one.
template <Game G>
class InBatches final : public Evaluator<G> {
 public:
  InBatches(const G& game, std::vector<std::size_t>* batches) : game_(game), batches_(batches) {}
  Evaluation<G> evaluate(const StateOf<G>& state, const MoveListOf<G>& legal, std::span<float> priors,
                         Random& random) override {
    EXPECT_EQ(priors.size(), legal.size());
    std::fill(priors.begin(), priors.end(), 1.0F / static_cast<float>(priors.size()));
    return {random_playout(game_, state, random)};
  }
  void evaluate_all(std::span<Question<G>> questions, Random& random) override {
    if (batches_ != nullptr) batches_->push_back(questions.size());
    Evaluator<G>::evaluate_all(questions, random);
  }

 private:
  G game_;
  std::vector<std::size_t>* batches_;
};

template <Game G>
Guide<G> guide_with(const G& game, std::uint32_t leaves, std::vector<std::size_t>* batches = nullptr) {
  return {.make_evaluator = [game, batches] { return std::make_unique<InBatches<G>>(game, batches); },
          .has_priors = true,
          .params = {.leaves = leaves}};
}

TEST(LeavesInFlight, AreAskedAboutTogether) {
  std::vector<std::size_t> batches;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1, guide_with(game, 8, &batches));
  const auto result = searcher.run({.sims = 1000});
  EXPECT_EQ(result.simulations, 1000U);
  EXPECT_EQ(total_visits(result), 1000U);
  EXPECT_LE(*std::ranges::max_element(batches), 8U);
  EXPECT_LT(batches.size(), 250U) << "most batches have several leaves";
}

TEST(LeavesInFlight, OneByOneNobodyIsAskedForSeveral) {
  std::vector<std::size_t> batches;
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, {.solver = false}, 1, guide_with(game, 1, &batches));
  searcher.run({.sims = 100});
  EXPECT_TRUE(batches.empty());
}

// Few leaves are left to find, so that simulations come to the same ones again and again.
TEST(LeavesInFlight, MeetingAtALeafTakesNothingAway) {
  const TicTacToe game;
  const auto state = *game.parse_position("xox/oxo/.x.");
  for (const bool solver : {false, true}) {
    Searcher<TicTacToe> searcher(game, {.solver = solver}, 1, guide_with(game, 16));
    searcher.set_root(state);
    const auto result = searcher.run({.sims = 300});
    EXPECT_EQ(total_visits(result), result.simulations);
    EXPECT_EQ(result.stopped_by, solver ? StopReason::proven : StopReason::sims);
  }
}

TEST(LeavesInFlight, ProofsAreCarriedUp) {
  const TicTacToe game;
  Searcher<TicTacToe> searcher(game, {.solver = true}, 1, guide_with(game, 16));
  const auto result = searcher.run({.sims = 100'000});
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

TEST(LeavesInFlight, ThreadsAndChanceAndFullMemory) {
  const ConnectFour connect4;
  for (const InFlight in_flight : {InFlight::loss, InFlight::mean}) {
    Searcher<ConnectFour> searcher(connect4,
                                   {.threads = 2, .in_flight = in_flight, .memory = Bytes{2'000'000}}, 1,
                                   guide_with(connect4, 4));
    const auto result = searcher.run({.sims = 60'000});
    EXPECT_EQ(result.simulations, 60'000U);
    EXPECT_EQ(total_visits(result), 60'000U);
  }
  const Twenty48 twenty48;
  Searcher<Twenty48> searcher(twenty48, {.scale = Scale::none}, 1, guide_with(twenty48, 4));
  searcher.set_root(*twenty48.parse_position(".,.,.,./.,.,.,./.,.,2,./4,.,.,."));
  EXPECT_EQ(total_visits(searcher.run({.sims = 2000})), 2000U);
}

TEST(LeavesInFlight, SameSeedSameSearch) {
  const ConnectFour game;
  const auto once = [&] {
    Searcher<ConnectFour> searcher(game, {}, 7, guide_with(game, 8));
    return visits_by_move(searcher.run({.sims = 2000}));
  };
  EXPECT_EQ(once(), once());
}

}  // namespace
}  // namespace banyan
