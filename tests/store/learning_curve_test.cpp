// curve.tsv: what is written reads back, and no failure costs a line.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <banyan/store/learning_curve.hpp>

#include "../core/file_limit.hpp"

namespace banyan {
namespace {

namespace fs = std::filesystem;

constexpr const char* heading =
    "# games\tmoves\tmean\tmax\tshare of games with 2048\t4096\t8192\t16384\t32768\tmoves a second\n";

LearningPoint point(std::uint64_t games) {
  return {.games = games,
          .moves = games * 1'000'000,
          .mean = 1234.5,
          .highest = 1e7,
          .reached = {{2048, 1}, {4096, 0.5}, {8192, 0.25}, {16384, 0.125}, {32768, 0}},
          .moves_per_second = 1.0 / 3};
}

class LearningCurveTest : public testing::Test {
 protected:
  LearningCurveTest() : folder_(fs::temp_directory_path() / ("banyan_curve_" + std::to_string(getpid()))) {
    fs::create_directory(folder_);
  }
  ~LearningCurveTest() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string text() const {
    std::ifstream in(file(), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] fs::path file() const { return folder_ / "curve.tsv"; }
  void add(std::initializer_list<std::uint64_t> games) const {
    for (const std::uint64_t g : games) ASSERT_TRUE(add_to_curve(file(), point(g)));
  }

  fs::path folder_;
};

TEST_F(LearningCurveTest, ReadsBack) {
  add({1, 100, 1'000'000});
  const auto points = read_curve(file());
  ASSERT_TRUE(points) << points.error().message;
  EXPECT_EQ(*points, (std::vector<LearningPoint>{point(1), point(100), point(1'000'000)}));
  EXPECT_TRUE(text().starts_with(heading));
}

TEST_F(LearningCurveTest, KeepsTheMilestonesOfAnyGame) {
  LearningPoint other = point(1);
  other.reached = {{3, 0.5}, {6, 0.25}};
  ASSERT_TRUE(add_to_curve(file(), other));
  EXPECT_EQ(*read_curve(file()), (std::vector<LearningPoint>{other}));
  EXPECT_TRUE(text().starts_with("# games\tmoves\tmean\tmax\tshare of games with 3\t6\tmoves a second\n"));
  fs::remove(file());
  other.reached = {};
  ASSERT_TRUE(add_to_curve(file(), other));
  EXPECT_EQ(*read_curve(file()), (std::vector<LearningPoint>{other}));
  EXPECT_TRUE(text().starts_with("# games\tmoves\tmean\tmax\tmoves a second\n"));
}

// A file goes on with the milestones that it began with, whatever the game has named since.
TEST_F(LearningCurveTest, GoesOnWithTheMilestonesOfTheFile) {
  add({1});
  LearningPoint later = point(2);
  later.reached = {{1024, 1}, {4096, 0.75}};
  ASSERT_TRUE(add_to_curve(file(), later));
  later.reached = {{2048, 0.75}, {4096, 0.75}, {8192, 0}, {16384, 0}, {32768, 0}};
  EXPECT_EQ(*read_curve(file()), (std::vector<LearningPoint>{point(1), later}));
}

TEST_F(LearningCurveTest, WantsAHeading) {
  for (const char* wrong :
       {"", "# games\n", "# games\tmoves\tmean\tmax\tshare of games with x\tmoves a second\n"}) {
    const std::string content = std::string(wrong) + "1\t2\t3\t4\t5\n";
    const auto points = parse_curve(content);
    ASSERT_FALSE(points) << wrong;
    EXPECT_NE(points.error().message.find("heading"), std::string::npos) << points.error().message;
    std::ofstream(file(), std::ios::binary) << content;
    EXPECT_FALSE(add_to_curve(file(), point(2)));
    EXPECT_EQ(text(), content);
  }
}

TEST_F(LearningCurveTest, NamesTheLineThatIsWrong) {
  for (const char* line :
       {"1\t2\n", "1\t2\t3\t4\t5\t6\t7\t8\t9\tten\n", "1\t2\t3\t4\t5\t6\t7\t8\t9\t10\t11\n",
        "1 2 3 4 5 6 7 8 9 10\n", "-1\t2\t3\t4\t5\t6\t7\t8\t9\t10\n"}) {
    const auto points = parse_curve(heading + std::string(line));
    ASSERT_FALSE(points) << line;
    EXPECT_NE(points.error().message.find("line 2: 10 numbers"), std::string::npos);
  }
}

TEST_F(LearningCurveTest, ForgetsALineThatWasCutShort) {
  add({1});
  std::ofstream(file(), std::ios::app) << "2\t3";
  EXPECT_EQ(read_curve(file())->size(), 1U);
  add({2});
  EXPECT_EQ(*read_curve(file()), (std::vector<LearningPoint>{point(1), point(2)}));
}

TEST_F(LearningCurveTest, DropsTheGamesThatWereNotKept) {
  ASSERT_TRUE(cut_curve(file(), 5)) << "there is none yet";
  EXPECT_FALSE(fs::exists(file()));
  add({1, 2, 3});
  ASSERT_TRUE(cut_curve(file(), 2));
  EXPECT_EQ(*read_curve(file()), (std::vector<LearningPoint>{point(1), point(2)}));
}

TEST_F(LearningCurveTest, LosesNothingWhereTheDiskIsFull) {
  add({1, 2, 3});
  const std::string before = text();
  {
    const FileLimit limit(10);
    EXPECT_FALSE(cut_curve(file(), 2));
    EXPECT_TRUE(cut_curve(file(), 3)) << "there is nothing to be written";
  }
  EXPECT_EQ(text(), before);
  for (const rlim_t room : {0U, 1U, 20U}) {
    const FileLimit limit(before.size() + room);
    EXPECT_FALSE(add_to_curve(file(), point(4)));
  }
  EXPECT_EQ(text(), before);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "nothing is left beside";
}

}  // namespace
}  // namespace banyan
