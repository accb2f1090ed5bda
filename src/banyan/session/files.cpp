#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include <banyan/core/value.hpp>
#include <banyan/session/record.hpp>

namespace banyan {

namespace {
Error file_error(const std::filesystem::path& path, int reason) {
  return Error{"'" + detail::shorten(path.string()) + "': " + std::generic_category().message(reason)};
}

// All of it to an open file, and on to the disk; 0 or an errno.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(file) == 0 || errno == EINVAL ? 0 : errno;
}
}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  std::error_code problem;
  if (std::filesystem::is_directory(path, problem)) return file_error(path, EISDIR);
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad()) return file_error(path, errno != 0 ? errno : EIO);
  return text;
}

Result<void> write_file(const std::filesystem::path& path, std::string_view text) {
  std::string beside = path.string() + ".XXXXXX";
  const int file = mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0) return file_error(path, errno);
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(file, 0666 & ~mask);  // as any new file, not private as temporary ones are
  int problem = write_all(file, text);
  if (close(file) != 0 && problem == 0) problem = errno;
  if (problem == 0 && std::rename(beside.c_str(), path.c_str()) != 0) problem = errno;
  if (problem == 0) return {};
  unlink(beside.c_str());
  return file_error(path, problem);
}

}  // namespace banyan
