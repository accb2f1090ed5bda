// What a search takes from the system: measured in a process of its own, so that nothing else counts.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>

#include <banyan/search/forest.hpp>

namespace banyan {

// A line of the process's own status, in bytes: VmRSS is what it has now, VmHWM the most it ever had.
inline std::int64_t own_memory(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == name + ":") {
      std::int64_t kilobytes = 0;
      status >> kilobytes;
      return kilobytes * 1024;
    }
  return -1;
}

struct MemoryUse {
  std::int64_t growth = -1;    // peak while searching, less what there was before
  std::uint64_t reported = 0;  // what the search says it took
  bool failed = false;         // it said that it couldn't
};

// Searches by search() in a child process, which starts with a peak of its own.
template <class Search>
MemoryUse memory_of(Search&& search) {
  int ends[2];
  if (pipe(ends) != 0) return {};
  const pid_t child = fork();
  if (child == 0) {
    const std::int64_t before = own_memory("VmRSS");
    MemoryUse use;
    const auto result = search();
    use.reported = result.bytes;
    use.failed = !result.error.empty();
    use.growth = own_memory("VmHWM") - before;
    const bool told = write(ends[1], &use, sizeof use) == sizeof use;
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  MemoryUse use;
  if (read(ends[0], &use, sizeof use) != sizeof use) use = {};
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return use;
}
template <Game G>
MemoryUse memory_of_search(const G& game, const SearchParams& params, std::uint64_t sims,
                           const Guide<G>& guide = {}) {
  return memory_of([&] { return Forest<G>(game, params, 1, guide).run({.sims = sims}, false, {}, {}); });
}

// So many simulations fill the budget several times over; the search stays within it, and within 8 MiB of it
// as the system sees it. It uses nearly all of it, but for what it has set aside.
template <Game G>
void expect_within_budget(const G& game, SearchParams params, std::uint64_t budget, std::uint64_t sims,
                          std::uint64_t set_aside = 0) {
  params.memory = Bytes{budget};
  const MemoryUse use = memory_of_search(game, params, sims);
  testing::Test::RecordProperty("growth", std::to_string(use.growth));
  EXPECT_LE(use.reported, budget);
  EXPECT_GT(use.reported, (budget - set_aside) / 10 * 9) << "the search never filled its memory";
  EXPECT_LE(use.growth, static_cast<std::int64_t>(budget) + (8 << 20));
  EXPECT_GT(use.growth, static_cast<std::int64_t>(budget - set_aside) / 10 * 8);
}

}  // namespace banyan
