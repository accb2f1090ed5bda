// Engines for many: how many processes run at once, and who waits for whom.
#include <gtest/gtest.h>

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <banyan/core/file_reader.hpp>
#include <banyan/engine/house.hpp>
#include <banyan/engine/make_agent.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/words.hpp>

namespace banyan {
namespace {

class House : public testing::Test {
 protected:
  House() { std::filesystem::remove(note_); }
  ~House() override { std::filesystem::remove(note_); }

  // A fake engine that writes the numbers of its processes into the note.
  std::unique_ptr<AnyAgent> take_in(EngineHouse& house, const std::string& behaviour) {
    const auto spec = parse_spec("gtp:cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py gtp " +
                                 behaviour + " " + note_.string() + "\",patience=10h");
    auto agent = make_engine_agent(*game_, *spec);
    EXPECT_TRUE(agent);
    return house.take_in(game_, *std::move(agent));
  }
  std::vector<std::string> processes() {
    const auto text = read_file(note_);
    return text ? split_words(*text) : std::vector<std::string>{};
  }
  bool wait_for_processes(std::size_t count) {
    for (int i = 0; i < 6000 && processes().size() < count; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return processes().size() >= count;
  }
  static bool is_gone(const std::string& process) {
    return kill(static_cast<pid_t>(std::stoi(process)), 0) != 0 && errno == ESRCH;
  }

  std::shared_ptr<const AnyGame> game_ = *built_in_games().make("gomoku:width=6,height=6,line=4");
  std::filesystem::path note_ =
      std::filesystem::temp_directory_path() / ("banyan-house-" + std::to_string(getpid()));
};

TEST_F(House, EndsTheEngineThatIsIdleLongest) {
  EngineHouse house(2);
  const auto start = game_->start();
  const auto first = take_in(house, "family");
  const auto second = take_in(house, "family");
  const auto third = take_in(house, "family");
  EXPECT_EQ(first->choose(*start, {}).best, "a1");
  EXPECT_EQ(second->choose(*start, {}).best, "a1");
  EXPECT_EQ(first->choose(*start, {}).best, "a1");
  ASSERT_EQ(processes().size(), 6U) << "an engine and its two children each";
  EXPECT_EQ(third->choose(*start, {}).best, "a1");
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(is_gone(processes()[i]), i >= 3) << "process " << i;
  // It is started again, and told the game that it has missed.
  const auto later = start->clone();
  ASSERT_TRUE(later->play("a1"));
  second->observe(*start, "a1");
  EXPECT_EQ(second->choose(*later, {}).best, "b1");
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(is_gone(processes()[i])) << "process " << i;
}

TEST_F(House, SaysThatAllAreBusy) {
  EngineHouse house(1);
  const auto start = game_->start();
  const auto busy = take_in(house, "deaf");
  const auto other = take_in(house, "good");
  std::stop_source stop;
  {
    const std::jthread asking(
        [&] { EXPECT_FALSE(busy->choose(*start, {.stop = stop.get_token(), .progress = {}}).best); });
    EXPECT_TRUE(wait_for_processes(1));
    const Analysis refused = other->choose(*start, {});
    EXPECT_NE(refused.error.find("at most 1 programs"), std::string::npos) << refused.error;
    EXPECT_FALSE(refused.fault);
    stop.request_stop();
  }
  EXPECT_EQ(other->choose(*start, {}).best, "a1");
}

// An engine that doesn't end by itself is given 300 ms. Who lets it go does not wait so long, unless held up
// five times by something else; the house does, and at its end they are gone.
TEST_F(House, LetsEnginesGoOnTheSide) {
  const auto start = game_->start();
  bool was_quick = false;
  {
    EngineHouse house(8);
    for (int i = 0; i < 5; ++i) {
      auto agent = take_in(house, "stubborn");
      EXPECT_EQ(agent->choose(*start, {}).best, "a1");
      constexpr double grace = 0.3;
      const Stopwatch watch;
      agent.reset();
      was_quick = was_quick || watch.seconds() < grace;
    }
  }
  ASSERT_EQ(processes().size(), 5U);
  for (const std::string& process : processes()) EXPECT_TRUE(is_gone(process));
  EXPECT_TRUE(was_quick);
}

}  // namespace
}  // namespace banyan
