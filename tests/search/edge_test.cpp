// Sums and counters near 2^32, where a float would have stalled long before and a careless counter wraps:
// trees whose children start near the edge.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include <banyan/games/tictactoe.hpp>
#include <banyan/search/answer/report.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();

// A search one can look into: its root's children as if they had been visited that often, with that mean.
template <Game G>
class OldSearch {
 public:
  explicit OldSearch(const SearchParams& params) : space_(G{}, params), simulator_(space_, 1, 0) {
    space_.set_root(G{}.start());
    MoveListOf<G> legal;
    space_.game.legal_moves(space_.root_state, legal);
    for (std::size_t i = 0; i < legal.size(); ++i) simulator_.template simulate<false>();
  }

  template <class Age>
  void age(Age&& age) {
    space_.root_visits = 0;
    space_.tree.template for_each_child<false>(space_.root, [&](const Slot& slot) {
      age(slot);
      space_.root_visits += slot.visits();
    });
    simulator_.start_round();
  }

  template <bool Shared>
  void simulate(std::uint64_t times) {
    for (std::uint64_t i = 0; i < times; ++i) simulator_.template simulate<Shared>();
    simulator_.settle();
    if constexpr (Shared) simulator_.leave_epochs();
  }
  SearchResult<MoveOf<G>> result() { return Report<G>(space_, simulator_).make(); }

 private:
  SearchSpace<G> space_;
  Simulator<G> simulator_;
};

// All returns of this game are 20: whatever is added near the edge, the mean stays 20 to the last bit.
TEST(Edge, SumsOfDoublesStayExact) {
  OldSearch<toy::Counting> old({.solver = false});
  old.age([](const Slot& slot) {
    slot.visits() = most - 5000;
    slot.sum() = std::bit_cast<std::uint64_t>(20.0 * slot.visits());
  });
  old.simulate<false>(2000);
  old.simulate<true>(2000);
  const auto result = old.result();
  EXPECT_EQ(total_visits(result), 2 * std::uint64_t{most - 5000} + 4000);
  for (const auto& stats : result.moves) EXPECT_EQ(stats.value, 20);
}

template <Game G>
void win_always(const Slot& slot, std::uint32_t visits) {
  using L = Layout<G>;
  slot.visits() = visits;
  slot.sum() = L::pack_move(L::unpack_move(slot.sum()));  // the move alone
  slot.sum() += L::increment(1) * visits;
}

// A move that always won has the mean 1 at 2^32 - 1 visits, and its move is still readable: nothing ran over.
TEST(Edge, FixedPointSumsHoldEveryVisit) {
  using L = Layout<TicTacToe>;
  const std::uint64_t sum = L::pack_move(8) + L::increment(1) * most;
  EXPECT_EQ(L::real_sum(sum, most) / most, 1);
  EXPECT_EQ(L::unpack_move(sum), 8);
  const std::uint64_t lost = L::pack_move(8) + L::increment(-1) * most;
  EXPECT_EQ(L::real_sum(lost, most) / most, -1);
  EXPECT_EQ(L::unpack_move(lost), 8);
  const std::uint64_t drawn = L::pack_move(8) + L::increment(0) * most;
  EXPECT_EQ(L::real_sum(drawn, most), 0);
}

// One loss among four billion wins is seen.
TEST(Edge, OneLossCounts) {
  using L = Layout<TicTacToe>;
  std::uint64_t sum = L::pack_move(3) + L::increment(1) * (most - 1);
  L::add<false>(sum, L::increment(-1));
  EXPECT_EQ(L::real_sum(sum, most), double{most} - 2);
  L::add<true>(sum, L::increment(1));
  EXPECT_EQ(L::real_sum(sum, double{most} + 1), double{most} - 1);
}

TEST(Edge, VisitsAndValuesStayRightUpToTheEdge) {
  OldSearch<TicTacToe> old({.c = 1.4, .solver = false});
  std::uint32_t i = 0;
  old.age([&](const Slot& slot) { win_always<TicTacToe>(slot, most - 2500 + i++); });
  const std::uint64_t before = total_visits(old.result());
  old.simulate<false>(1000);
  old.simulate<true>(1000);
  const auto result = old.result();
  EXPECT_EQ(total_visits(result), before + 2000);
  for (const auto& stats : result.moves) {
    EXPECT_GE(stats.visits, most - 2500);
    // At most 2000 of its four billion games were not won.
    EXPECT_GE(stats.value, 1 - 4000.0 / most);
    EXPECT_LE(stats.value, 1);
  }
}

// Selection compares what is so large correctly: the one move that wins a little less often gets none of the
// visits that exploration does not give it.
TEST(Edge, SelectionStillTellsChildrenApart) {
  OldSearch<TicTacToe> old({.c = 0, .solver = false});
  bool first = true;
  MoveOf<TicTacToe> good{};
  old.age([&](const Slot& slot) {
    win_always<TicTacToe>(slot, 4'000'000'000U);
    if (first) {
      good = Layout<TicTacToe>::unpack_move(slot.sum());
    } else {
      slot.sum() -= Layout<TicTacToe>::increment(1) * 4'000'000U;  // a thousandth were losses
    }
    first = false;
  });
  old.simulate<false>(500);
  EXPECT_EQ(stats_of(old.result(), good).visits, 4'000'000'500U);
}

// Before a counter could wrap, the search ends.
TEST(Edge, ASearchEndsBeforeCountersWrap) {
  const StopRule rule = stop_when_counters_are_full(most - 100);
  EXPECT_EQ(rule({.simulations = 99}).at_most, 1U);
  EXPECT_EQ(rule({.simulations = 100}).reason, StopReason::sims);
  EXPECT_EQ(stop_when_counters_are_full(most)({}).reason, StopReason::sims);
  EXPECT_EQ(stop_when_counters_are_full(std::uint64_t{most} + 5)({}).reason, StopReason::sims);
  EXPECT_EQ(stop_when_counters_are_full(0)({}).at_most, most);
}

}  // namespace
}  // namespace banyan
