// Game records from any bytes: refused with a message, or read to what prints and reads back the same, and
// replayed or refused.
#include <cstdint>
#include <string>
#include <string_view>

#include <banyan/session/built_in.hpp>
#include <banyan/session/record.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const banyan::GameList games = banyan::built_in_games();
  const auto record = banyan::parse_record({reinterpret_cast<const char*>(data), size});
  if (!record) {
    must(!record.error().message.empty());
    return 0;
  }
  const std::string printed = banyan::print_record(*record);
  const auto again = banyan::parse_record(printed);
  must(again.ok());
  must(banyan::print_record(*again) == printed);
  const auto session = banyan::replay(*record, games);
  must(session.ok() || !session.error().message.empty());
  return 0;
}
