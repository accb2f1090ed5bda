// The context of the conformance checks: a game, the current position with its history, and the report.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/value.hpp>
#include <banyan/game/conformance/report.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/text.hpp>

namespace banyan::detail {

// A move of the player or of chance; a player's moves have probability 1.
template <Game G>
struct Choice {
  MoveOf<G> move;
  double probability;
  friend bool operator==(const Choice&, const Choice&) = default;
};
template <Game G>
using Choices = std::vector<Choice<G>>;

template <Game G>
bool contains(const Choices<G>& list, const MoveOf<G>& move) {
  return std::ranges::any_of(list, [&](const Choice<G>& choice) { return choice.move == move; });
}

// Compares choices, regardless of order. Probabilities may differ in their last digits.
template <Game G>
bool same_choices(const Choices<G>& a, const Choices<G>& b) {
  constexpr double rounding = 1e-12;
  return a.size() == b.size() && std::ranges::all_of(a, [&](const Choice<G>& x) {
           return std::ranges::any_of(b, [&](const Choice<G>& y) {
             return x.move == y.move && std::abs(x.probability - y.probability) <= rounding;
           });
         });
}

// Everything observable of a state that is not over.
template <Game G>
struct Appearance {
  Player player = 0;
  Choices<G> choices;
  bool over = false;
  std::string text;
  std::uint64_t hash = 0;
  friend bool operator==(const Appearance&, const Appearance&) = default;
};

template <std::size_t N>
std::string rewards_text(const std::array<double, N>& rewards) {
  std::string text;
  for (const double reward : rewards) text += (text.empty() ? "(" : ", ") + print_number(reward);
  return text + ")";
}

template <Game G>
struct Scene {
  G game;
  ConformanceOptions options;
  ConformanceReport report{};
  StateOf<G> state{};                  // the current position
  std::vector<std::string> history{};  // the moves that led to it
  std::size_t number = 0;              // which of the random games it is from

  void problem(std::string rule, std::string what) {
    if (report.count_again(rule)) return;
    std::string where = "in game " + std::to_string(number) + " of seed " + std::to_string(options.seed);
    if constexpr (HasPositionText<G>) where += ", position '" + std::string(game.print_position(state)) + "'";
    where += history.empty() ? ", at the start" : ", after the moves" + history_text();
    report.add(std::move(rule), std::move(what), std::move(where));
  }

  // The first and the last moves of a long game; seed and number reproduce it.
  [[nodiscard]] std::string history_text() const {
    constexpr std::size_t shown = 10;
    std::string text;
    for (std::size_t i = 0; i < history.size(); ++i) {
      if (i == shown && history.size() > 2 * shown) {
        i = history.size() - shown;
        text += " … (" + std::to_string(history.size() - 2 * shown) + " moves left out) …";
      }
      text += ' ' + history[i];
    }
    return text;
  }

  [[nodiscard]] bool is_chance() const { return game.current_player(state) == chance_player; }

  // The choices in any state that is not over.
  [[nodiscard]] Choices<G> choices(const StateOf<G>& in) const {
    Choices<G> list;
    if (game.current_player(in) == chance_player) {
      if constexpr (HasChance<G>) {
        ChanceListOf<G> outcomes;
        game.chance_outcomes(in, outcomes);
        for (const auto& [move, probability] : outcomes) list.push_back({move, probability});
      }
    } else {
      MoveListOf<G> moves;
      game.legal_moves(in, moves);
      for (const MoveOf<G>& move : moves) list.push_back({move, 1});
    }
    return list;
  }

  [[nodiscard]] Appearance<G> appearance() const {
    Appearance<G> seen{.player = game.current_player(state),
                       .choices = choices(state),
                       .over = game.outcome(state).has_value(),
                       .text = {},
                       .hash = 0};
    if constexpr (HasPositionText<G>) seen.text = game.print_position(state);
    if constexpr (HasHash<G>) seen.hash = game.hash(state);
    return seen;
  }

  [[nodiscard]] std::string text_of(const MoveOf<G>& move) const {
    return "'" + std::string(move_text(game, state, move)) + "'";
  }
};

}  // namespace banyan::detail
