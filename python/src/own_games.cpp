#include "own_games.hpp"

#include <banyan/game/conformance.hpp>
#include <banyan/session/game_of.hpp>

namespace banyan::python {

namespace {
// Calls `use` with the game of the type that suits these rules.
template <class Use>
auto with_game(const SharedRules& rules, Use&& use) {
  return rules->is_win_draw_loss() ? use(PythonDuel(rules)) : use(PythonGame(rules));
}

Node& node_of(const SharedRules& rules, const Position& position) {
  return with_game(rules, [&]<class G>(const G&) -> Node* { return &state_of<G>(position).node(); })[0];
}
}  // namespace

std::shared_ptr<const AnyGame> make_own_game(const SharedRules& rules) {
  return with_game(rules, []<class G>(const G& game) -> std::shared_ptr<const AnyGame> {
    return std::make_shared<GameOf<G>>(game);
  });
}

std::unique_ptr<Position> own_position(const SharedRules& rules, py::object state) {
  const PythonState node(rules->node_of(std::move(state)));
  return with_game(rules, [&]<class G>(const G& game) -> std::unique_ptr<Position> {
    return std::make_unique<PositionOf<G>>(game, node);
  });
}

py::object own_state(const SharedRules& rules, const Position& position) {
  return py::reinterpret_borrow<py::object>(node_of(rules, position).state);
}

std::vector<py::object> own_moves(const SharedRules& rules, const Position& position) {
  std::vector<py::object> moves;
  if (!position.player()) return moves;
  for (const Node::Edge& edge : rules->moves(node_of(rules, position)))
    moves.push_back(rules->move(edge.move));
  return moves;
}

std::pair<bool, std::string> check_own_game(const SharedRules& rules, std::size_t games, std::uint64_t seed) {
  return with_game(rules, [&](const auto& game) -> std::pair<bool, std::string> {
    const auto report = check_conformance(game, {.seed = seed, .games = games, .playouts = 100});
    std::string text = std::to_string(report.games) + " random games, " + std::to_string(report.positions) +
                       " positions: " + (report.ok() ? "no problems" : "");
    for (const ConformanceProblem& problem : report.problems)
      text += "\n* " + problem.rule + "\n  " + problem.what + "\n  " + problem.where;
    return {report.ok(), text};
  });
}

}  // namespace banyan::python
