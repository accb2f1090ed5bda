// Any bytes over a real connection: HTTP requests, the step to a WebSocket, its frames and the messages in
// them, by the code that serves them. The peer reads nothing for a while and then leaves, so that the server
// also lets it go in the middle of an answer. The first byte chooses how the rest is sent.
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <banyan/serve/connection.hpp>
#include <banyan/session/built_in.hpp>

#include "../serve/stand_ins.hpp"
#include "fuzz.hpp"

namespace {
using namespace banyan;
using namespace banyan::serve;
namespace asio = boost::asio;
using asio::ip::tcp;

constexpr const char* handshake =
    "GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

struct World {
  GameList games = built_in_games();
  serve::Limits limits = [] {
    serve::Limits small;
    small.search_seconds = 0.01;
    small.search_bytes = 1'000'000;
    small.tree_simulations = 1000;
    small.messages_at_once = 1e9;
    small.outbox_bytes = 64 * 1024;  // soon too much for a peer that does not read
    return small;
  }();
  asio::io_context context{1};
  HandLoop loop;
  SearchPool pool{1, 4};
  Access access{8420, ""};
  Hub hub{games, limits, loop, pool};
  std::shared_ptr<MemoryBudget> traffic = traffic_budget(limits);
  Api api{games, limits, access, hub, pool, traffic};
  Allowances allowances{limits};
  Front front{limits, api, hub, loop, pool, allowances, traffic};
  tcp::acceptor acceptor{context, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};

  void run() {
    context.restart();
    while (context.poll() > 0) loop.drain();
    loop.drain();
  }
};

// A text frame as a browser sends it, with a mask of zeros.
std::string frame(std::string_view text) {
  constexpr std::size_t longest_short = 125;
  constexpr std::size_t longest_middle = 65535;
  std::string bytes(1, '\x81');
  const std::size_t width = text.size() <= longest_short ? 0 : text.size() <= longest_middle ? 2 : 8;
  bytes += static_cast<char>(0x80U | (width == 0 ? text.size() : width == 2 ? 126U : 127U));
  for (std::size_t i = width; i > 0; --i) bytes += static_cast<char>(text.size() >> (8 * (i - 1)) & 0xffU);
  return bytes.append(4, '\0').append(text);
}

std::string sent_bytes(std::uint8_t kind, std::string_view text) {
  if (kind % 3 == 0) return std::string(text);                  // HTTP, or nothing like it
  if (kind % 3 == 1) return handshake + std::string(text);      // frames of any kind
  std::string bytes = handshake + frame(R"({"do": "hello"})");  // messages, one a line
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    bytes += frame(line);
  }
  return bytes;
}

World& the_world() {
  static World world;
  return world;
}
}  // namespace

// Setting up takes a while, which must not count as the time of the first input.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  the_world();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  World& world = the_world();
  if (size == 0) return 0;
  tcp::socket peer(world.context);
  peer.connect(world.acceptor.local_endpoint());
  serve_connection(world.acceptor.accept(), world.front);
  const std::string bytes = sent_bytes(data[0], {reinterpret_cast<const char*>(data) + 1, size - 1});
  peer.non_blocking(true);
  boost::system::error_code error;
  for (std::size_t sent = 0; sent < bytes.size() && !error;) {
    sent += peer.write_some(asio::buffer(bytes.data() + sent, bytes.size() - sent), error);
    if (error == asio::error::would_block) error = {};
    world.run();
  }
  world.run();
  peer.close(error);
  // What takes long is answered by the pool's thread, which on a busy machine has to wait for its turn.
  for (int i = 0; i < 10'000 && world.front.connections > 0; ++i) {
    if (i >= 100) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    world.run();
  }
  must(world.front.connections == 0);
  must(world.hub.load().connections == 0);
  return 0;
}
