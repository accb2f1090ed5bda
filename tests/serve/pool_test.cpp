// The pool is fair, keeps its limit, and ends at once.
#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/serve/search_pool.hpp>

namespace banyan::serve {
namespace {

void until_stopped(const std::stop_token& stop) {
  while (!stop.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(SearchPool, WhoHasLeastUnderWayComesNext) {
  std::vector<int> order;
  std::mutex mutex;
  std::latch done(5);
  SearchPool pool(2, 100);
  const auto hold = pool.submit(1, until_stopped);
  std::latch second_runs(1);
  const auto second = pool.submit(1, [&](const std::stop_token& stop) {
    second_runs.count_down();
    until_stopped(stop);
  });
  second_runs.wait();
  const auto note = [&](int who) {
    return [&, who](const std::stop_token&) {
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
  pool.submit(1, [&](const std::stop_token& stop) {
    runs.count_down();
    until_stopped(stop);
  });
  runs.wait();
  EXPECT_TRUE(pool.submit(1, until_stopped));
  EXPECT_TRUE(pool.submit(1, until_stopped));
  EXPECT_FALSE(pool.submit(1, until_stopped));
  EXPECT_EQ(pool.load().waiting, 2U);
}

// Both that run are stopped and have ended when the pool is gone; those that wait never begin, or end as
// well.
TEST(SearchPool, ClosingStopsWhatRuns) {
  std::atomic<int> begun{0};
  std::atomic<int> ended{0};
  std::latch both_run(2);
  {
    SearchPool pool(2, 10);
    for (int i = 0; i < 6; ++i)
      pool.submit(1, [&](const std::stop_token& stop) {
        if (++begun <= 2) both_run.count_down();
        until_stopped(stop);
        ++ended;
      });
    both_run.wait();
  }
  EXPECT_GE(begun, 2);
  EXPECT_EQ(ended, begun);
}

}  // namespace
}  // namespace banyan::serve
