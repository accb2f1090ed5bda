// Values as bytes, for another process of the same build on the same kind of machine: there is no version and
// no byte order in them. A reader that comes to the end early answers zeros and is no longer fine().
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace banyan {

class ByteWriter {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T> ByteWriter& put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  ByteWriter& put_text(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
    return *this;
  }
  template <class T>
  ByteWriter& put_list(const std::vector<T>& list) {
    put(static_cast<std::uint64_t>(list.size()));
    for (const T& each : list) put(each);
    return *this;
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T> T take() {
    T value{};
    if (sizeof value > rest_.size()) {
      fail();
      return value;
    }
    std::memcpy(static_cast<void*>(&value), rest_.data(), sizeof value);
    rest_.remove_prefix(sizeof value);
    return value;
  }
  std::string take_text() {
    const auto size = take<std::uint64_t>();
    if (size > rest_.size()) {
      fail();
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  template <class T>
  std::vector<T> take_list() {
    std::vector<T> list;
    const auto size = take<std::uint64_t>();
    if (size > rest_.size() / sizeof(T)) {
      fail();
      return list;
    }
    list.reserve(size);
    for (std::uint64_t i = 0; i < size; ++i) list.push_back(take<T>());
    return list;
  }
  // What is left.
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool fine() const { return fine_; }

 private:
  void fail() {
    fine_ = false;
    rest_ = {};
  }
  std::string_view rest_;
  bool fine_ = true;
};

}  // namespace banyan
