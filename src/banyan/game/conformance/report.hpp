// The settings and the report of a conformance check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/game/abilities.hpp>

namespace banyan {

struct ConformanceOptions {
  std::uint64_t seed = 1;
  std::size_t games = 50;              // random games in which every position is checked
  std::size_t longest_game = 100'000;  // moves a game may have if it declares no max_moves()
  std::size_t playouts = 10'000;       // games of each kind, where playout() is compared with single moves
};

struct ConformanceProblem {
  std::string rule;       // the rule that the game breaks
  std::string what;       // how it was broken the first time
  std::string where;      // the moves that lead there, and the position if the game can print it
  std::size_t times = 1;  // how often it was broken
};

struct ConformanceReport {
  std::size_t games = 0;
  std::size_t positions = 0;
  std::vector<ConformanceProblem> problems;  // each broken rule once, in the order found
  std::vector<Ability> abilities;            // of all kinds: whether the game has it, or almost has it

  [[nodiscard]] bool ok() const { return problems.empty(); }

  // Reports a broken rule. Only the first case is kept, and a count: one bug shows in many positions.
  void add(std::string rule, std::string what, std::string where) {
    if (!count_again(rule)) problems.push_back({std::move(rule), std::move(what), std::move(where)});
  }
  // Counts a rule that was reported before; false if it was not.
  bool count_again(std::string_view rule) {
    for (ConformanceProblem& problem : problems)
      if (problem.rule == rule) return ++problem.times > 0;
    return false;
  }

  // The whole report as text.
  [[nodiscard]] std::string text() const {
    std::string text =
        std::to_string(games) + " random games, " + std::to_string(positions) +
        " positions: " + (ok() ? "no problems\n" : std::to_string(problems.size()) + " rules broken\n");
    for (const ConformanceProblem& problem : problems) {
      text += "\n* " + problem.rule + "\n  " + problem.what + "\n  " + problem.where + '\n';
      if (problem.times > 1) text += "  (the first of " + std::to_string(problem.times) + " times)\n";
    }
    return text + abilities_text();
  }

  // The detected, missing and almost matching abilities.
  [[nodiscard]] std::string abilities_text() const {
    std::string has;
    std::string lacks;
    std::string almost;
    for (const Ability& ability : abilities) {
      (ability.detected ? has : lacks) += ' ' + std::string(ability.name) + ',';
      if (!ability.almost.empty())
        almost += "\n! " + std::string(ability.name) + " is not used: " + ability.almost + '\n';
    }
    const auto line = [](const char* title, std::string list) {
      if (list.empty()) return std::string{};
      list.pop_back();
      return title + list + '\n';
    };
    return line("\nabilities:", has) + line("not detected:", lacks) + almost;
  }
};

}  // namespace banyan
