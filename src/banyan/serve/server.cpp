#include <banyan/serve/server.hpp>

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <functional>
#include <set>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <banyan/core/clock.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/core/file_writer.hpp>
#include <banyan/core/printable.hpp>
#include <banyan/serve/access.hpp>
#include <banyan/serve/allowances.hpp>
#include <banyan/serve/api.hpp>
#include <banyan/serve/connection.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/keeper.hpp>
#include <banyan/serve/page.hpp>
#include <banyan/store/folder_lock.hpp>
#include <banyan/store/table_store.hpp>

namespace banyan::serve {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {
constexpr std::uint16_t usual_port = 8420;
constexpr double sweep_seconds = 30;
constexpr double keep_seconds = 2;
constexpr double relieve_seconds = 0.2;
constexpr double trim_seconds = 2;
constexpr double last_save_seconds = 3;  // at the end, for pending writes
constexpr const char* address_file = "address";

void say(const std::string& text) { std::fprintf(stderr, "%s\n", printable(text).c_str()); }

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

// Memory that the process has now; 0 if the system doesn't say.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0;
  std::uint64_t resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
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
  [[nodiscard]] double cpu() const override { return thread_cpu_seconds(); }

 private:
  asio::io_context& context_;
};

struct Server::Parts {
  Parts(GameList the_games, ServerOptions the_options)
      : games(std::move(the_games)), options(std::move(the_options)) {}
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;

  // Connections that are still open end while all they refer to is still there.
  ~Parts() {
    pool.close();
    acceptor.reset();
    hub.close();  // connections that end now report nowhere
    context.reset();
  }

  GameList games;
  ServerOptions options;
  std::unique_ptr<asio::io_context> context = std::make_unique<asio::io_context>(1);
  AsioLoop loop{*context};
  SearchPool pool{options.search_threads, options.limits.waiting_searches};
  Hub hub{games, options.limits, loop, pool};
  Allowances allowances{options.limits};
  std::optional<FolderLock> lock;
  std::optional<Keeper> keeper;
  std::optional<tcp::acceptor> acceptor;
  std::optional<Access> access;
  std::optional<Api> api;
  std::optional<Front> front;
  double next_trim = 0;

  [[nodiscard]] std::string address() const {
    const auto endpoint = acceptor->local_endpoint();
    const auto ip = endpoint.address();
    const std::string host = ip.is_v6() ? "[" + ip.to_string() + "]" : ip.to_string();
    return "http://" + host + ":" + std::to_string(endpoint.port()) + "/";
  }

  void begin(tcp::acceptor listening) {
    acceptor.emplace(std::move(listening));
    access.emplace(acceptor->local_endpoint().port(), options.token);
    const auto traffic = traffic_budget(options.limits);
    api.emplace(games, options.limits, *access, hub, pool, traffic, options.runs);
    front.emplace(Front{options.limits, *api, hub, loop, pool, allowances, traffic});
    accept();
    every(sweep_seconds, [this] { hub.sweep(); });
    every(relieve_seconds, [this] { relieve(); });
    if (keeper) every(keep_seconds, [this] { keep(); });
  }

  // One server at a time works in a data folder: two would delete each other's games.
  Result<void> lock_folder() {
    auto taken = FolderLock::take(options.data.string(), "another server keeps its games there");
    if (taken) {
      lock.emplace(*std::move(taken));
      return {};
    }
    const auto address = read_file(options.data / address_file);
    return Error{taken.error().message + (address ? " (" + *address + ")" : "") +
                 "; open that one, or give this one its own folder: --data FOLDER, or --data none"};
  }

  // Restores the games of earlier starts.
  Result<void> open_store() {
    if (options.data.empty()) return {};
    if (auto locked = lock_folder(); !locked) return locked;
    auto opened = TableStore::open(options.data / "games.sqlite");
    if (!opened) return opened.error();
    const auto stored = opened->all();
    if (!stored) return stored.error();
    std::set<std::string> ids;
    std::vector<std::string> problems;
    for (const StoredTable& table : *stored) {
      ids.insert(table.id);
      if (const auto restored = hub.restore(table); !restored) problems.push_back(restored.error().message);
    }
    if (!problems.empty())
      say("games that can't be opened now: " + std::to_string(problems.size()) +
          "; they are kept and tried again at the next start. The first: " + problems.front());
    keeper.emplace(*std::move(opened), std::move(ids), say);
    return {};
  }

  // For a second server that is started later; the token is not in it.
  void note_address(const std::string& url) const {
    if (lock) (void)write_file(options.data / address_file, url);
  }

  void keep() {
    if (!keeper) return;
    Hub::Changes changes = hub.take_changes();
    keeper->keep(std::move(changes.changed), changes.gone);
  }

  // Games that changed last are written too. False if that can't be done in a few seconds.
  bool end() {
    pool.close();
    keep();
    const std::size_t lost = keeper ? keeper->close(last_save_seconds) : 0;
    if (lost > 0) say("games that could not be saved: " + std::to_string(lost));
    return lost == 0;
  }

  void every(double seconds, const std::function<void()>& task) {
    loop.after(seconds, [this, seconds, task] {
      task();
      every(seconds, task);
    });
  }

  // The real memory of the process counts too: the allocator may keep freed memory.
  void relieve() {
    hub.relieve();
    if (loop.now() < next_trim || resident_bytes() < options.limits.memory_bytes / 10 * 9) return;
    next_trim = loop.now() + trim_seconds;
    malloc_trim(0);
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
      loop.after(0.1, [this] { accept(); });  // out of file descriptors, for example: others will end
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
  options.limits.search_bytes = std::min(options.limits.search_bytes, options.limits.memory_bytes / 4);
  auto parts = std::make_unique<Parts>(games, std::move(options));
  const ServerOptions& own = parts->options;
  auto acceptor = listen(*parts->context, own.address, own.port.value_or(usual_port));
  if (!acceptor && !own.port) acceptor = listen(*parts->context, own.address, 0);
  if (!acceptor) return acceptor.error();
  if (auto opened = parts->open_store(); !opened) return opened.error();
  parts->begin(*std::move(acceptor));
  parts->note_address(parts->address());
  return std::unique_ptr<Server>(new Server(std::move(parts)));
}

std::string Server::url() const {
  const std::string& token = parts_->options.token;
  return parts_->address() + (token.empty() ? "" : "?token=" + escape(token));
}

bool Server::has_page() { return !page_files().empty(); }

bool Server::run(const std::stop_token& stop) {
  const std::stop_callback ending(stop, [this] { parts_->context->stop(); });
  parts_->context->run();
  return parts_->end();
}

}  // namespace banyan::serve
