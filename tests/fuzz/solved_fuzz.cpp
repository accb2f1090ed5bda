// Solved positions from any bytes: refused with the line that is wrong, or read to moves of which some keep
// the value.
#include <cstdint>

#include <banyan/learn/net/solved_positions.hpp>

#include "fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto positions = banyan::parse_solved(as_text(data, size));
  if (!read_or_refused(positions)) return 0;
  for (const banyan::SolvedPosition& position : *positions) must(!position.keep.empty());
  return 0;
}
