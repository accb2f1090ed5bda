// The server: one thread for all connections, and a pool of threads that search. The only part that sees
// Boost.Beast is server.cpp and connection.cpp.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include <banyan/core/result.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/session/game_list.hpp>

namespace banyan::serve {

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::optional<std::uint16_t> port;  // unset: the usual one, or any if that is taken; 0: any
  std::string token;                  // required from other machines
  std::size_t search_threads = 1;
  std::filesystem::path data;  // the folder where games are kept; empty: nowhere
  std::filesystem::path runs;  // the folder where trainings are looked for; empty: nowhere
  Limits limits;
};

class Server {
 public:
  // Whether a text is an address that a server can be asked to listen at: of IPv4, of IPv6, or localhost.
  [[nodiscard]] static bool is_address(const std::string& text);
  // Listens from now on. The error says why it can't.
  static Result<std::unique_ptr<Server>> open(const GameList& games, ServerOptions options);
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server();

  // Where the page is: http://127.0.0.1:8420/
  [[nodiscard]] std::string url() const;
  // Whether there is a page.
  [[nodiscard]] static bool has_page();
  // Serves until a stop is requested, then saves what has changed. False if games could not be saved.
  bool run(const std::stop_token& stop);

 private:
  struct Parts;
  explicit Server(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace banyan::serve
