// Much visited children are searched several times in a row: a child with n visits that is chosen keeps being
// chosen for the next n/64 simulations, its own child with m visits for the next m/64 of those, and so on.
// What is added up meanwhile reaches the tree when an epoch ends. This is how UCB2 plays (Auer, Cesa-Bianchi
// & Fischer 2002, the paper of UCB1, whose bound on regret it improves): by so few visits more or less a much
// visited child is hardly judged differently, and most of the way down need not be chosen anew each time.
//
// Threads that share a tree announce an epoch's visits when it begins: until their rewards arrive they count
// as losses, so that other threads look elsewhere meanwhile, and each works in a part of the tree of its own.
// This makes sharing fast, because cache lines that two cores write to move between them at every write.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <banyan/search/tree/layout.hpp>
#include <banyan/search/tree/shared.hpp>
#include <banyan/search/tree/tree.hpp>

namespace banyan {

// One thread's.
template <Game G>
class Epochs {
 public:
  // Rewards on the way would have to be added up step by step, and chance drawn anew each time.
  static constexpr bool supported = HasFixedRange<G> && !HasStepRewards<G> && !HasChance<G>;
  using Increments = std::array<typename Layout<G>::Increment, static_cast<std::size_t>(G::max_players)>;

  // A child on the way down that is kept, and where it leads.
  struct Kept {
    Slot slot;
    Player player = 0;            // who moved into it
    StateOf<G> state{};           // there
    std::uint32_t plies = 0;      // to there
    std::uint64_t until = 0;      // the simulation that ends its epoch
    std::uint32_t announced = 0;  // visits that the tree counts already, but doesn't know the rewards of
    std::uint32_t visits = 0;     // that were made since the tree was told
    Increments sums{};            // what they brought
  };

  explicit Epochs(double share) : share_(static_cast<float>(share)) {}

  // How many steps of the way the next simulation takes over, and the last of them.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] const Kept& last() const { return kept_[depth_ - 1]; }

  // How many times the children of the last one were played.
  template <bool Shared>
  [[nodiscard]] std::uint64_t plays() const {
    const Kept& step = last();
    const std::uint32_t visits = load<Shared>(step.slot.visits()) - step.announced + step.visits;
    return visits - 1;  // the first visit was not a play of one of its children
  }

  // How many simulations in a row a child gets. Near the end of its counter they are few: they are announced.
  [[nodiscard]] std::uint32_t length(std::uint32_t visits) const {
    return static_cast<std::uint32_t>(static_cast<float>(std::min(visits, ~visits)) * share_);
  }

  // The step at this depth is kept for so many simulations from now on, but no longer than the step before.
  template <bool Shared>
  void keep(const Slot& slot, Player player, const StateOf<G>& state, std::uint32_t plies,
            std::uint32_t length) {
    if (depth_ == kept_.size()) kept_.resize(depth_ * 2);
    const std::uint64_t until = depth_ > 0 ? std::min(last().until, now_ + length) : now_ + length;
    Kept& step = kept_[depth_++];
    step = {.slot = slot, .player = player, .state = state, .plies = plies, .until = until};
    if constexpr (Shared) {
      step.announced = static_cast<std::uint32_t>(until - now_);
      fetch_add<true>(slot.visits(), step.announced);
    }
  }

  // A simulation went through all that is kept.
  void add(const Increments& increments) { add(kept_[depth_ - 1], 1, increments); }

  // After a simulation: leaves what has ended by now.
  template <bool Shared>
  void end_simulation() {
    ++now_;
    while (depth_ > 0 && now_ >= last().until) {
      settle<Shared>(depth_ - 1);
      --depth_;
    }
  }
  // Tells the tree everything that has happened.
  template <bool Shared>
  void settle() {
    for (std::size_t i = depth_; i-- > 0;) settle<Shared>(i);
  }
  // Likewise, takes back what was announced and will not happen, and begins at the root again.
  template <bool Shared>
  void leave() {
    settle<Shared>();
    for (; depth_ > 0; --depth_)
      if (last().announced > 0) fetch_add<Shared>(last().slot.visits(), -last().announced);
  }
  // The tree is another one now.
  void forget() { depth_ = 0; }

  [[nodiscard]] std::size_t bytes() const { return kept_.capacity() * sizeof(Kept); }

 private:
  static void add(Kept& step, std::uint32_t visits, const Increments& increments) {
    step.visits += visits;
    for (std::size_t p = 0; p < increments.size(); ++p) step.sums[p] += increments[p];
  }

  template <bool Shared>
  void settle(std::size_t i) {
    Kept& step = kept_[i];
    if (step.visits == 0) return;
    const std::uint32_t known = std::min(step.visits, step.announced);
    step.announced -= known;
    if (step.visits > known) fetch_add<Shared>(step.slot.visits(), step.visits - known);
    Layout<G>::template add<Shared>(step.slot.sum(), step.sums[static_cast<std::size_t>(step.player)]);
    if (i > 0) add(kept_[i - 1], step.visits, step.sums);
    step.visits = 0;
    step.sums = {};
  }

  float share_;
  std::uint64_t now_ = 0;  // simulations so far
  std::size_t depth_ = 0;
  std::vector<Kept> kept_ = std::vector<Kept>(16);
};

}  // namespace banyan
