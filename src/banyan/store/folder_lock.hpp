// One process at a time works in a folder. The lock is the system's own (flock), so it ends with the process,
// however that ends.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <banyan/core/result.hpp>

namespace banyan {

class FolderLock {
 public:
  // Makes the folder if it is not there.
  static Result<FolderLock> take(const std::string& folder) {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) return Error{folder + ": the folder can't be made: " + problem.message()};
    const std::string path = folder + "/lock";
    FolderLock lock(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (lock.descriptor_ < 0) return Error{path + ": can't be opened: " + std::strerror(errno)};
    if (flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0)
      return Error{folder + (errno == EWOULDBLOCK
                                 ? ": another training is at work in this folder"
                                 : std::string(": can't be locked: ") + std::strerror(errno))};
    return lock;
  }

  FolderLock(FolderLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() {
    if (descriptor_ >= 0) close(descriptor_);
  }

 private:
  explicit FolderLock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

}  // namespace banyan
