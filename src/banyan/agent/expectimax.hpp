// Expectimax for one player against chance: every move and every chance outcome to a given depth, then the
// value of an n-tuple network. A transposition table is kept between moves, because the next move's search
// meets the same boards one level less deep. Iterative deepening runs until the time is over; the result is
// that of the deepest complete search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include <banyan/core/clock.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/ntuple/evaluator.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/result.hpp>

namespace banyan {

template <NTuplePlayable G>
class Expectimax {
 public:
  using Result = SearchResult<MoveOf<G>>;

  // `memory` is for the transposition table.
  Expectimax(const G& game, std::shared_ptr<const NTupleNetwork> network,
             Bytes memory = SearchParams{}.memory)
      : game_(game),
        network_(std::move(network)),
        table_size_(std::bit_floor(std::clamp<std::size_t>(memory.count / sizeof(Entry), 1, largest_table))) {
  }

  // The search depth: at least 1, at most `deepest`, which is reached if there is no other limit. With
  // `thrifty`, no deeper search is started if it is unlikely to end in time. The first look, one move ahead,
  // is always completed.
  struct Budget {
    std::optional<double> seconds;
    unsigned deepest = 1;
    bool thrifty = false;
    std::uint64_t evaluations = std::numeric_limits<std::uint64_t>::max();  // by the network
  };

  // Progress is reported a few times a second, with the deepest complete search.
  using Progress = std::function<void(const Result&)>;

  Result run(const StateOf<G>& state, const Budget& budget, const std::stop_token& stop,
             const Progress& progress = {}) {
    watch_ = Stopwatch{};
    limit_ = std::numeric_limits<double>::infinity();
    most_evaluations_ = std::numeric_limits<std::uint64_t>::max();
    evaluations_ = next_look_ = 0;
    stopped_ = false;
    stop_ = stop;
    cpu_before_ = thread_cpu_seconds();
    next_report_ = progress_interval;
    report_ = {};
    Result result = look(state, 0);
    limit_ = budget.seconds.value_or(limit_);
    most_evaluations_ = budget.evaluations;
    if (progress) report_ = [&] { progress(with_totals(result)); };
    // The first look does without it.
    if (budget.deepest > 1) table_.resize(table_size_);
    StopReason reason = StopReason::plies;
    Forecast forecast;
    for (unsigned depth = 1; depth < budget.deepest && !stopped_; ++depth) {
      if (budget.thrifty && forecast.next_end() > limit_) {
        reason = StopReason::time;
        break;
      }
      Result deeper = look(state, depth);
      if (!stopped_) result = std::move(deeper);
      forecast.note(watch_.seconds());
    }
    if (stopped_)
      reason = stop.stop_requested()               ? StopReason::interrupted
               : evaluations_ >= most_evaluations_ ? StopReason::sims
                                                   : StopReason::time;
    report_ = {};
    result.stopped_by = reason;
    return with_totals(std::move(result));
  }

 private:
  static constexpr std::size_t largest_table = std::size_t{1} << 20U;  // entries; a power of two
  static constexpr std::uint64_t between_looks = 64;  // evaluations between two reads of the clock
  static constexpr double progress_interval = 0.1;

  // Predicts when the next depth would be done: its time grows by the same factor as the last one's. The
  // factor is limited, because a depth that an earlier move's search has covered takes almost no time.
  struct Forecast {
    double end = 0;
    double last = 0;
    double before = 0;

    void note(double now) {
      before = std::exchange(last, now - end);
      end = now;
    }
    [[nodiscard]] double next_end() const {
      constexpr double usual_growth = 6;
      return before > 0 ? end + last * std::min(last / before, usual_growth) : end;
    }
  };

  struct Entry {
    std::uint64_t key = 0;
    double value = 0;
  };

  G game_;
  std::shared_ptr<const NTupleNetwork> network_;
  std::size_t table_size_;
  std::vector<Entry> table_;
  Stopwatch watch_;
  double limit_ = 0;
  std::uint64_t most_evaluations_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t next_look_ = 0;
  bool stopped_ = false;
  std::stop_token stop_;
  double cpu_before_ = 0;
  double next_report_ = 0;
  std::function<void()> report_;  // while there is something to report

  // What this run has taken so far.
  [[nodiscard]] Result with_totals(Result result) const {
    result.simulations = evaluations_;
    result.seconds = watch_.seconds();
    result.cpu_seconds = thread_cpu_seconds() - cpu_before_;
    result.bytes = table_.size() * sizeof(Entry);
    return result;
  }

  // Searches all moves, with `depth` further moves after each.
  Result look(const StateOf<G>& state, unsigned depth) {
    Result result;
    result.max_depth = depth + 1;
    AfterstateListOf<G> list;
    game_.afterstates(state, list);
    for (const auto& after : list) {
      const double value = after.paid + value_of_chance(after.state, depth);
      result.moves.push_back({.move = after.move, .value = value});
      if (result.best && value <= result.value) continue;
      result.best = after.move;
      result.value = value;
      result.line = {after.move};
    }
    return result;
  }

  double value_of_chance(const StateOf<G>& state, unsigned depth) {
    if (game_.outcome(state)) return 0;
    if (depth == 0) return evaluate(state);
    const std::uint64_t key = game_.hash(state) ^ depth * 0x9e37'79b9'7f4a'7c15U;
    Entry& entry = table_[key & (table_size_ - 1)];
    if (entry.key == key) return entry.value;
    ChanceListOf<G> outcomes;
    game_.chance_outcomes(state, outcomes);
    double sum = 0;
    for (const auto& outcome : outcomes) {
      StateOf<G> next = state;
      game_.apply(next, outcome.move);
      sum += outcome.probability * value_of_choice(next, depth);
      if (stopped_) return 0;
    }
    entry = {key, sum};
    return sum;
  }

  double value_of_choice(const StateOf<G>& state, unsigned depth) {
    if (depth == 1) {  // at depth 1 the network evaluates all moves in one batch
      evaluations_ += G::max_legal;
      look_at_clock();
      return ntuple_value(*network_, game_, state);
    }
    AfterstateListOf<G> list;
    game_.afterstates(state, list);
    double best = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const double value = list[i].paid + value_of_chance(list[i].state, depth - 1);
      best = i == 0 ? value : std::max(best, value);
    }
    return best;
  }

  double evaluate(const StateOf<G>& state) {
    ++evaluations_;
    look_at_clock();
    return network_->value(game_.cells(state));
  }

  void look_at_clock() {
    stopped_ = stopped_ || evaluations_ >= most_evaluations_;
    if (evaluations_ < next_look_) return;
    next_look_ = evaluations_ + between_looks;
    const double now = watch_.seconds();
    stopped_ = stopped_ || now >= limit_ || stop_.stop_requested();
    if (stopped_ || !report_ || now < next_report_) return;
    report_();
    next_report_ = watch_.seconds() + progress_interval;
  }
};

}  // namespace banyan
