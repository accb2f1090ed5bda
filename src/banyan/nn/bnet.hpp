// Networks as files: `.bnet`, flat and checked. docs/bnet.md describes it byte by byte.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>

#include <banyan/core/file_reader.hpp>
#include <banyan/core/result.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/network.hpp>

namespace banyan {

static_assert(std::endian::native == std::endian::little, "files are little-endian, and read as they lie");

namespace detail {
// The head of a file, as it lies there.
struct BnetHead {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t head_bytes;  // where the weights begin
  std::uint64_t file_bytes;
  std::uint64_t checksum;  // of all that follows this field
  std::uint32_t planes;
  std::uint32_t move_planes;
  std::uint32_t whole_moves;
  std::uint32_t blocks;
  std::uint32_t filters;
  std::uint32_t rows;
  std::uint32_t columns;
  std::uint32_t values;  // 0 in files of version 1, which have one
  std::array<char, 192> game;
  std::array<char, 256> made_by;
};
static_assert(sizeof(BnetHead) == 512 && offsetof(BnetHead, checksum) == 24 &&
              offsetof(BnetHead, game) == 64);

// Line ends and an end-of-file mark in it show when something took the file for text.
inline constexpr std::array<char, 8> bnet_magic{'b', 'n', 'e', 't', '\r', '\n', '\x1a', '\n'};
// A network is written in the oldest version that can hold it: the second came with the likelihood of draws.
inline std::uint32_t bnet_version(const NetShape& shape) { return shape.values == 1 ? 1 : 2; }
inline constexpr std::uint32_t newest_bnet_version = 2;
inline constexpr std::size_t checked_from = offsetof(BnetHead, checksum) + sizeof(std::uint64_t);

// The bytes of the largest network that there may be.
inline std::uint64_t longest_bnet() {
  const NetShape largest{.planes = max_planes,
                         .move_planes = max_planes,
                         .whole_moves = max_planes,
                         .values = 2,
                         .blocks = max_blocks,
                         .filters = max_filters};
  return sizeof(BnetHead) + weight_count(largest) * sizeof(float);
}

// FNV-1a, 64 bits.
inline std::uint64_t checksum_of(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

template <std::size_t N>
void put_text(std::array<char, N>& field, std::string_view text) {
  field.fill('\0');
  std::memcpy(field.data(), text.data(), std::min(N, text.size()));
}
template <std::size_t N>
std::string get_text(const std::array<char, N>& field) {
  return {field.data(), strnlen(field.data(), N)};
}

// What is wrong with the head of a file of so many bytes; empty when all is well.
inline std::string problem_of(const BnetHead& head, std::size_t bytes) {
  if (head.magic != bnet_magic) return "it is not a network: a .bnet begins with the letters bnet";
  if (head.version < 1 || head.version > newest_bnet_version)
    return "it has version " + std::to_string(head.version) + ", and this program reads versions 1 to " +
           std::to_string(newest_bnet_version);
  if (head.file_bytes != bytes)
    return "it should have " + std::to_string(head.file_bytes) + " bytes and has " + std::to_string(bytes) +
           ": it was cut off or changed";
  return {};
}
}  // namespace detail

// The bytes of a network's file.
inline std::string print_bnet(const Network& network) {
  const std::size_t weight_bytes = network.weights.size() * sizeof(float);
  detail::BnetHead head{.magic = detail::bnet_magic,
                        .version = detail::bnet_version(network.shape),
                        .head_bytes = sizeof(detail::BnetHead),
                        .file_bytes = sizeof(detail::BnetHead) + weight_bytes,
                        .checksum = 0,
                        .planes = network.shape.planes,
                        .move_planes = network.shape.move_planes,
                        .whole_moves = network.shape.whole_moves,
                        .blocks = network.shape.blocks,
                        .filters = network.shape.filters,
                        .rows = network.rows,
                        .columns = network.columns,
                        .values = network.shape.values == 1 ? 0 : network.shape.values,
                        .game = {},
                        .made_by = {}};
  detail::put_text(head.game, network.game);
  detail::put_text(head.made_by, network.made_by);
  std::string bytes(head.file_bytes, '\0');
  const auto put_head = [&] { std::memcpy(bytes.data(), &head, sizeof(head)); };
  put_head();
  std::memcpy(bytes.data() + sizeof(head), network.weights.data(), weight_bytes);
  head.checksum = detail::checksum_of(std::string_view(bytes).substr(detail::checked_from));
  put_head();
  return bytes;
}

inline Result<Network> parse_bnet(std::string_view bytes) {
  detail::BnetHead head{};
  std::memcpy(&head, bytes.data(), std::min(bytes.size(), sizeof(head)));
  if (std::string problem = detail::problem_of(head, bytes.size()); !problem.empty()) return Error{problem};
  if (bytes.size() < sizeof(head) || head.head_bytes != sizeof(head))
    return Error{"its head is not 512 bytes long"};
  if (detail::checksum_of(bytes.substr(detail::checked_from)) != head.checksum)
    return Error{"its checksum is wrong: it was changed after it was written"};
  Network network{.shape = {.planes = head.planes,
                            .move_planes = head.move_planes,
                            .whole_moves = head.whole_moves,
                            .values = head.version == 1 ? 1 : head.values,
                            .blocks = head.blocks,
                            .filters = head.filters},
                  .game = detail::get_text(head.game),
                  .rows = head.rows,
                  .columns = head.columns,
                  .made_by = detail::get_text(head.made_by),
                  .weights = {}};
  if (std::string problem = problem_of(network.shape); !problem.empty()) return Error{problem};
  const std::size_t expected = sizeof(head) + weight_count(network.shape) * sizeof(float);
  if (bytes.size() != expected)
    return Error{"a network of this shape has " + std::to_string(expected) + " bytes, and it has " +
                 std::to_string(bytes.size())};
  network.weights.resize(weight_count(network.shape));
  std::memcpy(network.weights.data(), bytes.data() + sizeof(head), expected - sizeof(head));
  for (const float weight : network.weights) {
    if (!std::isfinite(weight)) return Error{"it has weights that are not finite"};
    if (std::abs(weight) > max_magnitude)
      return Error{"it has a weight beyond 1e15, with which evaluations overflow"};
  }
  return network;
}

inline Result<Network> read_bnet(const std::filesystem::path& path) {
  const auto wrong = [&](const std::string& what) {
    return Error{"network '" + detail::shorten(path.string()) + "': " + what};
  };
  const auto bytes = read_file(path, FileSource::regular, detail::longest_bnet());
  if (!bytes) return bytes.error();
  auto network = parse_bnet(*bytes);
  if (!network) return wrong(network.error().message);
  return network;
}

// Why a network can't play a game of this name and encoding; empty if it can. The size of the board does not
// matter.
inline std::string misfit(const Network& network, std::string_view game, const Encoding& encoding) {
  const std::string name = network.game.substr(0, network.game.find(':'));
  if (name != game)
    return "it was made for " + detail::shorten(network.game) + ", not for " + std::string(game);
  if (network.shape != shape_for(encoding, network.shape.blocks, network.shape.filters, network.shape.values))
    return "it sees other planes than this game shows; it was made for another version of the game";
  return {};
}

}  // namespace banyan
