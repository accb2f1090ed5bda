// The tree's one building block: a cache line that holds four children.
//
//   sum     8 bytes each   what the child was worth to the player who moved into it, summed up; where a
//                          move fits in 16 bits it rides along in the low ones (see Layout)
//   visits  4 bytes each
//   link    4 bytes each   four bits that say what the lane is, 28 bits that say where its children are
//
// A node's children start with one quad. A node with more of them than fit has a link to `more` quads in
// its last lane, so that children never move once they are there (other threads may be looking), and a
// position that is rarely visited takes one cache line, however many legal moves it has.
#pragma once

#include <array>
#include <cstdint>

namespace banyan {

inline constexpr unsigned lanes = 4;

struct alignas(64) Quad {
  std::array<std::uint64_t, lanes> sum;
  std::array<std::uint32_t, lanes> visits;
  std::array<std::uint32_t, lanes> link;
};
static_assert(sizeof(Quad) == 64);

// Where quads are: an index into the arena. 0 is nowhere.
using QuadIndex = std::uint32_t;

enum class Lane : std::uint32_t {
  open,     // a child may be put here
  closed,   // never: all legal moves have their lane before this one
  more,     // the quads at this index go on with the children; `sum` says how many quads
  claimed,  // a thread is putting a child here
  child,    // a child; larger values are children about which something is proven
};

inline constexpr unsigned index_bits = 28;
inline constexpr std::uint32_t max_quads = 1U << index_bits;

constexpr std::uint32_t make_link(Lane lane, QuadIndex index = 0) {
  return static_cast<std::uint32_t>(lane) << index_bits | index;
}
constexpr Lane lane_of(std::uint32_t link) { return static_cast<Lane>(link >> index_bits); }
constexpr QuadIndex index_of(std::uint32_t link) { return link & (max_quads - 1); }
constexpr bool is_child(std::uint32_t link) { return lane_of(link) >= Lane::child; }

}  // namespace banyan
