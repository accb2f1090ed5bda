// What the fuzzers share.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

// A property that must hold whatever the input was. Unlike assert, it stays in every build.
inline void must(bool holds) {
  if (!holds) __builtin_trap();
}

// A refusal says why.
template <class Result>
bool read_or_refused(const Result& result) {
  if (!result) must(!result.error().message.empty());
  return result.ok();
}

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

// Up to the next line end, which is taken too.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

// A file in memory, for readers that take a path.
class MemoryFile {
 public:
  MemoryFile() : file_(memfd_create("fuzz", MFD_CLOEXEC)) { must(file_ >= 0); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(file_); }

  void put(std::string_view bytes) const {
    must(ftruncate(file_, 0) == 0);
    must(pwrite(file_, bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  }
  [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

// A folder in memory where there is one, for readers that look into folders. It stays as long as the program.
inline const std::filesystem::path& scratch_folder() {
  struct Folder {
    Folder() {
      std::error_code none;
      const bool memory = std::filesystem::is_directory("/dev/shm", none);
      path = (memory ? std::filesystem::path("/dev/shm") : std::filesystem::temp_directory_path()) /
             ("banyan-fuzz-" + std::to_string(getpid()));
      std::filesystem::create_directories(path);
    }
    ~Folder() {
      std::error_code ignored;
      std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
  };
  static const Folder folder;
  return folder.path;
}
