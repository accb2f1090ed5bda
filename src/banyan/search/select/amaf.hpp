// All moves as first: a move is also judged by the simulations in which its player made it later. These
// values are known early but biased, and a child's own visits outweigh them in time: RAVE (Gelly & Silver,
// "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011). A node with few visits
// borrows from an ancestor with the same player to move and enough visits: GRAVE (Cazenave, "Generalized
// Rapid Action Value Estimation", 2015; there the borrowed values cover all moves, here those that were legal
// at the ancestor).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <banyan/core/float4.hpp>
#include <banyan/search/evaluate/move_table.hpp>
#include <banyan/search/select/rule.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

// What was borrowed of a move, as in the column it came from; stale if borrowed for another node.
struct AmafEntry {
  std::uint64_t sum = 0;
  std::uint32_t visits = 0;
  std::uint32_t loan = 0;
};

// What a node borrows, by its player's moves; nothing where its own is good enough.
struct BorrowedAmaf {
  MoveTable<AmafEntry>* entries = nullptr;
  std::uint32_t loan = 0;
  Player player = 0;
};

// Reads what is known of the moves of a quad as if they had come first: of its own, or borrowed.
template <Game G>
void read_amaf(const Tree<G>& tree, QuadIndex index, const BorrowedAmaf& borrowed, const RewardScale& scale,
               Arms& arms) requires has_short_moves<G> {
  std::array<std::uint64_t, lanes> sums{};
  Float4::Ints visits{};
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const Slot slot{&tree.quad(index), lane};
    if (borrowed.entries == nullptr) {
      sums[lane] = load<true>(tree.amaf_sum(slot));
      visits[lane] = load<true>(tree.amaf_visits(slot));
    } else if (const AmafEntry& entry = (*borrowed.entries)[move_key<G>(borrowed.player, tree.move(slot))];
               entry.loan == borrowed.loan) {
      sums[lane] = entry.sum;
      visits[lane] = entry.visits;
    }
  }
  arms.amaf_sum = Layout<G>::scaled_sums(sums, visits, scale);
  arms.amaf_n = Float4(visits);
}

// One thread's part in it.
template <Game G>
class Amaf {
 public:
  using Increment = typename Layout<G>::Increment;

  // On the way down, at each node with its player and its plays: what it borrows.
  void start() { lenders_ = {}, lent_ = {}; }
  template <bool Shared>
  BorrowedAmaf borrow(const Tree<G>& tree, QuadIndex node, Player player, std::uint64_t plays,
                      std::uint64_t enough) {
    const auto p = static_cast<std::size_t>(player);
    if (plays >= enough) lenders_[p] = node;
    if (lenders_[p] == node || lenders_[p] == 0) return {};
    if (lent_[p] != lenders_[p]) copy<Shared>(tree, lenders_[p], player);
    lent_[p] = lenders_[p];
    return {.entries = &borrowed_, .loan = loans_[p], .player = player};
  }

  // After the simulation, from its end to its beginning: a move that was made, and at each node what its
  // player got, for all moves made there and later.
  void start_backup(const Trace& random_game) {
    if (++simulation_ == 0) made_.clear(), simulation_ = 1;
    for (const MoveKey key : random_game) made(key);
  }
  void made(MoveKey key) { made_[key] = simulation_; }
  template <bool Shared>
  void credit(const Tree<G>& tree, QuadIndex node, Player player, Increment increment) {
    tree.template for_each_child<Shared>(node, [&](const Slot& slot) {
      if (made_[move_key<G>(player, tree.move(slot))] != simulation_) return;
      Layout<G>::template add<Shared>(tree.amaf_sum(slot), increment);
      fetch_add<Shared>(tree.amaf_visits(slot), 1U);
    });
  }

  [[nodiscard]] std::size_t bytes() const { return made_.bytes() + borrowed_.bytes(); }
  static constexpr std::size_t bytes_per_move = sizeof(std::uint32_t) + sizeof(AmafEntry);
  void limit_moves(std::size_t most) {
    made_.limit_entries(most);
    borrowed_.limit_entries(most);
  }
  static constexpr std::size_t most_bytes =
      MoveTable<std::uint32_t>::most_bytes<G> + MoveTable<AmafEntry>::most_bytes<G>;

 private:
  template <bool Shared>
  void copy(const Tree<G>& tree, QuadIndex node, Player player) {
    if (++last_loan_ == 0) borrowed_.clear(), last_loan_ = 1;
    loans_[static_cast<std::size_t>(player)] = last_loan_;
    tree.template for_each_child<Shared>(node, [&](const Slot& slot) {
      borrowed_[move_key<G>(player, tree.move(slot))] = {load<Shared>(tree.amaf_sum(slot)),
                                                         load<Shared>(tree.amaf_visits(slot)), last_loan_};
    });
  }

  template <class T>
  using PerPlayer = std::array<T, static_cast<std::size_t>(G::max_players)>;

  PerPlayer<QuadIndex> lenders_{};    // the last node on the way that was played often enough
  PerPlayer<QuadIndex> lent_{};       // the one whose numbers are in borrowed_
  PerPlayer<std::uint32_t> loans_{};  // and under which number they are there
  MoveTable<AmafEntry> borrowed_;
  std::uint32_t last_loan_ = 0;
  MoveTable<std::uint32_t> made_;  // the last simulation in which a move was made
  std::uint32_t simulation_ = 0;
};

}  // namespace banyan
