#include "rules.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include "python_calls.hpp"

namespace banyan::python {

namespace {
py::object function_of(const py::object& game, const char* name) {
  const py::object function = py::getattr(game, name, py::none());
  if (PyCallable_Check(function.ptr()) != 0) return function;
  throw py::type_error(std::string(py::str(py::type::of(game).attr("__name__"))) +
                       " is not a game: it has no function " + name +
                       "(); a game has start(), current_player(state), legal_moves(state), apply(state, "
                       "move) and outcome(state)");
}

std::uint64_t now() {
  return static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
}
}  // namespace

Rules::Rules(py::object game)
    : game_(std::move(game)),
      title_(py::str(py::getattr(game_, "title", py::type::of(game_).attr("__name__")))),
      start_(function_of(game_, "start")),
      current_player_(function_of(game_, "current_player")),
      legal_moves_(function_of(game_, "legal_moves")),
      apply_(function_of(game_, "apply")),
      outcome_(function_of(game_, "outcome")),
      chance_outcomes_(py::getattr(game_, "chance_outcomes", py::none())),
      playout_(py::getattr(game_, "playout", py::none())),
      move_text_(py::getattr(game_, "move_text", py::none())),
      text_(py::getattr(game_, "text", py::none())),
      players_(py::getattr(game_, "players", py::int_(2)).cast<int>()),
      step_rewards_(py::getattr(game_, "step_rewards", py::bool_(false)).cast<bool>()) {
  if (players_ < 1 || players_ > most_players)
    throw py::value_error("players is " + std::to_string(players_) + ": it must be 1 to " +
                          std::to_string(most_players));
  const bool may_be = players_ == 2 && !step_rewards_ && chance_outcomes_.is_none();
  win_draw_loss_ = py::getattr(game_, "win_draw_loss", py::bool_(may_be)).cast<bool>();
  if (win_draw_loss_ && !may_be)
    throw py::value_error("win_draw_loss is for games of two players without chance and step rewards");
}

Rules::~Rules() = default;

void Rules::tick() {
  constexpr std::uint32_t between_looks = 256;
  constexpr std::uint64_t between_breaks = 5'000'000;
  if (++ticks_ % between_looks != 0) return;
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (now() - last_break_ < between_breaks) return;
  { const Unlocked others_may_run; }
  last_break_ = now();
}

Node* Rules::start() { return nodes_.intern(call(start_)); }

Player Rules::player_of(const py::object& state) const {
  const py::object value = call(current_player_, state);
  const long number = PyLong_AsLong(value.ptr());
  if (number == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw py::type_error("current_player() gave " + repr_of(value) + ": it must be a whole number, 0 to " +
                         std::to_string(players_ - 1) + ", or banyan.CHANCE");
  }
  return static_cast<Player>(std::clamp(number, -1000L, 1000L));
}

Player Rules::player(Node& node) {
  if (!node.knows_player) {
    const Held held(node);
    node.player = player_of(py::reinterpret_borrow<py::object>(node.state));
    node.knows_player = true;
  }
  return node.player;
}

MoveNumber Rules::number_of(const py::handle& move) {
  PyObject* const known = PyDict_GetItemWithError(numbers_.ptr(), move.ptr());
  if (known != nullptr) return static_cast<MoveNumber>(PyLong_AsUnsignedLong(known));
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  const auto number = static_cast<MoveNumber>(moves_.size());
  moves_.push_back(py::reinterpret_borrow<py::object>(move));
  numbers_[move] = py::int_(number);
  return number;
}

const std::vector<Node::Edge>& Rules::moves(Node& node) {
  if (!node.knows_moves) {
    if (!chance_outcomes_.is_none() && player(node) == chance_player) {
      read_chances(node);
    } else {
      read_moves(node);
    }
  }
  return node.edges;
}

void Rules::read_moves(Node& node) {
  const Held held(node);
  const py::object list = list_of(call(legal_moves_, node.state), "legal_moves", "moves");
  std::vector<Node::Edge> edges;
  const Py_ssize_t size = PySequence_Fast_GET_SIZE(list.ptr());
  edges.reserve(static_cast<std::size_t>(size));
  for (Py_ssize_t i = 0; i < size; ++i)
    edges.push_back({.move = number_of(PySequence_Fast_GET_ITEM(list.ptr(), i))});
  if (node.knows_moves) return;  // another thread was quicker
  node.edges = std::move(edges);
  node.knows_moves = true;
}

void Rules::read_chances(Node& node) {
  const Held held(node);
  const py::object value = call(chance_outcomes_, node.state);
  std::vector<Node::Edge> edges;
  for (auto& [move, probability] : chances_of(value))
    edges.push_back({.move = number_of(move), .probability = probability});
  if (node.knows_moves) return;
  node.edges = std::move(edges);
  node.knows_moves = true;
}

std::unique_ptr<const Returns> Rules::read_returns(const py::object& value, const char* function) const {
  auto returns = std::make_unique<Returns>();
  const auto players = static_cast<std::size_t>(players_);
  if (PyFloat_Check(value.ptr()) != 0 || PyLong_Check(value.ptr()) != 0) {
    const double number = value.cast<double>();
    (*returns)[0] = number;
    if (players == 1) return returns;
    (*returns)[1] = -number;
    if (players == 2) return returns;
  } else if (const auto list = py::reinterpret_steal<py::object>(PySequence_Fast(value.ptr(), ""));
             list && PySequence_Fast_GET_SIZE(list.ptr()) == players_) {
    std::size_t read = 0;
    for (; read < players; ++read) {
      PyObject* const item = PySequence_Fast_GET_ITEM(list.ptr(), static_cast<Py_ssize_t>(read));
      (*returns)[read] = PyFloat_AsDouble(item);
      if (PyErr_Occurred() != nullptr) break;
    }
    if (read == players) return returns;
  }
  PyErr_Clear();
  throw py::type_error(std::string(function) + "() gave " + repr_of(value) + ": it must give " +
                       (players_ == 1 ? "a number"
                        : players_ == 2
                            ? "a number for each of the 2 players, or the first one's alone"
                            : "a number for each of the " + std::to_string(players_) + " players"));
}

std::unique_ptr<const Returns> Rules::outcome_of(const py::object& state) const {
  const py::object value = call(outcome_, state);
  return value.is_none() ? nullptr : read_returns(value, "outcome");
}

const Returns* Rules::outcome(Node& node) {
  const Held held(node);
  tick();
  if (!node.knows_outcome) {
    auto returns = outcome_of(py::reinterpret_borrow<py::object>(node.state));
    if (!node.knows_outcome) node.outcome = std::move(returns);
    node.knows_outcome = true;
  }
  return node.outcome.get();
}

// What apply() gave: the next state, and what the move pays.
std::pair<py::object, std::unique_ptr<const Returns>> Rules::take_step(py::object result) const {
  if (!step_rewards_) return {std::move(result), nullptr};
  if (PyTuple_Check(result.ptr()) == 0 || PyTuple_GET_SIZE(result.ptr()) != 2)
    throw py::type_error("apply() gave " + repr_of(result) +
                         ": with step_rewards it must give the next state and what the move pays");
  const auto part = [&](Py_ssize_t i) {
    return py::reinterpret_borrow<py::object>(PyTuple_GET_ITEM(result.ptr(), i));
  };
  return {part(0), read_returns(part(1), "apply")};
}

Rules::Step Rules::apply(Node& node, MoveNumber move) {
  moves(node);
  const auto find = [&]() -> Node::Edge* {
    for (Node::Edge& edge : node.edges)
      if (edge.move == move) return &edge;
    return nullptr;
  };
  Node::Edge* const edge = find();
  if (edge == nullptr) throw std::logic_error("a move that is not legal was applied");
  if (edge->next != nullptr) {
    ++edge->next->visits;
    return {edge->next, edge->paid.get()};
  }
  const Held held(node);  // it must not be dropped while others run
  auto [next, paid] = take_step(call(apply_, node.state, moves_[move]));
  edge->next = nodes_.intern(std::move(next));
  if (paid && !edge->paid) edge->paid = std::move(paid);
  return {edge->next, edge->paid.get()};
}

std::string Rules::move_text(const Node& node, MoveNumber number) const {
  const py::object& move = moves_[number];
  if (move_text_.is_none()) return py::str(move);
  return py::str(call(move_text_, node.state, move));
}

std::string Rules::state_text(const Node& node) const {
  const auto state = py::reinterpret_borrow<py::object>(node.state);
  return text_.is_none() ? repr_of(state) : std::string(py::str(call(text_, state)));
}

}  // namespace banyan::python
