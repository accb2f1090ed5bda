// Positions that are reached in several ways: the table they are found by, and searches that share them.
#include <gtest/gtest.h>

#include <banyan/games/connect4.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

TEST(TranspositionTable, FindsWhatWasEnteredAlsoAfterItHasGrown) {
  TranspositionTable table(10'000'000);
  std::uint64_t found = 0;
  constexpr std::uint64_t count = 20'000;
  for (std::uint64_t i = 1; i <= count; ++i) {
    table.insert<false>(mix64(i), static_cast<QuadIndex>(i));
    while (table.wants_to_grow()) table.grow();
  }
  for (std::uint64_t i = 1; i <= count; ++i) {
    const QuadIndex node = table.find<false>(mix64(i));
    EXPECT_TRUE(node == 0 || node == i);
    found += node == i ? 1 : 0;
    EXPECT_EQ(table.find<false>(mix64(count + i)), 0U);
  }
  // The keys are always the same ones. If they were random, at most four thirds of an entry would fall to a
  // bucket of four, and by Poisson's law 1.1 % would find theirs full: 2 % is over ten standard deviations
  // more.
  EXPECT_GE(found, count * 98 / 100);
  EXPECT_LE(table.highest_bytes(), 10'000'000U);
}

TEST(TranspositionTable, ForgetsNodesThatAreGone) {
  TranspositionTable table(1'000'000);
  for (const std::uint64_t hash : {0U, 1U, 2U, 3U})
    table.insert<false>(mix64(hash + 10), static_cast<QuadIndex>(hash + 5));
  table.renumber([](QuadIndex node) { return node == 6 ? 0 : node - 4; });
  EXPECT_EQ(table.find<false>(mix64(10)), 1U);
  EXPECT_EQ(table.find<false>(mix64(11)), 0U);
  EXPECT_EQ(table.find<false>(mix64(13)), 4U);
  table.clear();
  EXPECT_EQ(table.find<false>(mix64(10)), 0U);
}

template <Game G>
SearchResult<MoveOf<G>> run(const G& game, const SearchParams& params, std::uint64_t sims) {
  return search(game, game.start(), {.sims = sims}, params);
}

// Shared, the value is nearer to the draw by 0.003, as the search is further: over 24 seeds the difference
// has a standard deviation of 0.0022, and the threshold is more than seven of these away from its mean (a
// chance below 1e-13).
TEST(SharedPositions, TakeFewerNodesAndGiveTheSameValues) {
  const TicTacToe game;
  const SearchParams params{.c = 0.7, .solver = false, .playout = Playout::uniform};
  SearchParams shared = params;
  shared.transpositions = true;
  const auto tree = run(game, params, 200'000);
  const auto graph = run(game, shared, 200'000);
  EXPECT_EQ(total_visits(graph), 200'000U);
  EXPECT_LT(graph.nodes, tree.nodes * 2 / 3);
  // 5,478 positions can be reached; 4,520 of them are not over and have moves of their own, 16,167 in all.
  EXPECT_LE(graph.nodes, 16'167U);
  EXPECT_EQ(graph.best, tree.best);
  EXPECT_NEAR(graph.value, tree.value, 0.02);
}

TEST(SharedPositions, ProveTheDrawInFewerSimulations) {
  const auto tree = run(TicTacToe{}, {.solver = true}, 50'000);
  const auto graph = run(TicTacToe{}, {.solver = true, .transpositions = true}, 50'000);
  EXPECT_EQ(graph.stopped_by, StopReason::proven);
  EXPECT_EQ(graph.value, 0);
  EXPECT_LT(graph.simulations, tree.simulations);
}

TEST(SharedPositions, KeepWithinTheMemoryAndGoOn) {
  constexpr std::uint64_t budget = 1'500'000;
  for (const std::uint32_t threads : {1U, 2U}) {
    const auto result =
        run(ConnectFour{}, {.transpositions = true, .threads = threads, .memory = Bytes{budget}}, 100'000);
    EXPECT_EQ(total_visits(result), 100'000U);
    EXPECT_LE(result.bytes, budget);
  }
}

TEST(SharedPositions, AreKeptWhenTheRootMoves) {
  const Othello game;
  Searcher<Othello> searcher(game, {.transpositions = true}, 1);
  const auto before = searcher.run({.sims = 20'000});
  searcher.advance(*before.best);
  const auto after = searcher.run({.sims = 1});
  EXPECT_GT(total_visits(after), stats_of(before, *before.best).visits / 2);
  EXPECT_LT(after.nodes, before.nodes);
}

TEST(SharedPositions, SameSeedSameSearch) {
  const auto once = run(ConnectFour{}, {.transpositions = true}, 20'000);
  const auto again = run(ConnectFour{}, {.transpositions = true}, 20'000);
  EXPECT_EQ(visits_by_move(once), visits_by_move(again));
  EXPECT_EQ(once.line, again.line);
}

// Two players who want the same: five times one of them says yes or no, and each yes pays both of them.
// Positions with as many yeses are one.
struct Partners {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  static constexpr RewardRange reward_range{0, 5};
  using Move = std::uint8_t;
  struct State {
    std::uint8_t yes = 0;
    std::uint8_t said = 0;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.said % 2; }
  void legal_moves(const State& /*state*/, MoveListOf<Partners>& moves) const {
    for (const Move move : {Move{0}, Move{1}}) moves.push_back(move);
  }
  void apply(State& state, Move move) const {
    state.yes = static_cast<std::uint8_t>(state.yes + move);
    ++state.said;
  }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    if (state.said < 5) return std::nullopt;
    return std::array<double, 2>{double(state.yes), double(state.yes)};
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const { return mix64(state.yes * 8U + state.said); }
};
static_assert(Transposable<Partners>);

// Asked for all the same, a search of such a game does without them; an agent says why it can't.
TEST(SharedPositions, AreRefusedWherePlayersAreNotOpponents) {
  const SearchParams params{.solver = false, .transpositions = true};
  const auto result = run(Partners{}, params, 2000);
  EXPECT_EQ(result.best, 1);
  EXPECT_GT(result.value, 4.5);  // 2.5 where each takes the other's gain for a loss
  EXPECT_NE(misfit(Partners{}, params).find("zero-sum"), std::string::npos);
  EXPECT_EQ(misfit(Partners{}, {}), "");
  EXPECT_EQ(misfit(ConnectFour{}, params), "");
}

// A guided search takes a move that was not tried for what its node is worth to who moves there. In a game
// like this that is what the moves tried have brought, not the opposite of what the other player has.
TEST(SharedPositions, AreNotTheOnlyOnesToTakeOpponentsForGranted) {
  SearchSpace<Partners> space({}, {.solver = false, .epoch = 0});
  space.set_root({});
  Simulator<Partners> simulator(space, 1, 0);
  for (int i = 0; i < 100; ++i) simulator.simulate<false>();
  double sum = 0;
  double visits = 0;
  space.tree.for_each_child<false>(space.root, [&](const Slot& slot) {
    sum += Layout<Partners>::real_sum(slot.sum(), slot.visits());
    visits += slot.visits();
  });
  ASSERT_EQ(visits, 100);
  const Player other = 1;
  EXPECT_FLOAT_EQ(space.value_to_mover({}, other, 4.5, space.root, {}), static_cast<float>(sum / visits / 5));
  EXPECT_FLOAT_EQ(space.value_to_mover({}, 0, 4.5, space.root, {}), 0.9F);
}

}  // namespace
}  // namespace banyan
