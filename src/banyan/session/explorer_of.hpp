// A compiled search behind the erased AnyExplorer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <banyan/agent/specs.hpp>
#include <banyan/game/text.hpp>
#include <banyan/search/searcher.hpp>
#include <banyan/session/agent_of.hpp>
#include <banyan/session/any_explorer.hpp>

namespace banyan {

template <Game G>
class ExplorerOf final : public AnyExplorer {
 public:
  ExplorerOf(const G& game, const SearchParams& params, std::uint64_t seed, const StateOf<G>& root)
      : game_(game), searcher_(game, params, seed) {
    searcher_.set_root(root);
  }

  Analysis run(std::uint64_t simulations, const std::stop_token& stop) override {
    const auto result = searcher_.run({.sims = simulations}, stop);
    total_ += result.simulations;
    return analysis_of(game_, searcher_.root_state(), result);
  }

  std::optional<SimulationSteps> step() override {
    if (searcher_.run({.sims = 1}).simulations == 0) return std::nullopt;
    ++total_;
    const auto last = searcher_.last_simulation();
    StateOf<G> state = searcher_.root_state();
    SimulationSteps steps;
    steps.path = detail::line_text(game_, state, last.path);
    for (const MoveOf<G>& move : last.path) apply_move(game_, state, move);
    steps.expanded = last.expanded;
    steps.ended = game_.outcome(state).has_value();
    steps.rewards.assign(last.rewards.begin(), last.rewards.begin() + player_count(game_));
    return steps;
  }

  Result<void> advance(std::string_view text) override {
    const auto move = move_from_text(game_, searcher_.root_state(), text);
    if (!move) return Error{"'" + detail::shorten(text) + "' is not a legal move here"};
    std::uint64_t visits = 0;
    if (const auto root = searcher_.view({}))
      for (const auto& child : root->children)
        if (child.move == *move) visits = child.visits;
    if (std::string problem = searcher_.advance(*move); !problem.empty()) return Error{std::move(problem)};
    total_ = visits;
    return {};
  }

  [[nodiscard]] Result<TreeNode> view(const std::vector<std::string>& path, Extent extent) const override {
    StateOf<G> state = searcher_.root_state();
    std::vector<MoveOf<G>> moves;
    TreeNode node;
    node.visits = total_;
    for (const std::string& text : path) {
      const auto move = move_from_text(game_, state, text);
      const auto parent = searcher_.view(moves);
      const ChildView<MoveOf<G>>* child = nullptr;
      if (move && parent)
        for (const auto& each : parent->children)
          if (each.move == *move) child = &each;
      if (child == nullptr) return Error{"the tree has no node for '" + detail::shorten(text) + "' there"};
      node = describe(*child, state);
      moves.push_back(*move);
      apply_move(game_, state, *move);
    }
    fill(node, moves, state, extent);
    return node;
  }

 private:
  [[nodiscard]] TreeNode describe(const ChildView<MoveOf<G>>& child, const StateOf<G>& before) const {
    TreeNode node;
    node.move = move_text(game_, before, child.move);
    node.visits = child.visits;
    node.value = child.value;
    node.mean = child.mean;
    node.exploration = child.exploration;
    node.proven = detail::proven_text(game_, child.bounds);
    return node;
  }

  // Adds the player to move and the children, down to the last level wanted.
  void fill(TreeNode& node, std::vector<MoveOf<G>>& path, const StateOf<G>& state, Extent extent) const {
    if (game_.outcome(state)) return;
    node.player = game_.current_player(state);
    auto view = searcher_.view(path);
    if (!view) return;
    auto& children = view->children;
    sort_by_visits(children);
    const std::size_t shown = extent.levels == 0 ? 0 : std::min(extent.most_children, children.size());
    node.more = children.size() - shown;
    for (std::size_t i = 0; i < shown; ++i) {
      TreeNode child = describe(children[i], state);
      StateOf<G> next = state;
      apply_move(game_, next, children[i].move);
      path.push_back(children[i].move);
      fill(child, path, next, {.levels = extent.levels - 1, .most_children = extent.most_children});
      path.pop_back();
      node.children.push_back(std::move(child));
    }
  }

  G game_;
  Searcher<G> searcher_;
  std::uint64_t total_ = 0;
};

// The search of an agent `uct` with this spec, on one thread.
template <Game G>
Result<std::unique_ptr<AnyExplorer>> make_explorer(const G& game, const Spec& spec, std::uint64_t seed,
                                                   const StateOf<G>& root) {
  if (spec.name != UctKind::name)
    return Error{"'" + detail::shorten(spec.name) + "' has no tree to inspect; uct has"};
  const auto parsed = parse_agent_spec(detail::with_game_settings(game, spec));
  if (!parsed) return parsed.error();
  SearchParams search = std::get<Wanted<UctKind>>(*parsed).params.search;
  if (const std::string problem = misfit(game, search); !problem.empty())
    return Error{spec.name + ": " + problem};
  search.threads = 1;
  return std::unique_ptr<AnyExplorer>(std::make_unique<ExplorerOf<G>>(game, search, seed, root));
}

}  // namespace banyan
