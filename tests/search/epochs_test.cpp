// Epochs: children that are searched several times in a row, and what the tree knows of it.
#include <gtest/gtest.h>

#include <vector>

#include <banyan/games/connect4.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/backup/epochs.hpp>
#include <banyan/search/searcher.hpp>

#include "result_checks.hpp"

namespace banyan {
namespace {

SearchParams plain(double epoch) { return {.solver = false, .playout = Playout::uniform, .epoch = epoch}; }

template <class Move>
void expect_same(const SearchResult<Move>& a, const SearchResult<Move>& b) {
  ASSERT_EQ(a.moves.size(), b.moves.size());
  for (std::size_t i = 0; i < a.moves.size(); ++i) {
    EXPECT_EQ(a.moves[i].move, b.moves[i].move);
    EXPECT_EQ(a.moves[i].visits, b.moves[i].visits);
    EXPECT_EQ(a.moves[i].value, b.moves[i].value);
  }
}

TEST(Epochs, AreOneSimulationLongWhileVisitsAreFew) {
  const Epochs<ConnectFour> epochs(1.0 / 64);
  EXPECT_EQ(epochs.length(0), 0U);
  EXPECT_EQ(epochs.length(127), 1U);
  EXPECT_EQ(epochs.length(128), 2U);
  EXPECT_EQ(epochs.length(6400), 100U);
}

TEST(Epochs, ChangeNothingBeforeAChildHasManyVisits) {
  const ConnectFour game;
  expect_same(search(game, game.start(), {.sims = 130}, plain(0)),
              search(game, game.start(), {.sims = 130}, plain(1.0 / 64)));
}

TEST(Epochs, EveryVisitIsCountedWhereverASearchStops) {
  const ConnectFour game;
  for (const std::uint64_t sims : {1000U, 12'345U, 54'321U}) {
    const auto result = search(game, game.start(), {.sims = sims}, plain(1.0 / 16));
    EXPECT_EQ(total_visits(result), sims);
    for (const auto& move : result.moves) {
      EXPECT_GE(move.value, -1);
      EXPECT_LE(move.value, 1);
      EXPECT_LE(move.low, move.value);
      EXPECT_GE(move.high, move.value);
    }
  }
}

TEST(Epochs, AreTheSameInOneCallAndInMany) {
  const ConnectFour game;
  Searcher<ConnectFour> once(game, plain(1.0 / 16), 3);
  Searcher<ConnectFour> often(game, plain(1.0 / 16), 3);
  const auto whole = once.run({.sims = 20'000});
  for (int call = 0; call < 40; ++call) often.run({.sims = 500});
  expect_same(whole, often.result());
}

// The visits of a node are one more than those of its children, all the way down the line.
TEST(Epochs, NodesAndTheirChildrenAgree) {
  const ConnectFour game;
  Searcher<ConnectFour> searcher(game, plain(1.0 / 16), 4);
  const auto result = searcher.run({.sims = 30'000});
  std::vector<ConnectFour::Move> path;
  std::uint64_t above = 0;
  for (const auto& move : result.line) {
    const auto node = searcher.view(path);
    ASSERT_TRUE(node);
    std::uint64_t visits = 0;
    std::uint64_t of_next = 0;
    for (const auto& child : node->children) {
      visits += child.visits;
      if (child.move == move) of_next = child.visits;
    }
    if (!path.empty()) {
      EXPECT_EQ(visits + 1, above) << "after " << path.size() << " moves";
    }
    above = of_next;
    path.push_back(move);
    if (above < 2) break;
  }
  EXPECT_GT(path.size(), 4U);
}

TEST(Epochs, EndWhenSomethingIsProven) {
  const TicTacToe game;
  const auto result = search(game, game.start(), {.sims = 50'000}, {.solver = true, .epoch = 1.0 / 16});
  EXPECT_EQ(result.stopped_by, StopReason::proven);
  EXPECT_EQ(result.value, 0);
}

TEST(Epochs, ThreadsCountEveryVisit) {
  const ConnectFour game;
  SearchParams params = plain(1.0 / 64);
  params.threads = 2;
  EXPECT_EQ(total_visits(search(game, game.start(), {.sims = 50'000}, params)), 50'000U);
}

// On a shared tree an epoch's visits are there for other threads from its beginning; what does not happen is
// taken back, and rewards arrive only with the simulations that brought them.
TEST(Epochs, AnnounceTheirVisitsToOtherThreads) {
  Quad quad{};
  const Slot slot{&quad, 1};
  slot.visits() = 640;
  const auto win = Layout<ConnectFour>::increment(1);
  Epochs<ConnectFour> epochs(1.0 / 64);
  epochs.keep<true>(slot, 0, {}, 1, epochs.length(slot.visits()));
  EXPECT_EQ(slot.visits(), 650U);
  EXPECT_EQ(epochs.plays<true>(), 639U);
  for (int i = 0; i < 3; ++i) {
    epochs.add({win, 0});
    epochs.end_simulation<true>();
  }
  EXPECT_EQ(slot.sum(), 0U);
  EXPECT_EQ(epochs.plays<true>(), 642U);
  epochs.settle<true>();
  EXPECT_EQ(slot.visits(), 650U);
  EXPECT_EQ(slot.sum(), 3 * win);
  EXPECT_EQ(epochs.plays<true>(), 642U);
  epochs.leave<true>();
  EXPECT_EQ(slot.visits(), 643U);
  EXPECT_EQ(epochs.depth(), 0U);
}

TEST(Epochs, LeaveNothingAnnouncedWhenTheyEnd) {
  Quad quad{};
  const Slot slot{&quad, 0};
  slot.visits() = 128;
  Epochs<ConnectFour> epochs(1.0 / 64);
  epochs.keep<true>(slot, 0, {}, 1, 2);
  for (int i = 0; i < 2; ++i) {
    epochs.add({});
    epochs.end_simulation<true>();
  }
  EXPECT_EQ(epochs.depth(), 0U);
  EXPECT_EQ(slot.visits(), 130U);
}

// What is announced can't run over a counter.
TEST(Epochs, AreShortNearTheEndOfACounter) {
  const Epochs<ConnectFour> epochs(1.0 / 64);
  EXPECT_EQ(epochs.length(std::uint32_t{0} - 641), 10U);
  EXPECT_EQ(epochs.length(std::uint32_t{0} - 1), 0U);
}

TEST(Epochs, SurviveWhenMemoryIsMadeFree) {
  const ConnectFour game;
  SearchParams params = plain(1.0 / 64);
  params.memory = Bytes{1'000'000};
  const auto result = search(game, game.start(), {.sims = 300'000}, params);
  EXPECT_EQ(total_visits(result), 300'000U);
}

TEST(Epochs, ManyPlayers) {
  const Nim game(Nim::Params{.players = 3});
  const auto result = search(game, game.start(), {.sims = 20'000}, plain(1.0 / 16));
  EXPECT_EQ(total_visits(result), 20'000U);
}

}  // namespace
}  // namespace banyan
