#include <banyan/cli/play/watch_screen.hpp>

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdio>

#include <banyan/cli/output.hpp>
#include <banyan/cli/terminal.hpp>

namespace banyan::cli {

namespace {
constexpr std::string_view enter_screen = "\x1b[?1049h\x1b[?25l";  // alternate screen, hidden cursor
constexpr std::string_view leave_screen = "\x1b[?25h\x1b[?1049l";

Key key_of(char letter) {
  switch (letter) {
    case ' ':
    case 'p': return Key::pause;
    case 's':
    case 'C': return Key::step;  // the right arrow key ends with C, the left one with D
    case 'b':
    case 'D': return Key::back;
    case '+': return Key::faster;
    case '-': return Key::slower;
    case 'q': return Key::quit;
    default: return Key::none;
  }
}
}  // namespace

WatchScreen::WatchScreen(const Interrupt& interrupt)
    : interrupt_(interrupt), in_place_(is_terminal(stdout)), style_(style_of(stdout)) {
  has_keys_ = in_place_ && is_terminal(stdin) && tcgetattr(STDIN_FILENO, &before_) == 0;
  if (has_keys_) {
    termios raw = before_;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);  // unbuffered and not echoed; Ctrl-C still works
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
  }
  if (in_place_) write_out(enter_screen);
}

WatchScreen::~WatchScreen() {
  if (has_keys_) tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  if (in_place_) {
    write_out(leave_screen);
    write_out(last_);
    std::fflush(stdout);
  }
}

void WatchScreen::show(const std::string& frame) {
  last_ = frame;
  if (!in_place_) return write_out(frame + "\n");
  std::string text = "\x1b[H";
  for (const char c : frame) text += c == '\n' ? "\x1b[K\n" : std::string(1, c);
  write_out(text + "\x1b[J");
  std::fflush(stdout);
}

Key WatchScreen::wait(double seconds) {
  std::array<pollfd, 2> wanted{{{.fd = interrupt_.descriptor(), .events = POLLIN, .revents = 0},
                                {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0}}};
  const int milliseconds = seconds < 0 ? -1 : static_cast<int>(seconds * 1000);
  if (poll(wanted.data(), has_keys_ ? 2 : 1, milliseconds) < 0 || interrupt_.happened())
    return interrupt_.happened() ? Key::quit : Key::none;
  if (wanted[0].revents != 0) return Key::quit;
  if (!has_keys_ || wanted[1].revents == 0) return Key::none;
  std::array<char, 16> letters{};
  const ssize_t count = read(STDIN_FILENO, letters.data(), letters.size());
  return count > 0 ? key_of(letters[static_cast<std::size_t>(count) - 1]) : Key::quit;
}

}  // namespace banyan::cli
