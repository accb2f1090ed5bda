#include <banyan/serve/access.hpp>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace banyan::serve {

namespace {
// Takes as long for a wrong text as for the right one.
bool same_secret(std::string_view given, std::string_view secret) {
  unsigned difference = given.size() == secret.size() ? 0 : 1;
  for (std::size_t i = 0; i < given.size(); ++i)
    difference |=
        static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(secret[i % secret.size()]);
  return difference == 0;
}

std::string_view query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && pair.substr(0, equals) == name) return pair.substr(equals + 1);
  }
  return {};
}
}  // namespace

std::optional<std::string> unescape(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    if (text.front() != '%') {
      plain += text.front();
      text.remove_prefix(1);
      continue;
    }
    unsigned char code = 0;
    if (text.size() < 3) return std::nullopt;
    const auto [end, problem] = std::from_chars(text.data() + 1, text.data() + 3, code, 16);
    if (problem != std::errc() || end != text.data() + 3) return std::nullopt;
    plain += static_cast<char>(code);
    text.remove_prefix(3);
  }
  return plain;
}

std::string escape(std::string_view text) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string escaped;
  for (const char c : text)
    escaped += plain.find(c) != std::string_view::npos
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return escaped;
}

bool is_loopback(std::string_view address) {
  return address == "localhost" || address == "::1" || address.starts_with("127.");
}

bool Access::is_own_name(std::string_view host) const {
  if (needs_token()) return !host.empty();  // the token makes the name irrelevant
  const auto same_letter = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"}) {
    if (host.size() < name.size() ||
        !std::equal(name.begin(), name.end(), host.begin(),
                    [&](char own, char given) { return same_letter(given, own); }))
      continue;
    const std::string_view rest = host.substr(name.size());
    if (rest.empty() || (rest.front() == ':' && rest.substr(1) == port_)) return true;
  }
  return false;
}

std::optional<Refusal> Access::check(const Origin& asked) const {
  if (asked.hosts > 1) return Refusal{400, "a request has one Host"};
  if (!is_own_name(asked.host)) return Refusal{403, "unknown host name; open the address that it printed"};
  if (asked.fetch_site == "cross-site" || asked.fetch_site == "same-site")
    return Refusal{403, "requests from other sites are not answered"};
  if (!asked.origin.empty() && asked.origin != "http://" + std::string(asked.host) &&
      asked.origin != "https://" + std::string(asked.host))
    return Refusal{403, "requests from other sites are not answered"};
  return std::nullopt;
}

std::optional<Refusal> Access::check_token(const Origin& asked) const {
  constexpr std::string_view bearer = "Bearer ";
  if (!needs_token()) return std::nullopt;
  if (asked.authorization.starts_with(bearer) &&
      same_secret(asked.authorization.substr(bearer.size()), token_))
    return std::nullopt;
  const auto given = unescape(query_value(asked.query, "token"));
  if (given && !given->empty() && same_secret(*given, token_)) return std::nullopt;
  return Refusal{401, "a token is needed: open the address with ?token=… that the server printed"};
}

}  // namespace banyan::serve
