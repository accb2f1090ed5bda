#include <banyan/engine/child_process.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include <banyan/engine/supervisor.hpp>

namespace banyan {

namespace {
constexpr std::size_t longest_line = std::size_t{1} << 20U;
constexpr std::size_t most_lines_kept = 8;
constexpr std::size_t longest_complaint = 2000;
constexpr int poll_slice_ms = 20;  // how long a stop request may go unnoticed

struct Pipe {
  detail::Descriptor read;
  detail::Descriptor write;
};
Result<Pipe> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return Error{"no pipe can be made: " + std::generic_category().message(errno)};
  return Pipe{detail::Descriptor(ends[0]), detail::Descriptor(ends[1])};
}

Error not_started(int why) {
  return Error{"no process can be started: " + std::generic_category().message(why)};
}

// Why the engine could not be started, when that is known; 0 if it was. Its end of the pipe is closed when it
// begins to run.
int reported(const detail::Descriptor& report) {
  int why = 0;
  ssize_t count = 0;
  do {
    count = read(report.get(), &why, sizeof why);
  } while (count < 0 && errno == EINTR);
  return count == sizeof why ? why : 0;
}

void make_nonblocking(const detail::Descriptor& file) {
  fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) | O_NONBLOCK);
}

// A write to a program that has ended is an error to handle, not the end of this one.
void ignore_broken_pipes() {
  struct sigaction action {};
  if (sigaction(SIGPIPE, nullptr, &action) == 0 && action.sa_handler == SIG_DFL)
    std::signal(SIGPIPE, SIG_IGN);
}

int milliseconds_until(ChildProcess::Time deadline) {
  const double left = Seconds(deadline - WallClock::now()).count();
  if (left <= 0) return 0;
  return static_cast<int>(std::min<double>(poll_slice_ms, left * 1000 + 1));
}

// Keeps the end of a text.
void append_bounded(std::string& text, std::string_view more) {
  text += more;
  if (text.size() > longest_complaint) text.erase(0, text.size() - longest_complaint);
}
}  // namespace

Result<std::vector<std::string>> split_command(std::string_view command) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < command.size(); ++i) {
    const char c = command[i];
    if (c == '\0') return Error{"a command can't contain a zero byte"};
    if (quote != 0 ? c == quote : c == '\'' || c == '"') {
      quote = quote != 0 ? '\0' : c;
      inside = true;
    } else if (c == '\\' && quote != '\'' && i + 1 < command.size()) {
      word += command[++i];
      inside = true;
    } else if (quote == 0 && (c == ' ' || c == '\t' || c == '\n')) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (quote != 0) return Error{std::string("a quote ") + quote + " is opened and never closed"};
  if (inside) words.push_back(word);
  if (words.empty()) return Error{"the command is empty; it is a program and its arguments"};
  return words;
}

Result<std::string> find_program(const std::string& name) {
  const auto runs = [](const std::string& path) {
    std::error_code problem;
    return std::filesystem::is_regular_file(path, problem) && access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) {
    if (runs(name)) return name;
    return Error{"'" + detail::shorten(name) + "' is not a program that can be run"};
  }
  const char* folders = std::getenv("PATH");
  std::string list = std::string(folders != nullptr ? folders : "") + ":/usr/games";
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(':', begin), list.size());
    const std::string path = list.substr(begin, end - begin) + "/" + name;
    if (end > begin && runs(path)) return path;
    begin = end + 1;
  }
  return Error{"there is no program '" + detail::shorten(name) + "' on PATH or in /usr/games"};
}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const std::vector<std::string>& words) {
  const auto path = find_program(words.front());
  if (!path) return path.error();
  std::vector<std::string> owned = words;
  std::vector<char*> pointers;
  for (std::string& word : owned) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  auto in = make_pipe();
  auto out = make_pipe();
  auto error = make_pipe();
  if (!in || !out || !error) return (!in ? in : !out ? out : error).error();
  auto report = make_pipe();
  for (const auto* each : {&in, &out, &error, &report})
    if (!*each) return each->error();
  ignore_broken_pipes();
  const detail::Supervised engine{.path = path->c_str(),
                                  .words = pointers.data(),
                                  .streams = {in->read.get(), out->write.get(), error->write.get()},
                                  .report = report->write.get(),
                                  .parent = getpid()};
  const pid_t supervisor = fork();
  if (supervisor < 0) return not_started(errno);
  if (supervisor == 0) detail::supervise(engine);
  for (const auto* file : {&in->write, &out->read, &error->read}) make_nonblocking(*file);
  std::unique_ptr<ChildProcess> process(
      new ChildProcess(supervisor, std::move(in->write), std::move(out->read), std::move(error->read)));
  report->write = detail::Descriptor();
  if (const int why = reported(report->read); why != 0) return not_started(why);
  return process;
}

ChildProcess::~ChildProcess() {
  using std::chrono::milliseconds;
  constexpr int grace_ms = 300;      // to end by itself when its input ends
  constexpr int patience_ms = 3000;  // for the supervisor to reap what it has killed
  in_ = detail::Descriptor();
  for (int waited = 0; waited < grace_ms && !has_ended(); waited += 5) {
    drain_output(WallClock::now());  // a program blocked in a write doesn't end
    drain_error();
    forget_output();
    std::this_thread::sleep_for(milliseconds(5));
  }
  if (!reaped_) kill(supervisor_, SIGTERM);
  for (int waited = 0; waited < patience_ms && !has_ended(); waited += 2)
    std::this_thread::sleep_for(milliseconds(2));
  if (reaped_) return;
  kill(supervisor_, SIGKILL);  // the engine dies with it
  while (waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ChildProcess::has_ended() {
  if (!reaped_ && waitpid(supervisor_, &status_, WNOHANG) == supervisor_) reaped_ = true;
  return reaped_;
}

void ChildProcess::forget_output() {
  pending_.clear();
  begin_ = searched_ = 0;
}

void ChildProcess::drain_output(Time now) {
  drained_ = now;
  pending_.erase(0, begin_);
  searched_ -= begin_;
  begin_ = 0;
  std::array<char, 1 << 14> buffer{};
  while (!at_end_ && pending_.size() <= longest_line) {
    const ssize_t count = read(out_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    if (count <= 0) {
      at_end_ = true;
      return;
    }
    pending_.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void ChildProcess::drain_error() {
  std::array<char, 1 << 12> buffer{};
  constexpr int most_reads = 64;  // so that endless output does not block us here
  for (int i = 0; i < most_reads; ++i) {
    const ssize_t count = read(error_.get(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return;
    append_bounded(complaints_, {buffer.data(), static_cast<std::size_t>(count)});
  }
}

void ChildProcess::remember(const std::string& line) {
  constexpr std::size_t longest_kept = 300;
  heard_.push_back(detail::cut(line, longest_kept));
  if (heard_.size() > most_lines_kept) heard_.pop_front();
}

// A whole line of what has been read.
std::optional<std::string> ChildProcess::next_line() {
  const std::size_t end = pending_.find('\n', searched_);
  if (end == std::string::npos) {
    searched_ = pending_.size();
    return std::nullopt;
  }
  std::string line = pending_.substr(begin_, end - begin_);
  begin_ = searched_ = end + 1;
  if (line.ends_with('\r')) line.pop_back();
  remember(line);
  return line;
}

// A program that writes without pause always has a next line, so stop and deadline are checked first. What
// was read before the deadline came in time.
ChildProcess::Heard ChildProcess::hear(const WaitLimit& limit) {
  while (true) {
    if (limit.stop.stop_requested()) return {Event::stopped};
    if (drained_ < limit.deadline) {
      if (auto line = next_line()) return {Event::line, *std::move(line)};
      if (pending_.size() - begin_ > longest_line) {
        remember(pending_.substr(begin_));
        return {Event::flood};
      }
    }
    if (at_end_ && searched_ == pending_.size()) {
      if (begin_ < pending_.size()) remember(pending_.substr(begin_));
      forget_output();
      return {Event::closed};
    }
    const Time now = WallClock::now();
    if (now >= limit.deadline) return {Event::timeout};
    wait_for_output(now, limit.deadline);
  }
}

void ChildProcess::wait_for_output(Time now, Time deadline) {
  std::array<pollfd, 2> files{{{.fd = out_.get(), .events = POLLIN, .revents = 0},
                               {.fd = error_.get(), .events = POLLIN, .revents = 0}}};
  const int ready = poll(files.data(), files.size(), milliseconds_until(deadline));
  if (ready <= 0) return;
  if (files[1].revents != 0) drain_error();
  if (files[0].revents != 0) {
    drain_output(now);
  } else if ((files[1].revents & (POLLHUP | POLLERR)) != 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // standard error is closed: don't spin
  }
}

ChildProcess::Event ChildProcess::say(std::string_view line, const WaitLimit& limit) {
  std::string text(line);
  text += '\n';
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t count = write(in_.get(), left.data(), left.size());
    if (count > 0) {
      left.remove_prefix(static_cast<std::size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return Event::closed;
    // It may be blocked because its output is full: read it.
    drain_error();
    drain_output(WallClock::now());
    if (pending_.size() > longest_line) return Event::flood;
    if (limit.stop.stop_requested()) return Event::stopped;
    const int wait = milliseconds_until(limit.deadline);
    if (wait == 0) return Event::timeout;
    pollfd file{.fd = in_.get(), .events = POLLOUT, .revents = 0};
    poll(&file, 1, wait);
  }
  return Event::line;
}

std::string ChildProcess::last_words() {
  constexpr int patience_ms = 200;  // an end of output comes a little before the end of the program
  for (int waited = 0; at_end_ && waited < patience_ms && !has_ended(); waited += 2)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  drain_error();
  std::string text;
  if (has_ended()) {
    const int code = WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    text = code > 128 ? "it was ended by signal " + std::to_string(code - 128)
                      : "it ended with code " + std::to_string(code);
  }
  std::string lines;
  for (const std::string& line : heard_) lines += "\n    " + printable(line);
  if (!lines.empty()) text += (text.empty() ? "" : "; ") + ("its last lines were:" + lines);
  if (!complaints_.empty()) {
    std::string_view complaint = complaints_;
    while (complaint.ends_with('\n')) complaint.remove_suffix(1);
    text += (text.empty() ? "" : "; ") +
            ("on standard error it said:\n    " + printable(complaint, LineEnds::kept));
  }
  return text.empty() ? "it had said nothing" : text;
}

}  // namespace banyan
