// Parameters, declared once. A parameter list is an aggregate with defaults and one function:
//
//   struct Params {
//     int width = 15;
//     template <class Self, class Visitor>
//     static void fields(Self& self, Visitor&& visit) {
//       visit("width", self.width, between(1, 19), "columns of the board");
//     }
//   };
//
// Parsing, printing, help, JSON, forms and comparison all derive from it.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <banyan/core/value.hpp>

namespace banyan {

template <class P>
concept Parameters = requires(P& params) {
  P{};
  P::fields(params, [](std::string_view, auto&, const ValueRange&, std::string_view) {});
};

// For games and agents that take no parameters.
struct NoParameters {
  template <class Self, class Visitor>
  static void fields(Self& /*self*/, Visitor&& /*visit*/) {}
  static std::string problem(const NoParameters& /*params*/) { return {}; }
};

struct FieldInfo {
  std::string name;
  std::string value;     // current value; empty when unset
  std::string expected;  // describes the allowed values
  std::string help;
};

template <Parameters P>
std::vector<FieldInfo> describe_fields(const P& params) {
  std::vector<FieldInfo> list;
  P::fields(params, [&]<class T>(std::string_view name, const T& member, const ValueRange& range,
                                 std::string_view help) {
    list.push_back({std::string(name), print_value(member), expected_text<T>(range), std::string(help)});
  });
  return list;
}

template <Parameters P>
std::string field_names(const P& params) {
  std::string names;
  for (const FieldInfo& field : describe_fields(params)) names += (names.empty() ? "" : " ") + field.name;
  return names;
}

// What is wrong with parameters that were not read from text, as `threads: '0' is not a whole number from 1
// to 256`; empty when every one is within its range.
template <Parameters P>
std::string problem_of_fields(const P& params) {
  std::string problem;
  P::fields(params,
            [&]<class T>(std::string_view name, const T& value, const ValueRange& range, std::string_view) {
              if (!problem.empty() || is_allowed(value, range)) return;
              std::string text;
              if constexpr (std::is_enum_v<T>) {
                text = std::to_string(static_cast<int>(value));  // it has no name
              } else {
                text = print_value(value);
              }
              problem = std::string(name) + ": '" + text + "' is not " + expected_text<T>(range);
            });
  return problem;
}

// Sets the field of that name from text.
template <Parameters P>
Result<void> set_field(P& params, std::string_view key, std::string_view text) {
  bool found = false;
  Result<void> outcome;
  P::fields(params,
            [&]<class T>(std::string_view name, T& member, const ValueRange& range, std::string_view) {
              if (name != key) return;
              found = true;
              if (auto value = parse_value<T>(text, range)) {
                member = *std::move(value);
              } else {
                outcome = Error{std::string(key) + ": " + value.error().message};
              }
            });
  if (!found) {
    const std::string names = field_names(params);
    return Error{"unknown key '" + detail::shorten(key) + "'; " +
                 (names.empty() ? "no keys are allowed here" : "allowed: " + names)};
  }
  return outcome;
}

}  // namespace banyan
