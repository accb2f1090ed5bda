// The memory budget holds for every combination of options, as the system sees it; or the search says that it
// is too little. Each search has a process of its own.
#include <memory>
#include <string>

#include <banyan/agent/ntuple.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/nn/net_evaluator.hpp>
#include <banyan/nn/networks.hpp>
#include <banyan/search/forest.hpp>

#include "../search/peak_memory.hpp"

namespace banyan {
namespace {

// Beside the budget: what a process takes for threads and for its allocator.
constexpr std::int64_t slack = 4 << 20;

Guide<ConnectFour> by_network(std::uint32_t leaves) {
  static const SharedNet network = prepare_net(random_network(shape_for(ConnectFour{}.encoding(), 1, 16), 1));
  return net_guide(ConnectFour{}, network, NetParams{}, PuctParams{.leaves = leaves});
}

std::string text_of(const SearchParams& params) {
  std::string text;
  SearchParams::fields(params, [&](std::string_view name, const auto& value, auto&&...) {
    text += std::string(name) + '=' + print_value(value) + ' ';
  });
  return text;
}

// Counts those that searched.
void expect_kept(SearchParams params, std::uint64_t budget, const Guide<ConnectFour>& guide, int& searched) {
  params.memory = Bytes{budget};
  const bool guided = static_cast<bool>(guide);
  const MemoryUse use = memory_of_search(ConnectFour{}, params, guided ? 1000 : 12'000, guide);
  SCOPED_TRACE(text_of(params) + (guided ? "guided by " + std::to_string(guide.params.leaves) : ""));
  ASSERT_GE(use.growth, 0) << "the search did not end";
  EXPECT_LE(use.reported, budget);
  EXPECT_LE(use.growth, static_cast<std::int64_t>(budget) + slack);
  searched += use.failed ? 0 : 1;
}

template <class Use>
void for_each_way(Use&& use) {
  for (const std::uint32_t threads : {1U, 3U, 16U})
    for (const Parallel parallel : {Parallel::tree, Parallel::root})
      for (const bool deterministic : {false, true})
        if (threads > 1 || parallel == Parallel::tree)
          use(SearchParams{.expand = Expand::all,
                           .threads = threads,
                           .parallel = parallel,
                           .deterministic = deterministic});
}

TEST(MemoryGrid, OfSearchesWithRandomGames) {
  int searched = 0;
  for (const std::uint64_t budget : {2'000'000U, 16'000'000U}) {
    for_each_way([&](SearchParams params) {
      for (const Rule rule : {Rule::ucb1, Rule::grave})
        for (const Playout playout : {Playout::uniform, Playout::mast})
          for (const bool transpositions : {false, true}) {
            params.rule = rule;
            params.playout = playout;
            params.transpositions = transpositions;
            expect_kept(params, budget, {}, searched);
          }
    });
    expect_kept({.expand = Expand::all, .threads = 16}, budget, {}, searched);
  }
  EXPECT_GT(searched, 100);
}

TEST(MemoryGrid, OfSearchesThatANetworkGuides) {
  int searched = 0;
  for (const std::uint64_t budget : {2'000'000U, 16'000'000U, 64'000'000U})
    for_each_way([&](SearchParams params) {
      for (const std::uint32_t leaves : {1U, 64U})
        for (const bool transpositions : {false, true}) {
          params.transpositions = transpositions;
          expect_kept(params, budget, by_network(leaves), searched);
        }
    });
  EXPECT_GT(searched, 60);
}

// Expectimax has no tree, but a table.
TEST(MemoryGrid, OfExpectimax) {
  const Twenty48 game;
  const auto network =
      std::make_shared<NTupleNetwork>(NTupleShape{.patterns = *parse_patterns("0123"), .stages = {}});
  auto state = game.start();
  Random random(1);
  while (game.current_player(state) == chance_player) game.apply(state, game.sample_chance(state, random));
  for (const std::uint64_t budget : {100'000U, 1'000'000U, 5'000'000U, 64'000'000U}) {
    NTupleParams params;
    params.search.memory = Bytes{budget};
    const MemoryUse use = memory_of([&] {
      return ExpectimaxAgent<Twenty48>(game, params, network)
          .analyze(state, {.stop = {}, .progress = {}, .limits = SearchLimits{.sims = 20'000}});
    });
    ASSERT_GE(use.growth, 0) << "the search did not end";
    EXPECT_LE(use.reported, budget);
    EXPECT_GT(use.reported, 0U);
    EXPECT_LE(use.growth, static_cast<std::int64_t>(budget) + slack);
  }
}

// What the budget was exceeded by most: every thread's evaluator took as much as one alone. Without what they
// keep, 256 of them take more than half of it, and the search says so.
TEST(MemoryGrid, OfMoreThreadsThanThereIsMemoryFor) {
  int searched = 0;
  expect_kept({.threads = 256}, 64'000'000, by_network(1), searched);
  EXPECT_EQ(searched, 0);
}

}  // namespace
}  // namespace banyan
