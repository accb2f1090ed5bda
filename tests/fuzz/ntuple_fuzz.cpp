// Networks of `.ntuple` from any bytes, to play with and as a training to go on with: refused with a message,
// or read to what has finite values and, written again, reads back the same. Each input is read as it is, and
// with the checksum that belongs to it.
#include <cmath>
#include <cstdint>
#include <string>

#include <banyan/nn/ntuple/library.hpp>

#include "fuzz.hpp"

namespace {
using namespace banyan;

std::string with_checksum(std::string_view bytes) {
  Checksum sum;
  sum.add(bytes.data(), bytes.size());
  const std::uint64_t number = sum.number();
  return std::string(bytes).append(reinterpret_cast<const char*>(&number), sizeof(number));
}

// What comes back is compared up to this many weights; larger networks are read and left alone.
constexpr std::size_t most_weights = 1 << 20;

void write_again(const std::string& path, const NTupleNetwork& network) {
  {
    CheckedWriter file(path);
    write_network(file, {.shape = network.shape()}, network);
    must(file.commit().ok());
  }
  const auto again = read_ntuple(path);
  must(again.ok());
  must((*again)->shape() == network.shape());
  const auto weights = network.weights();
  must(std::equal(weights.begin(), weights.end(), (*again)->weights().begin()));
}

void read(std::string_view bytes) {
  static const std::string path = (scratch_folder() / "network.ntuple").string();
  static const MemoryFile file;
  file.put(bytes);
  std::uint64_t checksum = 0;
  const auto network = read_ntuple(file.path(), &checksum);
  if (!read_or_refused(network)) return;
  const std::size_t weights = (*network)->shape().weights();
  if (weights > most_weights) return;
  for (const float weight : (*network)->weights()) must(std::isfinite(weight));
  write_again(path, **network);
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  read(as_text(data, size));
  read(with_checksum(as_text(data, size)));
  return 0;
}
