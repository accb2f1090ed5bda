#include <banyan/cli/output.hpp>

#include <cerrno>
#include <cstdio>

namespace banyan::cli {

namespace {
int first_problem = 0;
}

void write_out(std::string_view text) {
  if (output_problem() != 0) return;
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) first_problem = errno != 0 ? errno : EIO;
}

void write_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

int output_problem() { return first_problem; }

}  // namespace banyan::cli
