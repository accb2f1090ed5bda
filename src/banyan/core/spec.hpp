// Specs: `name[:key=value,…]`, the one way to name a game or an agent with its parameters. A value that
// contains a comma, a space or a quote stands in double quotes; inside, \" and \\ are escapes.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/core/fields.hpp>

namespace banyan {

struct Spec {
  std::string name;
  std::vector<std::pair<std::string, std::string>> values;
};

namespace detail {
inline std::string quote_if_needed(const std::string& text) {
  if (text.find_first_of(", \t\"") == std::string::npos && !text.empty()) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

// Takes a value off the front of the text, up to a comma or the end.
inline Result<std::string> take_spec_value(std::string_view& text) {
  std::string value;
  if (!text.starts_with('"')) {
    const std::size_t end = std::min(text.find(','), text.size());
    value = text.substr(0, end);
    text.remove_prefix(end);
    return value;
  }
  std::size_t i = 1;
  for (; i < text.size() && text[i] != '"'; ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    value += text[i];
  }
  if (i >= text.size()) return Error{"a double quote is opened and never closed"};
  text.remove_prefix(i + 1);
  if (!text.empty() && text.front() != ',') return Error{"after a closing quote comes a comma or the end"};
  return value;
}
}  // namespace detail

inline Result<Spec> parse_spec(std::string_view text) {
  const auto wrong = [whole = text](const std::string& what) {
    return Error{"spec '" + detail::shorten(whole) + "': " + what};
  };
  Spec spec;
  const std::size_t colon = text.find(':');
  spec.name = text.substr(0, colon);
  if (spec.name.empty()) return wrong("it begins with a name, as in name:key=value,key=value");
  if (colon == std::string_view::npos) return spec;
  text.remove_prefix(colon + 1);
  while (true) {
    const std::size_t equals = text.find_first_of("=,");
    if (equals == std::string_view::npos || text[equals] == ',' || equals == 0)
      return wrong("after the colon come key=value pairs with commas between, but here stands '" +
                   detail::shorten(text.substr(0, text.find(','))) + "'");
    std::string key(text.substr(0, equals));
    text.remove_prefix(equals + 1);
    auto value = detail::take_spec_value(text);
    if (!value) return wrong(value.error().message);
    for (const auto& [other, _] : spec.values)
      if (other == key)
        return wrong("the key '" + detail::shorten(key) + "' is given twice; each key may stand once");
    spec.values.emplace_back(std::move(key), *std::move(value));
    if (text.empty()) return spec;
    text.remove_prefix(1);
  }
}

// Fills a parameter list from a spec's values.
template <Parameters P>
Result<P> parse_params(const Spec& spec, P params = {}) {
  for (const auto& [key, value] : spec.values)
    if (auto done = set_field(params, key, value); !done)
      return Error{detail::shorten(spec.name) + ": " + done.error().message};
  return params;
}

// The spec that gives these parameters: only what differs from the default is written.
template <Parameters P>
std::string print_spec(std::string_view name, const P& params) {
  const auto usual = describe_fields(P{});
  const auto actual = describe_fields(params);
  std::string text(name);
  char separator = ':';
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (actual[i].value == usual[i].value) continue;
    text += separator + actual[i].name + '=' + detail::quote_if_needed(actual[i].value);
    separator = ',';
  }
  return text;
}

}  // namespace banyan
