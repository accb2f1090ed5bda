// Any lines, to the protocol of Gomocup.
#include <banyan/protocol/gomocup.hpp>

#include "protocol_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string said =
      talk<banyan::protocol::Gomocup>(as_text(data, size), "gomoku", [](std::string line) { return line; });
  must_begin_with(said, {"OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "SWAP", "name=", "0", "1", "2", "3", "4",
                         "5", "6", "7", "8", "9"});
  return 0;
}
