// How a search shares out its memory: what each thread keeps for itself, what evaluators take, and the rest
// for the tree. At least half of it is the tree's.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>

#include <banyan/core/interval.hpp>
#include <banyan/core/value.hpp>
#include <banyan/search/evaluate/evaluator.hpp>
#include <banyan/search/evaluate/leaves.hpp>
#include <banyan/search/evaluate/mast.hpp>
#include <banyan/search/params.hpp>
#include <banyan/search/select/amaf.hpp>

namespace banyan {

template <Game G>
class MemoryPlan {
 public:
  // `params.memory` is for this tree; `evaluators` is what they take in all.
  MemoryPlan(const G& game, const SearchParams& params, const Guide<G>& guide, std::size_t evaluators)
      : budget_(params.memory.count),
        threads_(params.threads),
        of_a_thread_(least_of_a_thread(game, params, guide)),
        remembered_(most_remembered(params)),
        evaluators_(evaluators) {}

  // What an evaluator of one of the threads may take.
  static std::size_t of_an_evaluator(const G& game, const SearchParams& params, const Guide<G>& guide) {
    const std::size_t share = params.memory.count / 2 / params.threads;
    return share - std::min(share, least_of_a_thread(game, params, guide));
  }

  [[nodiscard]] std::size_t tree() const {
    return budget_ - std::min(budget_ / 2, needed() + threads_ * remembered_);
  }
  // For how many moves a thread may keep so many bytes each. A table that grows needs its old and its new
  // memory at the same time.
  [[nodiscard]] std::size_t moves_remembered(std::size_t bytes_per_move) const {
    const std::size_t rest = budget_ - tree();
    return (rest - std::min(rest, needed())) / threads_ * 2 / 3 / std::max<std::size_t>(bytes_per_move, 1);
  }

  // Why that is too little, as a share of what so many trees have; empty when it is enough.
  [[nodiscard]] std::string problem(Bytes whole, std::size_t trees) const {
    if (needed() <= budget_ / 2 && tree() >= smallest_tree) return {};
    const std::size_t enough = trees * 2 * std::max(needed(), smallest_tree);
    return "memory: '" + print_value(whole) + "' is too little for so many threads, which need " +
           print_value(Bytes{rounded_up(enough)}) + "; give more of it, or fewer threads";
  }

 private:
  // To two digits.
  static std::size_t rounded_up(std::size_t bytes) {
    std::size_t unit = 1;
    while (bytes / unit >= 100) unit *= 10;
    return (bytes + unit - 1) / unit * unit;
  }

  static constexpr std::size_t smallest_tree = 128 * 1024;

  [[nodiscard]] std::size_t needed() const { return threads_ * of_a_thread_ + evaluators_; }

  // The statistics of the root's returns, the path, leaves in flight, and with several threads a stack.
  static std::size_t least_of_a_thread(const G& game, const SearchParams& params, const Guide<G>& guide) {
    constexpr std::size_t stack = 32 * 1024;
    std::size_t bytes = 2 * legal_limit_of(game) * sizeof(Moments) + 8192;
    if (params.threads > 1) bytes += stack;
    if (guide.has_priors && guide.params.leaves > 1)
      bytes += LeavesInFlight<G>::most_bytes(guide.params.leaves);
    return bytes;
  }
  // What is remembered of moves, if every move that could be written were made.
  static std::size_t most_remembered(const SearchParams& params) {
    std::size_t bytes = 0;
    if (needs_memory(params.playout)) bytes += Trace::most_bytes + Mast::most_bytes<G>;
    if (params.rule->needs.amaf) bytes += Trace::most_bytes + Amaf<G>::most_bytes;
    return bytes;
  }

  std::size_t budget_;
  std::size_t threads_;
  std::size_t of_a_thread_;
  std::size_t remembered_;
  std::size_t evaluators_;
};

}  // namespace banyan
