#include <banyan/serve/message.hpp>

#include <fmt/format.h>

namespace banyan::serve {

std::string text_of(const Json& document) {
  return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Json> parse_object(std::string_view text) {
  auto document = parse_json(text);
  if (document && !document->is_object()) return Error{"a JSON object is expected, as {\"do\": \"hello\"}"};
  return document;
}

const Json* Fields::find(const char* name) const {
  const auto place = object_.find(name);
  return place == object_.end() || place->is_null() ? nullptr : &*place;
}

void Fields::complain(const char* name, const std::string& expected) {
  if (!problem_) problem_ = Refusal{400, fmt::format("'{}': {} is expected", name, expected)};
}

std::string Fields::text(const char* name) {
  const Json* field = find(name);
  if (field != nullptr && field->is_string()) return field->get<std::string>();
  complain(name, "a text");
  return {};
}

std::string Fields::text_or(const char* name, std::string_view fallback) {
  return has(name) ? text(name) : std::string(fallback);
}

std::vector<std::string> Fields::texts(const char* name) {
  std::vector<std::string> list;
  const Json* field = find(name);
  if (field == nullptr) return list;
  bool right = field->is_array();
  if (right)
    for (const Json& each : *field) {
      right = right && each.is_string();
      if (right) list.push_back(each.get<std::string>());
    }
  if (right) return list;
  complain(name, "a list of texts");
  return {};
}

std::uint64_t Fields::whole(const char* name, std::uint64_t low, std::uint64_t high) {
  const Json* field = find(name);
  if (field != nullptr && field->is_number_unsigned()) {
    const auto number = field->get<std::uint64_t>();
    if (number >= low && number <= high) return number;
  }
  complain(name, fmt::format("a whole number from {} to {}", low, high));
  return low;
}

std::uint64_t Fields::whole_or(const char* name, std::uint64_t low, std::uint64_t high,
                               std::uint64_t fallback) {
  return has(name) ? whole(name, low, high) : fallback;
}

double Fields::real_or(const char* name, double low, double high, double fallback) {
  const Json* field = find(name);
  if (field == nullptr) return fallback;
  if (field->is_number()) {
    const auto number = field->get<double>();
    if (number >= low && number <= high) return number;
  }
  complain(name, fmt::format("a number from {} to {}", low, high));
  return fallback;
}

bool Fields::flag_or(const char* name, bool fallback) {
  const Json* field = find(name);
  if (field == nullptr) return fallback;
  if (field->is_boolean()) return field->get<bool>();
  complain(name, "true or false");
  return fallback;
}

}  // namespace banyan::serve
