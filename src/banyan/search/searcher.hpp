// Monte Carlo tree search: UCT (Kocsis & Szepesvári 2006), for any number of players, with chance and
// with rewards on the way.
//
// One simulation has four steps, and each is a function below:
//   1. select    go down from the root, at each node to the child with the highest index;
//   2. expand    where a legal move has no child yet, add one;
//   3. evaluate  play a random game from there;
//   4. back up   add what each player got to every child on the way, for the player who moved into it.
//
// The searcher prints nothing and reads no options. The same seed gives the same search, bit for bit.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/core/interval.hpp>
#include <banyan/core/log.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/playout.hpp>
#include <banyan/search/result.hpp>
#include <banyan/search/selection.hpp>
#include <banyan/search/tree.hpp>

namespace banyan {

template <Game G>
class Searcher {
 public:
  using State = StateOf<G>;
  using Move = MoveOf<G>;
  using Result = SearchResult<Move>;
  using Progress = std::function<void(const Result&)>;

  Searcher(const G& game, const SearchParams& params, std::uint64_t seed)
      : game_(game), params_(params), tree_(params.memory.count), worker_(seed) {
    set_root(game.start());
  }

  // Forgets the tree and starts a new one at this state.
  void set_root(const State& state) {
    root_state_ = state;
    tree_.clear();
    root_ = tree_.new_node();
    root_visits_ = nodes_ = 0;
    max_depth_ = 0;
    root_squares_.assign(root_squares_.size(), 0.0);
    over_ = game_.outcome(state).has_value();
  }

  // Simulates until the first limit is reached or a stop is requested.
  Result run(const SearchLimits& limits, const std::stop_token& stop = {}, const Progress& progress = {}) {
    const Stopwatch watch;
    const double cpu_before = thread_cpu_seconds();
    const std::uint64_t before = root_visits_;
    double next_report = progress_interval;
    const auto report = [&](StopReason reason) {
      Result known = result();
      known.simulations = root_visits_ - before;
      known.seconds = watch.seconds();
      known.cpu_seconds = thread_cpu_seconds() - cpu_before;
      known.stopped_by = reason;
      return known;
    };
    if (over_) return report(StopReason::proven);
    Pace pace;
    while (true) {
      std::uint64_t batch = pace.simulations;
      if (limits.sims) batch = std::min(batch, *limits.sims - (root_visits_ - before));
      for (std::uint64_t i = 0; i < batch; ++i) simulate();
      const double elapsed = watch.seconds();
      if (limits.sims && root_visits_ - before >= *limits.sims) return report(StopReason::sims);
      if (limits.time && elapsed >= limits.time->seconds) return report(StopReason::time);
      if (stop.stop_requested()) return report(StopReason::interrupted);
      if (progress && elapsed >= next_report) {
        progress(report(StopReason::interrupted));
        next_report = elapsed + progress_interval;
      }
      pace.update(elapsed);
    }
  }

  // One simulation.
  void step() {
    if (!over_) simulate();
  }

  // What is known now.
  [[nodiscard]] Result result() const {
    Result result;
    result.threads = params_.threads;
    result.nodes = nodes_;
    result.max_depth = max_depth_;
    result.bytes = tree_.bytes_used() + root_squares_.capacity() * sizeof(double) +
                   worker_.path.capacity() * sizeof(PathStep);
    if (over_ || game_.current_player(root_state_) == chance_player) return result;
    result.moves = root_moves();
    if (const auto* best = final_choice(result.moves)) {
      result.best = best->move;
      result.value = best->value;
      result.line = principal_line(best->move);
    }
    std::stable_sort(result.moves.begin(), result.moves.end(),
                     [](const auto& a, const auto& b) { return a.visits > b.visits; });
    return result;
  }

 private:
  static constexpr double progress_interval = 0.1;

  struct PathStep {
    Slot slot;
    Player player = 0;  // who moved into the child
    [[no_unique_address]] std::conditional_t<HasStepRewards<G>, RewardsOf<G>, std::tuple<>> paid{};
  };

  // What one thread needs while it simulates.
  struct Worker {
    explicit Worker(std::uint64_t seed) : random(seed) {}
    Random random;
    std::vector<PathStep> path;
    std::uint32_t plies = 0;  // moves of players on the path
  };

  // How many simulations to do between two looks at the clock: about half a millisecond's worth.
  struct Pace {
    std::uint64_t simulations = 1;
    double last = 0;
    void update(double now) {
      constexpr double wanted = 5e-4;
      if (now - last < wanted / 2 && simulations < 4096) simulations *= 2;
      if (now - last > wanted * 2 && simulations > 1) simulations /= 2;
      last = now;
    }
  };

  void simulate() {
    State state = root_state_;
    const std::optional<RewardsOf<G>> outcome = descend<false>(worker_, state);
    back_up<false>(worker_, outcome ? *outcome : evaluate(worker_, state));
    max_depth_ = std::max(max_depth_, static_cast<std::uint32_t>(worker_.path.size()));
  }

  // Steps 1 and 2: from the root to a child that is visited for the first time, or to where the game, the
  // plies or the memory end. Answers the outcome if the game is known to be over there.
  template <bool Shared>
  std::optional<RewardsOf<G>> descend(Worker& worker, State& state) {
    worker.path.clear();
    worker.plies = 0;
    QuadIndex node = root_;
    std::uint64_t plays = fetch_add<Shared>(root_visits_, std::uint64_t{1});
    while (true) {
      const Player player = game_.current_player(state);
      if (player != chance_player && worker.plies == max_plies()) return std::nullopt;
      const Slot slot = player == chance_player ? chance_child<Shared>(worker, state, node)
                                                : player_child<Shared>(worker, state, node, plays);
      if (!slot) return std::nullopt;
      go_down(worker, state, slot, player);
      const std::uint32_t visits = fetch_add<Shared>(slot.visits(), 1U);
      if (visits == 0) {
        fetch_add<Shared>(nodes_, std::uint64_t{1});
        return std::nullopt;
      }
      node = index_of(load<Shared>(slot.link(), std::memory_order_acquire));
      if (node == 0) {
        if (auto outcome = game_.outcome(state)) return outcome;
        node = tree_.template open_node<Shared>(slot);
        if (node == 0) return std::nullopt;
      }
      plays = visits - 1;  // the first visit was not a play of one of its children
    }
  }

  template <bool Shared>
  Slot player_child(Worker& worker, const State& state, QuadIndex node, std::uint64_t plays) {
    const auto ln_plays = static_cast<float>(natural_log(static_cast<double>(std::max<std::uint64_t>(plays, 1))));
    const auto weight = static_cast<float>(exploration_weight());
    const Selection found = select_child<G, Shared>(
        tree_, node, scale_, [=](float sum, float n) { return bandit::ucb1(sum, n, ln_plays, weight); });
    if (!found.has_open_lane) return found.best;
    MoveListOf<G> legal;
    game_.legal_moves(state, legal);
    const Slot added = tree_.template add_random_child<Shared>(node, legal, worker.random);
    return added ? added : found.best;
  }

  template <bool Shared>
  Slot chance_child(Worker& worker, const State& state, QuadIndex node) {
    if constexpr (HasChance<G>) {
      return tree_.template find_or_add_child<Shared>(node, sample_chance(game_, state, worker.random), G::max_chance);
    } else {
      return {};
    }
  }

  void go_down(Worker& worker, State& state, const Slot& slot, Player player) const {
    PathStep step{.slot = slot, .player = player};
    if constexpr (HasStepRewards<G>) {
      step.paid = game_.apply(state, tree_.move(slot));
    } else {
      game_.apply(state, tree_.move(slot));
    }
    if (player != chance_player) ++worker.plies;
    worker.path.push_back(step);
  }

  // Step 3: what a random game from here brings each player.
  RewardsOf<G> evaluate(Worker& worker, const State& state) {
    const std::uint32_t left = max_plies() == no_limit ? no_limit : max_plies() - worker.plies;
    return random_playout(game_, state, worker.random, std::min(left, params_.depth.value_or(no_limit)));
  }

  // Step 4, from the leaf to the root, so that rewards on the way add up.
  template <bool Shared>
  void back_up(Worker& worker, RewardsOf<G> rewards) {
    using Increments = std::array<typename Layout<G>::Increment, G::max_players>;
    Increments increments{};
    const auto convert = [&] {
      for (std::size_t i = 0; i < rewards.size(); ++i) increments[i] = Layout<G>::increment(rewards[i]);
    };
    convert();
    for (auto step = worker.path.rbegin(); step != worker.path.rend(); ++step) {
      if constexpr (HasStepRewards<G>) {
        for (std::size_t i = 0; i < rewards.size(); ++i) rewards[i] += step->paid[i];
        convert();
      }
      // A chance outcome was nobody's choice; it is kept for player 0, for those who look at the tree.
      const auto player = static_cast<std::size_t>(std::max(step->player, 0));
      Layout<G>::template add<Shared>(step->slot.sum(), increments[player]);
      if constexpr (!HasRewardRange<G>) see(rewards[player]);
    }
    note_at_root(worker, rewards);
  }

  // Squares are kept at the root only, for the intervals.
  void note_at_root(const Worker& worker, const RewardsOf<G>& rewards) {
    if (worker.path.empty() || worker.path.front().player == chance_player) return;
    const auto& first = worker.path.front();
    const double reward = rewards[static_cast<std::size_t>(first.player)];
    if (root_squares_.size() <= first.slot.ordinal) root_squares_.resize(first.slot.ordinal + 1);
    root_squares_[first.slot.ordinal] += reward * reward;
  }

  // Without a declared range, the range seen so far is the scale.
  void see(double reward) {
    if (reward >= seen_.low && reward <= seen_.high) return;
    seen_.low = std::min(seen_.low, reward);
    seen_.high = std::max(seen_.high, reward);
    if (params_.scale == Scale::automatic && seen_.high > seen_.low)
      scale_ = {.low = seen_.low, .inverse_width = 1 / (seen_.high - seen_.low)};
  }

  // `c` is about rewards in [0,1]; in the game's own units it weighs less the wider their range is.
  [[nodiscard]] double exploration_weight() const {
    if constexpr (HasRewardRange<G>) {
      constexpr RewardRange range = G::reward_range;
      return params_.scale == Scale::none ? params_.c / (range.high - range.low) : params_.c;
    } else {
      return params_.c;
    }
  }

  [[nodiscard]] std::uint32_t max_plies() const { return params_.max_moves.value_or(no_limit); }

  // The root's moves in legal order with what is known of them.
  [[nodiscard]] std::vector<MoveStats<Move>> root_moves() const {
    MoveListOf<G> legal;
    game_.legal_moves(root_state_, legal);
    std::vector<MoveStats<Move>> moves;
    for (const Move& move : legal) moves.push_back({.move = move});
    tree_.template for_each_child<false>(root_, [&](const Slot& slot) {
      const Move move = tree_.move(slot);
      const auto place = std::find_if(moves.begin(), moves.end(), [&](const auto& m) { return m.move == move; });
      if (place != moves.end() && slot.visits() > 0) describe(slot, *place);
    });
    return moves;
  }

  void describe(const Slot& slot, MoveStats<Move>& stats) const {
    const double n = slot.visits();
    const double sum = Layout<G>::real_sum(slot.sum(), n);
    const double squares = slot.ordinal < root_squares_.size() ? root_squares_[slot.ordinal] : 0;
    stats.visits = slot.visits();
    stats.value = sum / n;
    if constexpr (HasRewardRange<G>) {
      constexpr RewardRange range = G::reward_range;
      constexpr double width = range.high - range.low;
      // The same samples on [0,1]: x = (reward - low) / width.
      const double unit_sum = (sum - range.low * n) / width;
      const double unit_squares = (squares - 2 * range.low * sum + range.low * range.low * n) / (width * width);
      const Interval unit = wilson_interval(unit_sum, unit_squares, n);
      stats.low = range.low + width * unit.low;
      stats.high = range.low + width * unit.high;
    } else {
      const Interval interval = normal_interval(sum, squares, n);
      stats.low = interval.low;
      stats.high = interval.high;
    }
  }

  [[nodiscard]] const MoveStats<Move>* final_choice(const std::vector<MoveStats<Move>>& moves) const {
    const MoveStats<Move>* best = nullptr;
    for (const auto& move : moves) {
      if (best == nullptr || better(move, *best)) best = &move;
    }
    return best;
  }

  [[nodiscard]] bool better(const MoveStats<Move>& a, const MoveStats<Move>& b) const {
    if (a.visits == 0 || b.visits == 0) return a.visits > b.visits;
    if (params_.choose == FinalChoice::value) return a.value > b.value;
    return a.visits > b.visits || (a.visits == b.visits && a.value > b.value);
  }

  // From the chosen move on along the most visited children, while the players decide.
  [[nodiscard]] std::vector<Move> principal_line(const Move& first) const {
    std::vector<Move> line;
    State state = root_state_;
    QuadIndex node = root_;
    while (node != 0 && game_.current_player(state) != chance_player) {
      Slot best;
      tree_.template for_each_child<false>(node, [&](const Slot& slot) {
        const bool wanted = line.empty() ? tree_.move(slot) == first : !best || slot.visits() > best.visits();
        if (wanted && slot.visits() > 0) best = slot;
      });
      if (!best) break;
      line.push_back(tree_.move(best));
      apply_move(game_, state, line.back());
      if (game_.outcome(state)) break;
      node = index_of(best.link());
    }
    return line;
  }

  G game_;
  SearchParams params_;
  Tree<G> tree_;
  Worker worker_;

  State root_state_{};
  QuadIndex root_ = 0;
  bool over_ = false;
  std::uint64_t root_visits_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint32_t max_depth_ = 0;
  std::vector<double> root_squares_;
  RewardRange seen_{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  RewardScale scale_;
};

// A search in one call.
template <Game G>
SearchResult<MoveOf<G>> search(const G& game, const StateOf<G>& state, const SearchLimits& limits,
                               const SearchParams& params = {}, std::uint64_t seed = 1) {
  Searcher<G> searcher(game, params, seed);
  searcher.set_root(state);
  return searcher.run(limits);
}

}  // namespace banyan
