// By what the final move is chosen. Each way is one struct in the table at the end:
//
//   number        its value of the enum
//   name, help    as in specs
//   better(a, b)  of two moves that were visited (MoveStats)
//   replays       the first move of the best game seen goes before all others, where there is one
//   by_visits     a lead in visits that can't be caught up settles the choice
#pragma once

#include <array>
#include <string_view>

#include <banyan/core/alternatives.hpp>
#include <banyan/core/value.hpp>

namespace banyan {

enum class FinalChoice { visits, value, lcb, best };

struct MostVisits {
  static constexpr FinalChoice number = FinalChoice::visits;
  static constexpr std::string_view name = "visits";
  static constexpr std::string_view help = "most visits";
  static constexpr bool by_visits = true;
  template <class Stats>
  static bool better(const Stats& a, const Stats& b) {
    return a.visits > b.visits || (a.visits == b.visits && a.value > b.value);
  }
};

struct HighestValue {
  static constexpr FinalChoice number = FinalChoice::value;
  static constexpr std::string_view name = "value";
  static constexpr std::string_view help = "highest value";
  template <class Stats>
  static bool better(const Stats& a, const Stats& b) {
    return a.value > b.value;
  }
};

struct HighestLowerEnd {
  static constexpr FinalChoice number = FinalChoice::lcb;
  static constexpr std::string_view name = "lcb";
  static constexpr std::string_view help = "highest lower end of the interval";
  template <class Stats>
  static bool better(const Stats& a, const Stats& b) {
    return a.low > b.low;
  }
};

struct BestGameSeen {
  static constexpr FinalChoice number = FinalChoice::best;
  static constexpr std::string_view name = "best";
  static constexpr std::string_view help =
      "the first move of the best game seen (games of one player without chance)";
  static constexpr bool replays = true;
  template <class Stats>
  static bool better(const Stats& a, const Stats& b) {
    return MostVisits::better(a, b);
  }
};

using FinalChoices = Alternatives<MostVisits, HighestValue, HighestLowerEnd, BestGameSeen>;
static_assert(FinalChoices::in_order());
inline constexpr std::string_view about_choices = "the move played";
template <>
inline constexpr std::array enum_names<FinalChoice> = FinalChoices::names;

constexpr bool replays_best_game(FinalChoice choice) {
  bool replays = false;
  FinalChoices::visit(choice, [&]<class C>() {
    if constexpr (requires { C::replays; }) replays = C::replays;
  });
  return replays;
}

// Whether a lead in visits that can't be caught up settles the choice.
constexpr bool is_by_visits(FinalChoice choice) {
  bool by_visits = false;
  FinalChoices::visit(choice, [&]<class C>() {
    if constexpr (requires { C::by_visits; }) by_visits = C::by_visits;
  });
  return by_visits;
}

// Whether the first of two visited moves is the better one.
template <class Stats>
bool is_better_by(FinalChoice choice, const Stats& a, const Stats& b) {
  bool better = false;
  FinalChoices::visit(choice, [&]<class C>() { better = C::better(a, b); });
  return better;
}

}  // namespace banyan
