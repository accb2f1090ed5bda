// Tables are there after the store was closed, and only those that were not forgotten.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <banyan/store/table_store.hpp>

namespace banyan {
namespace {

class TableStoreTest : public testing::Test {
 protected:
  TableStoreTest() { std::filesystem::remove_all(folder); }
  ~TableStoreTest() override { std::filesystem::remove_all(folder); }

  std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "banyan_table_store" /
                                 testing::UnitTest::GetInstance()->current_test_info()->name();
  std::filesystem::path file = folder / "games.sqlite";
};

TEST_F(TableStoreTest, WhatWasKeptIsThereAgain) {
  {
    const auto store = TableStore::open(file);
    ASSERT_TRUE(store) << store.error().message;
    ASSERT_TRUE(store->update({{"a", "ann", "one"}, {"b", "bob", "two"}}, {}));
    ASSERT_TRUE(store->update({{"a", "ann", "three"}}, {}));
  }
  const auto store = TableStore::open(file);
  ASSERT_TRUE(store);
  const auto all = store->all();
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2U);
  for (const StoredTable& table : *all) EXPECT_EQ(table.record, table.id == "a" ? "three" : "two");
}

TEST_F(TableStoreTest, WhatIsGoneIsForgotten) {
  const auto store = TableStore::open(file);
  ASSERT_TRUE(store);
  ASSERT_TRUE(store->update({{"a", "ann", "one"}, {"b", "bob", "two"}}, {}));
  ASSERT_TRUE(store->update({}, {"a", "never there"}));
  ASSERT_EQ(store->all()->size(), 1U);
  EXPECT_EQ(store->all()->front().visitor, "bob");
}

TEST_F(TableStoreTest, AFolderThatCantBeMadeIsSaid) {
  const auto store = TableStore::open("/proc/nowhere/games.sqlite");
  ASSERT_FALSE(store);
  EXPECT_NE(store.error().message.find("/proc/nowhere"), std::string::npos);
}

}  // namespace
}  // namespace banyan
