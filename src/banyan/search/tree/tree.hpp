// The tree: nodes whose children stand in quads, and the ways to walk over them and to add to them.
//
// A node is the index of its first quad. Its children stand there and in the `more` quads behind it, in
// the order in which they were first tried:
//
//   node ─> [ a b c more ]──> [ d e f g | h i j more ]──> …     (runs of 1, 2, 4, 8, 16 quads at most)
//
// Threads add children without a lock: a lane is claimed by exchanging its link, the move is written, and the
// link is set. A lane once set never changes its move, so a thread that sees the link can read the move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>

#include <banyan/core/bits.hpp>
#include <banyan/core/float4.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/prove/bounds.hpp>
#include <banyan/search/select/rule.hpp>
#include <banyan/search/tree/arena.hpp>
#include <banyan/search/tree/columns.hpp>
#include <banyan/search/tree/layout.hpp>
#include <banyan/search/tree/quad.hpp>
#include <banyan/search/tree/shared.hpp>
#include <banyan/search/tree/transpositions.hpp>

namespace banyan {

// One child's lane.
struct Slot {
  Quad* quad = nullptr;
  unsigned lane = 0;

  [[nodiscard]] std::uint64_t& sum() const { return quad->sum[lane]; }
  [[nodiscard]] std::uint32_t& visits() const { return quad->visits[lane]; }
  [[nodiscard]] std::uint32_t& link() const { return quad->link[lane]; }
  explicit operator bool() const { return quad != nullptr; }
  friend bool operator==(const Slot&, const Slot&) = default;
};

// A set of moves. Small whole numbers, which most games' moves are, take a bit each.
template <class Move, std::size_t Capacity>
class MoveSet {
 public:
  void insert(const Move& move) {
    if constexpr (small_numbers) {
      bits_.set(static_cast<std::size_t>(move));
    } else {
      list_.push_back(move);
    }
  }
  [[nodiscard]] bool contains(const Move& move) const {
    if constexpr (small_numbers) {
      return bits_.test(static_cast<std::size_t>(move));
    } else {
      return std::find(list_.begin(), list_.end(), move) != list_.end();
    }
  }

 private:
  static constexpr bool small_numbers = std::is_unsigned_v<Move> && sizeof(Move) == 1;
  struct Nothing {};
  [[no_unique_address]] std::conditional_t<small_numbers, std::bitset<256>, Nothing> bits_;
  [[no_unique_address]] std::conditional_t<small_numbers, Nothing, FixedList<Move, Capacity>> list_;
};

template <Game G>
class Tree {
 public:
  using Move = MoveOf<G>;
  using Bounds = typename Proofs<G>::All;

  // What is kept of each child beside the quads (columns.hpp): what the solver, the table of positions and
  // the selection rule need.
  struct Wanted {
    bool bounds = false;
    bool transpositions = false;
    RuleNeeds rule{};
    std::span<const Statistic* const> statistics{};
  };

  // `unknown` are the bounds of a child of which nothing is proven.
  Tree(std::size_t bytes, const Wanted& wanted, const Bounds& unknown = {})
      : moves_(columns_, !Layout<G>::move_in_sum),
        bounds_(columns_, wanted.bounds, unknown),
        priors_(columns_, wanted.rule.priors),
        first_values_(columns_, wanted.transpositions),
        amaf_sums_(columns_, wanted.rule.amaf),
        amaf_visits_(columns_, wanted.rule.amaf),
        statistics_(wanted.statistics),
        table_(wanted.transpositions ? bytes / 4 : 0),
        arena_(quads_in(bytes - (wanted.transpositions ? bytes / 4 : 0))) {
    columns_.allocate(arena_.capacity());
  }

  void clear() {
    arena_.clear();
    table_.clear();
  }
  QuadIndex new_node() { return arena_.allocate(1); }
  QuadIndex new_node(QuadSupply& supply) { return arena_.allocate(1, supply); }
  [[nodiscard]] bool full() const { return arena_.full(); }
  [[nodiscard]] std::size_t capacity() const { return arena_.capacity(); }
  [[nodiscard]] std::size_t used() const { return arena_.used(); }
  [[nodiscard]] std::size_t highest_bytes() const {
    return std::size_t{arena_.highest_quads()} * bytes_per_quad() + table_.highest_bytes();
  }

  [[nodiscard]] Quad& quad(QuadIndex index) const { return arena_[index]; }
  [[nodiscard]] Move move(const Slot& slot) const {
    if constexpr (Layout<G>::move_in_sum) {
      return Layout<G>::unpack_move(load<true>(slot.sum()));  // others may be adding to it
    } else {
      (void)load<true>(slot.link(), std::memory_order_acquire);  // the move was written before the link
      return moves_.at(arena_.index_of(*slot.quad), slot.lane);
    }
  }
  // What the selection rule wants to be kept, in its order.
  [[nodiscard]] std::span<const Statistic* const> statistics() const { return statistics_; }
  [[nodiscard]] std::array<double, lanes>& statistic(std::size_t i, QuadIndex index) const {
    return statistic_columns_[i].quad(index);
  }
  [[nodiscard]] double& statistic(std::size_t i, const Slot& slot) const {
    return statistic(i, arena_.index_of(*slot.quad))[slot.lane];
  }
  // How good moves looked at first sight, where an evaluator tells. They are written before other threads see
  // the children, and only the root's are changed later, between rounds.
  [[nodiscard]] bool has_priors() const { return priors_.exists(); }
  [[nodiscard]] Float4::Vector priors(QuadIndex index) const {
    return std::bit_cast<Float4::Vector>(priors_.quad(index));
  }
  [[nodiscard]] float& prior(const Slot& slot) const {
    return priors_.at(arena_.index_of(*slot.quad), slot.lane);
  }
  // Where positions are shared: their nodes, and what each was taken for before any of its moves was tried,
  // scaled to [0,1], for the player to move there.
  [[nodiscard]] TranspositionTable& table() { return table_; }
  [[nodiscard]] float& first_value(QuadIndex node) const { return first_values_.quad(node); }

  // Returns of simulations in which the move was made here or later by the same player (amaf.hpp), summed up
  // as in Quad::sum; and how many they are.
  [[nodiscard]] bool has_amaf() const { return amaf_sums_.exists(); }
  [[nodiscard]] std::uint64_t& amaf_sum(const Slot& slot) const {
    return amaf_sums_.at(arena_.index_of(*slot.quad), slot.lane);
  }
  [[nodiscard]] std::uint32_t& amaf_visits(const Slot& slot) const {
    return amaf_visits_.at(arena_.index_of(*slot.quad), slot.lane);
  }
  // In games that keep bounds in a column; guarded by proof_mutex() while threads share the tree.
  [[nodiscard]] Bounds& bounds(const Slot& slot) const {
    return bounds_.at(arena_.index_of(*slot.quad), slot.lane);
  }
  [[nodiscard]] std::mutex& proof_mutex() { return proof_mutex_; }

  // The node below a child, made if it isn't there yet; 0 when there is no room for it.
  template <bool Shared>
  QuadIndex open_node(const Slot& slot, QuadSupply& supply) {
    const std::uint32_t link = load<Shared>(slot.link(), std::memory_order_acquire);
    if (index_of(link) != 0) return index_of(link);
    const QuadIndex node = new_node(supply);
    if (node == 0 || replace<Shared>(slot.link(), link, link | node)) return node;
    return index_of(load<Shared>(slot.link(), std::memory_order_acquire));
  }

  // A node that has these children, invisible to other threads until linked; 0 when there is no room for it.
  // If they are not all, more can be added later.
  template <class Moves, class Priors>
  QuadIndex new_node_with(const Moves& moves, const Priors& priors, QuadSupply& supply, bool all = true) {
    const QuadIndex node = new_node(supply);
    if (node == 0) return 0;
    Cursor cursor(*this, node);
    auto left = static_cast<std::uint32_t>(moves.size()) + (all ? 0 : 1);
    for (std::size_t i = 0; i < moves.size(); ++i, --left, cursor.next()) {
      const Slot slot = *put<false>(cursor, moves[i], left, supply);
      if (!slot) return 0;
      if (has_priors()) prior(slot) = priors[i];
    }
    return node;
  }
  // Hangs it below a child, unless another thread has been faster.
  template <bool Shared>
  void hang(const Slot& slot, QuadIndex node) {
    std::uint32_t link = load<Shared>(slot.link(), std::memory_order_acquire);
    while (index_of(link) == 0 && !replace<Shared>(slot.link(), link, link | node))
      link = load<Shared>(slot.link(), std::memory_order_acquire);  // a proof came in between
  }

  // Calls visit(slot) for each child in order.
  // Returns whether every legal move has its child.
  template <bool Shared, class Visit>
  bool for_each_child(QuadIndex node, Visit&& visit) const {
    Cursor cursor(*this, node);
    for (; settle<Shared>(cursor) == Lane::child; cursor.next()) visit(cursor.slot());
    return settle<Shared>(cursor) == Lane::closed;
  }

  // Every legal move has its child.
  template <bool Shared>
  [[nodiscard]] bool is_complete(QuadIndex node) const {
    return for_each_child<Shared>(node, [](const Slot&) {});
  }

  template <bool Shared>
  [[nodiscard]] std::uint32_t count_children(QuadIndex node) const {
    std::uint32_t count = 0;
    for_each_child<Shared>(node, [&](const Slot&) { ++count; });
    return count;
  }

  // A child's place among its node's lanes. Lanes never move within a node.
  [[nodiscard, gnu::always_inline]] std::uint32_t ordinal(QuadIndex node, const Slot& slot) const {
    const QuadIndex index = arena_.index_of(*slot.quad);
    std::uint32_t before = 0;
    for (QuadIndex first = node, quads = 1;;) {
      if (index >= first && index < first + quads) return (before + index - first) * lanes + slot.lane;
      const Quad& last = arena_[first + quads - 1];
      before += quads;
      first = index_of(load<true>(last.link[lanes - 1], std::memory_order_acquire));
      quads = static_cast<QuadIndex>(load<true>(last.sum[lanes - 1]));
    }
  }

  // Adds one of the legal moves that are not there yet, each as likely as the others. Nothing when all
  // are there, when there is no room, or when the draw meets a move that is listed twice.
  template <bool Shared>
  Slot add_random_child(QuadIndex node, const MoveListOf<G>& legal, Random& random, QuadSupply& supply) {
    while (true) {
      MoveSet<Move, static_cast<std::size_t>(G::max_legal)> tried;
      std::uint32_t children = 0;
      Cursor cursor(*this, node);
      Lane lane = settle<Shared>(cursor);
      for (; lane == Lane::child; cursor.next(), lane = settle<Shared>(cursor), ++children)
        tried.insert(move(cursor.slot()));
      if (children >= legal.size() || lane == Lane::closed) return {};
      const auto left = static_cast<std::uint32_t>(legal.size()) - children;
      const std::size_t drawn = nth_without(tried, legal, random.below(left));
      if (drawn >= legal.size()) [[unlikely]]
        return {};
      if (const auto slot = put<Shared>(cursor, legal[drawn], left, supply)) return *slot;
    }
  }

  // The child for this move, added if it isn't there yet; nothing when there is no room, or when the node has
  // as many children as it may have.
  template <bool Shared>
  Slot find_or_add_child(QuadIndex node, const Move& wanted, std::uint32_t most, QuadSupply& supply) {
    while (true) {
      std::uint32_t children = 0;
      Cursor cursor(*this, node);
      Lane lane = settle<Shared>(cursor);
      for (; lane == Lane::child; cursor.next(), lane = settle<Shared>(cursor), ++children)
        if (move(cursor.slot()) == wanted) return cursor.slot();
      if (lane == Lane::closed) return {};
      if (const auto slot = put<Shared>(cursor, wanted, most - children, supply)) return *slot;
    }
  }

  template <class>
  friend class Compaction;  // moves quads about: see compact.hpp

 private:
  static constexpr std::uint32_t longest_run = 16;

  // The place of legal move number n, counted from 0, of those that are not in the set; behind the last where
  // there are not so many. Where they fit into a word no branch depends on what was drawn.
  template <class Tried>
  static std::size_t nth_without(const Tried& tried, const MoveListOf<G>& legal, std::uint64_t n) {
    if constexpr (static_cast<std::size_t>(G::max_legal) <= 64) {
      std::uint64_t untried = 0;
      for (std::size_t i = 0; i < legal.size(); ++i) untried |= std::uint64_t{!tried.contains(legal[i])} << i;
      return select_bit(untried, static_cast<unsigned>(n));
    } else {
      for (std::size_t i = 0; i < legal.size(); ++i)
        if (!tried.contains(legal[i]) && n-- == 0) return i;
      return legal.size();
    }
  }

  // A place among a node's lanes.
  class Cursor {
   public:
    Cursor(const Tree& tree, QuadIndex node) : tree_(tree), first_(node) {}
    [[nodiscard]] Slot slot() const { return {&tree_.quad(first_ + lane_ / lanes), lane_ % lanes}; }
    [[nodiscard]] bool at_end() const { return lane_ == quads_ * lanes; }
    [[nodiscard]] bool in_last_lane() const { return lane_ + 1 == quads_ * lanes; }
    [[nodiscard]] std::uint32_t quads() const { return quads_; }
    void next() { ++lane_; }
    void follow(QuadIndex first, std::uint32_t quads) { first_ = first, quads_ = quads, lane_ = 0; }

   private:
    const Tree& tree_;
    QuadIndex first_;
    std::uint32_t quads_ = 1;
    std::uint32_t lane_ = 0;
  };

  // Steps over links to more quads and waits for lanes that another thread is writing. Returns child,
  // open, or closed (which the end of the last run is too).
  template <bool Shared>
  Lane settle(Cursor& cursor) const {
    while (!cursor.at_end()) {
      const Slot slot = cursor.slot();
      const std::uint32_t link = load<Shared>(slot.link(), std::memory_order_acquire);
      switch (lane_of(link)) {
        case Lane::more:
          cursor.follow(index_of(link), static_cast<std::uint32_t>(load<Shared>(slot.sum())));
          break;
        case Lane::claimed: break;
        case Lane::open: return Lane::open;
        case Lane::closed: return Lane::closed;
        default: return Lane::child;
      }
    }
    return Lane::closed;
  }

  // Puts a child into the open lane the cursor is at; `left` moves, this one included, have no lane yet.
  // A slot, or an empty one when there is no room, or nothing when another thread was faster.
  template <bool Shared>
  std::optional<Slot> put(Cursor& cursor, const Move& wanted, std::uint32_t left, QuadSupply& supply) {
    Slot slot = cursor.slot();
    if (!replace<Shared>(slot.link(), make_link(Lane::open), make_link(Lane::claimed))) return std::nullopt;
    if (cursor.in_last_lane() && left > 1) {
      const std::uint32_t run =
          std::min({(left + lanes - 1) / lanes, std::max(2U, cursor.quads() * 2), longest_run});
      const QuadIndex first = arena_.allocate(run, supply);
      if (first == 0) {
        store<Shared>(slot.link(), make_link(Lane::open), std::memory_order_release);
        return Slot{};
      }
      store<Shared>(slot.sum(), std::uint64_t{run});
      const std::uint32_t more = make_link(Lane::more, first);
      const Slot before = slot;
      cursor.follow(first, run);
      slot = cursor.slot();
      slot.link() = make_link(Lane::claimed);  // not yet visible to others
      store<Shared>(before.link(), more, std::memory_order_release);
    }
    columns_.reset(arena_.index_of(*slot.quad), slot.lane);
    if constexpr (Layout<G>::move_in_sum) {
      store<Shared>(slot.sum(), Layout<G>::pack_move(wanted));
    } else {
      store<Shared>(slot.sum(), std::uint64_t{0});
      moves_.at(arena_.index_of(*slot.quad), slot.lane) = wanted;
    }
    if (left == 1 && !cursor.in_last_lane()) {
      Cursor behind = cursor;
      behind.next();
      store<Shared>(behind.slot().link(), make_link(Lane::closed), std::memory_order_release);
    }
    store<Shared>(slot.link(), make_link(Lane::child), std::memory_order_release);
    return slot;
  }

  [[nodiscard]] std::size_t bytes_per_quad() const { return sizeof(Quad) + columns_.bytes_per_quad(); }
  // Compaction needs under a 128th for its marks.
  [[nodiscard]] std::size_t quads_in(std::size_t bytes) const {
    return (bytes - bytes / 128) / bytes_per_quad();
  }
  std::array<LaneColumn<double>, most_statistics> make_statistic_columns(std::size_t count) {
    return {{{columns_, count > 0}, {columns_, count > 1}}};
  }

  Columns columns_;
  LaneColumn<Move> moves_;     // moves that don't fit into `sum`
  LaneColumn<Bounds> bounds_;  // bounds that don't fit into `link`
  LaneColumn<float> priors_;
  QuadColumn<float> first_values_;
  LaneColumn<std::uint64_t> amaf_sums_;
  LaneColumn<std::uint32_t> amaf_visits_;
  std::span<const Statistic* const> statistics_;
  std::array<LaneColumn<double>, most_statistics> statistic_columns_ =
      make_statistic_columns(statistics_.size());
  TranspositionTable table_;
  QuadArena arena_;
  std::mutex proof_mutex_;
};

}  // namespace banyan
