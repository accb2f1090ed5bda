// What a run keeps: it is there again after the store was opened anew, and other files are refused.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <banyan/store/database.hpp>
#include <banyan/store/run_reader.hpp>
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
  RunReader read() {
    auto reader = RunReader::open(path_);
    EXPECT_TRUE(reader) << reader.error().message;
    return *std::move(reader);
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

TEST_F(RunStoreTest, ShowsItsCurves) {
  const RunStore store = open();
  const RunReader reader = read();  // while another writes
  EXPECT_TRUE(reader.metrics()->empty());
  for (const std::uint64_t generation : {1U, 2U, 3U})
    ASSERT_TRUE(store.finish_generation(
        {.generation = generation, .policy_loss = 1.5, .steps = 7, .cache_hits = 0.25, .plies = 9.5}));
  const auto metrics = reader.metrics(2);
  ASSERT_EQ(metrics->size(), 2U);
  EXPECT_EQ(metrics->back().generation, 3U);
  EXPECT_EQ(metrics->back().steps, 7);
  EXPECT_EQ(metrics->back().cache_hits, 0.25);
  EXPECT_EQ(metrics->back().plies, 9.5);
  EXPECT_TRUE(std::isnan(metrics->back().play_seconds));  // was not given
}

TEST_F(RunStoreTest, RatesTheWholeLadderAnew) {
  const RunStore store = open();
  const auto match = [](std::uint64_t generation, const std::string& opponent) {
    return StoredMatch{
        .generation = generation, .seconds = 60, .games = 400, .opponent = opponent, .wins = 3, .losses = 1};
  };
  ASSERT_TRUE(store.add_rung({.matches = {match(4, "random"), match(4, "uct:sims=1000")},
                              .ratings = {{.player = "uct:sims=1000", .elo = 0, .low = 0, .high = 0},
                                          {.player = "generation 4", .elo = 50, .low = -10}},
                              .accuracy = {}}));
  ASSERT_TRUE(store.add_rung({.matches = {match(8, "generation 4")},
                              .ratings = {{.player = "generation 4", .elo = 40, .low = -5, .high = 90},
                                          {.player = "generation 8", .elo = 120, .low = 60, .high = 200}},
                              .accuracy = {{.generation = 8, .asked = 100, .policy = 0.8, .search = 0.9}}}));
  const auto ladder = read().ladder();
  ASSERT_EQ(ladder->size(), 3U);
  EXPECT_EQ((*ladder)[1].opponent, "uct:sims=1000");
  EXPECT_EQ((*ladder)[1].wins, 3U);
  EXPECT_EQ((*ladder)[1].elo, 40);
  EXPECT_EQ((*ladder)[1].high, 90);
  EXPECT_EQ((*ladder)[2].elo, 120);
  EXPECT_EQ(read().ratings()->size(), 2U);
  ASSERT_EQ(read().accuracy()->size(), 1U);
  EXPECT_EQ(read().accuracy()->front().search, 0.9);
}

TEST_F(RunStoreTest, ShowsGames) {
  const RunStore store = open();
  EXPECT_TRUE(read().spread_games(5)->empty());
  for (std::uint64_t number = 0; number <= 20; ++number)
    ASSERT_TRUE(store.add_game(
        {.number = number, .moves = "a1", .outcome = 1, .plies = number, .positions = 2, .samples = "xy"}));
  std::vector<std::uint64_t> numbers;
  const auto spread = read().spread_games(3);
  for (const SampleGame& game : *spread) numbers.push_back(game.number);
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 10, 20}));
  EXPECT_EQ(read().latest_games(2)->back().number, 19U);
  EXPECT_EQ((*read().game(7))->plies, 7U);
  EXPECT_FALSE(read().game(99)->has_value());
  EXPECT_EQ(read().samples(7)->bytes, "xy");
  EXPECT_EQ(read().samples(7)->positions, 2U);
  EXPECT_EQ(read().samples(99)->positions, 0U);
  EXPECT_EQ(read().spread_games(100)->size(), 21U);
}

// A view by the name of a table would be asked in its place; this one has no last row to give first.
TEST_F(RunStoreTest, AsksNoViews) {
  {
    const auto made = Database::open(path_);
    ASSERT_TRUE(made->run(
        "CREATE TABLE metrics (generation, seconds, games, positions, evaluations, policy_loss, value_loss);"
        "CREATE VIEW games (number, generation, moves, outcome, plies) AS WITH RECURSIVE endless (n) AS "
        "(SELECT 1 UNION ALL SELECT n + 1 FROM endless) SELECT n, n, '', 0, 0 FROM endless;"));
  }
  EXPECT_FALSE(read().latest_games(1));
  EXPECT_FALSE(read().spread_games(1));
}

// A run of the version without ladder and times: it can be looked at as it is, and gone on with.
TEST_F(RunStoreTest, TakesRunsOfAnOlderVersion) {
  {
    const auto old = Database::open(path_);
    ASSERT_TRUE(old->run(
        "CREATE TABLE metrics (generation INTEGER PRIMARY KEY, seconds REAL NOT NULL, games INTEGER NOT NULL, "
        "positions INTEGER NOT NULL, evaluations INTEGER NOT NULL, policy_loss REAL, value_loss REAL);"
        "INSERT INTO metrics VALUES (1, 2.5, 200, 1000, 5000, 1.5, 0.5);"
        "CREATE TABLE games (number INTEGER PRIMARY KEY, generation INTEGER NOT NULL, moves TEXT NOT NULL, "
        "outcome REAL NOT NULL, plies INTEGER NOT NULL, positions INTEGER NOT NULL, "
        "evaluations INTEGER NOT NULL, samples BLOB NOT NULL);"
        "INSERT INTO games VALUES (0, 0, 'a1 b2', 1, 2, 2, 20, 'samples');"));
  }
  EXPECT_EQ(read().metrics()->front().games, 200U);
  EXPECT_TRUE(std::isnan(read().metrics()->front().plies));
  EXPECT_TRUE(read().ladder()->empty());
  ASSERT_TRUE(open().finish_generation({.generation = 2, .plies = 8}));
  EXPECT_EQ(read().metrics()->size(), 2U);
  EXPECT_EQ(read().metrics()->back().plies, 8);
  ASSERT_TRUE(open().add_game({.number = 1, .moves = "b2", .samples = "more", .comeback = -0.5}));
  std::vector<bool> played_to_the_end;
  ASSERT_TRUE(open().for_each_game(0, [&](const StoredGame& game) {
    EXPECT_FALSE(game.resigned);
    played_to_the_end.push_back(!std::isnan(game.comeback));
  }));
  EXPECT_EQ(played_to_the_end, (std::vector<bool>{false, true}));
}

TEST_F(RunStoreTest, KnowsHowFarPlayersCameBack) {
  for (const std::uint64_t number : {0U, 1U, 2U, 3U})
    ASSERT_TRUE(open().add_game({.number = number,
                                 .generation = number,
                                 .moves = "a1",
                                 .samples = "x",
                                 .comeback = -0.25 * static_cast<double>(number)}));
  ASSERT_TRUE(
      open().add_game({.number = 4, .generation = 2, .moves = "a1", .samples = "x", .resigned = true}));
  EXPECT_EQ(*open().comebacks(1, 3), (std::vector<double>{-0.25, -0.5}));
  EXPECT_EQ(open().comebacks(4, 9)->size(), 0U);
}

TEST_F(RunStoreTest, ReadsOnlyWhatIsARun) {
  EXPECT_FALSE(RunReader::open(path_));
  EXPECT_FALSE(std::filesystem::exists(path_)) << "looking makes nothing";
  ASSERT_TRUE(Database::open(path_)->run("CREATE TABLE other (x INTEGER)"));
  const auto reader = RunReader::open(path_);
  ASSERT_FALSE(reader);
  EXPECT_NE(reader.error().message.find("training run"), std::string::npos);
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
