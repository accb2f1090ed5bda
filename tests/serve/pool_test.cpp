// The pool is fair, keeps its limits, and ends at once.
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/serve/search_pool.hpp>

namespace banyan::serve {
namespace {

void until_stopped(const SearchPool::Turn& turn) {
  while (!turn.stop().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// However long that takes; what never comes is ended by the test's time limit.
template <class Condition>
void wait_until(const Condition& holds) {
  while (!holds()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// Works until it is stopped, and lets others go first.
void by_turns(const SearchPool::Turn& turn) {
  while (!turn.stop().stop_requested()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    turn.yield();
  }
}

TEST(SearchPool, WhoHasLeastUnderWayComesNext) {
  std::vector<int> order;
  std::mutex mutex;
  std::latch done(5);
  SearchPool pool(2, 100);
  const auto hold = pool.submit(1, until_stopped);
  std::latch second_runs(1);
  const auto second = pool.submit(1, [&](const SearchPool::Turn& turn) {
    second_runs.count_down();
    until_stopped(turn);
  });
  second_runs.wait();
  const auto note = [&](int who) {
    return [&, who](const SearchPool::Turn&) {
      const std::lock_guard lock(mutex);
      order.push_back(who);
      done.count_down();
    };
  };
  for (const int who : {1, 1, 1}) pool.submit(static_cast<SearchPool::Owner>(who), note(who));
  const auto late = pool.submit(2, note(2));
  const auto last = pool.submit(1, note(1));
  EXPECT_EQ(pool.waiting_before(*late), 0U);  // 1 has searches under way, 2 has none
  EXPECT_EQ(pool.waiting_before(*last), 4U);
  EXPECT_EQ(pool.waiting_before(*hold), std::nullopt);
  second->stop();
  done.wait();
  EXPECT_EQ(order.front(), 2);
}

TEST(SearchPool, TooMuchIsRefused) {
  SearchPool pool(1, 2);
  std::latch runs(1);
  pool.submit(1, [&](const SearchPool::Turn& turn) {
    runs.count_down();
    until_stopped(turn);
  });
  runs.wait();
  EXPECT_TRUE(pool.submit(1, until_stopped));
  EXPECT_TRUE(pool.submit(1, until_stopped));
  EXPECT_FALSE(pool.submit(1, until_stopped));
  EXPECT_EQ(pool.load().waiting, 2U);
}

// Two who compute without end have both processors; whoever comes is served all the same.
TEST(SearchPool, LongWorkMakesWayForShortWork) {
  SearchPool pool(2, 100);
  for (const SearchPool::Owner owner : {1U, 2U}) pool.submit(owner, by_turns);
  for (int i = 0; i < 20; ++i) {
    std::latch served(1);
    pool.submit(3, [&](const SearchPool::Turn&) { served.count_down(); });
    served.wait();
  }
  wait_until([&] { return pool.load().running == 2; });  // the last one may still be returning
}

TEST(SearchPool, WhoPausedGoesOn) {
  SearchPool pool(1, 100);
  std::array<std::atomic<int>, 3> turns{};
  const auto count = [&](std::size_t who) {
    return [&turns, who](const SearchPool::Turn& turn) {
      while (!turn.stop().stop_requested()) {
        ++turns[who];
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        turn.yield();
      }
    };
  };
  for (std::size_t who = 0; who < 3; ++who) pool.submit(who + 1, count(who));
  for (const auto& each : turns) wait_until([&] { return each >= 50; });
  EXPECT_EQ(pool.load().running, 3U);
}

// Short work of others never ends; long work gets on all the same, as waiting counts a little.
TEST(SearchPool, LongWorkIsNotKeptWaitingForEver) {
  std::atomic<bool> more = true;
  std::atomic<SearchPool::Owner> last_owner = 1;
  SearchPool pool(1, 100);
  const std::function<void(const SearchPool::Turn&)> brief = [&](const SearchPool::Turn&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (more) pool.submit(++last_owner, brief);
  };
  std::atomic<int> turns = 0;
  pool.submit(1, [&](const SearchPool::Turn& turn) {
    for (; !turn.stop().stop_requested(); ++turns) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      turn.yield();
    }
  });
  for (int i = 0; i < 2; ++i) pool.submit(++last_owner, brief);  // one always waits
  // It is left alone for 150 ms, which are fewer turns than 170; then others have been served, and it has
  // gone on.
  wait_until([&] { return turns >= 170 && last_owner > 10; });
  const int before = turns;
  wait_until([&] { return turns > before; });
  more = false;
  pool.close();
}

TEST(SearchPool, AVisitorsJobsCountTogether) {
  SearchPool pool(1, 100);
  std::latch begun(1);
  const auto old = pool.submit(1, [&](const SearchPool::Turn& turn) {
    begun.count_down();
    until_stopped(turn);
  });
  begun.wait();
  for (int i = 0; i < 3; ++i) pool.submit(1, by_turns);
  const auto other = pool.submit(2, by_turns);
  EXPECT_EQ(pool.waiting_before(*other), 0U) << "what came first is of one who has more under way";
}

TEST(SearchPool, OnlySoManyPause) {
  SearchPool pool(1, 100, 1);
  std::array<std::atomic<int>, 2> turns{};
  for (std::size_t who = 0; who < 2; ++who)
    pool.submit(who + 1, [&turns, who](const SearchPool::Turn& turn) {
      for (; !turn.stop().stop_requested(); ++turns[who]) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        turn.yield();
      }
    });
  for (const auto& each : turns) wait_until([&] { return each > 0; });
  std::atomic<bool> third = false;
  const auto job = pool.submit(3, [&](const SearchPool::Turn&) { third = true; });
  // Both have the processor once more: there was a change at which the third could have come.
  for (const auto& each : turns) wait_until([&, before = each.load()] { return each > before; });
  EXPECT_EQ(pool.load().running, 2U);
  EXPECT_EQ(pool.load().waiting, 1U);
  EXPECT_FALSE(third);
}

// A job that is told to stop while it pauses gets a turn to notice.
TEST(SearchPool, WhatIsStoppedWhilePausedEnds) {
  SearchPool pool(1, 100);
  std::latch ended(1);
  std::latch other_runs(1);
  std::atomic<bool> runs = false;
  const auto old = pool.submit(1, [&](const SearchPool::Turn& turn) {
    runs = true;
    by_turns(turn);
    ended.count_down();
  });
  wait_until([&] { return runs.load(); });
  pool.submit(2, [&](const SearchPool::Turn& turn) {
    other_runs.count_down();
    by_turns(turn);
  });
  other_runs.wait();  // on the only processor
  old->stop();
  ended.wait();
}

// Both that run are stopped and have ended when the pool is gone, and so have those that pause; those that
// wait never begin, or end as well.
TEST(SearchPool, ClosingStopsWhatRuns) {
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::latch both_run(2);
  {
    SearchPool pool(2, 100);
    const auto counted = [&](void (*work)(const SearchPool::Turn&)) {
      return [&begun, &ended, &both_run, work](const SearchPool::Turn& turn) {
        if (++begun <= 2) both_run.count_down();
        work(turn);
        ++ended;
      };
    };
    for (int i = 0; i < 6; ++i) pool.submit(1, counted(by_turns));
    for (int i = 0; i < 6; ++i) pool.submit(2, counted(until_stopped));
    both_run.wait();
  }
  EXPECT_GE(begun, 2);
  EXPECT_EQ(ended, begun);
}

}  // namespace
}  // namespace banyan::serve
