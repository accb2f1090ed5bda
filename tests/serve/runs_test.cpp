// Trainings as the page sees them: what is there is told, what is not or is damaged is refused clearly, and
// no name leads out of the folder.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <variant>

#include <banyan/serve/runs.hpp>
#include <banyan/store/folder_lock.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan::serve {
namespace {

namespace fs = std::filesystem;

class RunsTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(root_);
    fs::create_directories(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  RunStore network(const std::string& name) {
    fs::create_directories(root_ / name);
    auto store = RunStore::open(root_ / name / "run.db");
    EXPECT_TRUE(store && store->set("game", "tictactoe") && store->set("learner", "alphazero:blocks=1") &&
                store->set("seed", "7"));
    return *std::move(store);
  }
  void file(const fs::path& path, const std::string& content) {
    fs::create_directories((root_ / path).parent_path());
    std::ofstream(root_ / path) << content;
  }
  Json get(std::string_view path) {
    const Reply reply = Runs(root_).answer(path);
    const auto* refusal = std::get_if<Refusal>(&reply);
    EXPECT_EQ(refusal, nullptr) << path << ": " << (refusal != nullptr ? refusal->message : "");
    return refusal != nullptr ? Json() : std::get<Json>(reply);
  }
  int code(std::string_view path) {
    const Reply reply = Runs(root_).answer(path);
    const auto* refusal = std::get_if<Refusal>(&reply);
    EXPECT_TRUE(refusal == nullptr || !refusal->message.empty());
    return refusal != nullptr ? refusal->code : 200;
  }

  fs::path root_;
};

constexpr const char* curve =
    "# games\tmoves\tmean\tmax\tshare of games with 2048\t4096\t8192\t16384\t32768\tmoves a second\n"
    "479\t292385\t9571.5\t28176\t0.02\t0\t0\t0\t0\t4834.9\n"
    "5480\t7302808\t26187.7\t83792\t0.53\t0.05\t0\t0\t0\t375850.5\n";

TEST_F(RunsTest, WhereThereIsNothingThereAreNoRuns) {
  EXPECT_TRUE(get("")["runs"].empty());
  EXPECT_TRUE(std::get<Json>(Runs("/there/is/no/such/folder").answer(""))["runs"].empty());
  EXPECT_TRUE(std::get<Json>(Runs({}).answer(""))["runs"].empty());
  file("text/readme.txt", "no run");
  EXPECT_TRUE(get("")["runs"].empty());
}

TEST_F(RunsTest, WhereTheFolderLiesIsNotTold) {
  EXPECT_EQ(get("")["folder"], root_.filename().string());
  EXPECT_EQ(std::get<Json>(Runs(root_ / "").answer(""))["folder"], root_.filename().string());
  EXPECT_EQ(std::get<Json>(Runs("my/runs").answer(""))["folder"], "my/runs");
}

TEST_F(RunsTest, ANetworkHasItsCurve) {
  const RunStore store = network("first run");
  ASSERT_TRUE(store.finish_generation({.generation = 1,
                                       .seconds = 10,
                                       .games = 200,
                                       .evaluations = 4000,
                                       .policy_loss = 2,
                                       .value_loss = 0.7}));
  ASSERT_TRUE(store.finish_generation(
      {.generation = 2, .seconds = 14, .games = 400, .evaluations = 8000, .policy_loss = std::nan("")}));
  ASSERT_TRUE(store.add_game({.number = 399, .moves = "b2 a1", .samples = "x"}));

  const Json list = get("")["runs"];
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0]["name"], "first run");
  EXPECT_EQ(list[0]["kind"], "network");
  EXPECT_EQ(list[0]["game"], "tictactoe");
  EXPECT_EQ(list[0]["games"], 400);
  EXPECT_EQ(list[0]["running"], false);

  const Json run = get("first%20run");
  EXPECT_EQ(run["learner"], "alphazero:blocks=1");
  EXPECT_EQ(run["curve"]["games"], Json::array({200.0, 400.0}));
  EXPECT_EQ(run["curve"]["games_per_second"], Json::array({20.0, 50.0}));
  EXPECT_EQ(run["curve"]["evaluations_per_second"], Json::array({400.0, 1000.0}));
  EXPECT_EQ(run["curve"]["policy_loss"], Json::array({2.0, nullptr}));
}

TEST_F(RunsTest, TheLadderHasEachNetworkOnce) {
  const RunStore store = network("a");
  ASSERT_TRUE(
      store.add_rung({.matches = {{.generation = 5, .games = 1000, .opponent = "random"},
                                  {.generation = 5, .games = 1000, .opponent = "generation 1"}},
                      .ratings = {{"generation 5", 150, 100, 200}, {"random", 0, 0, 0}},
                      .accuracy = {{.generation = 5, .games = 1000, .policy = 0.5, .search = 0.75}}}));
  const Json run = get("a");
  EXPECT_EQ(run["ladder"]["games"], Json::array({1000.0}));
  EXPECT_EQ(run["ladder"]["elo"], Json::array({150.0}));
  EXPECT_EQ(run["ladder"]["low"], Json::array({100.0}));
  EXPECT_EQ(run["accuracy"]["search"], Json::array({0.75}));
}

TEST_F(RunsTest, GamesAreThereWhileTheTrainingWrites) {
  const RunStore store = network("a");
  ASSERT_TRUE(store.add_game({.number = 0, .moves = "b2 a1 c3", .outcome = 1, .samples = "x"}));
  ASSERT_TRUE(store.add_game({.number = 3, .generation = 1, .moves = "a1", .outcome = -1, .samples = "x"}));
  EXPECT_EQ(get("a/games/0")["moves"], Json::array({"b2", "a1", "c3"}));
  EXPECT_EQ(get("a/games/3")["outcome"], -1);
  EXPECT_EQ(get("a/games/2")["number"], 0);  // the last one before it
  EXPECT_EQ(get("a/games/3")["generation"], 1);
  ASSERT_TRUE(store.add_game({.number = 4, .moves = "c1", .samples = "x"}));
  EXPECT_EQ(get("a/games/9")["number"], 4);
}

TEST_F(RunsTest, TwentyFortyEightHasScoresAndMilestones) {
  file("t/curve.tsv", std::string(curve) + "9999\t12");  // the last line is being written
  const Json run = get("t");
  EXPECT_EQ(run["kind"], "ntuple");
  EXPECT_EQ(run["games"], 5480);
  EXPECT_EQ(run["curve"]["mean"], Json::array({9571.5, 26187.7}));
  EXPECT_EQ(run["milestones"]["2048"], Json::array({0.02, 0.53}));
  EXPECT_EQ(run["curve"]["moves_per_second"].size(), 2U);
  EXPECT_EQ(code("t/games/0"), 404);
}

TEST_F(RunsTest, ALongCurveIsThinnedAndKeepsItsEnd) {
  const RunStore store = network("long");
  for (std::uint64_t i = 1; i <= 2500; ++i)
    ASSERT_TRUE(store.finish_generation({.generation = i, .seconds = static_cast<double>(i), .games = i}));
  const Json games = get("long")["curve"]["games"];
  EXPECT_LE(games.size(), 1000U);
  EXPECT_GT(games.size(), 500U);
  EXPECT_EQ(games.back(), 2500);
}

TEST_F(RunsTest, ATrainingAtWorkIsSeenAndNotKeptOut) {
  file("t/curve.tsv", curve);
  EXPECT_EQ(get("t")["running"], false);
  const auto lock = FolderLock::take((root_ / "t").string());
  ASSERT_TRUE(lock);
  EXPECT_EQ(get("t")["running"], true);
}

TEST_F(RunsTest, NoNameLeadsOutOfTheFolder) {
  network("a");
  file("../outside/curve.tsv", curve);
  for (const char* path : {"..",
                           ".",
                           "../outside",
                           "..%2Foutside",
                           "%2e%2e%2foutside",
                           "%2e%2e",
                           ".a",
                           "a%00",
                           "a%2",
                           "%zz",
                           "%",
                           "/a",
                           "//",
                           "a/../a",
                           "%2Fetc",
                           "b",
                           "a/",
                           "a/games",
                           "a/games/",
                           "a/games/-1",
                           "a/games/x",
                           "a/games/99999999999999999999",
                           "a/games/0/0"})
    EXPECT_EQ(code(path), 404) << path;
  fs::remove_all(root_ / "../outside");
}

TEST_F(RunsTest, DamagedFilesAreNamedAndHideNoOthers) {
  network("good");
  file("text/run.db", std::string(500, 'x'));
  file("empty/run.db", "");
  file("curve/curve.tsv", "1\t2\n");
  file("letters/curve.tsv", std::string(curve) + "1\t2\t3\t4\t5\t6\t7\t8\t9\tten\n");
  const Json list = get("")["runs"];
  ASSERT_EQ(list.size(), 5U);
  for (const Json& run : list) EXPECT_EQ(run.contains("problem"), run["name"] != "good") << run.dump();
  for (const char* name : {"text", "empty", "curve", "letters"}) EXPECT_EQ(code(name), 422) << name;
  EXPECT_EQ(code("text/games/0"), 422);
  EXPECT_EQ(code("empty/games/0"), 422);
}

// Any byte of a run may be wrong: it is read or refused, and nothing breaks.
TEST_F(RunsTest, BrokenBytesBreakNothing) {
  {
    const RunStore store = network("a");
    for (std::uint64_t i = 0; i < 50; ++i)
      ASSERT_TRUE(store.add_game({.number = i, .moves = "b2 a1", .samples = std::string(300, 's')}));
  }
  std::ifstream input(root_ / "a/run.db", std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(input)), {});
  for (std::size_t place = 0; place < whole.size(); place += 61) {
    std::string broken = whole;
    broken[place] = static_cast<char>(~broken[place]);
    file("b/run.db", broken);
    for (const char* path : {"b", "b/games/7"}) {
      const int answer = code(path);
      EXPECT_TRUE(answer == 200 || answer == 404 || answer == 422) << place;
    }
  }
}

}  // namespace
}  // namespace banyan::serve
