// Root parallelism: several trees for one position, each grown by one thread, whose statistics are added up
// (Cazenave & Jouandeau, "On the Parallelization of UCT", 2007). It plays weaker than one shared tree, but
// each tree depends on nothing but its seed: with a fixed number of trees the answer is the same for any
// number of threads.
//
// A forest of one tree is a plain search, on one shared tree if it has several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/bytes.hpp>
#include <banyan/core/first_exception.hpp>
#include <banyan/core/parallel.hpp>
#include <banyan/search/answer/result_bytes.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {

// Merges the results of independent searches of one position. If one failed, the whole has its error.
template <class Move>
SearchResult<Move> merge_results(const std::vector<SearchResult<Move>>& parts, const ChoiceRule& rule) {
  for (const auto& part : parts)
    if (!part.error.empty()) return part;
  SearchResult<Move> whole = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const auto& part = parts[i];
    for (const auto& move : part.moves) {
      auto& sum =
          *std::find_if(whole.moves.begin(), whole.moves.end(), [&](auto& m) { return m.move == move.move; });
      merge_move(sum, move);
    }
    if (whole.bounds && part.bounds) tighten(*whole.bounds, *part.bounds);
    if (part.best_seen && (!whole.best_seen || part.best_seen->score > whole.best_seen->score))
      whole.best_seen = part.best_seen;
    whole.simulations += part.simulations;
    whole.cpu_seconds += part.cpu_seconds;
    whole.max_depth = std::max(whole.max_depth, part.max_depth);
    whole.levels += part.levels;
    whole.nodes += part.nodes;
    whole.bytes += part.bytes;
  }
  if (whole.bounds && whole.bounds->proven()) whole.stopped_by = StopReason::proven;
  sort_by_visits(whole.moves);
  merge_lines(whole, parts);
  choose_best(whole, parts, rule);
  return whole;
}

// For each of the best moves the longest line that any part has; as many as each part has.
template <class Move>
void merge_lines(SearchResult<Move>& whole, const std::vector<SearchResult<Move>>& parts) {
  const std::size_t count = whole.lines.size();
  whole.lines.clear();
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Move>& line = whole.lines.emplace_back(1, whole.moves[i].move);
    for (const auto& part : parts)
      for (const auto& known : part.lines)
        if (known.front() == line.front() && known.size() > line.size()) line = known;
  }
}

// Means add up by visits; independent intervals shrink together.
template <class Move>
void merge_move(MoveStats<Move>& sum, const MoveStats<Move>& part) {
  if (sum.bounds && part.bounds) {
    tighten(*sum.bounds, *part.bounds);
  } else if (part.bounds) {
    sum.bounds = part.bounds;
  }
  // The quickest proof of any tree counts.
  if (part.resistance && (!sum.resistance || detail::resists_longer(*sum.resistance, *part.resistance)))
    sum.resistance = part.resistance;
  if (part.visits == 0) return;
  if (sum.visits == 0) {
    const std::optional<Bounds> bounds = sum.bounds;
    const std::optional<Resistance> resistance = sum.resistance;
    sum = part;
    sum.bounds = bounds;
    sum.resistance = resistance;
    return;
  }
  const auto a = static_cast<double>(sum.visits);
  const auto b = static_cast<double>(part.visits);
  const auto mean = [&](double x, double y) { return (a * x + b * y) / (a + b); };
  const auto spread = [&](double x, double y) { return std::hypot(a * x, b * y) / (a + b); };
  const double value = mean(sum.value, part.value);
  sum.low = value - spread(sum.value - sum.low, part.value - part.low);
  sum.high = value + spread(sum.high - sum.value, part.high - part.value);
  sum.value = value;
  sum.visits += part.visits;
}

inline void tighten(Bounds& bounds, const Bounds& other) {
  bounds.low = std::max(bounds.low, other.low);
  bounds.high = std::min(bounds.high, other.high);
}

// The choice among the merged moves, with the line of a tree that made the same choice, if there is one.
template <class Move>
void choose_best(SearchResult<Move>& whole, const std::vector<SearchResult<Move>>& parts,
                 const ChoiceRule& rule) {
  const bool is_proven = whole.bounds && whole.bounds->proven();
  if (replays_best_game(rule.by) && whole.best_seen && !is_proven)
    return set_best(whole, whole.best_seen->line.front(), whole.best_seen->line);
  const auto* best = best_move(whole.moves, whole.bounds, rule);
  if (best == nullptr) return;
  const Move move = best->move;
  set_best(whole, move);
  for (const auto& part : parts)
    if (part.best == whole.best && part.line.size() > whole.line.size()) whole.line = part.line;
}

template <Game G>
class Forest {
 public:
  using Result = SearchResult<MoveOf<G>>;
  using Progress = typename Searcher<G>::Progress;

  // Enough trees for four threads, and few enough that each is deep.
  static constexpr std::uint32_t deterministic_trees = 4;

  Forest(const G& game, const SearchParams& params, std::uint64_t seed, const Guide<G>& guide = {})
      : params_(params),
        by_visits_(is_by_visits(params.choose) && guide.params.gumbel == 0),
        trees_(count_trees(params, guide)) {
    SearchParams each = params;
    if (trees_.size() > 1) each.threads = 1;
    for (std::size_t i = 0; i < trees_.size() && (i == 0 || problem().empty()); ++i)
      trees_[i] = std::make_unique<Searcher<G>>(game, each, i == 0 ? seed : mix64(seed + i), guide,
                                                static_cast<std::uint32_t>(trees_.size()));
    if (!problem().empty()) trees_.resize(1);  // one tree is enough to report the problem
  }

  // Why it can't search (Searcher::problem).
  [[nodiscard]] const std::string& problem() const { return trees_.front()->problem(); }

  [[nodiscard]] const StateOf<G>& root_state() const { return trees_.front()->root_state(); }
  void set_root(const StateOf<G>& state) {
    for (auto& tree : trees_) tree->set_root(state);
  }
  // Returns what is wrong with the move, as Searcher::advance() does.
  std::string advance(const MoveOf<G>& move) {
    std::string problem;
    for (auto& tree : trees_) problem = tree->advance(move);
    return problem;
  }

  void take_side(Player player) {
    for (auto& tree : trees_) tree->take_side(player);
  }

  // Searcher::tell_lines.
  void tell_lines(std::size_t count) {
    for (auto& tree : trees_) tree->tell_lines(count);
  }

  // The expected continuation after this move at the root, by the tree that knows most of it.
  [[nodiscard]] std::vector<MoveOf<G>> line(const MoveOf<G>& first) {
    std::vector<MoveOf<G>> longest;
    for (auto& tree : trees_)
      if (auto line = tree->line(first); line.size() > longest.size()) longest = std::move(line);
    return longest;
  }

  // Searches within the limits, or for one second where there is none; with `may_settle`, a single tree that
  // is asked for the most visited move stops once that can't change.
  //
  // Other processes that search the same position at the same time are its peers: with `deterministic` each
  // grows some of the trees, else each has a share of the simulations, and they tell each other what the
  // upper trees have found. The first of them answers for all; what the others answer is their own part.
  Result run(const SearchLimits& limits, bool may_settle, const std::stop_token& stop,
             const Progress& progress, SearchPeers* peers = nullptr) {
    if (!problem().empty()) return failed_search<MoveOf<G>>(problem());
    if (std::string wrong = problem_of_fields(limits); !wrong.empty())
      return failed_search<MoveOf<G>>(std::move(wrong));
    if constexpr (UpperTree<G>::supported)
      if (peers != nullptr) return run_with(*peers, limits, stop, progress);
    if (trees_.size() == 1) return run_one(limits, may_settle, stop_when_requested(stop), progress);
    const Stopwatch watch;
    std::vector<std::size_t> all(trees_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    Result whole = merge(grow(all, limits, stop_when_requested(stop), progress));
    whole.threads = params_.threads;
    whole.seconds = watch.seconds();  // one thread may have grown several trees, one after the other
    return whole;
  }

 private:
  Result run_one(const SearchLimits& limits, bool may_settle, const StopRule& stop,
                 const Progress& progress) {
    StopRule rule = stop_at_limits(limits);
    if (may_settle && by_visits_) rule = or_when_settled(rule);
    return trees_[0]->run_until(first_of({rule, stop}), progress, limits.sims);
  }

  // Grows these trees, each by one thread. Their answers, in this order. Several threads ask `stop` at a
  // time.
  std::vector<Result> grow(const std::vector<std::size_t>& wanted, const SearchLimits& limits,
                           const StopRule& stop, const Progress& progress) {
    std::vector<Result> results(wanted.size());
    // What one of them throws ends all, and is thrown from here.
    FirstException failure;
    std::atomic<bool> failed{false};
    const StopRule someone_failed = [&failed](const Situation&) -> Verdict {
      if (failed) return {.reason = StopReason::interrupted};
      return {};
    };
    const auto grow_tree = [&](std::size_t k) {
      // Which may be no simulation at all.
      const SearchLimits part = share(limits, wanted[k], trees_.size());
      results[k] = trees_[wanted[k]]->run_until(first_of({someone_failed, stop_at_limits(part), stop}),
                                                k == 0 ? progress : Progress{}, part.sims);
    };
    parallel_for(wanted.size(), params_.threads, {}, [&](std::size_t k) {
      if (!failure.run([&] { grow_tree(k); })) failed = true;
    });
    failure.rethrow();
    return results;
  }

  [[nodiscard]] Result merge(const std::vector<Result>& parts) const {
    return merge_results(parts, {.by = final_choice<G>(params_), .draw = trees_.front()->worth_of_draw()});
  }

  Result run_with(SearchPeers& peers, const SearchLimits& limits, const std::stop_token& stop,
                  const Progress& progress) {
    const Stopwatch watch;
    std::vector<Result> own;
    if (params_.deterministic) {
      own = grow(trees_of(peers.rank(), peers.size()), limits, stop_when_requested(stop), progress);
    } else {
      const StopRule someone_is_done = [&peers](const Situation&) -> Verdict {
        if (peers.someone_is_done()) return {.reason = StopReason::interrupted};
        return {};
      };
      SearchLimits part = share(limits.or_default(), peers.rank(), peers.size());
      if (part.time) part.time->seconds = std::max(part.time->seconds - peers.seconds_early(), 1e-3);
      own.push_back(run_share(peers, part, first_of({stop_when_requested(stop), someone_is_done}), progress));
    }
    std::vector<Result> parts = gather(peers, own, limits.or_default().time.has_value());
    if (peers.rank() != 0) return own.empty() ? Result{} : std::move(own.front());
    Result whole = merge(parts);
    whole.threads = params_.threads * peers.size();
    whole.seconds = watch.seconds();
    return whole;
  }

  // A process's share of a search that is not deterministic.
  Result run_share(SearchPeers& peers, const SearchLimits& limits, const StopRule& stop,
                   const Progress& progress) {
    if (trees_.size() > 1) {
      std::vector<std::size_t> all(trees_.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      return merge(grow(all, limits, stop, progress));
    }
    trees_[0]->set_peers(&peers);
    Result result = run_one(limits, false, stop, progress);
    trees_[0]->set_peers(nullptr);
    return result;
  }

  // The trees of one of several processes.
  [[nodiscard]] std::vector<std::size_t> trees_of(std::uint32_t rank, std::uint32_t size) const {
    std::vector<std::size_t> list;
    for (std::size_t i = rank; i < trees_.size(); i += size) list.push_back(i);
    return list;
  }

  // The parts of all, at the first: in the order of the trees, whichever process has grown them.
  static std::vector<Result> gather(SearchPeers& peers, const std::vector<Result>& own, bool has_time_limit) {
    ByteWriter writer;
    writer.put(static_cast<std::uint64_t>(own.size()));
    for (const Result& result : own) writer.put_text(print_result(result));
    std::vector<std::vector<Result>> by_rank;
    const bool is_proven = std::any_of(
        own.begin(), own.end(), [](const Result& result) { return result.stopped_by == StopReason::proven; });
    for (const std::string& text : peers.gather(writer.take(), has_time_limit, is_proven)) {
      ByteReader reader(text);
      std::vector<Result>& list = by_rank.emplace_back();
      for (auto left = reader.take<std::uint64_t>(); left > 0 && reader.fine(); --left) {
        const std::string one = reader.take_text();
        ByteReader fields(one);
        list.push_back(parse_result<MoveOf<G>>(fields));
      }
    }
    std::vector<Result> parts;
    for (std::size_t k = 0; !by_rank.empty() && k < by_rank.front().size(); ++k)
      for (auto& list : by_rank)
        if (k < list.size()) parts.push_back(std::move(list[k]));
    return parts;
  }

  // Parameters out of their range are left to a single tree, which says so.
  static std::size_t count_trees(const SearchParams& params, const Guide<G>& guide) {
    if (!Searcher<G>::problem_of_options(params, guide).empty()) return 1;
    if (params.deterministic) return deterministic_trees;
    return params.parallel == Parallel::root ? params.threads : 1;
  }

  // What part i of so many may spend of it.
  [[nodiscard]] static SearchLimits share(const SearchLimits& limits, std::size_t i, std::uint64_t parts) {
    const auto part = [&](std::optional<std::uint64_t> whole) {
      return whole ? std::optional(*whole / parts + (i < *whole % parts ? 1 : 0)) : whole;
    };
    return {.sims = part(limits.sims), .time = limits.time, .nodes = part(limits.nodes)};
  }

  SearchParams params_;
  bool by_visits_;  // the most visited move is played
  std::vector<std::unique_ptr<Searcher<G>>> trees_;
};

}  // namespace banyan
