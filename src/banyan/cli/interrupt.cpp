#include <banyan/cli/interrupt.hpp>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace banyan::cli {

namespace {
// A signal handler may do little more than write to a pipe; a thread reads it and requests the stop.
std::array<int, 2> signal_pipe{-1, -1};

void wake() {
  const int saved = errno;
  [[maybe_unused]] const auto written = write(signal_pipe[1], "!", 1);
  errno = saved;
}

volatile std::sig_atomic_t seconds_left = 0;  // after an interrupt; 0: as many as it takes
volatile std::sig_atomic_t interrupt_requested = 0;
bool stops_on_user_signal = false;

void on_signal(int signal) {
  if (signal != SIGUSR1) {
    interrupt_requested = 1;
    if (seconds_left > 0) alarm(static_cast<unsigned>(seconds_left));  // whose signal kills
  }
  wake();
}

void wait_until_readable(int descriptor) {
  pollfd wanted{.fd = descriptor, .events = POLLIN, .revents = 0};
  while (poll(&wanted, 1, -1) < 0 && errno == EINTR) {
  }
}
}  // namespace

Interrupt::Interrupt() {
  if (pipe2(signal_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "pipe");
  watcher_ = std::thread([this] {
    wait_until_readable(descriptor());
    if (!closing_) stop_.request_stop();
  });
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  if (stops_on_user_signal) sigaction(SIGUSR1, &action, nullptr);
  // A closed terminal (SIGHUP) stops the program too, unless the signal is ignored (nohup).
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler == SIG_DFL) sigaction(SIGHUP, &action, nullptr);
}

Interrupt::~Interrupt() {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  if (stops_on_user_signal) std::signal(SIGUSR1, SIG_IGN);
  struct sigaction now {};
  sigaction(SIGHUP, nullptr, &now);
  if (now.sa_handler == on_signal) std::signal(SIGHUP, SIG_DFL);
  closing_ = true;
  wake();
  watcher_.join();
  for (int& end : signal_pipe) {
    close(end);
    end = -1;
  }
}

// Reads the pipe, because the thread that requests the stop may lag behind the signal.
bool Interrupt::happened() const {
  pollfd wanted{.fd = descriptor(), .events = POLLIN, .revents = 0};
  return poll(&wanted, 1, 0) > 0;
}

int Interrupt::descriptor() const { return signal_pipe[0]; }

void end_soon_after_interrupt(unsigned seconds) { seconds_left = static_cast<std::sig_atomic_t>(seconds); }

void stop_on_user_signal() { stops_on_user_signal = true; }

bool was_interrupted() { return interrupt_requested != 0; }

}  // namespace banyan::cli
