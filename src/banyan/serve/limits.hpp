// Limits on what a visitor, and all visitors together, may ask of the server. Requests beyond them are
// refused with a reason and do not affect other visitors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include <banyan/core/spec.hpp>

namespace banyan::serve {

struct Limits {
  std::size_t connections = 4096;
  std::size_t visitors = 2048;                 // with games that are kept
  std::size_t tables_per_visitor = 8;          // the one used least recently makes room
  std::size_t body_bytes = 256 * 1024;         // of a request or a message
  std::size_t long_body_bytes = 4 * 1024;      // longer messages that open games are handled on the pool
  std::size_t outbox_bytes = 8 << 20U;         // waiting for a reader; slower ones are closed
  std::uint64_t memory_bytes = 1'000'000'000;  // of all tables, trees and outboxes
  double messages_per_second = 40;             // of one connection, over time
  double messages_at_once = 120;               // and in a burst
  double messages_per_address = 4;             // times that, for all connections of a foreign address
  double idle_seconds = 1800;                  // a visitor's games are kept so long without a connection
  double request_seconds = 30;                 // for a request to arrive, and for silence on a connection
  std::size_t waiting_searches = 256;          // of all visitors
  double search_seconds = 60;                  // of one search or experiment, from when it begins
  std::uint64_t search_bytes = 256'000'000;    // of one search's tree
  std::uint32_t search_threads = 2;            // of one search
  double pace_seconds = 60;                    // from move to move of agents that are watched
  std::size_t moves = 20'000;                  // of one game
  std::uint64_t tree_simulations = 1'000'000;  // grown at once in a tree to look into
  std::map<std::string, Spec> engines{};       // programs that the operator allows, by name
  std::size_t engine_processes = 8;            // of these, at once
};

}  // namespace banyan::serve
