// The tree of a room: grown, stepped through and looked at. (The rest of Room is in room.cpp.)
#include <algorithm>
#include <cmath>
#include <utility>

#include <banyan/core/clock.hpp>
#include <banyan/serve/agents.hpp>
#include <banyan/serve/room.hpp>

namespace banyan::serve {

namespace {
// Most nodes shown at once.
constexpr double most_nodes = 5000;

Json json_of(const TreeNode& node) {
  Json document{{"move", node.move},
                {"player", json_player(node.player)},
                {"visits", node.visits},
                {"value", json_number(node.value)},
                {"mean", json_number(node.mean)},
                {"exploration", json_number(node.exploration)},
                {"proven", node.proven ? Json(*node.proven) : Json(nullptr)},
                {"more", node.more}};
  document["children"] = Json::array();
  for (const TreeNode& child : node.children) document["children"].push_back(json_of(child));
  return document;
}

Json json_of(const SimulationSteps& steps) {
  return {
      {"path", steps.path}, {"expanded", steps.expanded}, {"ended", steps.ended}, {"rewards", steps.rewards}};
}

// Grows the tree in slices of some hundredths of a second, and yields to other work between them.
Analysis grow_by_turns(AnyExplorer& tree, std::uint64_t simulations, const SearchPool::Turn& turn,
                       const std::function<void(const Analysis&)>& tell) {
  constexpr double short_part = 0.02;
  Analysis all;
  std::uint64_t part = 1000;
  while (true) {
    const std::uint64_t wanted = std::min(part, simulations - all.simulations);
    const Stopwatch watch;
    Analysis more = tree.run(wanted, turn.stop());
    const bool ended = more.simulations < wanted;
    more.simulations += all.simulations;
    more.seconds += all.seconds;
    more.cpu_seconds += all.cpu_seconds;
    more.levels += all.levels;
    all = std::move(more);
    if (ended || all.simulations >= simulations || !all.error.empty()) return all;
    if (watch.seconds() < short_part) part *= 2;
    tell(all);
    turn.yield();
  }
}
}  // namespace

Reply Room::explore(Fields& fields) {
  const std::string agent = fields.text_or("agent", "uct");
  const std::size_t last = table_.session().moves().size();
  const std::uint64_t ply = fields.whole_or("ply", 0, last, last);
  const std::uint64_t seed = fields.whole_or("seed", 0, std::uint64_t{1} << 53U, table_.seed());
  if (fields.problem()) return *fields.problem();
  const Position& position = table_.session().position_at(ply);
  if (position.player().value_or(chance_player) == chance_player)
    return Refusal{409, "there is nothing to decide in this position"};
  const auto spec = limited_spec(agent, house_.limits);
  if (!spec) return refuse(spec.error());
  auto explorer = table_.session().game().make_explorer(*spec, seed, position);
  if (!explorer) return refuse(explorer.error());
  if (job_ && purpose_ == Purpose::growth) stop_search();
  explorer_ = *std::move(explorer);
  explorer_bytes_ = 0;
  return Json{{"ply", ply}};
}

Reply Room::grow(Fields& fields) {
  const std::uint64_t simulations = fields.whole("simulations", 1, house_.limits.tree_simulations);
  if (fields.problem()) return *fields.problem();
  if (!explorer_) return Refusal{409, "there is no tree yet; send 'explore' first"};
  if (job_) return Refusal{409, "a search is under way"};
  return submit(Purpose::growth, [this, self = shared_from_this(), tree = explorer_, simulations,
                                  search = search_ + 1](const SearchPool::Turn& turn) {
    const auto tell = [&](const Analysis& analysis, bool done) {
      house_.loop.post([self, analysis, search, done] {
        if (self->counts(search, analysis)) self->grown(analysis, done);
      });
    };
    tell(grow_by_turns(*tree, simulations, turn, [&](const Analysis& so_far) { tell(so_far, false); }), true);
  });
}

void Room::grown(const Analysis& analysis, bool done) {
  explorer_bytes_ = analysis.bytes;
  count_memory();
  if (!done) return;
  job_.reset();
  Json document;
  add_analysis(document, analysis);
  announce("grown", std::move(document));
  think_if_due();
}

Reply Room::step() {
  if (!explorer_) return Refusal{409, "there is no tree yet; send 'explore' first"};
  if (job_ && purpose_ == Purpose::growth) return Refusal{409, "the tree is growing"};
  const auto steps = explorer_->step();
  return Json{{"simulation", steps ? json_of(*steps) : Json(nullptr)}};
}

Reply Room::view_tree(Fields& fields) const {
  const auto path = fields.texts("path");
  const std::uint64_t levels = fields.whole_or("levels", 0, 12, 2);
  const std::uint64_t children = fields.whole_or("children", 1, 512, 6);
  if (fields.problem()) return *fields.problem();
  if (!explorer_) return Refusal{409, "there is no tree yet; send 'explore' first"};
  if (job_ && purpose_ == Purpose::growth) return Refusal{409, "the tree is growing"};
  if (std::pow(static_cast<double>(children), static_cast<double>(levels)) > most_nodes)
    return Refusal{413, "too many nodes: ask for fewer levels or fewer children"};
  const auto node = explorer_->view(path, {.levels = levels, .most_children = children});
  if (!node) return Refusal{404, node.error().message};
  return Json{{"path", path}, {"node", json_of(*node)}};
}

}  // namespace banyan::serve
