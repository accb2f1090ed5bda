// Writing files atomically. A regular file is written to a temporary file in the same folder, synced, renamed
// into place, and the folder is synced too; so a full disk, a kill or a loss of power
// leaves either the old file or the new one. Permissions and owner stay those of the old file.
//
//   a symbolic link                the file it leads to is written, and the link stays
//   a device or a named pipe       is written through: nothing can be renamed onto it
//   /dev/stdout, /dev/fd/N         the program's own descriptor, at its current offset
//   a folder, a disk or a socket   is refused
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

namespace detail {
struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

inline Error write_error(const std::filesystem::path& path, int reason) {
  return Error{quoted_path(path) + " can't be written: " + std::generic_category().message(reason)};
}

inline std::filesystem::path folder_of(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path();
  return folder.empty() ? std::filesystem::path(".") : folder;
}

// The program's own descriptor that a link in /proc/self/fd refers to.
inline std::optional<int> own_descriptor(const std::filesystem::path& link) {
  std::error_code problem;
  const auto folder = std::filesystem::canonical(folder_of(link), problem);
  if (problem || folder != "/proc/" + std::to_string(getpid()) + "/fd") return std::nullopt;
  const auto number = parse_value<int>(link.filename().string(), at_least(0));
  return number ? std::optional(*number) : std::nullopt;
}

// The target of a path, and what kind of file it is.
struct WritePlace {
  std::filesystem::path path;
  std::optional<struct stat> there = std::nullopt;
  std::optional<int> descriptor = std::nullopt;
};

inline Result<WritePlace> find_place(const std::filesystem::path& name) {
  constexpr int most_links = 40;  // as many as Linux follows
  WritePlace place{.path = name};
  for (int links = 0; links < most_links; ++links) {
    struct stat status {};
    if (::lstat(place.path.c_str(), &status) != 0)
      return errno == ENOENT ? Result<WritePlace>(std::move(place)) : write_error(name, errno);
    place.there = status;
    if (!S_ISLNK(status.st_mode)) return place;
    place.descriptor = own_descriptor(place.path);
    if (place.descriptor) return place;
    std::error_code problem;
    const auto next = std::filesystem::read_symlink(place.path, problem);
    if (problem) return write_error(name, problem.value());
    place = {.path = place.path.parent_path() / next};
  }
  return write_error(name, ELOOP);
}

// A unique temporary name in the folder.
inline std::filesystem::path fresh_name(const std::filesystem::path& folder) {
  static std::atomic<std::uint64_t> count = 0;
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  return folder /
         (".banyan-" + std::to_string(getpid()) + "-" + std::to_string(now) + "-" + std::to_string(++count));
}

// Makes open() on a folder create an unnamed file (O_TMPFILE). Fails where that is not supported.
#ifdef O_TMPFILE
inline constexpr int unnamed_file = O_TMPFILE;
#else
inline constexpr int unnamed_file = 0;
#endif

inline bool is_synced(int file) { return ::fsync(file) == 0 || errno == EINVAL || errno == ENOTSUP; }
}  // namespace detail

class FileWriter {
 public:
  // Whether the file has a name before it is complete. An unnamed file vanishes at a kill; file systems
  // that don't support it use a named one anyway.
  enum class Beside { unnamed, named };

  explicit FileWriter(std::filesystem::path path, Beside beside = Beside::unnamed)
      : path_(std::move(path)), begun_(begin(beside)) {}
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter() {
    if (!beside_.empty()) ::unlink(beside_.c_str());
  }

  // A failure is kept and reported by commit().
  void write(const void* data, std::size_t size) {
    if (problem_ == 0 && file_ && std::fwrite(data, 1, size, file_.get()) != size) problem_ = errno;
  }

  // Renames the file into place. The previous file is kept as `keep_as`, if given.
  Result<void> commit(const std::filesystem::path& keep_as = {}) {
    if (!begun_) return begun_;
    if (problem_ == 0 && std::fflush(file_.get()) != 0) problem_ = errno;
    if (problem_ == 0 && !through_) problem_ = finish_beside();
    if (std::fclose(file_.release()) != 0 && problem_ == 0) problem_ = errno;
    if (problem_ != 0) return detail::write_error(path_, problem_);
    return through_ ? Result<void>() : put_in_place(keep_as);
  }

 private:
  std::filesystem::path path_;    // as given by the caller
  std::filesystem::path target_;  // with links resolved
  std::filesystem::path beside_;  // the temporary file; removed unless committed
  bool through_ = false;
  detail::FilePointer file_;
  int problem_ = 0;
  Result<void> begun_;

  Result<void> begin(Beside beside) {
    auto place = detail::find_place(path_);
    if (!place) return place.error();
    target_ = place->path;
    const bool regular = !place->there || S_ISREG(place->there->st_mode);
    through_ = place->descriptor || !regular;
    auto opened = through_ ? open_through(*place) : open_beside(place->there, beside);
    if (!opened) return opened.error();
    file_.reset(fdopen(opened->get(), "wb"));
    if (!file_) return detail::write_error(path_, errno);
    (void)opened->release();
    return {};
  }

  [[nodiscard]] Result<detail::Descriptor> open_through(const detail::WritePlace& place) const {
    detail::Descriptor file;
    if (place.descriptor) {
      file = detail::Descriptor(fcntl(*place.descriptor, F_DUPFD_CLOEXEC, 3));
    } else if (const mode_t mode = place.there->st_mode; S_ISCHR(mode) || S_ISFIFO(mode)) {
      // Opened without blocking, so that a pipe without a reader is reported; writes then block as usual.
      file = detail::Descriptor(::open(target_.c_str(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
      if (!file && errno == ENXIO && S_ISFIFO(mode))
        return Error{detail::quoted_path(path_) + " can't be written: nobody reads this pipe"};
      if (file) fcntl(file.get(), F_SETFL, fcntl(file.get(), F_GETFL) & ~O_NONBLOCK);
    } else {
      return Error{detail::quoted_path(path_) + " can't be written: it is " + detail::kind_of_file(mode) +
                   ", not a file"};
    }
    if (!file) return detail::write_error(path_, errno);
    return file;
  }

  // A new file gets the default permissions, a replacement those of the file it replaces.
  Result<detail::Descriptor> open_beside(const std::optional<struct stat>& old, Beside beside) {
    const mode_t mode = old ? 0600 : 0666;
    if (old && faccessat(AT_FDCWD, target_.c_str(), W_OK, AT_EACCESS) != 0)
      return detail::write_error(path_, errno);
    detail::Descriptor file;
    const auto folder = detail::folder_of(target_);
    if (beside == Beside::unnamed && access("/proc/self/fd", X_OK) == 0)
      file = detail::Descriptor(::open(folder.c_str(), detail::unnamed_file | O_WRONLY | O_CLOEXEC, mode));
    if (!file) {
      const auto name = detail::fresh_name(folder);
      file = detail::Descriptor(::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
      if (!file) return detail::write_error(path_, errno);
      beside_ = name;
    }
    if (old)
      if (auto kept = keep_owner_and_mode(file.get(), *old); !kept) return kept.error();
    return file;
  }

  [[nodiscard]] Result<void> keep_owner_and_mode(int file, const struct stat& old) const {
    struct stat now {};
    if (::fstat(file, &now) != 0) return detail::write_error(path_, errno);
    const bool same_owner = now.st_uid == old.st_uid && now.st_gid == old.st_gid;
    if (!same_owner && ::fchown(file, old.st_uid, old.st_gid) != 0)
      return Error{detail::quoted_path(path_) +
                   " belongs to another user or group, which replacing it would change; remove it first, or "
                   "choose another name"};
    constexpr mode_t permissions = 07777;
    if (::fchmod(file, old.st_mode & permissions) != 0) return detail::write_error(path_, errno);
    return {};
  }

  // Syncs the file and gives it a name; returns 0 or an errno.
  int finish_beside() {
    if (!detail::is_synced(fileno(file_.get()))) return errno;
    if (!beside_.empty()) return 0;
    const std::string unnamed = "/proc/self/fd/" + std::to_string(fileno(file_.get()));
    const auto name = detail::fresh_name(detail::folder_of(target_));
    if (linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) return errno;
    beside_ = name;
    return 0;
  }

  Result<void> put_in_place(const std::filesystem::path& keep_as) {
    std::error_code error;
    if (!keep_as.empty() && std::filesystem::exists(target_, error)) {
      // Linked, not moved, so that the file exists at every moment.
      std::filesystem::remove(keep_as, error);
      std::filesystem::create_hard_link(target_, keep_as, error);
      if (error) return detail::write_error(keep_as, error.value());
    }
    if (std::rename(beside_.c_str(), target_.c_str()) != 0) return detail::write_error(path_, errno);
    beside_.clear();
    const detail::Descriptor folder(
        ::open(detail::folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A folder that is writable but not readable can't be synced; the file is in place already.
    if (folder && !detail::is_synced(folder.get())) return detail::write_error(path_, errno);
    return {};
  }
};

inline Result<void> write_file(const std::filesystem::path& path, std::string_view contents) {
  FileWriter file(path);
  file.write(contents.data(), contents.size());
  return file.commit();
}

}  // namespace banyan
