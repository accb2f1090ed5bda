// The page of a run, and the numbers that are told before and while it goes on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <string>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/learn/chart.hpp>
#include <banyan/learn/net/pace.hpp>
#include <banyan/learn/training_report.hpp>
#include <banyan/store/run_store.hpp>

namespace banyan {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Forecast, EndsAtTheFirstLimit) {
  const PlayPace pace{.seconds = 2, .games = 10, .positions = 100, .evaluations = 3000, .cache_hits = 1000};
  EXPECT_EQ(pace.hits(), 0.25);
  EXPECT_EQ(pace.per_second(pace.games), 5);
  // A game takes 0.2 s to play and 10 positions × 0.5 steps × 0.04 s = 0.2 s to learn from.
  const auto by_time = forecast(pace, 0.04, 0.5, 0, {.seconds_left = 40, .games_left = 1000});
  ASSERT_TRUE(by_time);
  EXPECT_NEAR(by_time->games, 100, 1e-9);
  EXPECT_NEAR(by_time->positions, 1000, 1e-9);
  EXPECT_NEAR(by_time->steps, 500, 1e-9);
  const auto by_games = forecast(pace, 0.04, 0.5, 0.2, {.seconds_left = {}, .games_left = 10});
  EXPECT_NEAR(by_games->seconds, 5, 1e-9);
  EXPECT_FALSE(forecast(pace, 0.04, 0.5, 0, {}));
  EXPECT_FALSE(forecast({}, 0.04, 0.5, 0, {.seconds_left = 40, .games_left = {}}));
}

TEST(Forecast, SpeaksToPeople) {
  EXPECT_EQ(describe_time(45.2), "45 s");
  EXPECT_EQ(describe_time(600), "10 min");
  EXPECT_EQ(describe_time(12000), "3 h 20 min");
  EXPECT_EQ(describe_count(950), "950");
  EXPECT_EQ(describe_count(999.7), "1.00 k");
  EXPECT_EQ(describe_count(12345), "12.3 k");
  EXPECT_EQ(describe_count(1.4e6), "1.40 M");
}

// Where neighbouring numbers are two apart, adding a step of one half would go on for ever.
TEST(Chart, OfHugeNumbersEnds) {
  ChartSeries line{.name = "huge", .points = {}};
  for (const double y : {1e16, 1e16 + 2, 1e16 + 4}) line.points.push_back({.x = 1, .y = y});
  const std::string text = draw_chart({.title = "", .x_name = "", .series = {line}, .from_zero = false});
  EXPECT_LT(text.size(), 10'000U);
  line.points = {{.x = -1e308, .y = -1e308}, {.x = 1e308, .y = 1e308}};
  EXPECT_LT(draw_chart({.title = "", .x_name = "", .series = {line}}).size(), 10'000U);
}

TEST(Chart, DrawsWhatIsThere) {
  const Chart chart{
      .title = "A < B",
      .x_name = "minutes",
      .series = {{.name = "one", .points = {{.x = 0, .y = 1}, {.x = 1, .y = NAN}, {.x = 2, .y = 3}}}},
      .references = {{.name = "mark", .y = 2}}};
  const std::string text = draw_chart(chart);
  EXPECT_TRUE(has(text, "A &lt; B"));
  EXPECT_TRUE(has(text, ">mark</text>"));
  EXPECT_FALSE(has(text, "nan"));
  EXPECT_EQ(draw_chart({.title = "nothing", .x_name = "", .series = {{.name = "none", .points = {}}}}), "");
  EXPECT_FALSE(
      has(draw_chart({.title = "one", .x_name = "", .series = {{.name = "", .points = {{.x = 3, .y = 3}}}}}),
          "nan"));
}

class RunReportTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  std::string folder_ = testing::TempDir() + "banyan_report_" + std::to_string(getpid());
};

TEST_F(RunReportTest, StandsAlone) {
  {
    const auto store = RunStore::open(folder_ + "/run.db");
    ASSERT_TRUE(store->set("game", "tictactoe"));
    ASSERT_TRUE(store->set("learner", "alphazero:blocks=1"));
    ASSERT_TRUE(store->set("seed", "7"));
    EXPECT_TRUE(has(write_training_report(folder_).error().message, "first generation"));
    for (const std::uint64_t generation : {1U, 2U, 3U})
      ASSERT_TRUE(store->finish_generation({.generation = generation,
                                            .seconds = 60.0 * static_cast<double>(generation),
                                            .games = 200 * generation,
                                            .policy_loss = 1.5,
                                            .value_loss = 0.5,
                                            .resigned = 100,
                                            .to_the_end = 20,
                                            .wrong = 1}));
    ASSERT_TRUE(
        store->add_rung({.matches = {{.generation = 2, .seconds = 120, .opponent = "random", .wins = 4}},
                         .ratings = {{.player = "generation 2", .elo = 40, .low = -20, .high = 100}},
                         .accuracy = {}}));
  }
  const auto file = write_training_report(folder_);
  ASSERT_TRUE(file) << file.error().message;
  const auto page = read_file(*file);
  ASSERT_TRUE(page);
  EXPECT_TRUE(has(*page, "tictactoe"));
  EXPECT_TRUE(has(*page, "+40 [-20, +100]"));
  EXPECT_TRUE(has(*page, "Losses"));
  EXPECT_TRUE(has(*page, "Games given up"));
  EXPECT_TRUE(has(*page, "<th>blocks</th><td>1</td>"));
  for (const char* foreign : {"http", "<script", "url(", "@import", "nan"})
    EXPECT_FALSE(has(*page, foreign)) << foreign;
}

TEST_F(RunReportTest, RefusesFoldersThatAreNone) {
  EXPECT_TRUE(has(write_training_report(folder_).error().message, "not a training run"));
  ASSERT_TRUE(write_file(folder_ + "/run.db", std::string(200, 'x')));
  EXPECT_TRUE(has(write_training_report(folder_).error().message, "not a database"));
}

}  // namespace
}  // namespace banyan
