// Steps 1 and 2 of a simulation, by one thread: selection from the root down, and expansion at the end of the
// path.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <banyan/search/answer/best_seen.hpp>
#include <banyan/search/backup/epochs.hpp>
#include <banyan/search/backup/graph.hpp>
#include <banyan/search/backup/late_counts.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/expander.hpp>
#include <banyan/search/path.hpp>
#include <banyan/search/select/chooser.hpp>
#include <banyan/search/select/open_loop.hpp>
#include <banyan/search/select/root_keeper.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

template <Game G>
class Descent {
  SearchSpace<G>& space_;

 public:
  using State = StateOf<G>;
  using Rewards = RewardsOf<G>;
  using Step = PathStep<G>;
  static constexpr bool has_epochs = Epochs<G>::supported;

  Descent(SearchSpace<G>& space, std::uint64_t seed, std::uint64_t stream)
      : space_(space), random(seed, stream), chooser(space), expander(space), root(space) {}

  // Descends from the root to a child that is visited for the first time, or until the game, the plies or the
  // memory end. `simulations` is how many this thread has begun since the root's visits were counted. Returns
  // the outcome if the game is over there.
  template <bool Shared>
  std::optional<Rewards> go(State& state, std::uint64_t simulations) {
    const bool graph = Shared && Transposable<G> && space_.shares_positions;
    depth_ = plies_ = 0;
    is_idle_ = false;
    if constexpr (keeps_best_seen<G>) drawn_.clear();
    state = space_.root_state;
    if (chooser.whole_nodes) chooser.amaf.start();
    QuadIndex node = space_.root;
    std::uint64_t plays = space_.root_visits + simulations * (Shared ? space_.params.threads : 1);
    if (has_epochs && epochs.depth() > 0) {
      const auto& kept = epochs.last();
      state = kept.state;
      depth_ = epochs.depth();
      plies_ = kept.plies;
      node = index_of(load<Shared>(kept.slot.link(), std::memory_order_acquire));
      plays = epochs.template plays<Shared>();
    }
    if (space_.params.expand == Expand::all && plays == 0 && !chooser.whole_nodes) {
      expander.template add_all_children<Shared>(node, state, random);
      return std::nullopt;
    }
    while (true) {
      if constexpr (HasChance<G>)
        if (space_.is_open_loop()) {
          if (auto outcome = draw_chance(state)) return outcome;
          if (chance_moves(space_.game, state)) return std::nullopt;  // an endless sequence of chance moves
          if (!is_sound_player(state)) [[unlikely]]
            return fail(problem_of_player(space_.game, state));
        }
      const Player player = space_.game.current_player(state);
      if (player != chance_player && plies_ == space_.max_plies()) return std::nullopt;
      if (depth_ == room_ && !lengthen_path()) [[unlikely]]
        return std::nullopt;
      const Slot slot = player == chance_player ? expander.template chance_child<Shared>(node, state, random)
                                                : player_child<Shared>(state, node, plays);
      if (!slot) {
        is_idle_ = !graph && depth_ == 0;
        if (depth_ == 0 && !space_.ended()) [[unlikely]]
          check_root();
        return graph ? PositionGraph<G>(space_).settled(node, player) : std::nullopt;
      }
      ++levels;
      if (has_epochs && depth_ == epochs.depth() && keep<Shared>(state, slot, node, player)) {
        node = index_of(load<Shared>(slot.link(), std::memory_order_acquire));
        plays = epochs.template plays<Shared>();
        continue;
      }
      const std::uint32_t visits = go_down<Shared>(state, slot, node, player);
      if (visits == 0) return first_visit<Shared>(slot, state, graph);
      node = index_of(load<Shared>(slot.link(), std::memory_order_acquire));
      if (node == 0) {
        if (auto outcome = space_.game.outcome(state)) return outcome;
        if (!is_sound_player(state)) [[unlikely]]
          return fail(problem_of_player(space_.game, state));
        if (graph) return PositionGraph<G>(space_).join(slot, state);
        if (space_.guide.has_priors && space_.game.current_player(state) != chance_player)
          return std::nullopt;
        node = expander.template open_node<Shared>(slot, state, chooser.scale, random);
        if (node == 0) return std::nullopt;
      }
      plays = visits - 1;  // the first visit did not descend to a child
      if (graph) {
        plays = PositionGraph<G>(space_).totals(node).visits;
        if (plays > visits) return std::nullopt;  // it has been reached by other paths too
      }
    }
  }

  // The steps of the path.
  [[nodiscard]] std::span<const Step> steps() const { return std::span(path_).first(depth_); }
  [[nodiscard]] const Step& last() const { return path_[depth_ - 1]; }
  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] std::uint32_t plies() const { return plies_; }  // steps that are players' moves
  // There is nothing to back up: no move of the root is worth a simulation, or the game failed.
  [[nodiscard]] bool is_idle() const { return is_idle_; }

  // The moves of the path, with those that chance has drawn where it has no nodes (open_loop.hpp).
  [[nodiscard]] std::vector<MoveOf<G>> moves() const {
    std::vector<MoveOf<G>> list;
    auto drawn = drawn_.begin();
    for (std::size_t i = 0; i <= depth_; ++i) {
      for (; drawn != drawn_.end() && drawn->depth == i; ++drawn) list.push_back(drawn->move);
      if (i < depth_) list.push_back(space_.tree.move(path_[i].slot));
    }
    return list;
  }

  // Ends the search with an error about the end of the path.
  [[gnu::cold, gnu::noinline]] std::nullopt_t fail(const std::string& problem) {
    space_.fault().report(problem + "; seen" + after_moves<G>(space_.game, space_.root_state, moves()));
    is_idle_ = true;
    return std::nullopt;
  }

  // Restores an earlier path.
  void return_to(std::span<const Step> steps) {
    if (path_.size() < steps.size()) path_.resize(room_ = steps.size());
    std::copy(steps.begin(), steps.end(), path_.begin());
    depth_ = steps.size();
  }

  // Undoes the visits of the current path.
  void take_back() {
    for (std::size_t i = 0; i < depth_; ++i) {
      const Step& step = path_[i];
      if (step.counted_late) continue;
      fetch_add<true>(step.slot.visits(), -1U);
      Layout<G>::template add<true>(step.slot.sum(), -step.lent);
    }
  }

  [[nodiscard]] std::size_t bytes() const {
    return epochs.bytes() + path_.capacity() * sizeof(Step) + chooser.amaf.bytes();
  }

  Random random;
  Chooser<G> chooser;
  Expander<G> expander;
  RootKeeper<G> root;
  Epochs<G> epochs{space_.params.epoch};
  std::uint64_t levels = 0;                      // steps down so far
  PlayoutWatch watch{.fault = &space_.fault()};  // for this thread's playouts

 private:
  // No move of the root was chosen. All of them may be proven, or about to be by another thread, or there may
  // be no room. Otherwise no index was a number, and the search would never end or have nothing to say.
  [[gnu::cold, gnu::noinline]] void check_root() {
    if (space_.tree.full()) return;
    bool has_open_child = false;
    space_.tree.template for_each_child<true>(space_.root, [&](const Slot& slot) {
      const std::uint32_t link = load<true>(slot.link());
      const bool draws = Proofs<G>::in_link && link >> index_bits == Proofs<G>::draw_at_most;
      has_open_child |= !draws && !Proofs<G>::exact_in_link(link);
    });
    if (has_open_child) chooser.report_no_number();
  }

  // Makes room for more steps, unless the path is longer than longest_game or than an eighth of the memory
  // allows: an endless game makes an endless tree.
  [[gnu::noinline]] bool lengthen_path() {
    const std::size_t room = space_.params.memory.count / 8 / space_.params.threads / sizeof(Step);
    const std::size_t longest = std::max<std::size_t>(shortest_path, std::min(longest_game, room));
    if (path_.size() >= longest) return false;
    path_.resize(room_ = std::min(path_.size() * 2, longest));
    return true;
  }

  // Rewards paid by chance are credited to the move that led there.
  std::optional<Rewards> draw_chance(State& state) {
    Rewards paid{};
    auto outcome = banyan::draw_chance(space_.game, state, random, paid, watch, [&](const MoveOf<G>& move) {
      if constexpr (keeps_best_seen<G>) drawn_.push_back({depth_, move});
    });
    if constexpr (HasStepRewards<G>)
      for (std::size_t p = 0; depth_ > 0 && p < paid.size(); ++p) path_[depth_ - 1].paid[p] += paid[p];
    return outcome;
  }

  template <bool Shared>
  Slot player_child(const State& state, QuadIndex node, std::uint64_t plays) {
    if constexpr (HasChance<G>)
      if (space_.is_open_loop())
        return open_loop_child<Shared>(space_, chooser, expander, node, state, plays, random);
    if (depth_ == 0 && space_.gumbel)
      if (const Slot slot = root.gumbel_child(chooser.scale)) return slot;
    while (true) {
      const Selection found = chooser.template choose<Shared>(state, node, plays, random,
                                                              [&] { return node_value(state, node); });
      if (!found.has_open_lane || found.score >= chooser.first_play_urgency) return found.best;
      // A whole node may lack moves that the game doesn't think worth searching (new_candidate_node): they
      // are added when all that it does are proven to be no use.
      if (chooser.whole_nodes && found.best) return found.best;
      if (const Slot added = expander.template add_child<Shared>(node, state, random)) return added;
      if (!Shared || space_.tree.full() || space_.ended()) return found.best;
      // Another thread has added the last child meanwhile: choose again.
    }
  }

  // The value of the node at the end of the path for the player to move.
  [[nodiscard]] float node_value(const State& state, QuadIndex node) const {
    if (depth_ == 0) return space_.root_value;
    const Step& last = path_[depth_ - 1];
    const auto n = static_cast<double>(load<true>(last.slot.visits()));
    return space_.value_to_mover(state, last.player, Layout<G>::real_sum(load<true>(last.slot.sum()), n) / n,
                                 node, chooser.scale);
  }

  // Goes to a child that is to be searched several times in a row, if there is one.
  template <bool Shared>
  bool keep(State& state, const Slot& slot, QuadIndex node, Player player) {
    const std::uint32_t length = epochs.length(load<Shared>(slot.visits()));
    if (length < 2 || index_of(load<Shared>(slot.link())) == 0 || !keeps_steps_) return false;
    Step& step = path_[depth_++];
    step = {.slot = slot, .node = node, .player = player};
    space_.game.apply(state, space_.tree.move(slot));
    ++plies_;
    epochs.template keep<Shared>(slot, player, state, plies_, length);
    return true;
  }

  // Plays the child's move and counts the visit. Returns the number of visits before.
  template <bool Shared>
  std::uint32_t go_down(State& state, const Slot& slot, QuadIndex node, Player player) {
    Step& step = path_[depth_++];
    step.slot = slot;
    step.node = node;
    step.player = player;
    const MoveOf<G> move = space_.tree.move(slot);
    if constexpr (HasStepRewards<G>) {
      step.paid = space_.game.apply(state, move);
    } else {
      space_.game.apply(state, move);
    }
    if (player != chance_player) ++plies_;
    if constexpr (Shared) {
      const std::uint32_t visits = load<Shared>(slot.visits());
      step.counted_late = visits >= late_from_;
      if (step.counted_late) return visits;
      if (lends_mean_) {
        step.lent = Layout<G>::mean_increment(load<Shared>(slot.sum()), visits);
        Layout<G>::template add<Shared>(slot.sum(), step.lent);
      } else {
        step.lent = {};
      }
    }
    return fetch_add<Shared>(slot.visits(), 1U);
  }

  // Checked once per node, because its player stays the same.
  [[nodiscard]] bool is_sound_player(const State& state) const {
    const Player player = space_.game.current_player(state);
    return is_player(space_.game, player) || (HasChance<G> && player == chance_player);
  }

  // Don't let a slower proof end the search before an immediate win is found.
  [[nodiscard]] bool root_wins_at_once() const {
    if constexpr (HasDecisiveMoves<G>) {
      MoveListOf<G> moves;
      return space_.game.decisive_moves(space_.root_state, moves) == Urgency::win;
    } else {
      return false;
    }
  }

  // How the game ends by force, where the game sees it.
  [[nodiscard]] std::optional<Rewards> foreseen(const State& state) const {
    if constexpr (HasForesight<G>)
      if (space_.solves()) return space_.game.foresee(state);
    if constexpr (HasCandidates<G>) {
      if (!space_.foresees()) return std::nullopt;
      const Prospect prospect = space_.game.prospect(state);
      const Player player = space_.game.current_player(state);
      if (prospect == Prospect::won) return win_for(player);
      if (prospect == Prospect::lost && !(depth_ == 1 && root_wins_at_once())) return win_for(1 - player);
    }
    return std::nullopt;
  }

  // The child is new. Only a solver checks at once whether the game is over there, or decided by an immediate
  // win of the next move or the one after it; otherwise the playout finds out.
  template <bool Shared>
  std::optional<Rewards> first_visit(const Slot& slot, const State& state, bool graph) {
    if (space_.solves() || space_.params.expand == Expand::all || space_.guide || graph) {
      if (auto outcome = space_.game.outcome(state)) return outcome;
      if (!is_sound_player(state)) [[unlikely]]
        return fail(problem_of_player(space_.game, state));
      if (auto outcome = foreseen(state)) return outcome;
      if constexpr (HasDecisiveMoves<G>) {
        MoveListOf<G> moves;
        const Urgency urgency = space_.solves() ? space_.game.decisive_moves(state, moves) : Urgency::none;
        const Player player = space_.game.current_player(state);
        if (urgency == Urgency::win) return win_for(player);
        if (urgency == Urgency::lost && !(depth_ == 1 && root_wins_at_once())) return win_for(1 - player);
      }
      if (graph) return PositionGraph<G>(space_).join(slot, state);
      if (space_.params.expand == Expand::all && !chooser.whole_nodes)
        if (const QuadIndex node = expander.template open_empty_node<Shared>(slot))
          expander.template add_all_children<Shared>(node, state, random);
    }
    return std::nullopt;
  }

  bool keeps_steps_ = chooser.is_ucb1() && !space_.shares_positions;  // in epochs
  // How visits in progress are counted for other threads. With one thread, or where a graph recomputes means
  // anyway, they are counted as they are made.
  bool counts_for_others_ = space_.params.threads > 1 && !space_.shares_positions;
  std::uint32_t late_from_ =
      counts_for_others_ ? LateCounts<G>::busy : std::numeric_limits<std::uint32_t>::max();
  bool lends_mean_ = counts_for_others_ && space_.params.in_flight == InFlight::mean;

  static constexpr std::size_t shortest_path = 64;
  std::vector<Step> path_ = std::vector<Step>(shortest_path);
  std::size_t room_ = shortest_path;  // its size, which every step reads
  std::size_t depth_ = 0;
  std::uint32_t plies_ = 0;
  bool is_idle_ = false;
  struct Drawn {
    std::size_t depth;
    MoveOf<G> move;
  };
  std::vector<Drawn> drawn_;  // by chance on an open-loop path, in games of one player
};

}  // namespace banyan
