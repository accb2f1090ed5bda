#include <banyan/cli/terminal.hpp>

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {
std::size_t terminal_width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

std::string first_columns(std::string_view text, std::size_t columns) {
  std::size_t i = 0;
  for (std::size_t used = 0; i < text.size(); ++i) {
    const bool begins_character = (static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U;
    if (begins_character && used++ == columns) break;
  }
  return std::string(text.substr(0, i));
}
}  // namespace

bool is_terminal(std::FILE* file) { return isatty(fileno(file)) == 1; }

TextStyle style_of(std::FILE* file) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const bool can = is_terminal(file) && !set("TERM").empty() && set("TERM") != "dumb";
  return {.colour = can && set("NO_COLOR").empty()};
}

ProgressLine::ProgressLine() : terminal_(is_terminal(stderr)) {}

bool ProgressLine::due() const {
  const double now = watch_.seconds();
  const double pause = terminal_ ? 0.2 : 10;
  return now >= 1 && (last_ == 0 || now - last_ >= pause);
}

void ProgressLine::show(std::string_view text) {
  if (!due()) return;
  last_ = watch_.seconds();
  if (!terminal_) return note("{}", text);
  write_error("\r\x1b[K" + first_columns(printable(text), terminal_width() - 1));
  std::fflush(stderr);
  drawn_ = true;
}

void ProgressLine::clear() {
  if (drawn_) write_error("\r\x1b[K");
  drawn_ = false;
}

}  // namespace banyan::cli
