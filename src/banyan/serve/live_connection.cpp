#include <banyan/serve/live_connection.hpp>

#include <chrono>
#include <deque>
#include <memory>
#include <string>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

namespace banyan::serve {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

namespace {
class LiveConnection final : public Listener, public std::enable_shared_from_this<LiveConnection> {
 public:
  LiveConnection(boost::asio::ip::tcp::socket socket, Front& front)
      : stream_(std::move(socket)), front_(front) {
    ++front_.connections;
  }
  ~LiveConnection() override {
    --front_.connections;
    leave();
  }

  void accept(beast::http::request<beast::http::string_body> request) {
    // A peer that is silent is asked whether it is still there, and let go if it isn't.
    websocket::stream_base::timeout patience{};
    patience.handshake_timeout = std::chrono::seconds(10);
    patience.idle_timeout = std::chrono::seconds(60);
    patience.keep_alive_pings = true;
    stream_.set_option(patience);
    stream_.read_message_max(front_.limits.body_bytes);
    stream_.auto_fragment(false);  // a message is a write, however long
    request_ = std::move(request);
    stream_.async_accept(request_, [self = shared_from_this()](beast::error_code error) {
      if (error) return;
      self->request_ = {};
      self->front_.hub.connect(*self);
      self->here_ = true;
      self->read();
    });
  }

  void send(const std::shared_ptr<const std::string>& text, std::string_view topic) override {
    if (!here_) return;
    if (!topic.empty())
      for (std::size_t i = writing_ ? 1 : 0; i < outbox_.size(); ++i)
        if (outbox_[i].topic == topic) {
          waiting_bytes_ += text->size();
          waiting_bytes_ -= outbox_[i].text->size();
          outbox_[i].text = text;
          return;
        }
    waiting_bytes_ += text->size();
    if (waiting_bytes_ > front_.limits.outbox_bytes) return drop();
    outbox_.push_back({text, std::string(topic)});
    if (!writing_) write();
  }

 private:
  struct Outgoing {
    std::shared_ptr<const std::string> text;
    std::string topic;
  };

  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return self->leave();
      const auto data = self->buffer_.data();
      const std::string_view text(static_cast<const char*>(data.data()), data.size());
      const bool welcome = self->front_.hub.receive(*self, text);
      self->buffer_.consume(data.size());
      if (!welcome) return self->drop();
      if (self->here_) self->read();
    });
  }

  void write() {
    writing_ = true;
    stream_.text(true);
    stream_.async_write(boost::asio::buffer(*outbox_.front().text),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
                          self->writing_ = false;
                          if (error) return self->leave();
                          self->waiting_bytes_ -= self->outbox_.front().text->size();
                          self->outbox_.pop_front();
                          if (!self->outbox_.empty()) self->write();
                        });
  }

  // Who reads too slowly, or writes too much, is let go without ceremony.
  void drop() {
    leave();
    beast::get_lowest_layer(stream_).close();
  }

  void leave() {
    if (!std::exchange(here_, false)) return;
    front_.hub.disconnect(*this);
  }

  websocket::stream<beast::tcp_stream> stream_;
  Front& front_;
  beast::http::request<beast::http::string_body> request_;
  beast::flat_buffer buffer_;
  std::deque<Outgoing> outbox_;
  std::size_t waiting_bytes_ = 0;
  bool writing_ = false;
  bool here_ = false;
};
}  // namespace

void serve_live(boost::asio::ip::tcp::socket socket, beast::http::request<beast::http::string_body> request,
                Front& front) {
  std::make_shared<LiveConnection>(std::move(socket), front)->accept(std::move(request));
}

}  // namespace banyan::serve
