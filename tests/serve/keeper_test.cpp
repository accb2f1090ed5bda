// Games on disk: what can't be written is tried again, and nobody waits for it.
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/serve/keeper.hpp>

namespace banyan::serve {
namespace {

class KeeperTest : public testing::Test {
 protected:
  KeeperTest() { std::filesystem::remove_all(folder_); }
  ~KeeperTest() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path path() { return folder_ / "games.sqlite"; }
  TableStore open() {
    auto store = TableStore::open(path());
    EXPECT_TRUE(store);
    return *std::move(store);
  }
  Keeper::Complain note() {
    return [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      said_.push_back(text);
    };
  }
  std::size_t times_said() {
    const std::lock_guard lock(mutex_);
    return said_.size();
  }
  std::vector<StoredTable> stored() { return *open().all(); }
  template <class Holds>
  static bool wait_until(Holds holds) {
    for (int i = 0; i < 20'000; ++i) {
      if (holds()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }

  // Tests run side by side, each in a process of its own.
  std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("banyan_keeper_" + std::to_string(getpid()));
  std::mutex mutex_;
  std::vector<std::string> said_;
};

TEST_F(KeeperTest, WhatIsKeptIsThereAndWhatIsGoneIsNot) {
  {
    Keeper keeper(open(), {}, note());
    keeper.keep({{"a", "v", "one"}, {"b", "v", "two"}}, {});
    keeper.keep({{"a", "v", "three"}}, {"b", "never there"});
    EXPECT_EQ(keeper.close(10), 0U);
  }
  ASSERT_EQ(stored().size(), 1U);
  EXPECT_EQ(stored()[0].record, "three");
  EXPECT_EQ(times_said(), 0U);
}

TEST_F(KeeperTest, AFailedSaveIsTriedAgain) {
  Keeper keeper(open(), {}, note());
  auto other = Database::open(path());
  ASSERT_TRUE(other);
  ASSERT_TRUE(other->run("BEGIN EXCLUSIVE"));
  keeper.keep({{"a", "v", "one"}}, {});
  ASSERT_TRUE(wait_until([&] { return times_said() == 1; }));
  EXPECT_EQ(keeper.pending(), 1U);
  keeper.keep({{"a", "v", "later"}, {"b", "v", "two"}}, {});
  EXPECT_EQ(keeper.pending(), 2U);
  ASSERT_TRUE(other->run("COMMIT"));
  ASSERT_TRUE(wait_until([&] { return keeper.pending() == 0; }));
  const auto tables = stored();
  ASSERT_EQ(tables.size(), 2U);
  EXPECT_EQ(tables[0].record, "later");
  EXPECT_EQ(times_said(), 2U);  // that it failed, and that it works again
}

TEST_F(KeeperTest, ClosingGivesUpAndSaysHowMuchIsLost) {
  Keeper keeper(open(), {}, note());
  auto other = Database::open(path());
  ASSERT_TRUE(other);
  ASSERT_TRUE(other->run("BEGIN EXCLUSIVE"));
  keeper.keep({{"a", "v", "one"}, {"b", "v", "two"}}, {});
  EXPECT_EQ(keeper.close(0.5), 2U);
}

}  // namespace
}  // namespace banyan::serve
