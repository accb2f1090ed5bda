// HTTP over a real socket, with a clock and a budget set by hand: what requests cost, and that answers nobody
// reads are within the memory budget.
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <banyan/serve/connection.hpp>
#include <banyan/session/built_in.hpp>

#include "stand_ins.hpp"

namespace banyan::serve {
namespace {

using boost::asio::ip::tcp;

class ConnectionTest : public testing::Test {
 protected:
  ~ConnectionTest() override { pool.close(); }

  // A peer that holds little of what it has not read, so that the server must hold the rest.
  tcp::socket connect() {
    tcp::socket peer(context);
    peer.open(tcp::v4());
    peer.set_option(tcp::socket::receive_buffer_size(4096));
    peer.connect(acceptor.local_endpoint());
    tcp::socket accepted = acceptor.accept();
    accepted.set_option(tcp::socket::send_buffer_size(4096));
    serve_connection(std::move(accepted), front);
    return peer;
  }
  void run() {
    context.restart();
    while (context.poll() > 0) loop.drain();
    loop.drain();
  }
  void ask(tcp::socket& peer, const std::string& line, const std::string& body = "") {
    const std::string request =
        line + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
        body;
    peer.non_blocking(true);
    boost::system::error_code error;
    for (std::size_t sent = 0; sent < request.size();) {
      sent += peer.write_some(boost::asio::buffer(request.data() + sent, request.size() - sent), error);
      run();
    }
  }
  // What has arrived by now.
  std::string read(tcp::socket& peer) {
    std::string text;
    std::string part(65536, '\0');
    boost::system::error_code error;
    (void)loop.wait_until([&] {
      run();
      const std::size_t size = peer.read_some(boost::asio::buffer(part), error);
      if (!error) text.append(part, 0, size);
      return !text.empty() && error;
    });
    return text;
  }
  static int status(const std::string& answer) {
    return answer.size() > 12 ? std::stoi(answer.substr(9, 3)) : 0;
  }

  GameList games = built_in_games();
  Limits limits;
  boost::asio::io_context context{1};
  HandLoop loop;
  SearchPool pool{1, 4};
  Access access{8420, ""};
  Hub hub{games, limits, loop, pool};
  std::shared_ptr<MemoryBudget> traffic = std::make_shared<MemoryBudget>(2'000'000);
  Api api{games, limits, access, hub, pool, traffic};
  Allowances allowances{limits};
  Front front{limits, api, hub, loop, pool, allowances, traffic};
  tcp::acceptor acceptor{context, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)};
};

TEST_F(ConnectionTest, RequestsSpendTheAllowance) {
  tcp::socket peer = connect();
  loop.cost = 0.05;  // 50 ms of work each: 25 units of 120
  int answered = 0;
  for (; answered < 100; ++answered) {
    ask(peer, "GET /api/v1/status");
    if (status(read(peer)) != 200) break;
  }
  EXPECT_EQ(answered, 5);
  ask(peer, "GET /api/v1/status");
  EXPECT_EQ(status(read(peer)), 429);
  loop.pass(2);
  ask(peer, "GET /api/v1/status");
  EXPECT_EQ(status(read(peer)), 200);
}

// A game of so many moves, whose answer is longer than all that lies between the server and its peer.
std::string long_game() {
  std::string moves;
  for (int i = 0; i < 9'999; ++i) moves += R"(,"roll","=1")";
  return R"({"game": "pig:turns=10000", "moves": [)" + moves.substr(1) + "]}";
}

TEST_F(ConnectionTest, AnswersThatNobodyReadsAreWithinTheBudget) {
  const std::string game = long_game();
  std::vector<tcp::socket> lazy;
  for (int i = 0; i < 10; ++i) {
    ask(lazy.emplace_back(connect()), "POST /api/v1/show", game);
    ASSERT_TRUE(loop.wait_until([&] {
      run();
      return lazy.back().available() > 0;
    })) << i;
    EXPECT_LE(traffic->used(), traffic->most()) << i;
  }
  EXPECT_GT(traffic->used(), traffic->most() / 2);
  EXPECT_EQ(status(read(lazy.front())), 200);
  EXPECT_EQ(status(read(lazy.back())), 503);
  // The page's and the program's own texts take none of it.
  tcp::socket other = connect();
  ask(other, "GET /api/v1/catalogue");
  EXPECT_EQ(status(read(other)), 200);
}

}  // namespace
}  // namespace banyan::serve
