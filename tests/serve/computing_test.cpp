// Work for visitors: its time limit, and what happens when it fails.
#include <chrono>
#include <latch>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <banyan/serve/computing.hpp>

#include "stand_ins.hpp"

namespace banyan::serve {
namespace {

void wait_for_stop(const SearchPool::Turn& turn) {
  while (!turn.stop().stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// The limit counts from when the work begins: what waited long still gets its time.
TEST(Computing, TheTimeLimitCountsFromTheBeginning) {
  HandLoop loop;
  SearchPool pool(1, 100);
  const auto hold = pool.submit(1, wait_for_stop);
  std::latch begun(1);
  std::latch ended(1);
  const auto job = compute(loop, pool,
                           {.owner = 2,
                            .seconds = 60,
                            .work =
                                [&](const SearchPool::Turn& turn) {
                                  begun.count_down();
                                  wait_for_stop(turn);
                                  ended.count_down();
                                },
                            .failed = {}});
  loop.pass(300);
  EXPECT_EQ(pool.waiting_before(*job), 0U);
  hold->stop();
  begun.wait();
  ASSERT_TRUE(loop.wait_until([&] { return loop.timers() == 1; }));
  loop.pass(59);
  EXPECT_FALSE(ended.try_wait());
  loop.pass(2);
  ended.wait();
}

TEST(Computing, AFailureIsToldOnTheLoop) {
  HandLoop loop;
  SearchPool pool(1, 100);
  std::string told;
  compute(loop, pool,
          {.owner = 1,
           .seconds = 60,
           .work = [](const SearchPool::Turn&) { throw std::runtime_error("no luck"); },
           .failed = [&](const std::string& why) { told = why; }});
  EXPECT_TRUE(loop.wait_until([&] { return told == "no luck"; }));
}

}  // namespace
}  // namespace banyan::serve
