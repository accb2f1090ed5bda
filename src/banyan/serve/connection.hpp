// One connection: requests one after the other, until it ends or becomes a WebSocket.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <boost/asio/ip/tcp.hpp>

#include <banyan/serve/allowances.hpp>
#include <banyan/serve/api.hpp>
#include <banyan/serve/hub.hpp>
#include <banyan/serve/limits.hpp>
#include <banyan/serve/memory.hpp>

namespace banyan::serve {

// What all connections share.
struct Front {
  const Limits& limits;
  const Api& api;
  Hub& hub;
  Loop& loop;
  SearchPool& pool;
  Allowances& allowances;
  std::shared_ptr<MemoryBudget> traffic;  // all messages and requests on their way
  std::size_t connections = 0;
};

// The share of the memory budget that messages and requests on their way may have.
inline std::shared_ptr<MemoryBudget> traffic_budget(const Limits& limits) {
  constexpr std::uint64_t part = 8;
  return std::make_shared<MemoryBudget>(limits.memory_bytes / part);
}

// Whether a connection may hold so many more bytes now, given its `share`. A connection that reads and writes
// promptly holds little, and is always allowed.
inline bool may_hold(const MemoryShare& share, std::size_t bytes) {
  constexpr std::size_t little = 64 * 1024;
  return bytes <= little || share.budget().has_room_for(bytes - std::min<std::size_t>(bytes, share.bytes()));
}

// Takes care of a connection from now on.
void serve_connection(boost::asio::ip::tcp::socket socket, Front& front);

}  // namespace banyan::serve
