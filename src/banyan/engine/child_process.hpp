// A program that runs beside this one, with pipes to its standard input, output and error. It and whatever it
// starts live in a process group of their own, under a small supervisor: when the object goes, or the thread
// that started it ends in whatever way (also by kill -9 of this program), all of them are killed and reaped.
// So an object is used and destroyed on the thread that started it.
//
// What the program writes is not trusted: the length of lines and all waits are limited, and only the end of
// its output is kept.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

// The words of a command line: separated by spaces, with '…' and "…" around those that have some, and a
// backslash before a character that is meant literally. No shell is involved.
Result<std::vector<std::string>> split_command(std::string_view command);

// Where a program is: its path if the name has a slash, else the first of that name in the folders of PATH
// and in /usr/games, where Debian keeps engines.
Result<std::string> find_program(const std::string& name);

// How long to wait for a program: until a deadline, or until a stop is requested.
struct WaitLimit {
  WallClock::Time deadline;
  std::stop_token stop{};
};

class ChildProcess {
 public:
  using Time = WallClock::Time;

  // The first word is the program. An error where it is not found or can't be run, or where the system gives
  // no process or no pipe.
  static Result<std::unique_ptr<ChildProcess>> start(const std::vector<std::string>& words);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Closes its input, waits a moment for it to end by itself, and kills it.
  ~ChildProcess();

  enum class Event {
    line,     // there is one
    timeout,  // none by the deadline
    closed,   // the program has closed its output, or ended
    flood,    // a line exceeds the limit
    stopped,  // a stop was requested
  };
  struct Heard {
    Event event;
    std::string line{};  // without its end
  };
  // The next line of its output.
  Heard hear(const WaitLimit& limit);
  // Writes a line. Any event but `line` says why it was not taken; then a part of it may have been.
  Event say(std::string_view line, const WaitLimit& limit);

  // How the program ended, if it has ("ended with code 1"), and the last lines that it wrote, for messages.
  [[nodiscard]] std::string last_words();

 private:
  ChildProcess(pid_t supervisor, detail::Descriptor in, detail::Descriptor out, detail::Descriptor error)
      : supervisor_(supervisor), in_(std::move(in)), out_(std::move(out)), error_(std::move(error)) {}

  // Reads what has come of standard output and error, without waiting. Output counts as read at the given
  // time.
  void drain_output(Time now);
  void drain_error();
  void wait_for_output(Time now, Time deadline);
  std::optional<std::string> next_line();
  void forget_output();
  void remember(const std::string& line);
  bool has_ended();

  pid_t supervisor_;
  detail::Descriptor in_;
  detail::Descriptor out_;
  detail::Descriptor error_;
  std::string pending_;            // output that was read
  std::size_t begin_ = 0;          // of what has not been read
  std::size_t searched_ = 0;       // from there to here there is no line end
  Time drained_{};                 // when output was read last
  bool at_end_ = false;            // of the output
  std::string complaints_;         // the end of standard error
  std::deque<std::string> heard_;  // the last lines
  bool reaped_ = false;
  int status_ = 0;
};

}  // namespace banyan
