// One connection: requests one after the other, until it ends or becomes a WebSocket.
#pragma once

#include <cstddef>

#include <boost/asio/ip/tcp.hpp>

#include <banyan/serve/api.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/limits.hpp>

namespace banyan::serve {

// What all connections share.
struct Front {
  const Limits& limits;
  const Api& api;
  Hub& hub;
  std::size_t connections = 0;
};

// Takes care of a connection from now on.
void serve_connection(boost::asio::ip::tcp::socket socket, Front& front);

}  // namespace banyan::serve
