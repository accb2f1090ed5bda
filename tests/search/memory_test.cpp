// The memory budget, as the system sees it: for trees of narrow and wide games, for tables beside the tree,
// and for several threads and trees.
#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/nim.hpp>

#include "peak_memory.hpp"
#include "toy_games.hpp"

namespace banyan {
namespace {

constexpr std::uint64_t budget = 32'000'000;

TEST(MemoryBudget, ATree) {
  expect_within_budget(ConnectFour{}, {.solver = false, .expand = Expand::all}, budget, 800'000);
}

TEST(MemoryBudget, ATreeThatGrowsByOneNodeASimulation) {
  expect_within_budget(ConnectFour{}, {.c = 3, .solver = false}, budget, 1'500'000);
}

TEST(MemoryBudget, AWideTree) {
  expect_within_budget(Gomoku({9, 9, 5}), {.solver = false, .candidates = false, .expand = Expand::all},
                       budget, 40'000);
}

TEST(MemoryBudget, BoundsBesideTheTree) {
  expect_within_budget(Nim({{30, 40, 50}, 3, false}), {.solver = true, .expand = Expand::all}, budget, 6'000);
}

TEST(MemoryBudget, MovesBesideTheTree) {
  expect_within_budget(toy::Treasure<2, 1, 30>{}, {.c = 10, .solver = false, .expand = Expand::all}, budget,
                       800'000);
}

TEST(MemoryBudget, WhatIsRememberedOfMoves) {
  // There is room for every move that two bytes could name, though a board has only a few of them.
  constexpr std::uint64_t set_aside = 2 * (Mast::most_bytes<Gomoku> + Amaf<Gomoku>::most_bytes);
  expect_within_budget(Gomoku({9, 9, 5}), {.rule = Rule::grave, .playout = Playout::mast, .threads = 2},
                       budget, 100'000, set_aside);
}

TEST(MemoryBudget, ATreeThatThreadsShare) {
  expect_within_budget(ConnectFour{}, {.solver = true, .expand = Expand::all, .threads = 3}, budget, 800'000);
}

TEST(MemoryBudget, ATreeForEachThread) {
  expect_within_budget(ConnectFour{},
                       {.solver = false, .expand = Expand::all, .threads = 3, .parallel = Parallel::root},
                       budget, 800'000);
}

}  // namespace
}  // namespace banyan
