// What a run keeps: it is there again after the store was opened anew, and other files are refused.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <banyan/store/run_store.hpp>

namespace banyan {
namespace {

class RunStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".db";
    TearDown();
  }
  void TearDown() override {
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + ending);
  }
  RunStore open() {
    auto store = RunStore::open(path_);
    EXPECT_TRUE(store) << store.error().message;
    return *std::move(store);
  }
  std::string path_;
};

TEST_F(RunStoreTest, KeepsSettings) {
  ASSERT_TRUE(open().set("game", "gomoku"));
  ASSERT_TRUE(open().set("game", "othello"));
  EXPECT_EQ(**open().get("game"), "othello");
  EXPECT_FALSE(open().get("seed")->has_value());
}

TEST_F(RunStoreTest, KeepsGamesInOrder) {
  const std::string samples("\0\1\2\0", 4);
  for (const std::uint64_t number : {7U, 2U, 5U})
    ASSERT_TRUE(open().add_game({.number = number,
                                 .generation = number / 5,
                                 .moves = "a1 b2",
                                 .outcome = -1,
                                 .plies = 2,
                                 .positions = 1,
                                 .evaluations = 10,
                                 .samples = samples}));
  const RunStore store = open();
  std::vector<std::uint64_t> seen;
  ASSERT_TRUE(store.for_each_game(1, [&](const StoredGame& game) {
    seen.push_back(game.number);
    EXPECT_EQ(game.samples, samples);
    EXPECT_EQ(game.moves, "a1 b2");
    EXPECT_EQ(game.outcome, -1);
  }));
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{5, 7}));
  EXPECT_EQ(*store.numbers(1), (std::set<std::uint64_t>{5, 7}));
  EXPECT_EQ(*store.numbers(3), (std::set<std::uint64_t>{}));
  const auto totals = store.totals();
  EXPECT_EQ(totals->games, 3U);
  EXPECT_EQ(totals->positions, 3U);
  EXPECT_EQ(totals->evaluations, 30U);
}

TEST_F(RunStoreTest, KnowsTheLastGeneration) {
  EXPECT_FALSE(open().last_metrics()->has_value());
  for (const std::uint64_t generation : {1U, 2U})
    ASSERT_TRUE(
        open().finish_generation({.generation = generation, .seconds = 1.5, .games = 10 * generation}));
  const auto last = open().last_metrics();
  EXPECT_EQ((*last)->generation, 2U);
  EXPECT_EQ((*last)->games, 20U);
  EXPECT_EQ((*last)->seconds, 1.5);
}

TEST_F(RunStoreTest, RefusesOtherFiles) {
  std::ofstream(path_)
      << "this is a text, and a long one, as SQLite looks at the first hundred bytes of a file only; "
         "no matter what comes then, it is no database";
  const auto store = RunStore::open(path_);
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("not a database"), std::string::npos) << store.error().message;
  EXPECT_FALSE(RunStore::open("/no/such/folder/run.db"));
}

}  // namespace
}  // namespace banyan
