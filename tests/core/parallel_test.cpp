// Numbered tasks on several threads: each is done once, and what one of them throws reaches the caller.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/core/parallel.hpp>

namespace banyan {
namespace {

TEST(ParallelFor, DoesEachTaskOnce) {
  for (const std::size_t threads : {1U, 3U, 50U}) {
    std::vector<std::atomic<int>> done(20);
    parallel_for(done.size(), threads, {}, [&](std::size_t i) { ++done[i]; });
    EXPECT_TRUE(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
  }
}

TEST(ParallelFor, BeginsNothingAfterAStopRequest) {
  std::stop_source stop;
  std::atomic<int> done = 0;
  parallel_for(1000, 1, stop.get_token(), [&](std::size_t) {
    if (++done == 10) stop.request_stop();
  });
  EXPECT_EQ(done, 10);
}

// On whichever thread: each task but the first is on any of them.
TEST(ParallelFor, ThrowsWhatATaskThrows) {
  for (const std::size_t threads : {1U, 2U, 4U})
    for (const std::size_t culprit : {0U, 7U, 39U}) {
      std::atomic<int> begun = 0;
      std::string message;
      try {
        parallel_for(40, threads, {}, [&](std::size_t i) {
          ++begun;
          if (i == culprit) throw std::runtime_error("task " + std::to_string(i));
        });
      } catch (const std::runtime_error& error) {
        message = error.what();
      }
      EXPECT_EQ(message, "task " + std::to_string(culprit));
      EXPECT_GT(begun, static_cast<int>(culprit));
    }
}

TEST(ParallelFor, BeginsNothingAfterATaskHasThrown) {
  std::atomic<int> begun = 0;
  EXPECT_THROW(parallel_for(1'000'000, 2, {},
                            [&](std::size_t) {
                              ++begun;
                              throw std::runtime_error("no");
                            }),
               std::runtime_error);
  EXPECT_LE(begun, 2);
}

}  // namespace
}  // namespace banyan
