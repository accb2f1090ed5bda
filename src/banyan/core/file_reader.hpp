// Reading files whose names come from outside. Such a name may refer to an endless device, a pipe
// without a writer, or a file larger than memory: kind and size are checked before reading.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <banyan/core/printable.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

// Maximum size of a text: a game record, a matrix, a table.
inline constexpr std::uint64_t longest_text = std::uint64_t{64} << 20U;

enum class FileSource {
  regular,  // files only: what is large, or read more than once
  stream,   // pipes and terminals too: text, as from the shell's <(…)
};

namespace detail {
// A file descriptor, closed by the destructor.
class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  explicit operator bool() const { return number_ >= 0; }

 private:
  int number_;
};

inline std::string quoted_path(const std::filesystem::path& path) {
  constexpr std::size_t longest = 200;
  return "'" + shorten(path.string(), longest) + "'";
}
inline Error read_error(const std::filesystem::path& path, int reason) {
  return Error{quoted_path(path) + " can't be read: " + std::generic_category().message(reason)};
}
inline Error too_long(const std::filesystem::path& path, std::uint64_t most) {
  return Error{quoted_path(path) + " is too long: at most " + std::to_string(most) + " bytes are read here"};
}

// Names the kind of a file that is not regular.
inline std::string kind_of_file(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return "a device";
}
}  // namespace detail

// Opens without blocking, also a pipe without a writer.
inline Result<detail::Descriptor> open_to_read(const std::filesystem::path& path, FileSource source,
                                               std::uint64_t most) {
  detail::Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat status {};
  if (!file || ::fstat(file.get(), &status) != 0) return detail::read_error(path, errno);
  const mode_t mode = status.st_mode;
  const bool streams = source == FileSource::stream && (S_ISFIFO(mode) || S_ISCHR(mode));
  if (!S_ISREG(mode) && !streams)
    return Error{detail::quoted_path(path) + " is " + detail::kind_of_file(mode) +
                 "; what is read here is a regular file"};
  if (S_ISREG(mode) && static_cast<std::uint64_t>(status.st_size) > most) return detail::too_long(path, most);
  return file;
}

// The whole file, or at most longest_text of a pipe or device. A pipe is read until its last writer closes
// it; a signal that ends the program ends the wait for it too.
inline Result<std::string> read_file(const std::filesystem::path& path,
                                     FileSource source = FileSource::stream,
                                     std::uint64_t most = longest_text) {
  const auto file = open_to_read(path, source, most);
  if (!file) return file.error();
  std::string text;
  struct stat status {};
  if (::fstat(file->get(), &status) == 0 && S_ISREG(status.st_mode)) {
    text.reserve(static_cast<std::size_t>(status.st_size));
  } else {
    most = std::min(most, longest_text);
  }
  std::array<char, 1 << 16> buffer{};
  while (true) {
    pollfd wanted{.fd = file->get(), .events = POLLIN, .revents = 0};
    if (poll(&wanted, 1, -1) < 0 && errno != EINTR) return detail::read_error(path, errno);
    if (wanted.revents == 0) continue;
    const ssize_t count = ::read(file->get(), buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count < 0) return detail::read_error(path, errno);
    text.append(buffer.data(), static_cast<std::size_t>(count));
    if (text.size() > most) return detail::too_long(path, most);
  }
}

}  // namespace banyan
