// What one thread remembers of moves wherever they are made: for random games (mast.hpp) and for the choice
// among children (amaf.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <banyan/search/evaluate/mast.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/path.hpp>
#include <banyan/search/select/amaf.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

template <Game G>
class MoveMemory {
 public:
  explicit MoveMemory(SearchSpace<G>& space)
      : space_(space), is_wanted_(space.has_mast() || space.has_amaf()) {}

  [[nodiscard]] bool is_wanted() const { return is_wanted_; }

  // A random game that keeps record of its moves, and with MAST makes them as other games had it.
  RewardsOf<G> playout(const StateOf<G>& state, std::uint32_t plies, Random& random, PlayoutWatch& watch) {
    return playout(space_.game, state, plies, random, &watch, [&](MoveKey key) { trace_.note(key); });
  }
  // The same by other rules of the same game, without a record.
  template <class Rules>
  RewardsOf<G> repeat(const Rules& rules, const StateOf<G>& state, std::uint32_t plies, Random& random) {
    return playout(rules, state, plies, random, nullptr, [](MoveKey) {});
  }

  // All moves of a simulation, in the tree and after it, share in what it brought, counted from the root.
  template <bool Shared>
  void learn(std::span<const PathStep<G>> path, RewardsOf<G> rewards, Amaf<G>& amaf) {
    const auto add_paid = [&]([[maybe_unused]] const PathStep<G>& step, [[maybe_unused]] double sign) {
      if constexpr (HasStepRewards<G>)
        for (std::size_t p = 0; p < rewards.size(); ++p) rewards[p] += sign * step.paid[p];
    };
    for (const PathStep<G>& step : path) add_paid(step, -1);  // what the random game alone brought
    amaf.start_backup(trace_);
    for (std::size_t i = path.size(); i-- > 0;) {
      const PathStep<G>& step = path[i];
      add_paid(step, 1);
      if (step.player == chance_player) continue;
      const MoveKey key = move_key<G>(step.player, space_.tree.move(step.slot));
      trace_.note(key);
      if (!space_.tree.has_amaf()) continue;
      amaf.made(key);
      amaf.template credit<Shared>(space_.tree, step.node, step.player,
                                   Layout<G>::increment(rewards[static_cast<std::size_t>(step.player)]));
    }
    if (space_.has_mast())
      for (const MoveKey key : trace_) mast_.learn(key, rewards[player_of<G>(key)]);
    trace_.clear();
  }

  void forget() { mast_.clear(); }
  void limit_moves(std::size_t most) { mast_.limit_moves(most); }
  [[nodiscard]] std::size_t bytes() const { return trace_.bytes() + mast_.bytes(); }

 private:
  template <class Rules, class Note>
  RewardsOf<G> playout(const Rules& rules, const StateOf<G>& state, std::uint32_t plies, Random& random,
                       PlayoutWatch* watch, Note&& note) {
    const SearchParams& params = space_.params;
    const bool by_mast = space_.has_mast();
    const auto note_move = [&](Player player, const MoveOf<G>& move) { note(move_key<G>(player, move)); };
    if (RewardsOf<G> rewards{};
        plies == no_limit && params.discount == 1 &&
        play_whole_game<true>(params.playout, rules, state, random, rewards, note_move))
      return rewards;
    const auto pick = [&](const StateOf<G>& now, const MoveListOf<G>& moves, Random& drawn) {
      const Player player = space_.game.current_player(now);
      const MoveOf<G> move = by_mast ? mast_.template pick<G>(player, moves, params.mast_epsilon, drawn)
                                     : UniformPick{}(now, moves, drawn);
      note(move_key<G>(player, move));
      return move;
    };
    return random_playout(rules, state, random, plies, params.playout, params.discount, pick, watch);
  }

  SearchSpace<G>& space_;
  bool is_wanted_;
  Trace trace_;  // of the random game
  Mast mast_;
};

}  // namespace banyan
