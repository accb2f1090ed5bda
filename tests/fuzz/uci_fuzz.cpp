// Any lines, to UCI.
#include <banyan/protocol/uci.hpp>

#include "protocol_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string said =
      talk<banyan::protocol::Uci>(as_text(data, size), "chess", [](std::string line) { return line; });
  must_begin_with(said, {"id ", "option ", "uciok", "readyok", "info ", "bestmove "});
  return 0;
}
