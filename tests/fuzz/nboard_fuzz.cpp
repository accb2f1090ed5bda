// Any lines, to the NBoard protocol.
#include <banyan/protocol/nboard.hpp>

#include "protocol_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string said =
      talk<banyan::protocol::NBoard>(as_text(data, size), "othello", [](std::string line) { return line; });
  must_begin_with(said, {"set myname ", "status", "=== ", "search ", "nodestats ", "pong", "learned"});
  return 0;
}
