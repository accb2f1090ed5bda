#include <banyan/cli/play/line_reader.hpp>

#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include <banyan/cli/output.hpp>

namespace banyan::cli {

namespace {
constexpr std::size_t longest_input_line = 1 << 20;
}

std::optional<std::string> LineReader::next() {
  std::size_t end = pending_.find('\n');
  while (end == std::string::npos && !ended_) {
    const std::size_t searched = pending_.size();
    if (searched > longest_input_line) {
      note("standard input has a line of more than {} bytes; it is read no further", longest_input_line);
      ended_ = true;
      pending_.clear();
      break;
    }
    if (!fill()) return std::nullopt;
    end = pending_.find('\n', searched);
  }
  if (end == std::string::npos) {
    if (pending_.empty()) return std::nullopt;
    return std::exchange(pending_, {});
  }
  std::string line = pending_.substr(0, end);
  pending_.erase(0, end + 1);
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

// Waits for more input; false when interrupted.
bool LineReader::fill() {
  std::array<pollfd, 2> wanted{{{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                                {.fd = interrupt_.descriptor(), .events = POLLIN, .revents = 0}}};
  if (poll(wanted.data(), wanted.size(), -1) < 0) return errno == EINTR;
  if (wanted[1].revents != 0) return false;
  std::array<char, 4096> buffer{};
  const ssize_t count = read(STDIN_FILENO, buffer.data(), buffer.size());
  if (count < 0) {
    ended_ = errno != EINTR && errno != EAGAIN;
    return true;
  }
  ended_ = count == 0;
  pending_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

}  // namespace banyan::cli
