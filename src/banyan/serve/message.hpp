// Messages: JSON objects from outside, read field by field with clear errors, and the answers to them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/session/json.hpp>

namespace banyan::serve {

// Why a request is refused. The codes are those of HTTP: 400 invalid, 403 forbidden, 404 not found, 409 not
// now, 413 too long, 429 rate limit.
struct Refusal {
  int code = 400;
  std::string message;
};

using Reply = std::variant<Json, Refusal>;

inline Refusal refuse(const Error& error) { return {400, error.message}; }

// JSON's numbers are exact up to here.
inline constexpr std::uint64_t largest_seed = (std::uint64_t{1} << 53U) - 1;

// A document as text; invalid UTF-8 is replaced.
std::string text_of(const Json& document);
// The document a text holds, if it is a JSON object (parse_json). Every message from outside comes through
// here.
Result<Json> parse_object(std::string_view text);

// Reads the fields of an object. The first thing that is wrong is kept, and reading goes on with defaults.
class Fields {
 public:
  explicit Fields(const Json& object) : object_(object) {}

  [[nodiscard]] bool has(const char* name) const { return find(name) != nullptr; }
  std::string text(const char* name);
  std::string text_or(const char* name, std::string_view fallback);
  std::vector<std::string> texts(const char* name);
  std::uint64_t whole(const char* name, std::uint64_t low, std::uint64_t high);
  std::uint64_t whole_or(const char* name, std::uint64_t low, std::uint64_t high, std::uint64_t fallback);
  double real_or(const char* name, double low, double high, double fallback);
  bool flag_or(const char* name, bool fallback);
  // The value of any type, or null.
  [[nodiscard]] Json any(const char* name) const { return has(name) ? *find(name) : Json(nullptr); }

  [[nodiscard]] const std::optional<Refusal>& problem() const { return problem_; }

 private:
  [[nodiscard]] const Json* find(const char* name) const;  // null counts as absent
  void complain(const char* name, const std::string& expected);

  const Json& object_;
  std::optional<Refusal> problem_;
};

}  // namespace banyan::serve
