// Only calls that are safe after fork() in a program with threads.
#include <banyan/engine/supervisor.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace banyan::detail {

namespace {
void set_signal_mask(std::initializer_list<int> blocked) {
  sigset_t set;
  sigemptyset(&set);
  for (const int name : blocked) sigaddset(&set, name);
  sigprocmask(SIG_SETMASK, &set, nullptr);
}

constexpr int most_files = 1024;  // to look at where the system has no close_range()

// The parent's files, other engines' pipes among them, must not stay open here.
void close_all_files() {
  if (close_range(0, ~0U, 0) == 0) return;
  for (int i = 0; i < most_files; ++i) close(i);
}

// An engine gets no files but its three streams: the parent's may be sockets and databases.
void close_other_files_at_exec() {
  constexpr int first = 3;
  if (close_range(first, ~0U, CLOSE_RANGE_CLOEXEC) == 0) return;
  for (int i = first; i < most_files; ++i) fcntl(i, F_SETFD, FD_CLOEXEC);
}

std::uintptr_t take_hex(const char*& text) {
  std::uintptr_t number = 0;
  for (;; ++text) {
    if (*text >= '0' && *text <= '9') {
      number = 16 * number + static_cast<std::uintptr_t>(*text - '0');
    } else if (*text >= 'a' && *text <= 'f') {
      number = 16 * number + static_cast<std::uintptr_t>(*text - 'a' + 10);
    } else {
      return number;
    }
  }
}

// Follows the lines of /proc/self/smaps: where a mapping lies, as in "7f0000000000-7f0004000000 rw-p …", and
// then what it is, at last "VmFlags: rd wr mr mw me ac hg". Those that were asked for in large pages (hg) are
// the parent's tables (core/page_block.hpp), and read as zeros from then on.
class TableFinder {
 public:
  void take(const char* line) {
    if (std::strncmp(line, "VmFlags:", 8) == 0) {
      if (std::strstr(line, " hg") != nullptr) madvise(begin_, bytes_, MADV_DONTNEED);
      return;
    }
    const std::uintptr_t begin = take_hex(line);
    if (*line++ != '-') return;
    begin_ = reinterpret_cast<void*>(begin);
    bytes_ = take_hex(line) - begin;
  }

 private:
  void* begin_ = nullptr;
  std::size_t bytes_ = 0;
};

void release_parents_tables() {
  const int maps = open("/proc/self/smaps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return;
  TableFinder finder;
  char line[256];
  std::size_t length = 0;
  char block[4096];
  for (ssize_t count = 0; (count = read(maps, block, sizeof block)) > 0;)
    for (ssize_t i = 0; i < count; ++i) {
      if (block[i] != '\n') {
        if (length < sizeof line - 1) line[length++] = block[i];
        continue;
      }
      line[length] = '\0';
      length = 0;
      finder.take(line);
    }
  close(maps);
}

[[noreturn]] void give_up(int report) {
  const int why = errno;
  [[maybe_unused]] const ssize_t written = write(report, &why, sizeof why);
  _exit(127);
}

[[noreturn]] void become_engine(const Supervised& engine, pid_t supervisor) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  for (int i = 0; i < 3; ++i) dup2(engine.streams[static_cast<std::size_t>(i)], i);
  close_other_files_at_exec();
  set_signal_mask({});
  execv(engine.path, engine.words);
  give_up(engine.report);
}

// Sends SIGKILL to every child, those that orphans of the engine have become too. False where the system
// doesn't list children.
bool kill_children() {
  const int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (list < 0) return false;
  pid_t number = 0;
  char c = 0;
  while (read(list, &c, 1) == 1) {
    if (c >= '0' && c <= '9') {
      number = 10 * number + (c - '0');
    } else {
      if (number > 0) kill(number, SIGKILL);
      number = 0;
    }
  }
  close(list);
  return true;
}

// Children of a dead child become ours, so after each reaped child the list is read again.
void kill_what_is_left() {
  int most_waits = 200;  // where children can't be listed
  while (true) {
    const bool listed = kill_children();
    const pid_t reaped = waitpid(-1, nullptr, listed ? 0 : WNOHANG);
    if (reaped < 0 && errno != EINTR) return;
    if (reaped == 0 && --most_waits == 0) return;
    if (reaped == 0) usleep(1000);
  }
}

// Until the engine has ended; how, as of waitpid(). SIGTERM, which also comes when the parent is gone, kills
// it. Both signals are blocked and waited for, so that no handler is needed.
int wait_for_engine(pid_t engine) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGCHLD);
  while (true) {
    if (sigwaitinfo(&signals, nullptr) == SIGTERM) {
      kill(-engine, SIGKILL);
      kill(engine, SIGKILL);  // it may have gone to another group
    }
    int status = 0;
    for (pid_t reaped = 1; reaped > 0;) {  // others are orphans that the engine has left while it runs
      reaped = waitpid(-1, &status, WNOHANG);
      if (reaped == engine) return status;
    }
  }
}
}  // namespace

void supervise(const Supervised& engine) {
  setsid();  // an interrupt at the terminal is for the parent
  set_signal_mask({SIGTERM, SIGCHLD});
  for (const int name : {SIGINT, SIGHUP, SIGPIPE, SIGXFSZ, SIGTERM, SIGCHLD}) signal(name, SIG_DFL);
  signal(SIGUSR1, SIG_IGN);  // Slurm sends it to everything in a job, engines too
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  if (getppid() != engine.parent) _exit(127);  // it ended before it could be watched
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process == 0) become_engine(engine, supervisor);
  if (process < 0) give_up(engine.report);
  setpgid(process, process);
  close_all_files();
  if (supervisor_frees_memory) release_parents_tables();
  const int status = wait_for_engine(process);
  kill(-process, SIGKILL);
  kill_what_is_left();
  _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
}

}  // namespace banyan::detail
