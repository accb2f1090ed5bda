// Networks of `.bnet` from any bytes: refused with a message, or read to what prints and reads back the same
// and evaluates a board. No fuzzer guesses a checksum, so each input is read as it is and with its own put
// right.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include <banyan/nn/bnet.hpp>
#include <banyan/nn/onnx.hpp>

#include "fuzz.hpp"

namespace {
using namespace banyan;

void read(std::string_view bytes) {
  const auto network = parse_bnet(bytes);
  if (!read_or_refused(network)) return;
  const std::string printed = print_bnet(*network);
  const auto again = parse_bnet(printed);
  must(again.ok());
  must(again->shape == network->shape && again->game == network->game && again->made_by == network->made_by);
  must(std::equal(again->weights.begin(), again->weights.end(), network->weights.begin(),
                  network->weights.end()));
  must(!misfit(*network, "no such game", Encoding{}).empty());
  must(!print_onnx(*network).empty());
}

// Shapes in a small file's head, so that the weights need not follow: zeros of the right number do.
std::string mended(std::string_view bytes) {
  detail::BnetHead head{};
  std::memcpy(&head, bytes.data(), std::min(bytes.size(), sizeof(head)));
  std::string file(bytes);
  file.resize(std::max(file.size(), sizeof(head)));
  const NetShape shape{.planes = head.planes,
                       .move_planes = head.move_planes,
                       .whole_moves = head.whole_moves,
                       .values = head.version == 1 ? 1 : head.values,
                       .blocks = head.blocks,
                       .filters = head.filters};
  constexpr std::size_t most_weights = 100'000;
  if (problem_of(shape).empty() && weight_count(shape) <= most_weights)
    file.resize(sizeof(head) + weight_count(shape) * sizeof(float));
  head.magic = detail::bnet_magic;
  head.head_bytes = sizeof(head);
  head.file_bytes = file.size();
  std::memcpy(file.data(), &head, sizeof(head));
  head.checksum = detail::checksum_of(std::string_view(file).substr(detail::checked_from));
  std::memcpy(file.data(), &head, sizeof(head));
  return file;
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes = as_text(data, size);
  read(bytes);
  read(mended(bytes));
  return 0;
}
