// Which child to go to: the one with the highest index (bandit/index.hpp), four children at a time.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include <banyan/bandit/index.hpp>
#include <banyan/search/tree.hpp>

namespace banyan {

// Where selection ended: at a child, or at an open lane, which asks for a child to be added first.
struct Selection {
  Slot best;
  bool has_open_lane = false;
};

namespace detail {
// The children of one quad as the index functions want them.
struct QuadStatistics {
  std::array<float, lanes> sum;
  std::array<float, lanes> visits;
  bool all_visited;
};

template <Game G, bool Shared>
QuadStatistics read_quad(const Quad& quad, const RewardScale& scale) {
  QuadStatistics read;  // NOLINT(*-member-init): filled below
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const std::uint32_t visits = load<Shared>(quad.visits[lane]);
    const double n = visits;
    read.visits[lane] = static_cast<float>(n);
    read.sum[lane] = static_cast<float>(Layout<G>::scaled_sum(load<Shared>(quad.sum[lane]), n, scale));
  }
  read.all_visited = load<Shared>(quad.visits[lanes - 1]) != 0;
  return read;
}
}  // namespace detail

// The child with the highest index(sum, n). Children that were never visited come first, in the order of
// their lanes, which is random; before them all come moves that have no lane yet.
// `best_low` is what the solver knows the mover to be sure of; children that can't be better are passed
// over. Without a solver it is nothing.
template <Game G, bool Shared, class Index>
Selection select_child(const Tree<G>& tree, QuadIndex node, const RewardScale& scale,
                       std::optional<double> best_low, Index&& index) {
  Selection found;
  constexpr float never = -std::numeric_limits<float>::infinity();
  float best = never;
  std::uint32_t ordinal = 0;
  QuadIndex first = node;
  std::uint32_t quads = 1;
  for (std::uint32_t i = 0; i < quads; ++i, ordinal += lanes) {
    Quad& quad = tree.quad(first + i);
    const auto read = detail::read_quad<G, Shared>(quad, scale);
    std::array<float, lanes> scores;  // NOLINT(*-member-init)
    for (unsigned lane = 0; lane < lanes; ++lane) scores[lane] = index(read.sum[lane], read.visits[lane]);
    if (best_low)
      for (unsigned lane = 0; lane < lanes; ++lane)
        if (Proofs<G>::hopeless(load<Shared>(quad.link[lane]), *best_low)) scores[lane] = never;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (scores[lane] > best) {  // false for lanes without visits, whose index is not a number
        best = scores[lane];
        found.best = {&quad, lane, ordinal + lane};
      }
    }
    if (read.all_visited) continue;
    for (unsigned lane = 0; lane < lanes; ++lane) {
      if (load<Shared>(quad.visits[lane]) != 0) continue;
      const std::uint32_t link = load<Shared>(quad.link[lane], std::memory_order_acquire);
      if (is_child(link)) {
        found.best = {&quad, lane, ordinal + lane};
        return found;
      }
      if (lane_of(link) == Lane::more) {
        first = index_of(link);
        quads = static_cast<std::uint32_t>(load<Shared>(quad.sum[lane]));
        i = std::uint32_t(-1);  // go on with the first quad there
        break;
      }
      found.has_open_lane = lane_of(link) != Lane::closed;
      return found;
    }
  }
  return found;
}

}  // namespace banyan
