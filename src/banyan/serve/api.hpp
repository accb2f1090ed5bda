// Requests and their answers, without a socket: the page's files and /api/v1 (docs/api.md). Events go over
// the WebSocket (hub.hpp).
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/serve/access.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/memory.hpp>
#include <banyan/serve/runs.hpp>

namespace banyan::serve {

struct Request {
  std::string_view method{};
  std::string_view target{};
  Origin origin{};  // without the query, which is in the target
  std::string_view body{};
  std::string_view known_version{};  // If-None-Match
  bool takes_gzip = false;
};

struct Response {
  int status = 200;
  std::string type = "application/json";
  std::string body{};
  std::vector<std::pair<std::string, std::string>> headers{};
  std::string_view
      lasting{};  // in place of the body: what lives as long as the Api, so that nobody copies it

  [[nodiscard]] std::string_view content() const { return lasting.empty() ? body : lasting; }
};

// Where the WebSocket is.
inline constexpr std::string_view live_path = "/api/v1/live";

class Api {
 public:
  // Trainings are looked for in `runs`; nowhere if that is empty. The status counts what is in `traffic`.
  Api(const GameList& games, const Limits& limits, const Access& access, const Hub& hub,
      const SearchPool& pool, std::shared_ptr<const MemoryBudget> traffic, std::filesystem::path runs = {});

  [[nodiscard]] Response answer(const Request& request) const;
  // Whether the answer may take long, so that it should be made on another thread.
  [[nodiscard]] bool takes_long(const Request& request) const;
  // Why a WebSocket may not be opened, if so.
  [[nodiscard]] std::optional<Refusal> refuse_live(const Request& request) const;
  // An error in the form of the API.
  [[nodiscard]] static Response answer(const Refusal& refusal);

 private:
  [[nodiscard]] Response call(std::string_view path, const Request& request) const;
  [[nodiscard]] Response show(std::string_view body) const;
  [[nodiscard]] Response status() const;
  [[nodiscard]] static Response page(std::string_view path, const Request& request);

  const GameList& games_;
  const Limits& limits_;
  const Access& access_;
  const Hub& hub_;
  const SearchPool& pool_;
  std::shared_ptr<const MemoryBudget> traffic_;
  Runs runs_;
  std::string catalogue_;  // games, agents and laboratory; never changes
};

}  // namespace banyan::serve
