// A larger budget, which takes longer to fill.
#include <banyan/games/connect4.hpp>
#include <banyan/games/gomoku.hpp>

#include "peak_memory.hpp"

namespace banyan {
namespace {

constexpr std::uint64_t budget = 256'000'000;

TEST(LargeMemoryBudget, ATree) {
  expect_within_budget(ConnectFour{}, {.c = 1.4, .solver = false, .expand = Expand::all}, budget, 8'000'000);
}

TEST(LargeMemoryBudget, AWideTreeThatThreadsShare) {
  expect_within_budget(Gomoku{}, {.c = 1.4, .solver = true, .expand = Expand::all, .threads = 2}, budget,
                       150'000);
}

}  // namespace
}  // namespace banyan
