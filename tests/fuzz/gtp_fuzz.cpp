// Any lines, to GTP: each answer begins with = or ? and ends with an empty line.
#include <banyan/protocol/gtp.hpp>

#include "protocol_fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const MemoryFile record;
  const std::string_view text = as_text(data, size);
  record.put(text.substr(text.size() / 2));
  // Files are read from one place alone; half of the input is what they hold.
  const auto prepare = [](const std::string& line) {
    return line.find("loadsgf") == std::string::npos ? line : "loadsgf " + record.path();
  };
  std::string_view said;
  const std::string all = talk<banyan::protocol::Gtp>(text, "go:size=5", prepare);
  for (said = all; !said.empty();) {
    must(said.front() == '=' || said.front() == '?');
    const std::size_t end = said.find("\n\n");
    must(end != std::string_view::npos);
    said.remove_prefix(end + 2);
  }
  return 0;
}
