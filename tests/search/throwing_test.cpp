// Exceptions: whatever throws, and on whichever thread, the search ends on all of them, its caller gets the
// exception, and the next search is as if there had been none.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include <banyan/search/forest.hpp>

#include "toy_games.hpp"

namespace banyan {
namespace {

// Its moves throw from a given number of them on, counted over all threads.
struct Fragile : toy::Endless {
  static inline std::atomic<std::int64_t> moves_left = 0;
  static constexpr std::int64_t plenty = std::int64_t{1} << 60U;

  void apply(State& state, Move move) const {
    if (--moves_left < 0) throw std::runtime_error("a move broke");
    toy::Endless::apply(state, move);
  }
};

template <class Run>
std::string message_of(Run&& run) {
  try {
    run();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::vector<SearchParams> ways_to_search() {
  return {{},
          {.threads = 3},
          {.threads = 3, .parallel = Parallel::root},
          {.threads = 2, .deterministic = true},
          {.solver = true, .epoch = 0.5, .threads = 3}};
}

TEST(Throwing, AGameEndsTheSearchOnAllThreads) {
  for (const SearchParams& params : ways_to_search())
    for (const std::int64_t moves : {0, 5'000, 60'000}) {
      Fragile::moves_left = Fragile::plenty;
      Forest<Fragile> forest({}, params, 1);
      Fragile::moves_left = moves;
      EXPECT_EQ(message_of([&] { forest.run({.sims = 1'000'000}, false, {}, {}); }), "a move broke");
      Fragile::moves_left = Fragile::plenty;
      const auto result = forest.run({.sims = 2000}, false, {}, {});
      EXPECT_EQ(result.error, "");
      EXPECT_EQ(result.simulations, 2000U);
      std::uint64_t visits = 0;
      for (const auto& move : result.moves) visits += move.visits;
      EXPECT_EQ(visits, 2000U) << "what the search that broke left behind is gone";
    }
}

// The rules are asked, and progress is told, by one of several threads.
TEST(Throwing, AProgressCallbackEndsTheSearchOnAllThreads) {
  Fragile::moves_left = Fragile::plenty;
  for (const SearchParams& params : ways_to_search()) {
    Forest<Fragile> forest({}, params, 1);
    const auto progress = [](const auto&) { throw std::runtime_error("enough"); };
    EXPECT_EQ(message_of([&] { forest.run(SearchLimits::until_stopped(), false, {}, progress); }), "enough");
  }
}

TEST(Throwing, AStopRuleEndsTheSearchOnAllThreads) {
  Fragile::moves_left = Fragile::plenty;
  for (const std::uint32_t threads : {1U, 3U}) {
    Searcher<Fragile> searcher({}, {.threads = threads}, 1);
    const StopRule rule = [](const Situation& now) -> Verdict {
      if (now.simulations > 1000) throw std::runtime_error("no more");
      return {};
    };
    EXPECT_EQ(message_of([&] { searcher.run_until(rule); }), "no more");
    EXPECT_EQ(searcher.result().error, "the search was ended by an exception");
    EXPECT_EQ(searcher.run({.sims = 100}).simulations, 100U);
  }
}

// Other processes whose connection breaks while a search asks after them.
struct LostPeers final : SearchPeers {
  [[nodiscard]] std::uint32_t rank() const override { return 0; }
  [[nodiscard]] std::uint32_t size() const override { return 2; }
  [[nodiscard]] double seconds_early() const override { return 0; }
  [[nodiscard]] double interval() const override { return 1e-3; }
  [[nodiscard]] std::uint32_t depth() const override { return 2; }
  UpperNews exchange(const UpperNews& /*own*/) override { return {}; }
  bool someone_is_done() override {
    if (++asked > 20) throw std::runtime_error("the other is gone");
    return false;
  }
  std::vector<std::string> gather(std::string /*own*/, bool /*timed*/, bool /*proven*/) override {
    return {};
  }
  std::atomic<int> asked = 0;
};

TEST(Throwing, LostPeersEndTheSearchOnAllThreads) {
  Fragile::moves_left = Fragile::plenty;
  for (const Parallel parallel : {Parallel::tree, Parallel::root}) {
    LostPeers peers;
    Forest<Fragile> forest({}, {.threads = 3, .parallel = parallel}, 1);
    EXPECT_EQ(message_of([&] { forest.run(SearchLimits::until_stopped(), false, {}, {}, &peers); }),
              "the other is gone");
  }
}

}  // namespace
}  // namespace banyan
