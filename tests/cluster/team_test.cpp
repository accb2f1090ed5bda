#include <banyan/cluster/team.hpp>

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>

#include <banyan/agent/tree_agent.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>

#include <banyan/cluster/thread_wire.hpp>

namespace banyan::cluster {
namespace {

using Answer = SearchResult<MoveOf<ConnectFour>>;

// The answer of the first of so many ranks.
Answer answer_of(int ranks, const SearchParams& params, const SearchLimits& limits) {
  Answer first;
  run_ranks(ranks, [&](Ranks& own) {
    std::stop_source stop;
    SearchTeam team(own, {.interval = Duration{0.002}, .depth = 4}, stop);
    const ConnectFour game;
    Forest<ConnectFour> forest(game, params, 5);
    forest.set_root(game.start());
    Answer answer = forest.run(limits, false, stop.get_token(), {}, &team);
    if (own.is_first()) first = std::move(answer);
  });
  return first;
}

TEST(Team, DeterministicSearchesAreThoseOfOneProcess) {
  const ConnectFour game;
  const SearchParams params{.deterministic = true};
  const SearchLimits limits{.sims = 20'001};
  Forest<ConnectFour> forest(game, params, 5);
  forest.set_root(game.start());
  const Answer alone = forest.run(limits, false, {}, {});
  for (const int ranks : {1, 2, 3, 4, 8}) {
    const Answer shared = answer_of(ranks, params, limits);
    ASSERT_EQ(shared.moves.size(), alone.moves.size()) << ranks;
    for (std::size_t i = 0; i < alone.moves.size(); ++i) {
      EXPECT_EQ(shared.moves[i].move, alone.moves[i].move) << ranks;
      EXPECT_EQ(shared.moves[i].visits, alone.moves[i].visits) << ranks;
      EXPECT_EQ(shared.moves[i].value, alone.moves[i].value) << ranks;
      EXPECT_EQ(shared.moves[i].low, alone.moves[i].low) << ranks;
    }
    EXPECT_EQ(shared.best, alone.best);
    EXPECT_EQ(shared.line, alone.line);
    EXPECT_EQ(shared.simulations, alone.simulations);
  }
}

// What ranks have heard from each other must not be counted twice: the root's visits are the simulations.
TEST(Team, SimulationsOfAllRanksAreCountedOnce) {
  for (const int ranks : {1, 2, 4}) {
    const Answer shared = answer_of(ranks, {}, {.sims = 40'000});
    EXPECT_EQ(shared.error, "");
    EXPECT_EQ(shared.simulations, 40'000U) << ranks;
    std::uint64_t visits = 0;
    for (const auto& move : shared.moves) {
      visits += move.visits;
      EXPECT_GE(move.value, -1);
      EXPECT_LE(move.value, 1);
    }
    EXPECT_EQ(visits, 40'000U) << ranks;
  }
}

TEST(Team, AProofOfOneEndsTheSearchOfAll) {
  std::mutex mutex;
  std::set<int> ended;
  Answer first;
  run_ranks(3, [&](Ranks& own) {
    std::stop_source stop;
    SearchTeam team(own, {.interval = Duration{0.002}}, stop);
    const ConnectFour game;
    Forest<ConnectFour> forest(game, {}, 5);
    auto state = game.start();
    // Three in a row with both ends open: won at once.
    for (const char* column : {"4", "4", "5", "5", "3", "3"})
      game.apply(state, *move_from_text(game, state, column));
    forest.set_root(state);
    Answer answer = forest.run({.time = Duration{600}}, false, stop.get_token(), {}, &team);
    const std::lock_guard lock(mutex);
    ended.insert(own.rank());
    if (own.is_first()) first = std::move(answer);
  });
  EXPECT_EQ(ended.size(), 3U);
  ASSERT_TRUE(first.bounds);
  EXPECT_EQ(*first.bounds, (Bounds{1, 1}));
  EXPECT_EQ(first.stopped_by, StopReason::proven);
}

// The trees of parallel=root ask for answers on threads of their own, while these arrive.
TEST(Team, AnswersMayArriveWhileSeveralThreadsAskForThem) {
  constexpr int ranks = 8;
  Answer first;
  run_ranks(ranks, [&](Ranks& own) {
    std::stop_source stop;
    SearchTeam team(own, {.interval = Duration{0.002}}, stop);
    const ConnectFour game;
    Forest<ConnectFour> forest(game, {.threads = 4, .parallel = Parallel::root}, 5);
    forest.set_root(game.start());
    // Shares of these; the others are done long before the first.
    const std::uint64_t sims = own.is_first() ? 400'000 : 8'000;
    Answer answer = forest.run({.sims = sims}, false, stop.get_token(), {}, &team);
    if (own.is_first()) first = std::move(answer);
  });
  EXPECT_EQ(first.error, "");
  EXPECT_EQ(first.simulations, 400'000U / ranks + (ranks - 1) * 8'000U / ranks);
}

// What a rank can't do is thrown to who asked for the search, not in a thread of it.
TEST(Team, AFailedRankEndsTheSearchInItsWords) {
  for (const Parallel parallel : {Parallel::tree, Parallel::root}) {
    std::string said;
    run_ranks(3, [&](Ranks& own) {
      std::stop_source stop;
      SearchTeam team(own, {.interval = Duration{0.002}}, stop);
      if (own.rank() == 2) throw std::runtime_error("out of memory here");
      const ConnectFour game;
      Forest<ConnectFour> forest(game, {.threads = 2, .parallel = parallel}, 5);
      forest.set_root(game.start());
      try {
        forest.run({.time = Duration{600}}, false, stop.get_token(), {}, &team);
      } catch (const RankFailed& failure) {
        said = failure.what();
      }
    });
    EXPECT_EQ(said, "rank 2: out of memory here");
  }
}

// A stop at the first rank alone, as by Ctrl-C: what the others have found is part of the answer.
TEST(Team, AnInterruptedSearchHasThePartsOfAll) {
  for (const std::optional<Duration> time : {std::optional<Duration>(), std::optional(Duration{600})}) {
    Answer first;
    std::vector<int> late{-1};
    std::mutex mutex;
    std::uint64_t all = 0;
    run_ranks(3, [&](Ranks& own) {
      std::stop_source stop;
      SearchTeam team(own, {.interval = Duration{0.002}}, stop);
      const ConnectFour game;
      Forest<ConnectFour> forest(game, {}, 5);
      forest.set_root(game.start());
      std::jthread interrupt;
      if (own.is_first())
        interrupt = std::jthread([&] {
          std::this_thread::sleep_for(std::chrono::milliseconds(200));
          stop.request_stop();
        });
      SearchLimits limits{.sims = 1'000'000'000'000};
      if (time) limits = {.time = time};
      Answer answer = forest.run(limits, false, stop.get_token(), {}, &team);
      const std::lock_guard lock(mutex);
      if (own.is_first()) {
        first = std::move(answer);
        late = team.late();
      } else {
        all += answer.simulations;
      }
    });
    EXPECT_TRUE(late.empty());
    EXPECT_GT(all, 0U);
    EXPECT_GT(first.simulations, all);
  }
}

// Each rank hears all that the others tell, once, whatever the way it takes.
TEST(Team, NewsReachEveryRankOnce) {
  constexpr int count = 7;
  // A byte of the number of visits for each rank.
  const auto visits_by = [](int rank) { return std::uint64_t{1} << (8 * rank); };
  std::uint64_t all = 0;
  for (int rank = 0; rank < count; ++rank) all += visits_by(rank);
  std::mutex mutex;
  std::map<int, std::uint64_t> heard;
  run_ranks(count, [&](Ranks& own) {
    SearchTeam team(own, {}, {});
    UpperNews news;
    news.add("a", {visits_by(own.rank()), 0.5});
    bool has_all = false;
    int others_with_all = 0;
    // The first goes on for a while after all have all: then nothing may come again. Its end is that of all.
    for (int left = 10; left > 0 && !team.someone_is_done();) {
      const UpperNews more = team.exchange(news);
      news.clear();
      {
        const std::lock_guard lock(mutex);
        if (!more.empty()) heard[own.rank()] += more.map().at("a").count;
        if (!has_all && heard[own.rank()] == all - visits_by(own.rank())) {
          has_all = true;
          if (!own.is_first()) own.send(0, Mail::done, "");
        }
      }
      if (own.is_first() && own.receive({Mail::done}, {}, 0)) ++others_with_all;
      if (others_with_all == count - 1 && has_all) --left;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  });
  for (int rank = 0; rank < count; ++rank) EXPECT_EQ(heard[rank], all - visits_by(rank)) << rank;
}

}  // namespace
}  // namespace banyan::cluster
