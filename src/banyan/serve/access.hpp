// Access control. Pages of other sites must not be able to use a visitor's browser to reach this server: the
// host name of a request and the page that sent it must be the server's (against DNS rebinding and cross-site
// requests). Requests from other machines need a token as well.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <banyan/serve/message.hpp>

namespace banyan::serve {

// The origin of a request as its headers state it; empty if absent.
struct Origin {
  std::string_view host{};
  std::size_t hosts = 1;  // number of Host lines; more than one is refused
  std::string_view origin{};
  std::string_view fetch_site{};     // Sec-Fetch-Site
  std::string_view authorization{};  // "Bearer TOKEN"
  std::string_view query{};          // behind the question mark: token=TOKEN
};

class Access {
 public:
  // Without a token only the names of this machine are accepted, with this port.
  Access(unsigned port, std::string token) : port_(std::to_string(port)), token_(std::move(token)) {}

  [[nodiscard]] bool needs_token() const { return !token_.empty(); }
  // Why a request is refused, if it is: any request, and one that needs the token.
  [[nodiscard]] std::optional<Refusal> check(const Origin& origin) const;
  [[nodiscard]] std::optional<Refusal> check_token(const Origin& origin) const;

 private:
  [[nodiscard]] bool is_own_name(std::string_view host) const;

  std::string port_;
  std::string token_;
};

// Whether an address is one that only this machine reaches.
bool is_loopback(std::string_view address);

// Decodes a part of an address: %20 is a space, and + is a plus. Nothing if it is malformed.
std::optional<std::string> unescape(std::string_view text);
// Encodes it: letters, digits and -._~ stay.
std::string escape(std::string_view text);

}  // namespace banyan::serve
