// One simulation, by one thread. It has four steps, and each is a function below:
//
//   1. select    go down from the root, at each node to the child with the highest index;
//   2. expand    where a legal move has no child yet, add one;
//   3. evaluate  play a random game from there, or ask an evaluator (evaluator.hpp);
//   4. back up   add what each player got to every child on the way, for the player who moved into it.
//
// With the solver on, a game that ended within the tree is a proof, which is carried upwards before the
// backup. On a shared tree (Shared), a visit is counted on the way down, so that other threads look
// elsewhere meanwhile: until its reward arrives it counts as a loss, or as the mean so far (`in_flight`).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <banyan/search/chooser.hpp>
#include <banyan/search/epochs.hpp>
#include <banyan/search/expander.hpp>
#include <banyan/search/graph.hpp>
#include <banyan/search/late_counts.hpp>
#include <banyan/search/leaf_team.hpp>
#include <banyan/search/move_memory.hpp>
#include <banyan/search/path.hpp>
#include <banyan/search/playout.hpp>
#include <banyan/search/root_keeper.hpp>
#include <banyan/search/root_returns.hpp>
#include <banyan/search/solver.hpp>
#include <banyan/search/space.hpp>

namespace banyan {

// Simulators of several threads stand side by side: not on the same lines of memory, nor on neighbouring
// ones, which processors fetch together.
template <Game G>
class alignas(128) Simulator {
 public:
  Simulator(SearchSpace<G>& space, std::uint64_t seed, std::uint64_t stream)
      : space_(space), random_(seed, stream) {
    if (space.guide) evaluator_ = space.guide.make_evaluator();
    const SearchParams& params = space.params;
    if (params.parallel == Parallel::leaf && params.threads > 1 && !space.guide)
      team_ = std::make_unique<LeafTeam<G>>(space.game, params, seed);
  }

  // Begins to count anew: simulations, nodes, and what the root's children returned.
  void start_round() { simulations = expander_.nodes = 0; }
  void forget_root() {
    epochs_.forget();
    root_returns_.clear();
    max_depth = 0;
    levels = 0;
  }
  // What moves returned is remembered from root to root, but not from game to game.
  void forget_moves() { memory_.forget(); }
  // Adds to the tree what was to be added late.
  void settle() {
    late_.settle();
    epochs_.template settle<true>();
  }
  // Begins the next simulation at the root, and takes back what it had told other threads to expect. To be
  // called before anything in the tree moves.
  void leave_epochs() { epochs_.template leave<true>(); }
  // Adds what another thread has seen to one's own, and leaves it nothing.
  void take_over(Simulator& other) {
    root_returns_.add(other.root_returns_);
    max_depth = std::max(max_depth, other.max_depth);
    levels += other.levels;
    other.forget_root();
  }

  // On a tree of its own or one that other threads share, or on a graph. Answers whether there was anything
  // to do: another thread may just be proving all that was left.
  template <bool Shared, bool Graph>
  bool simulate() {
    State state;
    std::optional<Rewards> outcome = descend<Shared, Graph>(state);
    if (is_idle_) return false;
    if (outcome && space_.solves()) outcome = prove<Shared>(*outcome);
    if constexpr (Graph) {
      back_up_graph<Shared>(outcome, state);
    } else {
      back_up<Shared>(outcome ? *outcome : evaluate<Shared>(state));
    }
    if constexpr (has_short_moves<G>)
      if (memory_.is_wanted())
        memory_.template learn<Shared>(std::span(path_).first(depth_), last_rewards_, chooser_.amaf);
    max_depth = std::max(max_depth, static_cast<std::uint32_t>(depth_));
    ++simulations;
    if constexpr (has_epochs<Graph>) epochs_.template end_simulation<Shared>();
    return true;
  }

  // Processor seconds of the calling thread, which simulates, and of those that help it.
  [[nodiscard]] double cpu_seconds() const {
    return thread_cpu_seconds() + (team_ ? team_->cpu_seconds() : 0);
  }

  // Before a round: so many simulations, if that is known.
  void prepare_root(std::optional<std::uint64_t> planned) {
    root_.prepare(expander_, evaluator_.get(), chooser_.scale, random_);
    root_.share_out(planned, chooser_.scale, random_);
  }

  std::uint64_t simulations = 0;
  std::uint32_t max_depth = 0;
  std::uint64_t levels = 0;
  RewardRange seen{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  [[nodiscard]] const RootReturns& root_returns() const { return root_returns_; }
  [[nodiscard]] std::uint64_t nodes() const { return expander_.nodes; }
  [[nodiscard]] const RewardScale& scale() const { return chooser_.scale; }
  [[nodiscard]] IndexTerms index_terms(const Slot& slot, std::uint64_t plays) const {
    return chooser_.index_terms(slot, plays);
  }

  // The last simulation: its moves from the root, whether the last of them was new, and what it brought.
  [[nodiscard]] std::vector<MoveOf<G>> last_path() const {
    std::vector<MoveOf<G>> moves;
    for (std::size_t i = 0; i < depth_; ++i) moves.push_back(space_.tree.move(path_[i].slot));
    return moves;
  }
  [[nodiscard]] bool last_expanded() const { return depth_ > 0 && path_[depth_ - 1].slot.visits() == 1; }
  [[nodiscard]] const RewardsOf<G>& last_rewards() const { return last_rewards_; }

  [[nodiscard]] std::size_t bytes() const {
    return root_returns_.bytes() + epochs_.bytes() + path_.capacity() * sizeof(Step) + memory_.bytes() +
           chooser_.amaf.bytes();
  }

 private:
  using State = StateOf<G>;
  using Rewards = RewardsOf<G>;
  using Step = PathStep<G>;
  using Increment = typename Layout<G>::Increment;
  template <bool Graph>
  static constexpr bool has_epochs = !Graph && Epochs<G>::supported;

  // Steps 1 and 2: from the root to a child that is visited for the first time, or to where the game, the
  // plies or the memory end. Answers the outcome if the game is over there.
  template <bool Shared, bool Graph>
  std::optional<Rewards> descend(State& state) {
    depth_ = plies_ = 0;
    is_idle_ = false;
    state = space_.root_state;
    if (chooser_.whole_nodes) chooser_.amaf.start();
    QuadIndex node = space_.root;
    std::uint64_t plays = space_.root_visits + simulations * (Shared ? space_.params.threads : 1);
    if (has_epochs<Graph> && epochs_.depth() > 0) {
      const auto& last = epochs_.last();
      state = last.state;
      depth_ = epochs_.depth();
      plies_ = last.plies;
      node = index_of(load<Shared>(last.slot.link(), std::memory_order_acquire));
      plays = epochs_.template plays<Shared>();
    }
    if (space_.params.expand == Expand::all && plays == 0 && !chooser_.whole_nodes) {
      expander_.template add_all_children<Shared>(node, state, random_);
      return std::nullopt;
    }
    while (true) {
      const Player player = space_.game.current_player(state);
      if (player != chance_player && plies_ == space_.max_plies()) return std::nullopt;
      const Slot slot = player == chance_player
                            ? expander_.template chance_child<Shared>(node, state, random_)
                            : player_child<Shared>(state, node, plays);
      if (!slot) {
        is_idle_ = !Graph && depth_ == 0;
        return Graph ? PositionGraph<G, Shared>(space_).settled(node, player) : std::nullopt;
      }
      ++levels;
      if (has_epochs<Graph> && depth_ == epochs_.depth() && keep<Shared>(state, slot, node, player)) {
        node = index_of(load<Shared>(slot.link(), std::memory_order_acquire));
        plays = epochs_.template plays<Shared>();
        continue;
      }
      const std::uint32_t visits = go_down<Shared, Graph>(state, slot, node, player);
      if (visits == 0) return first_visit<Shared, Graph>(slot, state);
      node = index_of(load<Shared>(slot.link(), std::memory_order_acquire));
      if (node == 0) {
        if (auto outcome = space_.game.outcome(state)) return outcome;
        if (space_.guide.has_priors && space_.game.current_player(state) != chance_player)
          return std::nullopt;
        if constexpr (Graph) return PositionGraph<G, Shared>(space_).join(slot, state);
        node = expander_.template open_node<Shared>(slot, state, chooser_.scale, random_);
        if (node == 0) return std::nullopt;
      }
      plays = visits - 1;  // the first visit was not a play of one of its children
      if constexpr (Graph) {
        plays = PositionGraph<G, Shared>(space_).totals(node).visits;
        if (plays > visits) return std::nullopt;  // more is known of it than has come up this way
      }
    }
  }

  template <bool Shared>
  Slot player_child(const State& state, QuadIndex node, std::uint64_t plays) {
    if (depth_ == 0 && space_.gumbel)
      if (const Slot slot = root_.gumbel_child(chooser_.scale)) return slot;
    while (true) {
      const Selection found =
          chooser_.template choose<Shared>(state, node, plays, random_, [&] { return node_value(state); });
      if (!found.has_open_lane || chooser_.whole_nodes || found.score >= chooser_.first_play_urgency)
        return found.best;
      if (const Slot added = expander_.template add_child<Shared>(node, state, random_)) return added;
      if (!Shared || space_.tree.full()) return found.best;
      // Another thread put the last child there meanwhile: choose again, with that one too.
    }
  }

  // What the node at the end of the path is worth to the player to move.
  [[nodiscard]] float node_value(const State& state) const {
    if (depth_ == 0) return space_.root_value;
    const Step& last = path_[depth_ - 1];
    const auto n = static_cast<double>(load<true>(last.slot.visits()));
    return space_.value_to_mover(state, last.player, Layout<G>::real_sum(load<true>(last.slot.sum()), n) / n,
                                 chooser_.scale);
  }

  // Goes to a child that is to be searched several times in a row, if it is one.
  template <bool Shared>
  bool keep(State& state, const Slot& slot, QuadIndex node, Player player) {
    const std::uint32_t length = epochs_.length(load<Shared>(slot.visits()));
    if (length < 2 || index_of(load<Shared>(slot.link())) == 0 || !chooser_.is_ucb1()) return false;
    if (depth_ == path_.size()) path_.resize(depth_ * 2);
    Step& step = path_[depth_++];
    step = {.slot = slot, .node = node, .player = player};
    space_.game.apply(state, space_.tree.move(slot));
    ++plies_;
    epochs_.template keep<Shared>(slot, player, state, plies_, length);
    return true;
  }

  // Plays the child's move and counts the visit. Answers how many there were before.
  template <bool Shared, bool Graph>
  std::uint32_t go_down(State& state, const Slot& slot, QuadIndex node, Player player) {
    if (depth_ == path_.size()) path_.resize(depth_ * 2);
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
      step.counted_late = !Graph && visits >= LateCounts<G>::busy;
      if (step.counted_late) return visits;
      if (space_.params.in_flight == InFlight::mean && !Graph) {  // a graph's means are set anew anyway
        step.lent = Layout<G>::mean_increment(load<Shared>(slot.sum()), visits);
        Layout<G>::template add<Shared>(slot.sum(), step.lent);
      } else {
        step.lent = {};
      }
    }
    return fetch_add<Shared>(slot.visits(), 1U);
  }

  // A child is new. Only a solver asks at once whether the game is over there, or as good as over because
  // the next move wins; a playout finds it anyway.
  template <bool Shared, bool Graph>
  std::optional<Rewards> first_visit(const Slot& slot, const State& state) {
    if (space_.solves() || space_.params.expand == Expand::all || evaluator_ || Graph) {
      if (auto outcome = space_.game.outcome(state)) return outcome;
      if constexpr (HasDecisiveMoves<G>) {
        MoveListOf<G> moves;
        if (space_.solves() && space_.game.decisive_moves(state, moves) == Urgency::win)
          return win_for(space_.game.current_player(state));
      }
      if constexpr (Graph) return PositionGraph<G, Shared>(space_).join(slot, state);
      if (space_.params.expand == Expand::all && !chooser_.whole_nodes)
        if (const QuadIndex node = expander_.template open_empty_node<Shared>(slot))
          expander_.template add_all_children<Shared>(node, state, random_);
    }
    return std::nullopt;
  }

  // Step 3: what each player can expect from here on.
  template <bool Shared>
  Rewards evaluate(const State& state) {
    if (evaluator_) return ask_evaluator<Shared>(state);
    const std::uint32_t to_end = space_.max_plies() == no_limit ? no_limit : space_.max_plies() - plies_;
    const std::uint32_t left = std::min(to_end, space_.params.depth.value_or(no_limit));
    if (team_) return team_->play(state, left, random_);
    if constexpr (has_short_moves<G>)
      if (memory_.is_wanted()) return memory_.playout(state, left, random_);
    return random_playout(space_.game, state, random_, left, space_.params.playout, space_.params.discount);
  }

  // With priors the leaf gets all its children at once: they are known only now.
  template <bool Shared>
  Rewards ask_evaluator(const State& state) {
    if (!space_.guide.has_priors || space_.game.current_player(state) == chance_player)
      return evaluator_->evaluate(state, {}, {}, random_);
    Rewards rewards{};
    const QuadIndex node = expander_.expand_by_priors(state, *evaluator_, rewards, random_);
    if (node != 0 && depth_ > 0) space_.tree.template hang<Shared>(path_[depth_ - 1].slot, node);
    return rewards;
  }

  // Carries the proof that the game is over at the end of the path as far up as it reaches. Answers the
  // return that is proven furthest up.
  template <bool Shared>
  Rewards prove(Rewards rewards) {
    if constexpr (Proofs<G>::supported) {
      std::unique_lock<std::mutex> lock(space_.tree.proof_mutex(), std::defer_lock);
      if constexpr (Shared) lock.lock();
      auto bounds = Proofs<G>::exactly(rewards);
      for (std::size_t i = depth_; i-- > 0;) {
        const Step& step = path_[i];
        if (!tighten_lane<G, Shared>(space_.tree, step.slot, step.player, bounds)) return rewards;
        if (i < epochs_.depth()) disturbed_ = true;  // perhaps it is not worth searching any more
        if (bounds.exact()) rewards = bounds.low;
        bounds = node_bounds<G, Shared>(space_.tree, step.node, step.player, is_zero_sum(space_.game));
      }
      if (space_.root_bounds.tighten(bounds)) space_.note_proof();
    }
    return rewards;
  }

  // Step 4, from the leaf to the root, so that rewards on the way add up.
  template <bool Shared>
  void back_up(Rewards rewards) {
    std::array<Increment, static_cast<std::size_t>(G::max_players)> increments{};
    const auto convert = [&] {
      for (std::size_t i = 0; i < rewards.size(); ++i) increments[i] = Layout<G>::increment(rewards[i]);
    };
    convert();
    const std::size_t kept = epochs_.depth();
    if (kept > 0) epochs_.add(increments);
    for (std::size_t i = depth_; i-- > kept;) {
      const Step& step = path_[i];
      if constexpr (HasStepRewards<G>) {
        for (std::size_t p = 0; p < rewards.size(); ++p) rewards[p] += step.paid[p];
        convert();
      }
      const auto player = static_cast<std::size_t>(viewer(step.player));
      if (Shared && step.counted_late) {
        late_.add(step.slot, increments[player]);
      } else {
        Layout<G>::template add<Shared>(step.slot.sum(),
                                        Shared ? increments[player] - step.lent : increments[player]);
      }
      if (space_.tree.has_squares())
        fetch_add<Shared>(space_.tree.square(step.slot), Layout<G>::square(rewards[player]));
      if constexpr (!HasRewardRange<G>) see(rewards[player]);
    }
    if (depth_ > 0) note_at_root(path_.front(), rewards);
    last_rewards_ = rewards;
    if (disturbed_) epochs_.template leave<Shared>();
    disturbed_ = false;
  }

  // Step 4 where positions are shared (graph.hpp).
  template <bool Shared>
  void back_up_graph(const std::optional<Rewards>& outcome, const State& state) {
    if constexpr (Transposable<G>) {
      if (depth_ == 0) return;
      last_rewards_ = PositionGraph<G, Shared>(space_).back_up(std::span(path_).first(depth_), outcome, state,
                                                               [&] { return evaluate<Shared>(state); });
      note_at_root(path_.front(), last_rewards_);
    }
  }

  void note_at_root(const Step& first, const Rewards& rewards) {
    root_returns_.add(space_.tree.ordinal(space_.root, first.slot),
                      rewards[static_cast<std::size_t>(viewer(first.player))]);
  }

  // Without a declared range, the range seen so far is the scale.
  void see(double reward) {
    if (reward >= seen.low && reward <= seen.high) return;
    seen.low = std::min(seen.low, reward);
    seen.high = std::max(seen.high, reward);
    if (space_.params.scale == Scale::automatic && seen.high > seen.low)
      chooser_.scale = {.low = seen.low, .inverse_width = 1 / (seen.high - seen.low)};
  }

  SearchSpace<G>& space_;
  Random random_;
  Chooser<G> chooser_{space_};
  Expander<G> expander_{space_};
  MoveMemory<G> memory_{space_};
  RootKeeper<G> root_{space_};
  std::unique_ptr<Evaluator<G>> evaluator_;  // where random games are not wanted
  std::unique_ptr<LeafTeam<G>> team_;        // for random games on several threads
  std::vector<Step> path_ = std::vector<Step>(64);
  std::size_t depth_ = 0;    // steps on the path
  std::uint32_t plies_ = 0;  // of them, moves of players
  LateCounts<G> late_;
  Epochs<G> epochs_{space_.params.epoch};
  bool is_idle_ = false;    // the root has no move that is worth a simulation
  bool disturbed_ = false;  // something was proven of what an epoch keeps
  RootReturns root_returns_;
  Rewards last_rewards_{};
};

}  // namespace banyan
