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

// One random game.
class Rules::RandomGame {
 public:
  RandomGame(Rules& rules, Random& random, PlayoutWatch* watch)
      : rules_(rules), random_(random), watch_(watch) {}

  // Among the states that are known, as far as they reach.
  Returns play(Node& first) {
    Node* node = &first;
    while (true) {
      if (const Returns* const end = rules_.outcome(*node)) return paid(end);
      const Held held(*node);
      if (!rules_.playout_.is_none()) {
        const py::object seed = py::int_(random_() >> 1U);
        return paid(rules_.read_returns(call(rules_.playout_, node->state, seed), "playout").get());
      }
      if (!may_move()) return paid_;
      const std::vector<Node::Edge>& edges = rules_.moves(*node);
      if (edges.empty()) report_no_move("legal_moves");
      const bool is_chance = !rules_.chance_outcomes_.is_none() && rules_.player(*node) == chance_player;
      const std::size_t drawn =
          is_chance ? draw(edges.size(), random_, [&](std::size_t i) { return edges[i].probability; })
                    : random_.below(edges.size());
      const Node::Edge& edge = edges[drawn];
      if (edge.next == nullptr) {
        auto [next, reward] = rules_.take_step(call(rules_.apply_, node->state, rules_.moves_[edge.move]));
        add(paid_, reward.get());
        return play_on(std::move(next));
      }
      add(paid_, edge.paid.get());
      node = edge.next;
    }
  }

 private:
  static constexpr std::size_t between_looks = 256;

  // Beyond them.
  Returns play_on(py::object state) {
    while (true) {
      if (const auto end = rules_.outcome_of(state)) return paid(end.get());
      if (!may_move()) return paid_;
      auto [next, reward] = rules_.take_step(call(rules_.apply_, state, draw_move(state)));
      add(paid_, reward.get());
      state = std::move(next);
    }
  }

  py::object draw_move(const py::object& state) {
    if (!rules_.chance_outcomes_.is_none() && rules_.player_of(state) == chance_player) {
      const auto chances = chances_of(call(rules_.chance_outcomes_, state));
      if (chances.empty()) report_no_move("chance_outcomes");
      return chances[draw(chances.size(), random_, [&](std::size_t i) { return chances[i].second; })].first;
    }
    const py::object moves = list_of(call(rules_.legal_moves_, state), "legal_moves", "moves");
    const auto count = static_cast<std::size_t>(PySequence_Fast_GET_SIZE(moves.ptr()));
    if (count == 0) report_no_move("legal_moves");
    const auto drawn = static_cast<Py_ssize_t>(random_.below(count));
    return py::reinterpret_borrow<py::object>(PySequence_Fast_GET_ITEM(moves.ptr(), drawn));
  }

  // Whether the game may have another move. Otherwise it ends as a draw would, with what was paid.
  bool may_move() {
    rules_.tick();
    const bool looks = ++moves_ % between_looks == 0 && watch_ != nullptr;
    if (moves_ <= longest_game && (!looks || watch_->may_go_on())) return true;
    if (watch_ != nullptr) watch_->cut_off = true;
    return false;
  }

  Returns paid(const Returns* last) {
    add(paid_, last);
    return paid_;
  }

  Rules& rules_;
  Random& random_;
  PlayoutWatch* watch_;
  Returns paid_{};
  std::size_t moves_ = 0;
};

Returns Rules::playout(Node& node, Random& random, PlayoutWatch* watch) {
  return RandomGame(*this, random, watch).play(node);
}

}  // namespace banyan::python
