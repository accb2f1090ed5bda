// Which child to go to: the one with the highest index (bandit/index.hpp), four children at a time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>

#include <banyan/core/float4.hpp>
#include <banyan/search/select/amaf.hpp>
#include <banyan/search/select/rules.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

// Where selection ended: at a child, or at an open lane, which asks for a child to be added first.
struct Selection {
  Slot best;
  bool has_open_lane = false;
  float score = -std::numeric_limits<float>::infinity();  // of the best visited child
  bool is_sound = true;                                   // the rule gave every child it compared a number
};

namespace detail {
// Four neighbours, loaded one by one where other threads may write them.
template <bool Shared>
Float4::Ints load_lanes(const std::array<std::uint32_t, lanes>& places) {
  if constexpr (Shared) {
    return Float4::Ints{load<true>(places[0]), load<true>(places[1]), load<true>(places[2]),
                        load<true>(places[3])};
  } else {
    return std::bit_cast<Float4::Ints>(places);
  }
}

// The best score seen so far in each of the four lanes, and in which quad it was: its index and the lane's
// number in one, so that both follow the score to where it is needed without a detour over bits and memory.
struct Champions {
  static constexpr float never = -std::numeric_limits<float>::infinity();
  Float4 score = never;
  Float4::Mask place{};

  // Lanes without visits score NaN, which is not greater than anything.
  void challenge(Float4 scores, QuadIndex index) {
    constexpr Float4::Mask lane_numbers{0, 1, 2, 3};
    take_if_higher(scores, lane_numbers + static_cast<std::int32_t>(index * lanes));
  }

  // The best of all; of equal ones the one in the lowest lane.
  struct Winner {
    float score;
    std::uint32_t place;
  };
  [[nodiscard]] Winner winner() const {
    Champions best = *this;
    best.take_if_higher(best.score.shuffled<1, 0, 3, 2>(),
                        __builtin_shufflevector(best.place, best.place, 1, 0, 3, 2));
    best.take_if_higher(best.score.shuffled<2, 3, 0, 1>(),
                        __builtin_shufflevector(best.place, best.place, 2, 3, 0, 1));
    return {best.score[0], static_cast<std::uint32_t>(best.place[0])};
  }

 private:
  void take_if_higher(Float4 scores, Float4::Mask places) {
    const Float4::Mask wins = scores > score;
    score = choose(wins, scores, score);
    place = wins ? places : place;
  }
};
// What the solver makes of the children while they are compared: those of which all is known are passed
// over, and once the mover is sure of a draw, those that can't be more than one.
enum class Solving { off, on, on_with_a_sure_draw };

template <Game G, bool Shared>
struct ProvenLanes {
  Float4::Ints proof;
  explicit ProvenLanes(const Quad& quad) : proof(load_lanes<Shared>(quad.link) >> index_bits) {}

  [[nodiscard]] Float4::Mask hopeless(Solving solving) const {
    Float4::Mask lanes_to_skip = proof >= Proofs<G>::first_exact;
    if (Proofs<G>::in_link && solving == Solving::on_with_a_sure_draw)
      lanes_to_skip |= proof == Proofs<G>::draw_at_most;
    return lanes_to_skip;
  }
  [[nodiscard]] bool has_sure_draw() const {
    if constexpr (!Proofs<G>::in_link) return false;
    return Float4::bits((proof == Proofs<G>::draw_at_least) | (proof == Proofs<G>::exact_draw)) != 0;
  }
};
// Prefetches: the child is known some forty cycles later, and its quad is often far away.
template <bool Shared, class Tree>
void prefetch_children(const Tree& tree, const Quad& quad) {
  for (const std::uint32_t& link : quad.link) __builtin_prefetch(&tree.quad(index_of(load<Shared>(link))));
}
template <bool Shared>
Float4::Mask are_children(const Quad& quad) {
  return load_lanes<Shared>(quad.link) >= make_link(Lane::child);
}
}  // namespace detail

// The default rule, which has no needs.
struct PlainRule {
  Ucb1Rule index;
  static constexpr bool compares_unvisited = false;
  static constexpr bool is_checked = false;  // of sound sums it makes numbers
  Float4 operator()(const Arms& arms) const { return index(arms); }
  void read(QuadIndex /*quad*/, Arms& /*arms*/) const {}
};

// Any rule, called through a pointer once for four children.
template <Game G>
struct AnyRule {
  const Tree<G>& tree;
  const RewardScale& scale;
  RuleNeeds needs;
  RuleAtNode index{};
  BorrowedAmaf borrowed{};
  bool compares_unvisited = needs.whole_nodes();
  static constexpr bool is_checked = true;
  Float4 operator()(const Arms& arms) const { return index(arms); }

  // What the rule needs to know of the children in a quad beside sums and visits.
  void read(QuadIndex quad, Arms& arms) const {
    if (needs.priors) arms.prior = Float4(tree.priors(quad));
    if constexpr (has_short_moves<G>)
      if (needs.amaf) read_amaf(tree, quad, borrowed, scale, arms);
    const auto statistics = tree.statistics();
    for (std::size_t i = 0; i < statistics.size(); ++i) {
      const auto& totals = tree.statistic(i, quad);
      const auto& sums = tree.quad(quad).sum;
      const auto lane = [&](unsigned k) {
        return Layout<G>::scaled_statistic(*statistics[i], load<true>(totals[k]), load<true>(sums[k]),
                                           arms.n[k], scale);
      };
      arms.statistics[i] = Float4(Float4::Vector{lane(0), lane(1), lane(2), lane(3)});
    }
  }
};

// The child with the highest index by the rule. Unvisited children come first, in the order of their lanes,
// which is random; before them all come moves that have no lane yet. A rule that compares unvisited children
// too has all children from the beginning.
template <Game G, bool Shared, class RuleHere>
[[gnu::always_inline]] inline Selection select_child(const Tree<G>& tree, QuadIndex node,
                                                     const RewardScale& scale, detail::Solving solving,
                                                     const RuleHere& rule) {
  using detail::Solving;
  detail::Champions champions;
  Float4::Mask numbers = Float4::Mask{} - 1;  // lanes in which all indices were numbers
  Selection found;
  QuadIndex first = node;
  for (std::uint32_t i = 0, quads = 1; i < quads; ++i) {
    Quad& quad = tree.quad(first + i);
    detail::prefetch_children<Shared>(tree, quad);
    const auto visits = detail::load_lanes<Shared>(quad.visits);
    Arms arms{.sum = Layout<G>::template scaled_sums<Shared>(quad.sum, visits, scale), .n = Float4(visits)};
    rule.read(first + i, arms);
    Float4 scores = rule(arms);
    if (solving != Solving::off) {
      const detail::ProvenLanes<G, Shared> proven(quad);
      if (solving == Solving::on && proven.has_sure_draw()) {  // look at all of them again
        solving = Solving::on_with_a_sure_draw;
        champions = {};
        first = node;
        quads = 1;
        i = std::uint32_t(-1);
        continue;
      }
      scores = choose(proven.hopeless(solving), Float4(detail::Champions::never), scores);
    }
    Float4::Mask unseen = visits == Float4::Ints{};
    unsigned unvisited = Float4::bits(unseen);
    if (rule.compares_unvisited) {
      const unsigned children = Float4::bits(detail::are_children<Shared>(quad));
      scores = choose(detail::are_children<Shared>(quad), scores, Float4(detail::Champions::never));
      unvisited &= ~children;
      unseen = Float4::Mask{};
    }
    if constexpr (RuleHere::is_checked) numbers &= (scores == scores) | unseen;
    champions.challenge(scores, first + i);
    if (unvisited == 0) continue;

    const auto lane = static_cast<unsigned>(std::countr_zero(unvisited));
    const std::uint32_t link = load<Shared>(quad.link[lane], std::memory_order_acquire);
    if (lane_of(link) == Lane::more) {
      first = index_of(link);
      quads = static_cast<std::uint32_t>(load<Shared>(quad.sum[lane]));
      i = std::uint32_t(-1);  // go on with the first quad there
      continue;
    }
    if (is_child(link)) return {.best = {&quad, lane}};
    found.has_open_lane = lane_of(link) != Lane::closed;
    break;
  }
  if (const auto best = champions.winner(); best.score > detail::Champions::never) {
    found.best = {&tree.quad(best.place / lanes), best.place % lanes};
    found.score = best.score;
  }
  if constexpr (RuleHere::is_checked) found.is_sound = Float4::bits(numbers) == 15;
  return found;
}

}  // namespace banyan
