#include <banyan/serve/api.hpp>

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include <banyan/serve/agents.hpp>
#include <banyan/serve/laboratory.hpp>
#include <banyan/serve/page.hpp>
#include <banyan/session/opponents.hpp>

namespace banyan::serve {

namespace {
constexpr std::string_view api_root = "/api/v1/";

// Shown if the page is missing.
constexpr std::string_view page_is_missing =
    "<!doctype html><html lang=en><title>Banyan</title><h1>Banyan</h1>"
    "<p>This program was built without its page: npm was missing, or could not fetch the packages the page is "
    "made with. Install nodejs and npm, connect to the network and build again. "
    "The API at <a href=/api/v1/catalogue>/api/v1</a> works.";

constexpr std::string_view no_such_page =
    "<!doctype html><html lang=en><title>Not found - Banyan</title><h1>There is no such page</h1>"
    "<p><a href=/>Banyan</a> has the views <a href=/play>Play</a>, <a href=/tree>Tree</a>, <a href=/2048>2048</a>, "
    "<a href=/laboratory>Laboratory</a> and <a href=/training>Training</a>.";

// The page keeps its views behind a #: these paths lead there (web/src/App.svelte).
constexpr std::array page_views{"/play", "/tree", "/2048", "/laboratory", "/training"};

// To the view that a path names, with what was asked for after the question mark.
std::optional<Response> lead_to_view(std::string_view path, std::string_view target) {
  if (std::find(page_views.begin(), page_views.end(), path) == page_views.end()) return std::nullopt;
  return Response{.status = 302,
                  .type = "text/plain; charset=utf-8",
                  .headers = {{"Location", fmt::format("/{}#{}", target.substr(path.size()), path)}}};
}

std::string_view path_of(std::string_view target) { return target.substr(0, target.find('?')); }

Origin origin_of(const Request& request) {
  Origin origin = request.origin;
  const std::size_t mark = request.target.find('?');
  if (mark != std::string_view::npos) origin.query = request.target.substr(mark + 1);
  return origin;
}

Response document(const Json& content) {
  return {.status = 200,
          .type = "application/json",
          .body = text_of(content),
          .headers = {{"Cache-Control", "no-store"}}};
}

Json json_of(const std::vector<Level>& levels) {
  Json list = Json::array();
  for (const Level& level : levels) list.push_back({{"title", level.title}, {"agent", level.agent}});
  return list;
}

// For which parameters of a game a network ships, and who plays with it.
Json networks_json(const GameList& games, const GameInfo& info) {
  Json list = Json::array();
  auto variants = info.description.variants;
  if (variants.empty()) variants.push_back({.title = "", .parameters = ""});
  for (const auto& variant : variants)
    if (const auto game = make_variant(games, info, variant))
      if (const auto levels = network_levels_of(**game); !levels.empty())
        list.push_back({{"parameters", variant.parameters}, {"opponents", json_of(levels)}});
  return list;
}

std::string make_catalogue(const GameList& games, const Limits& limits) {
  Json document = json_document();
  document["games"] = Json::array();
  for (const GameEntry& entry : games.entries())
    if (const auto game = games.make(entry.name)) {
      Json info = json_of((*game)->info());
      info["win_draw_loss"] = (*game)->info().win_draw_loss;
      std::vector<Level> opponents = levels_of(**game);
      for (Level& engine : engine_levels_of(**game, limits)) opponents.push_back(std::move(engine));
      info["opponents"] = json_of(opponents);
      info["networks"] = networks_json(games, (*game)->info());
      document["games"].push_back(std::move(info));
    }
  document["agents"] = agents_json();
  document["laboratory"] = laboratory_json();
  return text_of(document);
}
}  // namespace

Api::Api(const GameList& games, const Limits& limits, const Access& access, const Hub& hub,
         const SearchPool& pool, std::shared_ptr<const MemoryBudget> traffic, std::filesystem::path runs)
    : games_(games),
      limits_(limits),
      access_(access),
      hub_(hub),
      pool_(pool),
      traffic_(std::move(traffic)),
      runs_(std::move(runs)),
      catalogue_(make_catalogue(games, limits)) {}

Response Api::answer(const Refusal& refusal) {
  Response response = document({{"error", {{"code", refusal.code}, {"message", refusal.message}}}});
  response.status = refusal.code;
  return response;
}

std::optional<Refusal> Api::refuse_live(const Request& request) const {
  const Origin origin = origin_of(request);
  if (auto refusal = access_.check(origin)) return refusal;
  return access_.check_token(origin);
}

Response Api::answer(const Request& request) const {
  const Origin origin = origin_of(request);
  if (const auto refusal = access_.check(origin)) return answer(*refusal);
  const std::string_view path = path_of(request.target);
  if (!path.starts_with("/api/")) return page(path, request);
  if (const auto refusal = access_.check_token(origin)) return answer(*refusal);
  if (!path.starts_with(api_root)) return answer(Refusal{404, "this server speaks /api/v1"});
  return call(path.substr(api_root.size()), request);
}

// Of a long game each move is played; trainings are read from files, and a disk can be slow.
bool Api::takes_long(const Request& request) const {
  const std::string_view path = path_of(request.target);
  if (path.starts_with("/api/v1/runs")) return true;
  return path == "/api/v1/show" && request.body.size() > limits_.long_body_bytes;
}

Response Api::call(std::string_view path, const Request& request) const {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const auto only = [&](const char* method) {
    Response response = answer(Refusal{405, std::string("only ") + method + " is answered here"});
    response.headers.emplace_back("Allow", method);
    return response;
  };
  if (path == "catalogue")
    return reads ? Response{.status = 200,
                            .type = "application/json",
                            .headers = {{"Cache-Control", "no-store"}},
                            .lasting = catalogue_}
                 : only("GET");
  if (path == "status") return reads ? status() : only("GET");
  if (path == "show") return request.method == "POST" ? show(request.body) : only("POST");
  if (path == "live") return answer(Refusal{426, "this is a WebSocket"});
  if (path == "runs" || path.starts_with("runs/")) {
    if (!reads) return only("GET");
    const Reply reply = runs_.answer(path.substr(std::min(path.size(), std::string_view("runs/").size())));
    const auto* refusal = std::get_if<Refusal>(&reply);
    return refusal != nullptr ? answer(*refusal) : document(std::get<Json>(reply));
  }
  return answer(
      Refusal{404, "there is nothing at this address; there are catalogue, status, show, runs and live"});
}

Response Api::status() const {
  const Hub::Load load = hub_.load();
  const SearchPool::Load searches = pool_.load();
  Json content = json_document();
  content["connections"] = load.connections;
  content["visitors"] = load.visitors;
  content["tables"] = load.tables;
  content["memory"] = {{"used", load.bytes + traffic_->used()}, {"limit", limits_.memory_bytes}};
  content["searches"] = {
      {"threads", searches.threads}, {"running", searches.running}, {"waiting", searches.waiting}};
  content["page"] = !page_files().empty();
  return document(content);
}

Response Api::show(std::string_view body) const {
  const auto message = parse_object(body);
  if (!message) return answer(refuse(message.error()));
  Fields fields(*message);
  TableSetup setup{.game = fields.text("game"),
                   .seats = {},
                   .seed = fields.whole_or("seed", 0, (std::uint64_t{1} << 53U) - 1, 1),
                   .position = std::nullopt,
                   .moves = fields.texts("moves")};
  if (fields.has("position")) setup.position = fields.text("position");
  if (fields.problem()) return answer(*fields.problem());
  const auto table = Table::open(games_, std::move(setup), limits_);
  if (!table) return answer(refuse(table.error()));
  Json content = json_document();
  content.update(table->snapshot());
  return document(content);
}

Response Api::page(std::string_view path, const Request& request) {
  if (request.method != "GET" && request.method != "HEAD")
    return answer(Refusal{405, "only GET is answered here"});
  if (path == "/") path = "/index.html";
  const auto files = page_files();
  const auto file =
      std::find_if(files.begin(), files.end(), [&](const PageFile& each) { return each.path == path; });
  if (file == files.end()) {
    if (files.empty() && path == "/index.html")
      return {.status = 200, .type = "text/html; charset=utf-8", .lasting = page_is_missing};
    if (auto elsewhere = lead_to_view(path, request.target)) return *std::move(elsewhere);
    return {.status = 404, .type = "text/html; charset=utf-8", .lasting = no_such_page};
  }
  Response response{.status = 200, .type = std::string(file->type)};
  response.headers.emplace_back("ETag", file->version);
  response.headers.emplace_back("Cache-Control",
                                file->lasting ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (request.known_version == file->version) {
    response.status = 304;
    return response;
  }
  const bool zipped = request.takes_gzip && !file->zipped.empty();
  if (zipped) response.headers.emplace_back("Content-Encoding", "gzip");
  response.lasting = zipped ? file->zipped : file->content;
  return response;
}

}  // namespace banyan::serve
