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
  LiveConnection(boost::asio::ip::tcp::socket socket, Front& front, std::shared_ptr<Allowance> allowance)
      : stream_(std::move(socket)),
        front_(front),
        allowance_(std::move(allowance)),
        arriving_(front.traffic),
        waiting_(front.traffic) {
    ++front_.connections;
  }
  ~LiveConnection() override {
    --front_.connections;
    leave();
  }

  void accept(beast::http::request<beast::http::string_body> request) {
    // A silent peer is pinged, and its connection closed if it doesn't answer.
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
      self->front_.hub.connect(*self, self->allowance_);
      self->here_ = true;
      self->read();
    });
  }

  void send(const std::shared_ptr<const std::string>& text, std::string_view topic) override {
    if (!here_) return;
    if (!topic.empty())
      for (std::size_t i = writing_ ? 1 : 0; i < outbox_.size(); ++i)
        if (outbox_[i].topic == topic) {
          waiting_.set(waiting_.bytes() + text->size() - outbox_[i].text->size());
          outbox_[i].text = text;
          return;
        }
    const std::size_t waiting = waiting_.bytes() + text->size();
    if (waiting > front_.limits.outbox_bytes || !may_hold(waiting_, waiting)) return drop();
    waiting_.set(waiting);
    outbox_.push_back({text, std::string(topic)});
    if (!writing_) write();
  }

 private:
  struct Outgoing {
    std::shared_ptr<const std::string> text;
    std::string topic;
  };

  void read() {
    stream_.async_read_some(buffer_, 0, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return self->leave();
      if (!may_hold(self->arriving_, self->buffer_.size())) return self->drop();
      self->arriving_.set(self->buffer_.size());
      if (self->stream_.is_message_done() && !self->take_message()) return self->drop();
      if (self->here_) self->read();
    });
  }

  // False when the hub wants this connection closed.
  bool take_message() {
    constexpr std::size_t usual_bytes = 16 * 1024;
    const auto data = buffer_.data();
    const bool welcome =
        front_.hub.receive(*this, std::string_view(static_cast<const char*>(data.data()), data.size()));
    buffer_.consume(data.size());
    if (buffer_.capacity() > usual_bytes) buffer_.shrink_to_fit();
    arriving_.set(0);
    return welcome;
  }

  void write() {
    writing_ = true;
    stream_.text(true);
    stream_.async_write(boost::asio::buffer(*outbox_.front().text),
                        [self = shared_from_this()](beast::error_code error, std::size_t) {
                          self->writing_ = false;
                          if (error) return self->leave();
                          self->waiting_.set(self->waiting_.bytes() - self->outbox_.front().text->size());
                          self->outbox_.pop_front();
                          if (!self->outbox_.empty()) self->write();
                        });
  }

  // Closes connections that read too slowly or send too much.
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
  std::shared_ptr<Allowance> allowance_;
  beast::http::request<beast::http::string_body> request_;
  beast::flat_buffer buffer_;
  std::deque<Outgoing> outbox_;
  MemoryShare arriving_;  // of a message that is not whole yet
  MemoryShare waiting_;   // in the outbox
  bool writing_ = false;
  bool here_ = false;
};
}  // namespace

void serve_live(boost::asio::ip::tcp::socket socket, beast::http::request<beast::http::string_body> request,
                Front& front, std::shared_ptr<Allowance> allowance) {
  std::make_shared<LiveConnection>(std::move(socket), front, std::move(allowance))
      ->accept(std::move(request));
}

}  // namespace banyan::serve
