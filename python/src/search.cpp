// Agents that are asked about a position, and searches to look into.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <banyan/agent/specs.hpp>
#include <banyan/core/clock.hpp>

#include "analyses.hpp"
#include "bound_game.hpp"
#include "evaluator.hpp"
#include "gil.hpp"
#include "running.hpp"
#include "support.hpp"

namespace banyan::python {

namespace {
// The latest report of a search, on its way from the search's thread to Python's.
class Latest {
 public:
  void put(const Analysis& analysis) {
    const std::lock_guard lock(mutex_);
    latest_ = analysis;
  }
  std::optional<Analysis> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(latest_, std::nullopt);
  }

 private:
  std::mutex mutex_;
  std::optional<Analysis> latest_;
};

// An agent that keeps its tree from move to move.
class BoundAgent {
 public:
  BoundAgent(const BoundGame& game, const std::string& spec, std::uint64_t seed)
      : game_(game), spec_(agent_spec(game, spec)), evaluators_(game_, {&spec_, 1}), seed_(seed) {
    remake();
  }
  BoundAgent(const BoundAgent&) = delete;
  BoundAgent& operator=(const BoundAgent&) = delete;
  // Giving back a large tree takes its time.
  ~BoundAgent() {
    without_gil(game_, [&] { agent_.reset(); });
  }

  py::dict think(const BoundPosition& bound, const py::object& progress, bool whole_budget) {
    check_can_be_searched(bound);
    const Busy busy(busy_, "this agent");
    evaluators_.begin();
    Analysis analysis;
    Latest latest;
    const auto work = [&](const std::stop_token& stop) {
      AnyThinking thinking{.stop = stop, .progress = {}};
      if (!progress.is_none() && game_.is_own())
        thinking.progress = [&](const Analysis& so_far) { call(progress, dict_of(so_far)); };
      else if (!progress.is_none())
        thinking.progress = [&](const Analysis& so_far) { latest.put(so_far); };
      analysis = whole_budget ? agent_->analyze(*bound.position, thinking)
                              : agent_->choose(*bound.position, thinking);
    };
    const auto tick = [&] {
      if (const auto so_far = latest.take()) call(progress, dict_of(*so_far));
    };
    try {
      run_on(game_, work, progress.is_none() ? std::function<void()>() : tick);
    } catch (...) {
      if (game_.is_own()) remake();  // an exception may leave it half done
      throw;
    }
    if (!analysis.error.empty()) {
      remake();  // a tree with non-finite values is useless too
      evaluators_.rethrow();
    }
    return dict_of(analysis);
  }

  void observe(const BoundPosition& before, const std::string& move) {
    const Busy busy(busy_, "this agent");
    agent_->observe(*before.position, move);
  }

 private:
  void remake() {
    agent_ = unwrap(without_gil(game_, [&] { return game_.game->make_agent(spec_, seed_); }));
  }

  BoundGame game_;
  Spec spec_;
  NamedEvaluators evaluators_;
  std::uint64_t seed_;
  std::unique_ptr<AnyAgent> agent_;
  std::atomic<bool> busy_{false};
};

py::dict tree_of(const TreeNode& node, Pauses& pauses) {
  pauses();
  py::dict all;
  all["move"] = node.move;
  all["player"] = node.player;
  all["visits"] = node.visits;
  all["value"] = number_or_none(node.value);
  all["mean"] = number_or_none(node.mean);
  all["exploration"] = number_or_none(node.exploration);
  all["proven"] = node.proven;
  all["more"] = node.more;
  py::list children;
  for (const TreeNode& child : node.children) children.append(tree_of(child, pauses));
  all["children"] = children;
  return all;
}

// A search that is run bit by bit, and whose tree can be looked into.
class BoundSearcher {
 public:
  BoundSearcher(const BoundPosition& root, const std::string& spec, std::uint64_t seed)
      : game_(root.game),
        root_(root.position->clone()),
        spec_(agent_spec(game_, spec)),
        evaluators_(game_, {&spec_, 1}),
        seed_(seed) {
    check_can_be_searched(root);
    remake();
  }
  BoundSearcher(const BoundSearcher&) = delete;
  BoundSearcher& operator=(const BoundSearcher&) = delete;
  ~BoundSearcher() {
    without_gil(game_, [&] { explorer_.reset(); });
  }

  py::dict run(std::optional<std::uint64_t> sims, std::optional<double> seconds, const py::object& progress) {
    check_can_be_searched({game_, root_->clone()});
    const Busy busy(busy_, "this search");
    evaluators_.begin();
    Total total;
    Latest latest;
    const Stopwatch watch;
    const auto work = [&](const std::stop_token& stop) {
      std::uint64_t batch = 64;
      while (!total.is_over(sims, seconds, watch.seconds()) && !stop.stop_requested()) {
        const std::uint64_t some = sims ? std::min(batch, *sims - total.simulations) : batch;
        const double before = watch.seconds();
        if (!total.add(explorer_->run(some, stop))) break;
        if (!progress.is_none() && game_.is_own())
          call(progress, dict_of(total.last));
        else if (!progress.is_none())
          latest.put(total.last);
        // About as many as take a hundredth of a second: a look at clock and progress costs a report.
        const double taken = watch.seconds() - before;
        if (taken < 0.005 && batch < 1'000'000) batch *= 2;
        if (taken > 0.02 && batch > 1) batch /= 2;
      }
    };
    const auto tick = [&] {
      if (const auto so_far = latest.take()) call(progress, dict_of(*so_far));
    };
    try {
      run_on(game_, work, progress.is_none() ? std::function<void()>() : tick);
    } catch (...) {
      if (game_.is_own()) remake();
      throw;
    }
    if (!total.last.error.empty()) {
      remake();
      evaluators_.rethrow();
    }
    total.last.seconds = watch.seconds();
    return dict_of(total.last);
  }

  void advance(const std::string& move) {
    const Busy busy(busy_, "this search");
    auto next = root_->clone();
    const std::string text = unwrap(next->play(move));
    unwrap(without_gil(game_, [&] { return explorer_->advance(text); }));
    root_ = std::move(next);
  }

  py::object step() {
    const Busy busy(busy_, "this search");
    evaluators_.begin();
    const auto steps = without_gil(game_, [&] { return explorer_->step(); });
    evaluators_.rethrow();
    if (!steps) return py::none();
    return py::make_tuple(steps->path, steps->expanded, steps->ended, steps->rewards);
  }

  py::dict view(const std::vector<std::string>& path, std::size_t levels, std::size_t children) {
    const Busy busy(busy_, "this search");
    const TreeNode tree = unwrap(without_gil(
        game_, [&] { return explorer_->view(path, {.levels = levels, .most_children = children}); }));
    Pauses pauses;
    return tree_of(tree, pauses);
  }

  [[nodiscard]] BoundPosition root() const { return {game_, root_->clone()}; }

 private:
  // The sum of several short runs.
  struct Total {
    Analysis last;
    std::uint64_t simulations = 0;
    double cpu_seconds = 0;

    [[nodiscard]] bool is_over(std::optional<std::uint64_t> sims, std::optional<double> seconds,
                               double now) const {
      if (sims && simulations >= *sims) return true;
      return seconds && simulations > 0 && now >= *seconds;
    }
    // Whether there is more to do.
    bool add(Analysis part) {
      simulations += part.simulations;
      cpu_seconds += part.cpu_seconds;
      part.simulations = simulations;
      part.cpu_seconds = cpu_seconds;
      last = std::move(part);
      return last.error.empty() && last.stopped_by == "sims";
    }
  };

  void remake() {
    explorer_ = unwrap(without_gil(game_, [&] { return game_.game->make_explorer(spec_, seed_, *root_); }));
  }

  BoundGame game_;
  std::unique_ptr<Position> root_;
  Spec spec_;
  NamedEvaluators evaluators_;
  std::uint64_t seed_;
  std::unique_ptr<AnyExplorer> explorer_;
  std::atomic<bool> busy_{false};
};

std::vector<py::dict> agents() {
  std::vector<py::dict> list;
  for (const AgentInfo& info : list_agents()) {
    py::dict agent;
    agent["name"] = info.name;
    agent["help"] = info.help;
    py::list fields;
    for (const FieldInfo& field : info.fields)
      fields.append(py::make_tuple(field.name, field.value, field.expected, field.help));
    agent["fields"] = fields;
    list.push_back(agent);
  }
  return list;
}
}  // namespace

void bind_search(py::module_& module) {
  module.def("list_agents", &agents);
  py::class_<BoundAgent>(module, "Agent")
      .def(py::init<const BoundGame&, const std::string&, std::uint64_t>())
      .def("think", &BoundAgent::think, py::arg("position"), py::arg("progress"), py::arg("whole_budget"))
      .def("observe", &BoundAgent::observe);
  py::class_<BoundSearcher>(module, "Searcher")
      .def(py::init<const BoundPosition&, const std::string&, std::uint64_t>())
      .def("run", &BoundSearcher::run)
      .def("advance", &BoundSearcher::advance)
      .def("step", &BoundSearcher::step)
      .def("view", &BoundSearcher::view)
      .def_property_readonly("root", &BoundSearcher::root);
}

}  // namespace banyan::python
