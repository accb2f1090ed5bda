// Random games of a game written in Python.
#include <stdexcept>
#include <utility>

#include "python_calls.hpp"
#include "rules.hpp"

namespace banyan::python {

namespace {
void add(Returns& sum, const Returns* more) {
  if (more == nullptr) return;
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += (*more)[i];
}

// Which of the outcomes of chance is drawn; `probability(i)` of each.
template <class Probability>
std::size_t draw(std::size_t count, Random& random, Probability&& probability) {
  double left = random.uniform();
  for (std::size_t i = 0; i + 1 < count; ++i)
    if ((left -= probability(i)) < 0) return i;
  return count - 1;
}

[[noreturn]] void report_no_move(const char* function) {
  throw py::value_error(std::string("in a random game: ") + function +
                        "() lists nothing, and outcome() says that the game goes on");
}
}  // namespace

Returns Rules::playout(Node& first, Random& random) {
  Returns paid{};
  Node* node = &first;
  while (true) {
    if (const Returns* const end = outcome(*node)) {
      add(paid, end);
      return paid;
    }
    const Held held(*node);
    if (!playout_.is_none()) {
      const py::object seed = py::int_(random() >> 1U);
      add(paid, read_returns(call(playout_, node->state, seed), "playout").get());
      return paid;
    }
    const std::vector<Node::Edge>& edges = moves(*node);
    if (edges.empty()) report_no_move("legal_moves");
    const bool is_chance = !chance_outcomes_.is_none() && player(*node) == chance_player;
    const std::size_t drawn =
        is_chance ? draw(edges.size(), random, [&](std::size_t i) { return edges[i].probability; })
                  : random.below(edges.size());
    const Node::Edge& edge = edges[drawn];
    if (edge.next == nullptr) {
      auto [next, reward] = take_step(call(apply_, node->state, moves_[edge.move]));
      add(paid, reward.get());
      return play_out(std::move(next), random, paid);
    }
    add(paid, edge.paid.get());
    node = edge.next;
  }
}

Returns Rules::play_out(py::object state, Random& random, Returns paid) {
  for (std::size_t left = longest_game; left > 0; --left) {
    if (const auto end = outcome_of(state)) {
      add(paid, end.get());
      return paid;
    }
    py::object move;
    if (!chance_outcomes_.is_none() && player_of(state) == chance_player) {
      const auto chances = chances_of(call(chance_outcomes_, state));
      if (chances.empty()) report_no_move("chance_outcomes");
      move = chances[draw(chances.size(), random, [&](std::size_t i) { return chances[i].second; })].first;
    } else {
      const py::object moves = list_of(call(legal_moves_, state), "legal_moves", "moves");
      const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(moves.ptr()));
      if (count == 0) report_no_move("legal_moves");
      const auto drawn = static_cast<Py_ssize_t>(random.below(count));
      move = py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(moves.ptr(), drawn));
    }
    auto [next, reward] = take_step(call(apply_, state, move));
    add(paid, reward.get());
    state = std::move(next);
  }
  throw py::value_error("a random game has not ended after " + std::to_string(longest_game) + " moves");
}

}  // namespace banyan::python
