// Files that are whole or not there: written beside their place, closed by a checksum, and only then put in
// place; read up to a checksum that must fit. Any failure is remembered and told at the end.
#pragma once

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>

#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

// Of a sequence of bytes, eight at a time.
class Checksum {
 public:
  void add(const void* data, std::size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (; size > 0 && filled_ > 0; --size) add_byte(*bytes++);
    for (; size >= sizeof(std::uint64_t); size -= sizeof(std::uint64_t), bytes += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes, sizeof(word));
      add_word(word);
    }
    for (; size > 0; --size) add_byte(*bytes++);
  }
  [[nodiscard]] std::uint64_t number() const {
    Checksum rest = *this;
    rest.add_word(pending_ ^ std::uint64_t{filled_} << 56U);
    return rest.sum_;
  }

 private:
  static_assert(std::endian::native == std::endian::little, "files are written in this order of bytes");

  std::uint64_t sum_ = 0x6261'6e79'616eU;
  std::uint64_t pending_ = 0;
  unsigned filled_ = 0;  // bytes of `pending_`

  void add_word(std::uint64_t word) { sum_ = std::rotl((sum_ ^ word) * 0x9e37'79b9'7f4a'7c15U, 29); }
  void add_byte(unsigned char byte) {
    pending_ |= std::uint64_t{byte} << 8U * filled_;
    if (++filled_ < sizeof(pending_)) return;
    add_word(std::exchange(pending_, 0));
    filled_ = 0;
  }
};

namespace detail {
struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FilePointer = std::unique_ptr<std::FILE, CloseFile>;

inline Error file_error(const std::string& path, const std::string& what, int problem) {
  return Error{path + ": " + what + (problem != 0 ? std::string(": ") + std::strerror(problem) : "")};
}
}  // namespace detail

class CheckedWriter {
 public:
  // The file will stand at `path`; until commit() it grows beside it.
  explicit CheckedWriter(std::string path)
      : path_(std::move(path)), file_(std::fopen(beside().c_str(), "wb")), problem_(file_ ? 0 : errno) {}
  CheckedWriter(const CheckedWriter&) = delete;
  CheckedWriter& operator=(const CheckedWriter&) = delete;
  ~CheckedWriter() {
    if (!file_) return;
    file_.reset();
    std::remove(beside().c_str());
  }

  void write(const void* data, std::size_t size) {
    sum_.add(data, size);
    put(data, size);
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void write(const T& value) { write(&value, sizeof(value)); }
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Puts the file in its place. What stood there stays as `keep_as`, if that is named.
  Result<void> commit(const std::string& keep_as = {}) {
    const std::uint64_t number = sum_.number();
    put(&number, sizeof(number));
    if (problem_ == 0 && (std::fflush(file_.get()) != 0 || fsync(fileno(file_.get())) != 0)) problem_ = errno;
    if (problem_ != 0) return detail::file_error(beside(), "can't be written", problem_);
    file_.reset();
    std::error_code error;
    if (!keep_as.empty() && std::filesystem::exists(path_, error)) {
      // Linked, not moved: at no moment is there no file.
      std::filesystem::remove(keep_as, error);
      std::filesystem::create_hard_link(path_, keep_as, error);
      if (error) return detail::file_error(keep_as, "can't be kept", error.value());
    }
    std::filesystem::rename(beside(), path_, error);
    if (error) return detail::file_error(path_, "can't be put in place", error.value());
    return {};
  }

 private:
  std::string path_;
  detail::FilePointer file_;
  int problem_;
  Checksum sum_;

  [[nodiscard]] std::string beside() const { return path_ + ".new"; }
  void put(const void* data, std::size_t size) {
    if (problem_ == 0 && std::fwrite(data, 1, size, file_.get()) != size) problem_ = errno;
  }
};

class CheckedReader {
 public:
  explicit CheckedReader(std::string path)
      : path_(std::move(path)), file_(std::fopen(path_.c_str(), "rb")), problem_(file_ ? 0 : errno) {
    if (!file_) what_ = "can't be opened";
  }

  // False at the end of the file and after any failure.
  bool read(void* data, std::size_t size) {
    if (!take(data, size)) return false;
    sum_.add(data, size);
    return true;
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  bool read(T& value) { return read(&value, sizeof(value)); }

  // A line of text without its end; empty after a failure or where no line ends within `most` characters.
  std::string read_line(std::size_t most = 4096) {
    std::string line;
    for (char c = 0; read(c) && c != '\n'; line += c)
      if (line.size() == most) {
        fail("is not what it should be: a line has no end");
        return {};
      }
    return what_.empty() ? line : std::string();
  }

  // Nothing follows but the checksum, and it fits.
  Result<void> finish() {
    const std::uint64_t expected = sum_.number();
    std::uint64_t number = 0;
    if (take(&number, sizeof(number)) && number != expected)
      fail("is damaged: its checksum does not fit what it contains");
    if (what_.empty() && std::fgetc(file_.get()) != EOF) fail("is damaged: it goes on after its end");
    if (!what_.empty()) return error();
    return {};
  }

  // Of what was read so far.
  [[nodiscard]] std::uint64_t checksum() const { return sum_.number(); }

  // Remembers what is wrong with the contents, unless something was before.
  void fail(const std::string& what) {
    if (what_.empty()) what_ = what;
  }
  [[nodiscard]] bool ok() const { return what_.empty(); }
  [[nodiscard]] Error error() const { return detail::file_error(path_, what_, problem_); }

 private:
  std::string path_;
  detail::FilePointer file_;
  int problem_;
  std::string what_;
  Checksum sum_;

  bool take(void* data, std::size_t size) {
    if (!what_.empty()) return false;
    if (std::fread(data, 1, size, file_.get()) == size) return true;
    if (std::ferror(file_.get()) != 0) problem_ = errno;
    fail(problem_ != 0 ? "can't be read" : "is cut short");
    return false;
  }
};

}  // namespace banyan
