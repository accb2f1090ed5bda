// Monte Carlo tree search: UCT (Kocsis & Szepesvári 2006), for any number of players, with chance and
// with rewards on the way. What one simulation does is in simulator.hpp; here is what goes on around it:
// threads, limits, memory, and the tree's life from move to move.
//
// The searcher prints nothing and reads no options. On one thread the same seed gives the same search,
// bit for bit.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/core/first_exception.hpp>
#include <banyan/search/answer/report.hpp>
#include <banyan/search/answer/view.hpp>
#include <banyan/search/contract.hpp>
#include <banyan/search/run.hpp>
#include <banyan/search/simulator.hpp>
#include <banyan/search/space.hpp>
#include <banyan/search/stop.hpp>
#include <banyan/search/tree/compact.hpp>
#include <banyan/search/upper_news.hpp>

namespace banyan {

template <Game G>
class Searcher {
 public:
  using State = StateOf<G>;
  using Move = MoveOf<G>;
  using Result = SearchResult<Move>;
  using Progress = std::function<void(const Result&)>;

  // As one of so many trees that share the memory (forest.hpp). Parameters out of range do not end the
  // program: every search returns an error that names them.
  Searcher(const G& game, const SearchParams& params, std::uint64_t seed, const Guide<G>& guide = {},
           std::uint32_t trees = 1)
      : problem_(problem_of_options(params, guide)),
        space_(game, problem_.empty() ? params : SearchParams{}, problem_.empty() ? guide : Guide<G>{},
               trees) {
    for (std::uint32_t thread = 0; thread < space_.params.threads; ++thread)
      simulators_.emplace_back(space_, seed, thread);
    set_root(game.start());
  }

  // Why it can't search: parameters out of their range, or too little memory; empty when all is well.
  [[nodiscard]] const std::string& problem() const {
    return problem_.empty() ? space_.memory_problem : problem_;
  }
  static std::string problem_of_options(const SearchParams& params, const Guide<G>& guide) {
    std::string problem = problem_of_fields(params);
    return problem.empty() && guide ? problem_of_fields(guide.params) : problem;
  }

  // Forgets the tree and starts a new one at this state.
  void set_root(const State& state) {
    space_.set_root(state);
    nodes_ = 0;
    for (auto& simulator : simulators_) {
      simulator.forget_root();
      simulator.forget_moves();
    }
  }

  // Makes the child for this move the root, and keeps what is known below it. Returns what is wrong where the
  // move, of a player or of chance, is not legal at the root: then nothing changes. Empty when all is well.
  std::string advance(const Move& move) {
    if (std::string problem = problem_of_move(space_.game, space_.root_state, move); !problem.empty())
      return problem;
    Slot child;
    space_.tree.template for_each_child<false>(space_.root, [&](const Slot& slot) {
      if (space_.tree.move(slot) == move) child = slot;
    });
    State next = space_.root_state;
    const Player mover = space_.game.current_player(next);
    BestSeen<G> best_seen = simulators_.front().best_seen();
    best_seen.advance(move, apply_move(space_.game, next, move)[0]);
    advance_tree(child, mover, next);
    simulators_.front().best_seen() = std::move(best_seen);
    return {};
  }

  [[nodiscard]] const State& root_state() const { return space_.root_state; }

  // Searches for this player, to whom a draw is worth what the options say: by default the one to move where
  // the root was set, and wherever it advances to. What was found out for the other is forgotten if that
  // matters.
  void take_side(Player player) {
    if (player == space_.side) return;
    if (space_.params.draw != 0) set_root(space_.root_state);
    space_.take_side(player);
  }
  // What a draw is worth to the player to move at the root.
  [[nodiscard]] double worth_of_draw() const {
    return space_.worth_of_draw(viewer(space_.game.current_player(space_.root_state)));
  }

  // Results tell the lines of so many moves from now on (SearchResult::lines).
  void tell_lines(std::size_t count) { lines_ = count; }

  // The share of noise in the priors of roots that are searched from now on.
  void set_noise(double share) { space_.guide.params.noise = share; }

  // Simulates until a rule says stop. A proven root ends every search, and so does a game that breaks its
  // contract: then the result's error says how. Callers that know how many simulations there will be say so:
  // a Gumbel root shares them out.
  Result run_until(const StopRule& rule, const Progress& progress = {},
                   std::optional<std::uint64_t> planned = std::nullopt) {
    if (!problem().empty()) return failed_search<Move>(problem());
    Run run(first_of({stop_when_proven(), rule, stop_when_counters_are_full(space_.root_visits)}), progress);
    if (space_.fault()) set_root(space_.root_state);  // what a search that failed left behind is not sound
    space_.forget_fault();
    if (std::string problem = problem_of_root(space_.game, space_.root_state); !problem.empty()) {
      space_.fault().report(std::move(problem));
      run.reason = StopReason::fault;
    }
    UnlessCompleted unless(space_.fault());
    while (!run.reason) {
      for (auto& simulator : simulators_) simulator.start_round();
      simulators_.front().prepare_root(planned);
      if (simulators_.size() == 1 && !space_.shares_positions) {
        work<false>(run, simulators_[0]);
      } else {
        work_together(run);
      }
      space_.root_visits += run.end_round();
      for (std::size_t i = 1; i < simulators_.size(); ++i) simulators_.front().take_over(simulators_[i]);
      if (space_.tree.full()) make_room();
      if (space_.tree.table().wants_to_grow()) space_.tree.table().grow();
      if (upper_ && run.watch.seconds() >= run.next_exchange) exchange(run);
    }
    unless.completed = true;
    return report(run);
  }

  // From now on searches exchange the upper tree with other processes; null: no more.
  void set_peers(SearchPeers* peers) {
    peers_ = peers;
    upper_.reset();
    space_.forget_foreign();
    if (peers == nullptr || !UpperTree<G>::can_share(space_)) return;
    upper_.emplace(space_, peers->depth());
    const UpperNews known_so_far = upper_->tell();
    // The first answers for what all knew before.
    if (peers->rank() == 0) return;
    space_.tree.template for_each_child<false>(space_.root, [&](const Slot& slot) {
      if (slot.visits() > 0)
        space_.note_foreign(space_.tree.ordinal(space_.root, slot), slot.visits(),
                            Layout<G>::real_sum(slot.sum(), slot.visits()));
    });
  }

  // Without any limit for one second.
  Result run(const SearchLimits& limits, const std::stop_token& stop = {}, const Progress& progress = {}) {
    if (std::string wrong = problem_of_fields(limits); !wrong.empty())
      return failed_search<Move>(std::move(wrong));
    return run_until(first_of({stop_at_limits(limits), stop_when_requested(stop)}), progress, limits.sims);
  }

  // The expected continuation after this move at the root.
  [[nodiscard]] std::vector<Move> line(const Move& first) {
    return Report<G>(space_, simulators_.front()).line(first);
  }

  // One simulation.
  void step() { run_until(stop_after_simulations(1)); }

  // What is known now.
  [[nodiscard]] Result result() { return report(Run{}); }

  // The node that these moves from the root lead to, if the tree reaches it; and what the last simulation
  // of the first thread did.
  [[nodiscard]] std::optional<NodeView<Move>> view(std::span<const Move> path) const {
    return view_node(space_, simulators_.front(), path);
  }
  [[nodiscard]] SimulationView<Move, RewardsOf<G>> last_simulation() const {
    const Simulator<G>& simulator = simulators_.front();
    return {simulator.last_path(), simulator.last_expanded(), simulator.last_rewards()};
  }

 private:
  // Makes this child the root, where these options keep anything of it.
  void advance_tree(const Slot& child, Player mover, const State& next) {
    const QuadIndex node = child ? index_of(child.link()) : 0;
    // What an open-loop tree knows is about whatever chance might have done.
    if (node == 0 || child.visits() == 0 || space_.is_open_loop()) return set_root(next);
    const auto bounds =
        space_.solves() ? lane_bounds<G, false>(space_.tree, child, mover) : Proofs<G>::unknown(space_.game);
    const double value = Layout<G>::real_sum(child.sum(), child.visits()) / child.visits();
    const std::uint64_t visits = child.visits() - 1;  // the first visit was not a play of one of its children
    compact(node, 0);
    space_.root_state = next;
    space_.root_visits = visits;
    space_.root_value = space_.value_to_mover(next, mover, value, space_.root, simulators_.front().scale());
    space_.root_is_noisy = false;
    space_.gumbel.reset();
    space_.root_bounds = bounds;
    space_.outcome = space_.game.outcome(next);
    space_.note_proof();
    for (auto& simulator : simulators_) simulator.forget_root();
  }

  static constexpr std::uint64_t checkpoint = 1024;  // simulations; a power of two
  using Run = SearchRun<Progress>;

  // Games, evaluators, stop rules and progress callbacks may throw. What such a search leaves behind is not
  // sound: the next one begins anew, as after any other fault.
  struct UnlessCompleted {
    explicit UnlessCompleted(FirstFault& the_fault) : fault(the_fault) {}
    UnlessCompleted(const UnlessCompleted&) = delete;
    UnlessCompleted& operator=(const UnlessCompleted&) = delete;
    ~UnlessCompleted() {
      if (!completed) fault.report("the search was ended by an exception");
    }
    FirstFault& fault;
    bool completed = false;
  };

  // A round on several threads. What one of them throws ends the round for all, and is thrown from here.
  void work_together(Run& run) {
    FirstException failure;
    const auto work_as = [&](Simulator<G>& simulator) {
      if (!failure.run([&] { work<true>(run, simulator); })) run.halt = true;
    };
    std::vector<std::jthread> threads;
    const bool has_threads = failure.run([&] {
      for (std::size_t i = 1; i < simulators_.size(); ++i)
        threads.emplace_back([&, i] { work_as(simulators_[i]); });
    });
    if (!has_threads) run.halt = true;
    work_as(simulators_[0]);
    threads.clear();
    failure.rethrow();
  }

  // What a thread does in a round. The first thread also asks the rules and reports progress.
  template <bool Shared>
  void work(Run& run, Simulator<G>& simulator) {
    const bool first = &simulator == &simulators_.front();
    const double cpu_before = thread_cpu_seconds();
    simulator.watch_playouts([this, &run, first] {
      if (first) consult_in_simulation(run);
      return !run.halt.load(std::memory_order_relaxed);
    });
    if (first) consult(run);
    Pace pace{.last = run.watch.seconds()};
    while (!run.halt.load(std::memory_order_relaxed)) {
      const std::uint64_t to_checkpoint =
          checkpoint - run.simulations.load(std::memory_order_relaxed) % checkpoint;
      // Leaves that are evaluated together are one batch. Were it longer, its last leaves would be fewer, and
      // where it ends depends on the clock: the same seed would not give the same search.
      const std::uint64_t together = space_.leaves_in_flight();
      const std::uint64_t wanted = together > 1 ? together : pace.simulations;
      const std::uint64_t batch = run.take(simulators_.size() > 1 ? wanted : std::min(wanted, to_checkpoint));
      const std::uint64_t nodes_before = simulator.nodes();
      const std::uint64_t done = together > 1 ? simulate_in_groups(run, simulator, batch)
                                              : simulate_singly<Shared>(run, simulator, batch);
      run.give_back(batch - done);
      run.simulations.fetch_add(done, std::memory_order_relaxed);
      nodes_.fetch_add(simulator.nodes() - nodes_before, std::memory_order_relaxed);
      simulator.settle();
      if (first) consult(run);
      if (wants_a_break()) run.halt = true;
      pace.update(run.watch.seconds(), done);
    }
    if constexpr (Shared) simulator.leave_epochs();
    simulator.watch_playouts({});
    run.cpu_seconds.fetch_add(thread_cpu_seconds() - cpu_before);
  }

  // Up to so many simulations, one by one. Returns how many were done. A simulation without work counts,
  // unless another thread is about to complete the proof.
  template <bool Shared>
  std::uint64_t simulate_singly(const Run& run, Simulator<G>& simulator, std::uint64_t most) {
    const bool counts_idle = !Shared || !space_.solves() || space_.shares_positions;
    std::uint64_t done = 0;
    while (done < most && goes_on(run) && !simulator.is_halted() &&
           (simulator.template simulate<Shared>() || counts_idle))
      ++done;
    return done;
  }
  // The same with several leaves in flight.
  [[gnu::noinline]] std::uint64_t simulate_in_groups(const Run& run, Simulator<G>& simulator,
                                                     std::uint64_t most) {
    std::uint64_t done = 0;
    while (done < most && goes_on(run) && !simulator.is_halted()) {
      const std::uint64_t leaves = std::min(most - done, space_.leaves_in_flight());
      const std::uint64_t more = simulator.simulate_leaves(leaves);
      if (more == 0) return simulators_.size() > 1 && space_.solves() ? done : most;
      done += more;
    }
    return done;
  }

  // Between rounds: what is new in the upper tree goes to other processes, and theirs comes in.
  void exchange(Run& run) {
    run.next_exchange = run.watch.seconds() + peers_->interval();
    const UpperNews heard = peers_->exchange(upper_->tell());
    if (!heard.empty()) nodes_ += simulators_.front().hear(*upper_, heard);
  }

  void consult(Run& run) {
    const std::uint64_t done = run.simulations.load(std::memory_order_relaxed);
    const Situation now{.simulations = done,
                        .seconds = run.watch.seconds(),
                        .nodes = nodes_.load(std::memory_order_relaxed),
                        .bytes = bytes(),
                        .proven = space_.proven(),
                        .lead = Report<G>(space_, simulators_.front()).lead(),
                        .at_checkpoint = simulators_.size() > 1 || done % checkpoint == 0};
    run.last = now;
    const Verdict verdict = space_.fault() ? Verdict{.reason = StopReason::fault} : run.rule(now);
    run.reason = verdict.reason;
    if (verdict.reason) {
      run.halt = true;  // and what is allowed stays: other threads may be taking from it
    } else {
      run.allowed = verdict.at_most == Verdict::any_number ? Verdict::any_number : done + verdict.at_most;
      if (upper_ && now.seconds >= run.next_exchange) run.halt = true;  // and a new round begins
    }
    if (run.progress && now.seconds >= run.next_report) {
      run.progress(report(run));
      run.next_report = now.seconds + Run::progress_interval;
    }
  }

  // Called within a long simulation. Rules see their last figures, but a current clock: only time and stop
  // requests end a search here, so that reproducible limits stay reproducible.
  void consult_in_simulation(Run& run) {
    Situation now = run.last;
    now.seconds = run.watch.seconds();
    now.at_checkpoint = false;
    now.in_simulation = true;
    const Verdict verdict = run.rule(now);
    if (!verdict.reason) return;
    run.reason = verdict.reason;
    run.halt = true;
  }

  // While threads are at work, only the first one's own statistics can be read, and they have to do.
  Result report(const Run& run) {
    Result result;
    if (space_.fault()) {
      result.error = space_.fault().message();
    } else {
      result = Report<G>(space_, simulators_.front()).make(lines_);
    }
    result.simulations = run.simulations.load(std::memory_order_relaxed);
    result.seconds = run.watch.seconds();
    result.cpu_seconds = run.cpu_seconds.load(std::memory_order_relaxed);
    result.stopped_by = run.reason.value_or(StopReason::interrupted);
    result.threads = space_.params.threads;
    result.nodes = nodes_.load(std::memory_order_relaxed);
    result.bytes = bytes();
    result.max_depth = simulators_.front().max_depth;
    result.levels = simulators_.front().levels();
    return result;
  }

  [[nodiscard]] std::uint64_t bytes() const {
    return space_.tree.highest_bytes() + simulators_.size() * simulators_.front().bytes();
  }

  // Whether there is to be another simulation. A single thread ends its own rounds, between two batches.
  [[nodiscard]] bool goes_on(const Run& run) {
    return !wants_a_break() && !space_.ended() &&
           (simulators_.size() == 1 || !run.halt.load(std::memory_order_relaxed));
  }
  // Something has to be done while no thread searches.
  [[nodiscard]] bool wants_a_break() { return space_.tree.full() || space_.tree.table().wants_to_grow(); }

  // Memory is full: gives up what was visited least, until a quarter is free.
  void make_room() {
    const std::size_t enough = space_.tree.capacity() / 4 * 3;
    for (std::uint32_t threshold = 4;; threshold *= 2) {
      compact(space_.root, threshold);
      if (space_.tree.used() < enough) return;
    }
  }

  void compact(QuadIndex root, std::uint32_t threshold) {
    for (auto& simulator : simulators_) simulator.leave_epochs();
    const auto outcome = Compaction<G>(space_.tree).run(root, threshold);
    space_.root = outcome.root;
    nodes_ = outcome.children;
  }

  std::string problem_;  // of the parameters
  SearchPeers* peers_ = nullptr;
  std::optional<UpperTree<G>> upper_;
  SearchSpace<G> space_;
  std::deque<Simulator<G>> simulators_;  // one a thread
  std::size_t lines_ = 0;
  std::atomic<std::uint64_t> nodes_{0};
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
