// A game that is written in Python, as the search wants one: five functions over small states. Games of two
// that are won, drawn or lost are one type, so that the search proves results; all others, with chance, step
// rewards and up to eight players, are another.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <banyan/game/description.hpp>
#include <banyan/game/game.hpp>
#include <banyan/search/evaluate/playout.hpp>

#include "rules.hpp"

namespace banyan::python {

// A state: a node that is held. The rules outlive it.
class PythonState {
 public:
  PythonState() = default;
  explicit PythonState(Node* node) : node_(node) { hold(); }
  PythonState(const PythonState& other) : node_(other.node_) { hold(); }
  PythonState(PythonState&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  PythonState& operator=(PythonState other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~PythonState() {
    if (node_ == nullptr) return;
    const Gil gil;
    --node_->holders;
  }

  [[nodiscard]] Node& node() const { return *node_; }
  // Equal states are one node.
  friend bool operator==(const PythonState& a, const PythonState& b) { return a.node_ == b.node_; }

 private:
  void hold() {
    if (node_ == nullptr) return;
    const Gil gil;
    ++node_->holders;
  }
  Node* node_ = nullptr;
};

using SharedRules = std::shared_ptr<Rules>;
inline SharedRules share_rules(py::object game) {
  return {new Rules(std::move(game)), [](Rules* rules) {
            const Gil gil;
            delete rules;
          }};
}

// Common to both types of games.
template <int Players>
class PythonGameBase {
 public:
  using State = PythonState;
  using Move = MoveNumber;
  using Rewards = std::array<double, static_cast<std::size_t>(Players)>;
  static constexpr std::string_view name = "python";
  static constexpr int max_players = Players;
  static constexpr std::size_t max_legal = 1024;

  explicit PythonGameBase(SharedRules rules) : rules_(std::move(rules)) {}

  [[nodiscard]] State start() const {
    const Gil gil;
    return State(rules_->start());
  }
  [[nodiscard]] Player current_player(const State& state) const {
    const Gil gil;
    return rules_->player(state.node());
  }
  template <class List>
  void legal_moves(const State& state, List& list) const {
    const Gil gil;
    for (const Node::Edge& edge : rules_->moves(state.node())) list.push_back(edge.move);
  }
  [[nodiscard]] std::optional<Rewards> outcome(const State& state) const {
    const Gil gil;
    const Returns* const returns = rules_->outcome(state.node());
    return returns == nullptr ? std::nullopt : std::optional(rewards(*returns));
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(static_cast<std::uint64_t>(state.node().hash));
  }

  [[nodiscard]] Rewards playout(const State& state, Random& random, PlayoutWatch* watch = nullptr) const {
    const Gil gil;
    return rewards(rules_->playout(state.node(), random, watch));
  }

  [[nodiscard]] std::string print_move(const State& state, const Move& move) const {
    const Gil gil;
    return rules_->move_text(state.node(), move);
  }
  [[nodiscard]] std::optional<Move> parse_move(const State& state, std::string_view text) const {
    const Gil gil;
    if (rules_->outcome(state.node()) != nullptr) return std::nullopt;
    for (const Node::Edge& edge : rules_->moves(state.node()))
      if (rules_->move_text(state.node(), edge.move) == text) return edge.move;
    return std::nullopt;
  }
  [[nodiscard]] GameDescription describe() const { return {.title = rules_->title()}; }

  [[nodiscard]] const SharedRules& rules() const { return rules_; }

 protected:
  static Rewards rewards(const Returns& returns) {
    Rewards some{};
    std::copy_n(returns.begin(), some.size(), some.begin());
    return some;
  }
  const Returns* step(State& state, const Move& move) const {
    const Rules::Step step = rules_->apply(state.node(), move);
    state = State(step.next);
    return step.paid;
  }

 private:
  SharedRules rules_;
};

class PythonDuel : public PythonGameBase<2> {
 public:
  static constexpr RewardRange reward_range{-1, 1};
  static constexpr bool win_draw_loss = true;

  using PythonGameBase::PythonGameBase;
  void apply(State& state, const Move& move) const {
    const Gil gil;
    step(state, move);
  }
};

class PythonGame : public PythonGameBase<most_players> {
 public:
  static constexpr std::size_t max_chance = 1024;

  using PythonGameBase::PythonGameBase;
  [[nodiscard]] int players() const { return rules()->players(); }
  Rewards apply(State& state, const Move& move) const {
    const Gil gil;
    const Returns* const paid = step(state, move);
    return paid == nullptr ? Rewards{} : rewards(*paid);
  }
  template <class List>
  void chance_outcomes(const State& state, List& list) const {
    const Gil gil;
    for (const Node::Edge& edge : rules()->moves(state.node())) list.push_back({edge.move, edge.probability});
  }
};

static_assert(Game<PythonDuel> && WinDrawLoss<PythonDuel> && HasHash<PythonDuel>);
static_assert(Game<PythonGame> && HasChance<PythonGame> && HasStepRewards<PythonGame>);
static_assert(HasWatchedPlayout<PythonDuel> && HasWatchedPlayout<PythonGame>);

}  // namespace banyan::python
