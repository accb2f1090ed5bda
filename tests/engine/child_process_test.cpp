// Programs beside this one: what they say, and that none of them outlives its object.
#include <gtest/gtest.h>

#include <signal.h>
#include <sys/socket.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>

#include <banyan/core/file_writer.hpp>
#include <banyan/core/page_block.hpp>
#include <banyan/engine/child_process.hpp>
#include <banyan/engine/supervisor.hpp>

namespace banyan {
namespace {

using Event = ChildProcess::Event;

ChildProcess::Time in(double seconds) {
  return WallClock::now() + std::chrono::duration_cast<ChildProcess::Time::duration>(Seconds(seconds));
}

std::unique_ptr<ChildProcess> shell(const std::string& script) {
  auto process = ChildProcess::start({"sh", "-c", script});
  EXPECT_TRUE(process);
  return *std::move(process);
}

// Processes that were killed disappear at once; those that wait for a reaper would stay.
bool is_gone(pid_t process) {
  for (int i = 0; i < 500; ++i) {
    if (kill(process, 0) != 0 && errno == ESRCH) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Command, IsSplitIntoWords) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(*split_command("gnugo --mode  gtp"), (Words{"gnugo", "--mode", "gtp"}));
  EXPECT_EQ(*split_command("a 'b c' \"d \\\" e\" f\\ g ''"), (Words{"a", "b c", "d \" e", "f g", ""}));
  EXPECT_EQ(*split_command("x'y z'w"), (Words{"xy zw"}));
  for (const char* wrong : {"", "   ", "a 'b", "\"", "a \"b'"}) EXPECT_FALSE(split_command(wrong)) << wrong;
  EXPECT_FALSE(split_command(std::string_view("a\0b", 3)));
}

TEST(Program, IsFoundOnThePath) {
  EXPECT_TRUE(find_program("sh"));
  EXPECT_TRUE(find_program("/bin/sh"));
  EXPECT_FALSE(find_program("no-such-program-here"));
  EXPECT_FALSE(find_program("/etc/passwd")) << "it can't be run";
  EXPECT_FALSE(find_program("/"));
}

TEST(ChildProcess, TalksInLines) {
  const auto cat = ChildProcess::start({"cat"});
  ASSERT_TRUE(cat);
  EXPECT_EQ((*cat)->say("hello", {in(5)}), Event::line);
  EXPECT_EQ((*cat)->say("again\r", {in(5)}), Event::line);
  const auto first = (*cat)->hear({in(5)});
  EXPECT_EQ(first.event, Event::line);
  EXPECT_EQ(first.line, "hello");
  EXPECT_EQ((*cat)->hear({in(5)}).line, "again") << "a carriage return is no part of a line";
  EXPECT_EQ((*cat)->hear({in(0.02)}).event, Event::timeout);
}

TEST(ChildProcess, TellsHowItEnded) {
  const auto process = shell("echo first; echo complaint >&2; exit 7");
  EXPECT_EQ(process->hear({in(5)}).line, "first");
  EXPECT_EQ(process->hear({in(5)}).event, Event::closed);
  const std::string words = process->last_words();
  EXPECT_NE(words.find("code 7"), std::string::npos) << words;
  EXPECT_NE(words.find("first"), std::string::npos) << words;
  EXPECT_NE(words.find("complaint"), std::string::npos) << words;
  EXPECT_EQ(process->say("anyone there?", {in(5)}), Event::closed);
}

TEST(ChildProcess, TellsTheSignalThatEndedIt) {
  const auto process = shell("kill -SEGV $$");
  EXPECT_EQ(process->hear({in(5)}).event, Event::closed);
  EXPECT_NE(process->last_words().find("signal 11"), std::string::npos);
}

TEST(ChildProcess, RefusesALineWithoutAnEnd) {
  const auto process = shell("head -c 3000000 /dev/zero | tr '\\0' x; sleep 1000");
  EXPECT_EQ(process->hear({in(20)}).event, Event::flood);
}

TEST(ChildProcess, IsNotStoppedByOneThatDoesNotRead) {
  const auto process = shell("sleep 1000");
  const std::string line(1 << 16, 'x');
  Event event = Event::line;
  for (int i = 0; i < 4 && event == Event::line; ++i) event = process->say(line, {in(0.05)});
  EXPECT_EQ(event, Event::timeout);
}

TEST(ChildProcess, StopsWhenAsked) {
  const auto process = shell("sleep 1000");
  std::stop_source stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop.request_stop();
  });
  EXPECT_EQ(process->hear({in(1000), stop.get_token()}).event, Event::stopped);
  later.join();
}

// It has a next line always, and is read faster than it can be heard.
TEST(ChildProcess, HasAnEndHoweverMuchItWrites) {
  const auto process = shell("exec yes");
  const auto last_event = [&](const WaitLimit& limit) {
    auto heard = process->hear(limit);
    while (heard.event == Event::line) heard = process->hear(limit);
    return heard.event;
  };
  EXPECT_EQ(last_event({in(0.1)}), Event::timeout);
  std::stop_source stop;
  std::thread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop.request_stop();
  });
  EXPECT_EQ(last_event({in(1000), stop.get_token()}), Event::stopped);
  later.join();
}

TEST(ChildProcess, StopsWhenItDoesNotRead) {
  const auto process = shell("sleep 1000");
  std::stop_source stop;
  stop.request_stop();
  const std::string line(1 << 20, 'x');
  EXPECT_EQ(process->say(line, {in(1000), stop.get_token()}), Event::stopped);
}

// What was read before the deadline came in time, however late it is heard.
TEST(ChildProcess, HearsWhatCameInTime) {
  const auto process = shell("echo one; echo two; sleep 1000");
  const auto limit = WaitLimit{in(5)};
  EXPECT_EQ(process->hear(limit).line, "one");
  EXPECT_EQ(process->hear(limit).line, "two");
  EXPECT_EQ(process->hear({in(0)}).event, Event::timeout);
}

TEST(ChildProcess, IsNotStartedWhereItsFileIsNoProgram) {
  const auto file =
      std::filesystem::temp_directory_path() / ("banyan-no-program-" + std::to_string(getpid()));
  ASSERT_TRUE(write_file(file, "\x01\x02 not a program"));
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const auto process = ChildProcess::start({file.string()});
  std::filesystem::remove(file);
  ASSERT_FALSE(process);
  EXPECT_NE(process.error().message.find("can be started: "), std::string::npos) << process.error().message;
}

TEST(ChildProcess, TakesItsWholeFamilyAlong) {
  pid_t parent = 0;
  pid_t child = 0;
  {
    const auto process = shell("trap '' TERM HUP; sleep 1000 & echo $$ $!; while true; do sleep 1; done");
    const auto heard = process->hear({in(5)});
    ASSERT_EQ(std::sscanf(heard.line.c_str(), "%d %d", &parent, &child), 2) << heard.line;
    EXPECT_EQ(kill(parent, 0), 0);
    EXPECT_EQ(kill(child, 0), 0);
  }
  EXPECT_TRUE(is_gone(parent));
  EXPECT_TRUE(is_gone(child));
}

// In a session, and so a group, of its own.
TEST(ChildProcess, TakesDescendantsAlongThatHaveGoneTheirOwnWay) {
  pid_t near = 0;
  pid_t far = 0;
  {
    const auto process =
        shell("setsid sleep 1000 & setsid sh -c 'sleep 1000 & echo $!; wait' & echo $!; wait");
    ASSERT_EQ(std::sscanf(process->hear({in(30)}).line.c_str(), "%d", &near), 1);
    ASSERT_EQ(std::sscanf(process->hear({in(30)}).line.c_str(), "%d", &far), 1);
    EXPECT_EQ(kill(near, 0), 0);
    EXPECT_EQ(kill(far, 0), 0);
  }
  EXPECT_TRUE(is_gone(near));
  EXPECT_TRUE(is_gone(far));
}

// The parent's sockets are no engine's business, and would stay open while it lives.
TEST(ChildProcess, HasNoFilesButItsStreams) {
  const int sockets = socket(AF_INET, SOCK_STREAM, 0);
  ASSERT_GE(sockets, 0);
  const auto other = shell("sleep 1000");
  const auto process = shell("echo $$; exec sleep 1000");
  const std::string folder = "/proc/" + process->hear({in(30)}).line + "/fd";
  std::set<std::string> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.insert(file.path().filename());
  EXPECT_EQ(files, (std::set<std::string>{"0", "1", "2"}));
  close(sockets);
}

// A supervisor that kept the pipes of other engines open would hide the end of their input from them.
TEST(ChildProcess, ItsSupervisorHoldsNoFiles) {
  const auto other = shell("sleep 1000");
  const auto process = shell("echo $PPID; sleep 1000");
  const std::string folder = "/proc/" + process->hear({in(30)}).line + "/fd";
  ASSERT_TRUE(std::filesystem::is_directory(folder)) << folder;
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
  };
  for (int i = 0; i < 500 && files() > 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(files(), 0);
}

// What the parent frees must not live on in a supervisor.
TEST(ChildProcess, ItsSupervisorHoldsNoTrees) {
  if (!detail::supervisor_frees_memory) GTEST_SKIP() << "sanitizers have memory of their own";
  constexpr std::size_t large = std::size_t{64} << 20U;
  PageBlock tree(large);
  std::memset(tree.data(), 1, large);
  const auto process = shell("echo $PPID; sleep 1000");
  const std::string file = "/proc/" + process->hear({in(30)}).line + "/statm";
  const auto resident = [&] {
    std::size_t all = 0;
    std::size_t pages = 0;
    std::ifstream(file) >> all >> pages;
    return pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  };
  for (int i = 0; i < 500 && resident() > large / 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_GT(resident(), 0U);
  EXPECT_LT(resident(), large / 2);
  EXPECT_EQ(static_cast<const char*>(tree.data())[large - 1], 1) << "the parent's is as it was";
}

}  // namespace
}  // namespace banyan
