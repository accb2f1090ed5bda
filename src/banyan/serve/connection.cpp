#include <banyan/serve/connection.hpp>

#include <array>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>

#include <banyan/serve/computing.hpp>
#include <banyan/serve/live_connection.hpp>

namespace banyan::serve {

namespace beast = boost::beast;
namespace http = beast::http;

namespace {
constexpr std::uint32_t header_bytes = 16 * 1024;
const Refusal memory_is_full{503, "the server's memory is used up; try again in a moment"};
constexpr const char* too_much = "too much was asked for at once; try again in a moment";

// No script, style or connection but the server's own; the page must not be framed.
constexpr const char* every_time =
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

using HttpRequest = http::request<http::string_body>;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

// What stands before the content: Beast's own way to write it walks over all of the fields several times.
std::string head_of(const Response& response, bool keep_alive, unsigned version) {
  const auto status = static_cast<http::status>(response.status);
  std::string text =
      fmt::format("HTTP/1.{} {} {}\r\nContent-Type: {}\r\nConnection: {}\r\n", version % 10, response.status,
                  view(http::obsolete_reason(status)), response.type, keep_alive ? "keep-alive" : "close");
  text += every_time;
  for (const auto& [name, value] : response.headers)
    fmt::format_to(std::back_inserter(text), "{}: {}\r\n", name, value);
  if (status != http::status::not_modified)
    fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n", response.content().size());
  text += "\r\n";
  return text;
}

Request plain(const HttpRequest& request) {
  return {.method = view(request.method_string()),
          .target = view(request.target()),
          .origin = {.host = view(request[http::field::host]),
                     .hosts = request.count(http::field::host),
                     .origin = view(request[http::field::origin]),
                     .fetch_site = view(request["Sec-Fetch-Site"]),
                     .authorization = view(request[http::field::authorization]),
                     .query = {}},
          .body = request.body(),
          .known_version = view(request[http::field::if_none_match]),
          .takes_gzip = request[http::field::accept_encoding].find("gzip") != beast::string_view::npos};
}

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, Front& front)
      : stream_(std::move(socket)), front_(front), arriving_(front.traffic), leaving_(front.traffic) {
    ++front_.connections;
    beast::error_code error;
    const auto peer = stream_.socket().remote_endpoint(error).address();
    const std::string address = peer.to_string();
    is_foreign_ = !is_loopback(address);
    allowance_ = front_.allowances.of(address, front_.loop.now());
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --front_.connections; }

  void read() {
    parser_.emplace();
    arriving_.set(0);
    parser_->body_limit(front_.limits.body_bytes);
    parser_->header_limit(header_bytes);
    parser_->eager(true);
    restart_timer();
    read_some();
  }

  // The response is held until the peer has read it, and counts as long.
  void send(Response response, bool keep_alive, unsigned version, bool head_only) {
    constexpr std::size_t little = 4 * 1024;  // a refusal, or the status
    response_ =
        may_hold(leaving_, response.body.size(), little) ? std::move(response) : Api::answer(memory_is_full);
    head_ = head_of(response_, keep_alive, version);
    leaving_.set(head_.size() + response_.body.size());
    const std::string_view content = head_only ? std::string_view() : response_.content();
    const std::array<boost::asio::const_buffer, 2> buffers{
        boost::asio::buffer(head_), boost::asio::buffer(content.data(), content.size())};
    boost::asio::async_write(stream_, buffers,
                             [self = shared_from_this(), keep_alive](beast::error_code error, std::size_t) {
                               if (error) return;
                               self->forget_response();
                               if (keep_alive) return self->read();
                               self->close();
                             });
  }

 private:
  void forget_response() {
    response_ = {};
    head_ = {};
    leaving_.set(0);
  }

  // For a request to arrive, or an answer to be read.
  void restart_timer() {
    stream_.expires_after(std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(front_.limits.request_seconds)));
  }

  void read_some() {
    http::async_read_some(stream_, buffer_, *parser_,
                          [self = shared_from_this()](beast::error_code error, std::size_t) {
                            if (error || self->parser_->is_done()) return self->on_read(error);
                            const std::size_t bytes = self->parser_->get().body().size();
                            if (!may_hold(self->arriving_, bytes)) return self->refuse_for_memory();
                            self->arriving_.set(bytes);
                            self->read_some();
                          });
  }

  void refuse_for_memory() {
    constexpr unsigned http_1_1 = 11;
    send(Api::answer(memory_is_full), false, http_1_1, false);
  }

  void on_read(beast::error_code error) {
    constexpr unsigned http_1_1 = 11;
    if (error == http::error::body_limit)
      return send(Api::answer(Refusal{413, "the request is too large"}), false, http_1_1, false);
    if (error == http::error::header_limit)
      return send(Api::answer(Refusal{431, "the request's header is too long"}), false, http_1_1, false);
    if (error.category() == http::make_error_code(http::error::bad_method).category() &&
        error != http::error::end_of_stream && error != http::error::partial_message)
      return send(Api::answer(Refusal{400, "this is not an HTTP request: " + error.message()}), false,
                  http_1_1, false);
    if (error) return close();
    const HttpRequest& request = parser_->get();
    const Request asked = plain(request);
    if (beast::iequals(request[http::field::upgrade], "websocket") &&
        asked.target.substr(0, asked.target.find('?')) == live_path) {
      if (const auto refusal = front_.api.refuse_live(asked))
        return send(Api::answer(*refusal), false, request.version(), false);
      return serve_live(stream_.release_socket(), parser_->release(), front_, allowance_);
    }
    if (!allowance_->any(front_.loop.now())) return reply(Api::answer(Refusal{429, too_much}));
    if (front_.api.takes_long(asked)) return answer_by_pool();
    const double cpu = front_.loop.cpu();
    Response response = front_.api.answer(asked);
    spend(front_.loop.cpu() - cpu);
    reply(std::move(response));
  }

  // The answer to the request that was read last.
  void reply(Response response) {
    const HttpRequest& request = parser_->get();
    send(std::move(response), request.keep_alive(), request.version(), request.method() == http::verb::head);
  }

  void spend(double cpu_seconds) { allowance_->spend(units_of_request(cpu_seconds, is_foreign_)); }

  // Others are served meanwhile. All such requests share one place in the queue, like those of one visitor.
  void answer_by_pool() {
    constexpr SearchPool::Owner nobody = 0;
    const auto done = [self = shared_from_this()](Response response, double cpu_seconds) {
      self->spend(cpu_seconds);
      self->restart_timer();  // it may have waited for long
      self->reply(std::move(response));
    };
    const auto job = compute(front_.loop, front_.pool,
                             {.owner = nobody,
                              .seconds = front_.limits.search_seconds,
                              .work =
                                  [this, done](const SearchPool::Turn&) {
                                    const double cpu = front_.loop.cpu();
                                    const auto response =
                                        std::make_shared<Response>(front_.api.answer(plain(parser_->get())));
                                    front_.loop.post([done, response, used = front_.loop.cpu() - cpu] {
                                      done(std::move(*response), used);
                                    });
                                  },
                              .failed =
                                  [done](const std::string& why) {
                                    done(Api::answer(Refusal{500, why}), 0);
                                  }});
    if (!job) reply(Api::answer(Refusal{429, "too much is waiting; try again in a moment"}));
  }

  void close() {
    beast::error_code ignored;
    stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  }

  beast::tcp_stream stream_;
  Front& front_;
  bool is_foreign_ = false;
  std::shared_ptr<Allowance> allowance_;
  MemoryShare arriving_;  // of a request that is not whole yet
  MemoryShare leaving_;   // of an answer that is not read yet
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  Response response_;  // what is being written, behind head_
  std::string head_;
};
}  // namespace

void serve_connection(boost::asio::ip::tcp::socket socket, Front& front) {
  const bool full = front.connections >= front.limits.connections;
  const auto connection = std::make_shared<Connection>(std::move(socket), front);
  if (full) {
    connection->send(Api::answer(Refusal{503, "too many connections; try again in a moment"}), false, 11,
                     false);
  } else {
    connection->read();
  }
}

}  // namespace banyan::serve
