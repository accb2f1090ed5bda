// Functions that take input from outside return a Result: a value, or an Error
// whose message says what was wrong, where, and what would be right.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace banyan {

struct Error {
  std::string message;
  bool of_system = false;  // what was asked for was right: the system could not do it (a full disk)
};

template <class T>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}      // NOLINT(*-explicit-*)
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}  // NOLINT(*-explicit-*)

  [[nodiscard]] bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return assert(ok()), std::get<0>(content_); }
  const T& value() const& { return assert(ok()), std::get<0>(content_); }
  T&& value() && { return assert(ok()), std::get<0>(std::move(content_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  [[nodiscard]] const Error& error() const { return assert(!ok()), std::get<1>(content_); }

 private:
  std::variant<T, Error> content_;
};

// A Result without a value: done, or why not.
template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)), ok_(false) {}  // NOLINT(*-explicit-*)

  [[nodiscard]] bool ok() const { return ok_; }
  explicit operator bool() const { return ok_; }
  [[nodiscard]] const Error& error() const { return assert(!ok_), error_; }

 private:
  Error error_;
  bool ok_ = true;
};

}  // namespace banyan
