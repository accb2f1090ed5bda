// One simulation, by one thread. It has four steps, of which the first two are in descent.hpp:
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
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <banyan/search/answer/best_seen.hpp>
#include <banyan/search/answer/root_returns.hpp>
#include <banyan/search/backup/graph.hpp>
#include <banyan/search/backup/late_counts.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/descent.hpp>
#include <banyan/search/evaluate/leaves.hpp>
#include <banyan/search/evaluate/move_memory.hpp>
#include <banyan/search/evaluate/playout.hpp>
#include <banyan/search/prove/solver.hpp>
#include <banyan/search/space.hpp>
#include <banyan/search/upper_news.hpp>

namespace banyan {

// Simulators of several threads are adjacent in memory: keep them off each other's cache lines, and off
// neighbouring ones, which processors prefetch together.
template <Game G>
class alignas(128) Simulator {
 public:
  Simulator(SearchSpace<G>& space, std::uint64_t seed, std::uint64_t stream)
      : space_(space), way_(space, seed, stream) {
    if (stream < space.evaluators.size()) evaluator_ = std::move(space.evaluators[stream]);
    const std::size_t bytes_per_move =
        (space.has_mast() ? Mast::bytes_per_move : 0) + (space.has_amaf() ? Amaf<G>::bytes_per_move : 0);
    memory_.limit_moves(space.plan.moves_remembered(bytes_per_move));
    way_.chooser.amaf.limit_moves(space.plan.moves_remembered(bytes_per_move));
  }

  // Begins to count anew: simulations, nodes, and what the root's children returned.
  void start_round() { simulations = way_.expander.nodes = 0; }
  void forget_root() {
    way_.epochs.forget();
    late_.forget();
    disturbed_ = false;
    root_returns_.clear();
    best_seen_.forget();
    max_depth = 0;
    way_.levels = 0;
  }
  // What moves returned is remembered from root to root, but not from game to game.
  void forget_moves() { memory_.forget(); }
  // Adds to the tree what was to be added late.
  void settle() {
    late_.settle();
    way_.epochs.template settle<true>();
  }
  // Begins the next simulation at the root, and withdraws announced visits. Call it before nodes move.
  void leave_epochs() { way_.epochs.template leave<true>(); }
  // Adds another thread's statistics to one's own, and clears them there.
  void take_over(Simulator& other) {
    root_returns_.add(other.root_returns_);
    best_seen_.add(other.best_seen_);
    max_depth = std::max(max_depth, other.max_depth);
    way_.levels += other.way_.levels;
    other.forget_root();
  }

  // One simulation, on a tree of its own, or on one that other threads share or whose positions are shared.
  // Returns false if there was nothing to do: another thread may be proving all that was left.
  template <bool Shared>
  bool simulate() {
    State state;
    std::optional<Rewards> outcome = way_.template go<Shared>(state, simulations);
    if (way_.is_idle()) return false;
    if (Shared && Transposable<G> && space_.shares_positions) {
      if (outcome) outcome = settle_outcome<true>(*outcome);
      back_up_graph(outcome, state);
    } else if constexpr (keeps_best_seen<G>) {
      back_up_and_see<Shared>(outcome, state);
    } else {
      back_up<Shared>(outcome ? settle_outcome<Shared>(*outcome) : evaluate<Shared>(state));
    }
    if constexpr (has_short_moves<G>)
      if (memory_.is_wanted()) memory_.template learn<Shared>(way_.steps(), last_rewards_, way_.chooser.amaf);
    count_simulation();
    if constexpr (Descent<G>::has_epochs) way_.epochs.template end_simulation<Shared>();
    return true;
  }

  // Up to `most` simulations whose leaves are evaluated in one batch, with a guide that has priors. Until
  // then each visit counts as a loss, so that the next simulation goes elsewhere; one that still reaches a
  // leaf in the batch ends it. Returns the number of simulations.
  std::uint64_t simulate_leaves(std::uint64_t most) {
    std::uint64_t done = 0;
    leaves_.clear();
    while (done + leaves_.size() < most && !space_.ended()) {
      State state;
      std::optional<Rewards> outcome = way_.template go<true>(state, simulations + leaves_.size());
      if (way_.is_idle()) break;
      if (outcome) {
        if constexpr (keeps_best_seen<G>) {
          back_up_and_see<true>(outcome, state);
        } else {
          back_up<true>(settle_outcome<true>(*outcome));
        }
        count_simulation();
        ++done;
      } else if (leaves_.has(way_.last().slot)) {
        way_.take_back();
        break;
      } else {
        MoveListOf<G> moves;
        bool is_complete = true;
        if (space_.game.current_player(state) != chance_player &&
            !way_.expander.list_for_evaluator(state, moves, is_complete))
          break;
        leaves_.add(way_.steps(), state, moves, is_complete);
      }
    }
    back_up_leaves();
    return done + leaves_.size();
  }

  // Before a round: so many simulations, if that is known.
  void prepare_root(std::optional<std::uint64_t> planned) {
    way_.root.prepare(way_.expander, evaluator_.get(), way_.chooser.scale, way_.random);
    way_.root.share_out(planned, way_.chooser.scale, way_.random);
  }

  // Adds to the tree what other processes have found. Returns the number of nodes added.
  std::uint64_t hear(UpperTree<G>& upper, const UpperNews& news) {
    return upper.hear(news, way_.expander, way_.chooser.scale, way_.random);
  }

  // Asked now and then while a random game gets long; answering false ends the game, and is remembered.
  void watch_playouts(std::function<bool()> goes_on) {
    is_halted_ = false;
    if (goes_on) {
      way_.watch.goes_on = [this, goes_on = std::move(goes_on)] {
        if (!goes_on()) is_halted_ = true;
        return !is_halted_;
      };
    } else {
      way_.watch.goes_on = {};
    }
  }
  [[nodiscard]] bool is_halted() const { return is_halted_; }

  std::uint64_t simulations = 0;
  std::uint32_t max_depth = 0;
  RewardRange seen{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  [[nodiscard]] const RootReturns& root_returns() const { return root_returns_; }
  [[nodiscard]] BestSeen<G>& best_seen() { return best_seen_; }
  [[nodiscard]] const BestSeen<G>& best_seen() const { return best_seen_; }
  [[nodiscard]] std::uint64_t levels() const { return way_.levels; }
  [[nodiscard]] std::uint64_t nodes() const { return way_.expander.nodes; }
  [[nodiscard]] const RewardScale& scale() const { return way_.chooser.scale; }
  [[nodiscard]] IndexTerms index_terms(const Slot& slot, std::uint64_t plays) const {
    Random unused(0);  // a look inside must not change what is drawn later
    return way_.chooser.index_terms(slot, plays, unused);
  }

  // The last simulation: its moves from the root, whether the last of them was new, and what it brought.
  [[nodiscard]] std::vector<MoveOf<G>> last_path() const {
    std::vector<MoveOf<G>> moves;
    for (const Step& step : way_.steps()) moves.push_back(space_.tree.move(step.slot));
    return moves;
  }
  [[nodiscard]] bool last_expanded() const { return way_.depth() > 0 && way_.last().slot.visits() == 1; }
  [[nodiscard]] const RewardsOf<G>& last_rewards() const { return last_rewards_; }

  [[nodiscard]] std::size_t bytes() const {
    return root_returns_.bytes() + best_seen_.bytes() + way_.bytes() + memory_.bytes() + leaves_.bytes() +
           (evaluator_ ? evaluator_->bytes() : 0);
  }

 private:
  using State = StateOf<G>;
  using Rewards = RewardsOf<G>;
  using Step = PathStep<G>;
  using Increment = typename Layout<G>::Increment;

  void count_simulation() {
    max_depth = std::max(max_depth, static_cast<std::uint32_t>(way_.depth()));
    ++simulations;
  }

  // Plies that a random game from the end of the way may have.
  [[nodiscard]] std::uint32_t plies_left() const {
    const std::uint32_t to_end =
        space_.max_plies() == no_limit ? no_limit : space_.max_plies() - way_.plies();
    return std::min(to_end, space_.params.depth.value_or(no_limit));
  }

  // Step 3: what each player can expect from here on.
  template <bool Shared>
  [[gnu::always_inline]] Rewards evaluate(const State& state) {
    return checked(guess<Shared>(state));
  }
  [[gnu::always_inline]] Rewards checked(const Rewards& guess) {
    if (are_rewards_sound(space_.game, guess)) [[likely]]
      return guess;
    return blame(guess, evaluator_ ? "the evaluator expects" : "a simulation returns");
  }
  template <bool Shared>
  [[gnu::always_inline]] Rewards guess(const State& state) {
    if (evaluator_) return ask_evaluator<Shared>(state);
    const std::uint32_t left = plies_left();
    if constexpr (has_short_moves<G>)
      if (memory_.is_wanted()) return space_.worth(memory_.playout(state, left, way_.random, way_.watch));
    return space_.worth(random_playout(space_.game, state, way_.random, left, space_.params.playout,
                                       space_.params.discount, UniformPick{}, &way_.watch));
  }

  // With priors the leaf gets all its children at once: they are known only now.
  template <bool Shared>
  Rewards ask_evaluator(const State& state) {
    if (!space_.guide.has_priors || space_.game.current_player(state) == chance_player)
      return space_.worth(evaluator_->evaluate(state, {}, {}, way_.random));
    Rewards rewards{};
    const QuadIndex node = way_.expander.expand_by_priors(state, *evaluator_, rewards, way_.random);
    if (node != 0 && way_.depth() > 0) space_.tree.template hang<Shared>(way_.last().slot, node);
    return rewards;
  }

  // Steps 3 and 4 of all simulations that have come to a leaf.
  void back_up_leaves() {
    const std::span<Question<G>> answered = leaves_.questions();
    evaluator_->evaluate_all(answered, way_.random);
    for (std::size_t i = 0; i < answered.size(); ++i) {
      way_.return_to(leaves_.steps(i));
      if (!answered[i].legal.empty())
        if (const QuadIndex node = way_.expander.new_node_by_priors(answered[i].legal, answered[i].priors,
                                                                    leaves_.is_complete(i)))
          space_.tree.template hang<true>(way_.last().slot, node);
      back_up<true>(checked(space_.worth(answered[i].answer)));
      count_simulation();
    }
  }

  // What the end of the game at the end of the path comes to, with the solver all that follows from it.
  template <bool Shared>
  Rewards settle_outcome(const Rewards& outcome) {
    if (!is_sound_outcome(outcome)) [[unlikely]]
      return blame(outcome, "outcome() gives");
    return space_.worth(space_.solves() ? prove<Shared>(outcome) : outcome);
  }
  [[nodiscard]] bool is_sound_outcome(const Rewards& outcome) const {
    if constexpr (HasDraws<G>) {
      return outcome[0] == -outcome[1] && (outcome[0] == 0 || std::abs(outcome[0]) == 1);
    } else {
      return are_rewards_sound(space_.game, outcome);
    }
  }

  // Ends the search because of these rewards. Returns neutral rewards.
  [[gnu::cold, gnu::noinline]] Rewards blame(const Rewards& rewards, const std::string& whose) {
    const bool sound = are_rewards_sound(space_.game, rewards);
    way_.fail(sound ? whose + " " + numbers_text(rewards) +
                          ": with win_draw_loss returns are -1, 0 or 1 and add up to 0"
                    : problem_of_rewards(space_.game, rewards, whose));
    Rewards neutral{};
    if constexpr (HasRewardRange<G>) neutral.fill(reward_range_of(space_.game).middle());
    return neutral;
  }

  // Carries the proof that the game is over at the end of the path as far up as it reaches. Returns the
  // return that is proven furthest up.
  template <bool Shared>
  Rewards prove(const Rewards& rewards) {
    const ProvenPath<G> proven = prove_path<G, Shared>(space_, way_.steps(), rewards);
    // What an epoch keeps may not be worth searching any more.
    if (proven.news_from < way_.epochs.depth()) disturbed_ = true;
    return proven.rewards;
  }

  // Step 4, from the leaf to the root, so that rewards on the way add up.
  template <bool Shared>
  [[gnu::always_inline]] void back_up(Rewards rewards) {
    std::array<Increment, static_cast<std::size_t>(G::max_players)> increments{};
    const auto convert = [&] {
      for (std::size_t i = 0; i < rewards.size(); ++i) increments[i] = Layout<G>::increment(rewards[i]);
    };
    convert();
    const std::size_t kept = way_.epochs.depth();
    if (kept > 0) way_.epochs.add(increments);
    const std::span<const Step> steps = way_.steps();
    for (std::size_t i = steps.size(); i-- > kept;) {
      const Step& step = steps[i];
      if constexpr (HasStepRewards<G>) {
        for (std::size_t p = 0; p < rewards.size(); ++p) rewards[p] += step.paid[p];
        if (!are_rewards_sound(space_.game, rewards)) [[unlikely]]
          rewards = outside(rewards);
        convert();
      }
      const auto player = static_cast<std::size_t>(viewer(step.player));
      if (Shared && step.counted_late) {
        late_.add(step.slot, increments[player]);
      } else {
        Layout<G>::template add<Shared>(step.slot.sum(),
                                        Shared ? increments[player] - step.lent : increments[player]);
      }
      add_statistics<Shared>(step.slot, rewards[player]);
      if constexpr (!HasRewardRange<G>) see(rewards[player]);
    }
    if (way_.depth() > 0) note_at_root(way_.steps().front(), rewards);
    last_rewards_ = rewards;
    if (disturbed_) way_.epochs.template leave<Shared>();
    disturbed_ = false;
  }

  // What the selection rule wants to be kept beside sums and visits.
  template <bool Shared>
  void add_statistics(const Slot& slot, double reward) {
    const auto statistics = space_.tree.statistics();
    for (std::size_t i = 0; i < statistics.size(); ++i)
      fetch_add<Shared>(space_.tree.statistic(i, slot), statistics[i]->of(Layout<G>::for_statistics(reward)));
  }

  // Steps 3 and 4 where one player plays, who wants to know the best game seen.
  template <bool Shared>
  void back_up_and_see(const std::optional<Rewards>& outcome, const State& state) {
    const Random before = way_.random;
    way_.watch.cut_off = false;
    const Rewards end = outcome ? *outcome : evaluate<Shared>(state);
    back_up<Shared>(outcome ? settle_outcome<Shared>(end) : end);
    const bool is_played = outcome || (!evaluator_ && !way_.watch.cut_off);
    // What is paid on the way is in last_rewards_; elsewhere that may be what a proof promises.
    const double score = HasStepRewards<G> ? last_rewards_[0] : end[0];
    if (is_played && best_seen_.is_beaten_by(score)) see(score, end[0], state, outcome ? nullptr : &before);
  }

  // Writes down the game that was just played, from whose leaf on the random stream was as given.
  [[gnu::noinline]] void see(double score, double end, const State& leaf, const Random* stream) {
    if constexpr (keeps_best_seen<G>) {
      SeenGame<MoveOf<G>> game{.score = score, .line = way_.moves()};
      const std::size_t to_leaf = game.line.size();
      const std::size_t room = space_.params.memory.count / 64 / space_.params.threads / sizeof(MoveOf<G>);
      if (stream != nullptr) {
        const Recording<G> rules(space_.game, game.line, std::max(room, to_leaf));
        Random random = *stream;
        // A game's own playout() may draw its moves otherwise: then this is not the same game.
        game.whole = repeat(rules, leaf, random)[0] == end && !rules.is_full();
        if (!game.whole) game.line.resize(to_leaf);
      }
      if (!game.line.empty()) best_seen_.keep(std::move(game));
    }
  }
  template <class Rules>
  Rewards repeat(const Rules& rules, const State& leaf, Random& random) {
    if constexpr (has_short_moves<G>)
      if (memory_.is_wanted()) return memory_.repeat(rules, leaf, plies_left(), random);
    return random_playout(rules, leaf, random, plies_left(), space_.params.playout, space_.params.discount,
                          StepwisePick{});
  }

  // What was paid on the way and a guess at the rest may add up to more than a return can be. Otherwise the
  // game pays what it must not.
  [[gnu::cold, gnu::noinline]] Rewards outside(Rewards rewards) {
    const SearchParams& params = space_.params;
    const bool guessed =
        evaluator_ || params.depth || params.max_moves || params.discount != 1 || way_.watch.cut_off;
    const bool finite =
        std::all_of(rewards.begin(), rewards.end(), [](double reward) { return std::isfinite(reward); });
    if (!finite || !guessed) return blame(rewards, "with what apply() pays, a simulation returns");
    return rewards;
  }

  // Step 4 where positions are shared (graph.hpp).
  void back_up_graph(const std::optional<Rewards>& outcome, const State& state) {
    if constexpr (Transposable<G>) {
      if (way_.depth() == 0) return;
      last_rewards_ = PositionGraph<G>(space_).back_up(way_.steps(), outcome, state,
                                                       [&] { return evaluate<true>(state); });
      note_at_root(way_.steps().front(), last_rewards_);
    }
  }

  [[gnu::always_inline]] void note_at_root(const Step& first, const Rewards& rewards) {
    root_returns_.add(space_.tree.ordinal(space_.root, first.slot),
                      rewards[static_cast<std::size_t>(viewer(first.player))]);
  }

  // Without a declared range, the range seen so far is the scale.
  void see(double reward) {
    if (reward >= seen.low && reward <= seen.high) return;
    seen.low = std::min(seen.low, reward);
    seen.high = std::max(seen.high, reward);
    if (space_.params.scale == Scale::automatic && seen.high > seen.low)
      way_.chooser.scale = {.low = seen.low, .inverse_width = 1 / (seen.high - seen.low)};
  }

  SearchSpace<G>& space_;
  Descent<G> way_;
  MoveMemory<G> memory_{space_};
  std::unique_ptr<Evaluator<G>> evaluator_;  // where random games are not wanted
  LateCounts<G> late_;
  bool is_halted_ = false;  // a random game was told to end
  bool disturbed_ = false;  // something was proven of what an epoch keeps
  RootReturns root_returns_;
  BestSeen<G> best_seen_;
  Rewards last_rewards_{};
  LeavesInFlight<G> leaves_;
};

}  // namespace banyan
