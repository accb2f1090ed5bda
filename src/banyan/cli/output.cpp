#include <banyan/cli/output.hpp>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>

namespace banyan::cli {

namespace {
std::atomic<int> first_problem = 0;  // protocols write from several threads
std::atomic<bool> is_muted = false;
std::mutex muted_mutex;
std::string muted_line;
}  // namespace

void write_out(std::string_view text) {
  if (output_problem() != 0 || is_muted) return;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) first_problem = errno != 0 ? errno : EIO;
}

void write_error(std::string_view text) {
  if (is_muted) {
    const std::lock_guard lock(muted_mutex);
    muted_line = text.substr(0, text.find('\n'));
    return;
  }
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void mute_output() { is_muted = true; }

std::string muted_reason() {
  const std::lock_guard lock(muted_mutex);
  return muted_line;
}

int output_problem() { return first_problem; }

}  // namespace banyan::cli
