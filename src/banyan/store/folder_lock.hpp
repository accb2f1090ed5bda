// Lets one process at a time work in a folder. The lock is flock(), so it ends with the process,
// even after a kill.
#pragma once

#include <fcntl.h>
#include <sys/file.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

class FolderLock {
 public:
  // Creates the folder if it does not exist. `taken` is the error if another process has the lock.
  static Result<FolderLock> take(const std::string& folder,
                                 const std::string& taken = "another training is at work in this folder") {
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem) return Error{folder + ": the folder can't be made: " + problem.message()};
    const std::string path = folder + "/lock";
    detail::Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
    if (!file) return Error{path + ": can't be opened: " + std::strerror(errno)};
    if (::flock(file.get(), LOCK_EX | LOCK_NB) != 0)
      return Error{folder + ": " +
                   (errno == EWOULDBLOCK ? taken : std::string("can't be locked: ") + std::strerror(errno))};
    return FolderLock(std::move(file));
  }

 private:
  explicit FolderLock(detail::Descriptor file) : file_(std::move(file)) {}
  detail::Descriptor file_;
};

}  // namespace banyan
