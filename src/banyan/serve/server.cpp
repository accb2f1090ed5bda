#include <banyan/serve/server.hpp>

#include <sys/resource.h>

#include <chrono>
#include <cstdio>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <banyan/core/printable.hpp>
#include <banyan/serve/access.hpp>
#include <banyan/serve/api.hpp>
#include <banyan/serve/connection.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/page.hpp>
#include <banyan/store/table_store.hpp>

namespace banyan::serve {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {
constexpr std::uint16_t usual_port = 8420;
constexpr double sweep_seconds = 30;
constexpr double keep_seconds = 2;

asio::ip::address parse_address(const std::string& text, boost::system::error_code& error) {
  return asio::ip::make_address(text == "localhost" ? "127.0.0.1" : text, error);
}

Result<tcp::acceptor> listen(asio::io_context& context, const std::string& address, std::uint16_t port) {
  boost::system::error_code error;
  const auto parsed = parse_address(address, error);
  if (error) return Error{"'" + detail::shorten(address) + "' is not an address, such as 127.0.0.1 or ::1"};
  const tcp::endpoint endpoint(parsed, port);
  tcp::acceptor acceptor(context);
  acceptor.open(endpoint.protocol(), error);
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    return Error{"can't listen at " + address + " port " + std::to_string(port) + ": " + error.message()};
  return acceptor;
}

// A thousand watchers are a thousand open files.
void allow_many_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}
}  // namespace

// Named outside of this file because Parts is.
class AsioLoop final : public Loop {
 public:
  explicit AsioLoop(asio::io_context& context) : context_(context) {}

  void post(std::function<void()> task) override { asio::post(context_, std::move(task)); }
  void after(double seconds, std::function<void()> task) override {
    const auto timer = std::make_shared<asio::steady_timer>(
        context_,
        std::chrono::duration_cast<asio::steady_timer::duration>(std::chrono::duration<double>(seconds)));
    timer->async_wait([timer, task = std::move(task)](boost::system::error_code error) {
      if (!error) task();
    });
  }
  [[nodiscard]] double now() const override {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  }

 private:
  asio::io_context& context_;
};

struct Server::Parts {
  Parts(GameList the_games, ServerOptions the_options)
      : games(std::move(the_games)), options(std::move(the_options)) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  // Games are kept, and connections that are still open end while all they refer to is still there.
  ~Parts() {
    pool.close();
    keep();
    acceptor.reset();
    context.reset();
  }

  GameList games;
  ServerOptions options;
  std::unique_ptr<asio::io_context> context = std::make_unique<asio::io_context>(1);
  AsioLoop loop{*context};
  SearchPool pool{options.search_threads, options.limits.waiting_searches};
  Hub hub{games, options.limits, loop, pool};
  std::optional<TableStore> store;
  std::optional<tcp::acceptor> acceptor;
  std::optional<Access> access;
  std::optional<Api> api;
  std::optional<Front> front;

  void begin(tcp::acceptor listening) {
    acceptor.emplace(std::move(listening));
    access.emplace(acceptor->local_endpoint().port(), options.token);
    api.emplace(games, options.limits, *access, hub, pool, options.runs);
    front.emplace(Front{options.limits, *api, hub});
    accept();
    sweep();
    if (store) keep_on();
  }

  // Brings back the games of earlier days.
  Result<void> open_store() {
    if (options.data.empty()) return {};
    auto opened = TableStore::open(options.data / "games.sqlite");
    if (!opened) return opened.error();
    const auto stored = opened->all();
    if (!stored) return stored.error();
    for (const StoredTable& table : *stored) hub.restore(table);
    store.emplace(*std::move(opened));
    return {};
  }

  void keep() {
    if (!store) return;
    const Hub::Changes changes = hub.take_changes();
    if (auto kept = store->update(changes.changed, changes.gone); !kept)
      std::fprintf(stderr, "games can't be kept: %s\n", printable(kept.error().message).c_str());
  }

  void keep_on() {
    loop.after(keep_seconds, [this] {
      keep();
      keep_on();
    });
  }

  void accept() {
    acceptor->async_accept([this](boost::system::error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (!error) {
        boost::system::error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        serve_connection(std::move(socket), *front);
        return accept();
      }
      loop.after(0.1, [this] { accept(); });  // out of files, say: others will end
    });
  }

  void sweep() {
    loop.after(sweep_seconds, [this] {
      hub.sweep();
      sweep();
    });
  }
};

Server::Server(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Server::~Server() = default;

bool Server::is_address(const std::string& text) {
  boost::system::error_code error;
  parse_address(text, error);
  return !error;
}

Result<std::unique_ptr<Server>> Server::open(const GameList& games, ServerOptions options) {
  allow_many_files();
  auto parts = std::make_unique<Parts>(games, std::move(options));
  const ServerOptions& own = parts->options;
  auto acceptor = listen(*parts->context, own.address, own.port.value_or(usual_port));
  if (!acceptor && !own.port) acceptor = listen(*parts->context, own.address, 0);
  if (!acceptor) return acceptor.error();
  if (auto opened = parts->open_store(); !opened) return opened.error();
  parts->begin(*std::move(acceptor));
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

std::string Server::url() const {
  const auto endpoint = parts_->acceptor->local_endpoint();
  const auto address = endpoint.address();
  const std::string host = address.is_v6() ? "[" + address.to_string() + "]" : address.to_string();
  const std::string& token = parts_->options.token;
  return "http://" + host + ":" + std::to_string(endpoint.port()) + "/" +
         (token.empty() ? "" : "?token=" + token);
}

bool Server::has_page() { return !page_files().empty(); }

void Server::run(const std::stop_token& stop) {
  const std::stop_callback ending(stop, [this] { parts_->context->stop(); });
  parts_->context->run();
}

}  // namespace banyan::serve
