// The tree: nodes whose children stand in quads, and the ways to walk over them and to add to them.
//
// A node is the index of its first quad. Its children stand there and in the `more` quads behind it, in
// the order in which they were first tried:
//
//   node ─> [ a b c more ]──> [ d e f g | h i j more ]──> …     (runs of 1, 2, 4, 8, 16 quads at most)
//
// Threads add children without a lock: a lane is claimed by exchanging its link, the move is written, and
// the link is set. A lane once set never changes its move, so whoever sees it can use it.
#pragma once

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <optional>
#include <type_traits>

#include <banyan/game/game.hpp>
#include <banyan/search/arena.hpp>
#include <banyan/search/layout.hpp>
#include <banyan/search/quad.hpp>
#include <banyan/search/shared.hpp>

namespace banyan {

// One child's lane. The ordinal counts lanes from the front of the node.
struct Slot {
  Quad* quad = nullptr;
  unsigned lane = 0;
  std::uint32_t ordinal = 0;

  [[nodiscard]] std::uint64_t& sum() const { return quad->sum[lane]; }
  [[nodiscard]] std::uint32_t& visits() const { return quad->visits[lane]; }
  [[nodiscard]] std::uint32_t& link() const { return quad->link[lane]; }
  explicit operator bool() const { return quad != nullptr; }
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

  explicit Tree(std::size_t bytes)
      : arena_(bytes * sizeof(Quad) / (sizeof(Quad) + move_column_bytes)),
        moves_(std::max<std::size_t>(arena_.capacity() * move_column_bytes, 1)) {}

  void clear() { arena_.clear(); }
  QuadIndex new_node() { return arena_.allocate(1); }
  [[nodiscard]] std::size_t bytes_used() const {
    return arena_.quads_used() * (sizeof(Quad) + move_column_bytes);
  }

  [[nodiscard]] Move move(const Slot& slot) const {
    if constexpr (Layout<G>::move_in_sum) {
      return Layout<G>::unpack_move(slot.sum());
    } else {
      return move_place(slot);
    }
  }

  // The node below a child, made if it isn't there yet; 0 when there is no room for it.
  template <bool Shared>
  QuadIndex open_node(const Slot& slot) {
    const std::uint32_t link = load<Shared>(slot.link(), std::memory_order_acquire);
    if (index_of(link) != 0) return index_of(link);
    const QuadIndex node = new_node();
    if (node == 0 || replace<Shared>(slot.link(), link, link | node)) return node;
    return index_of(load<Shared>(slot.link(), std::memory_order_acquire));
  }

  // Calls visit(slot) for each child in order.
  template <bool Shared, class Visit>
  void for_each_child(QuadIndex node, Visit&& visit) const {
    for (Cursor cursor(*this, node); settle<Shared>(cursor) == Lane::child; cursor.next()) visit(cursor.slot());
  }

  // Adds one of the legal moves that are not there yet, each as likely as the others. Nothing when all
  // are there, or when there is no room.
  template <bool Shared>
  Slot add_random_child(QuadIndex node, const MoveListOf<G>& legal, Random& random) {
    while (true) {
      MoveSet<Move, static_cast<std::size_t>(G::max_legal)> tried;
      std::uint32_t children = 0;
      Cursor cursor(*this, node);
      for (; settle<Shared>(cursor) == Lane::child; cursor.next(), ++children) tried.insert(move(cursor.slot()));
      if (children >= legal.size() || cursor.at_end()) return {};
      const auto left = static_cast<std::uint32_t>(legal.size()) - children;
      std::uint64_t skip = random.below(left);
      std::size_t pick = 0;
      for (;; ++pick)
        if (!tried.contains(legal[pick]) && skip-- == 0) break;
      if (const auto slot = put<Shared>(cursor, legal[pick], left)) return *slot;
    }
  }

  // The child for this move, added if it isn't there yet; nothing when there is no room.
  template <bool Shared>
  Slot find_or_add_child(QuadIndex node, const Move& wanted, std::uint32_t most) {
    while (true) {
      std::uint32_t children = 0;
      Cursor cursor(*this, node);
      for (; settle<Shared>(cursor) == Lane::child; cursor.next(), ++children)
        if (move(cursor.slot()) == wanted) return cursor.slot();
      if (cursor.at_end()) return {};
      if (const auto slot = put<Shared>(cursor, wanted, most - children)) return *slot;
    }
  }

  [[nodiscard]] Quad& quad(QuadIndex index) const { return arena_[index]; }

 private:
  static constexpr std::size_t move_column_bytes = Layout<G>::move_in_sum ? 0 : lanes * sizeof(Move);
  static constexpr std::uint32_t longest_run = 16;

  // A place among a node's lanes.
  class Cursor {
   public:
    Cursor(const Tree& tree, QuadIndex node) : tree_(tree), first_(node) {}
    [[nodiscard]] Slot slot() const { return {&tree_.quad(first_ + lane_ / lanes), lane_ % lanes, ordinal_}; }
    [[nodiscard]] bool at_end() const { return lane_ == quads_ * lanes; }
    [[nodiscard]] bool in_last_lane() const { return lane_ + 1 == quads_ * lanes; }
    [[nodiscard]] std::uint32_t quads() const { return quads_; }
    void next() { ++lane_, ++ordinal_; }
    void follow(QuadIndex first, std::uint32_t quads) { first_ = first, quads_ = quads, lane_ = 0, ++ordinal_; }

   private:
    const Tree& tree_;
    QuadIndex first_;
    std::uint32_t quads_ = 1;
    std::uint32_t lane_ = 0;
    std::uint32_t ordinal_ = 0;
  };

  // Steps over links to more quads and waits for lanes that another thread is writing. Answers child,
  // open, or closed (which the end of the last run is too).
  template <bool Shared>
  Lane settle(Cursor& cursor) const {
    while (!cursor.at_end()) {
      const Slot slot = cursor.slot();
      const std::uint32_t link = load<Shared>(slot.link(), std::memory_order_acquire);
      switch (lane_of(link)) {
        case Lane::more: cursor.follow(index_of(link), static_cast<std::uint32_t>(load<Shared>(slot.sum()))); break;
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
  std::optional<Slot> put(Cursor& cursor, const Move& wanted, std::uint32_t left) {
    Slot slot = cursor.slot();
    if (!replace<Shared>(slot.link(), make_link(Lane::open), make_link(Lane::claimed))) return std::nullopt;
    if (cursor.in_last_lane() && left > 1) {
      const std::uint32_t run = std::min({(left + lanes - 1) / lanes, std::max(2U, cursor.quads() * 2), longest_run});
      const QuadIndex first = arena_.allocate(run);
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
    if constexpr (Layout<G>::move_in_sum) {
      store<Shared>(slot.sum(), Layout<G>::pack_move(wanted));
    } else {
      move_place(slot) = wanted;
    }
    if (left == 1 && !cursor.in_last_lane()) {
      Cursor behind = cursor;
      behind.next();
      store<Shared>(behind.slot().link(), make_link(Lane::closed), std::memory_order_release);
    }
    store<Shared>(slot.link(), make_link(Lane::child), std::memory_order_release);
    return slot;
  }

  Move& move_place(const Slot& slot) const {
    const auto quad = static_cast<std::size_t>(slot.quad - &arena_[0]);
    return static_cast<Move*>(moves_.data())[quad * lanes + slot.lane];
  }

  QuadArena arena_;
  PageBlock moves_;  // moves that don't fit into `sum`
};

}  // namespace banyan
