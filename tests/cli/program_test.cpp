// The program as a function, where it is about the games it is given.
#include <banyan/cli/program.hpp>

#include <gtest/gtest.h>

namespace banyan {
namespace {

TEST(Program, TellsGamesWithOneName) {
  const GameEntry entry{"same", nullptr};
  const char* const words[] = {"mygames", "games"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_program(GameList({entry, entry}), 2, words), 1);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("two games of this program are called 'same'"),
            std::string::npos);
}

}  // namespace
}  // namespace banyan
