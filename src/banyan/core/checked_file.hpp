// Files that end with a checksum of what they contain: a reader knows that the contents are intact. The first
// failure is kept and reported at the end.
#pragma once

#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/core/result.hpp>

namespace banyan {

// Checksum of a sequence of bytes, eight at a time.
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
  static_assert(std::endian::native == std::endian::little, "files are little-endian");

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

// Writes as FileWriter does, and closes with the checksum of what was written.
class CheckedWriter {
 public:
  explicit CheckedWriter(const std::filesystem::path& path) : file_(path) {}

  void write(const void* data, std::size_t size) {
    sum_.add(data, size);
    file_.write(data, size);
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void write(const T& value) { write(&value, sizeof(value)); }
  void write(const std::string& text) { write(text.data(), text.size()); }

  // Renames the file into place. The previous file is kept as `keep_as`, if given.
  Result<void> commit(const std::filesystem::path& keep_as = {}) {
    const std::uint64_t number = sum_.number();
    file_.write(&number, sizeof(number));
    return file_.commit(keep_as);
  }

 private:
  FileWriter file_;
  Checksum sum_;
};

// Reads regular files only. Every length in them is checked before use, so files may be large.
class CheckedReader {
 public:
  explicit CheckedReader(std::string path) : path_(std::move(path)) {
    auto opened = open_to_read(path_, FileSource::regular, std::numeric_limits<std::uint64_t>::max());
    if (opened) file_.reset(fdopen(opened->get(), "rb"));
    if (file_) {
      (void)opened->release();
    } else {
      failure_ = opened ? detail::read_error(path_, errno) : opened.error();
    }
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
    return ok() ? line : std::string();
  }

  // Succeeds if only the checksum follows and it matches.
  Result<void> finish() {
    const std::uint64_t expected = sum_.number();
    std::uint64_t number = 0;
    if (take(&number, sizeof(number)) && number != expected)
      fail("is damaged: its checksum does not fit what it contains");
    if (ok() && std::fgetc(file_.get()) != EOF) fail("is damaged: it goes on after its end");
    return ok() ? Result<void>() : error();
  }

  // The checksum of what was read so far.
  [[nodiscard]] std::uint64_t checksum() const { return sum_.number(); }

  // Records what is wrong with the contents, unless there is an earlier failure.
  void fail(const std::string& what) {
    if (ok()) failure_ = Error{detail::quoted_path(path_) + " " + what};
  }
  [[nodiscard]] bool ok() const { return !failure_; }
  [[nodiscard]] Error error() const { return *failure_; }

 private:
  std::string path_;
  detail::FilePointer file_;
  std::optional<Error> failure_;
  Checksum sum_;

  bool take(void* data, std::size_t size) {
    if (!ok()) return false;
    if (std::fread(data, 1, size, file_.get()) == size) return true;
    if (std::ferror(file_.get()) != 0) {
      failure_ = detail::read_error(path_, errno);
    } else {
      fail("is cut short");
    }
    return false;
  }
};

}  // namespace banyan
