// The part of a game's contract (game.hpp) that a search checks in every build, because it cannot continue if
// that part is broken. check_conformance() (testing/conformance.hpp) checks what costs more.
//
// Checks in the search's loop are comparisons. The functions here compose the messages; they are called only
// if something is wrong, or once a search.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string>

#include <banyan/core/value.hpp>
#include <banyan/game/game.hpp>
#include <banyan/game/text.hpp>

namespace banyan {

// ---- Where something is wrong.

// " in position '…'" where the game can print it.
template <Game G>
std::string in_position(const G& game, const StateOf<G>& state) {
  if constexpr (HasPositionText<G>) {
    return " in position '" + std::string(game.print_position(state)) + "'";
  } else {
    (void)game, (void)state;
    return {};
  }
}

// " after the moves …": the last few of them.
template <Game G>
std::string after_moves(const G& game, StateOf<G> state, std::span<const MoveOf<G>> moves) {
  constexpr std::size_t shown = 12;
  if (moves.empty()) return " at the root of the search";
  std::string text;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    if (i + shown >= moves.size()) text += ' ' + std::string(move_text(game, state, moves[i]));
    game.apply(state, moves[i]);
  }
  const std::string which = moves.size() > shown ? "last " + std::to_string(shown) + " of " : "";
  return " after the " + which + std::to_string(moves.size()) + " moves" + text + " from the root";
}

template <std::size_t N>
std::string numbers_text(const std::array<double, N>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "(" : ", ") + print_number(number);
  return text + ")";
}

// ---- Each returns what is wrong, or an empty text.

template <Game G>
std::string problem_of_player(const G& game, const StateOf<G>& state) {
  const Player player = game.current_player(state);
  if (is_player(game, player) || (HasChance<G> && player == chance_player)) return {};
  const std::string is = "current_player() is " + std::to_string(player) + in_position(game, state);
  if (player == chance_player)
    return is + ": chance_player is for games with chance_outcomes() and max_chance";
  return is + ": it must be 0 to " + std::to_string(player_count(game) - 1) +
         (HasChance<G> ? ", or chance_player" : "");
}

// The moves of a player to move in a game that goes on, as `whose` lists them.
template <Game G>
std::string problem_of_moves(const G& game, const StateOf<G>& state, const MoveListOf<G>& list,
                             const std::string& whose = "legal_moves()") {
  if (list.dropped() > 0)
    return whose + " lists " + std::to_string(list.size() + list.dropped()) + " moves" +
           in_position(game, state) + ", more than max_legal, which is " + std::to_string(list.capacity()) +
           ": it must be as large as the longest list";
  if (list.empty())
    return whose + " lists no move" + in_position(game, state) +
           ", and outcome() says that the game goes on: one of the two must say otherwise";
  return {};
}

template <Game G>
std::string problem_of_repeats(const G& game, const StateOf<G>& state, const MoveListOf<G>& legal) {
  for (std::size_t i = 1; i < legal.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (legal[i] == legal[j])
        return "legal_moves() lists move '" + std::string(move_text(game, state, legal[i])) + "' twice" +
               in_position(game, state) + ": each move must be listed once";
  return {};
}

// The outcomes of chance to move.
template <HasChance G>
std::string problem_of_chance(const G& game, const StateOf<G>& state) {
  constexpr double rounding = 1e-9;
  ChanceListOf<G> outcomes;
  game.chance_outcomes(state, outcomes);
  const auto at = [&] { return in_position(game, state); };
  if (outcomes.dropped() > 0)
    return "chance_outcomes() lists " + std::to_string(outcomes.size() + outcomes.dropped()) + " outcomes" +
           at() + ", more than max_chance, which is " + std::to_string(outcomes.capacity()) +
           ": it must be as large as the longest list";
  double sum = 0;
  double least = 1;
  for (const auto& outcome : outcomes) {
    sum += outcome.probability;
    least = std::min(outcome.probability, least);
  }
  if (std::abs(sum - 1) <= rounding && least >= 0) return {};
  if (outcomes.empty()) return "chance_outcomes() lists nothing" + at() + ": chance must have an outcome";
  if (least < 0)
    return "chance_outcomes() gives an outcome the probability " + print_number(least) + at() +
           ": none may be below 0";
  return "the probabilities of chance_outcomes() add up to " + print_number(sum) + at() +
         ": they must add up to 1";
}

// The range that a game's parameters decide, which no compiler sees.
template <Game G>
std::string problem_of_range(const G& game) {
  if constexpr (HasRangeByParams<G>) {
    const RewardRange range = game.reward_range();
    const double width = range.high - range.low;
    if (!(width > 0) || width > std::numeric_limits<double>::max())
      return "reward_range() is {" + print_number(range.low) + ", " + print_number(range.high) +
             "}: it must be two finite numbers, the first below the second";
  }
  return {};
}

// What any reader of a position relies on: someone who can move, or an end with finite rewards.
template <Game G>
std::string problem_of_position(const G& game, const StateOf<G>& state) {
  if (const int players = player_count(game); players < 1 || players > G::max_players)
    return "the game has " + std::to_string(players) + " players: it must have 1 to max_players, which is " +
           std::to_string(G::max_players);
  if (std::string problem = problem_of_range(game); !problem.empty()) return problem;
  if (const auto outcome = game.outcome(state)) {
    if (std::all_of(outcome->begin(), outcome->end(), [](double reward) { return std::isfinite(reward); }))
      return {};
    return "outcome() gives " + numbers_text(*outcome) + in_position(game, state) +
           ": rewards must be finite";
  }
  if (std::string problem = problem_of_player(game, state); !problem.empty()) return problem;
  if constexpr (HasChance<G>)
    if (game.current_player(state) == chance_player) return problem_of_chance(game, state);
  MoveListOf<G> legal;
  game.legal_moves(state, legal);
  return problem_of_moves(game, state, legal);
}

// A position that an agent is asked about: a player must be to move.
template <Game G>
std::string problem_of_root(const G& game, const StateOf<G>& state) {
  if (std::string problem = problem_of_position(game, state); !problem.empty()) return problem;
  if (game.outcome(state))
    return "the game is over" + in_position(game, state) + ": there is no move to search for";
  if (game.current_player(state) == chance_player)
    return "chance is to move" + in_position(game, state) +
           ": a search is for a player to move; apply an outcome of chance first";
  MoveListOf<G> legal;
  game.legal_moves(state, legal);
  return problem_of_repeats(game, state, legal);
}

// A move that someone, chance included, is said to have made.
template <Game G>
std::string problem_of_move(const G& game, const StateOf<G>& state, const MoveOf<G>& move) {
  if (game.outcome(state)) return "the game is over" + in_position(game, state) + ": no move can be made";
  const auto is_wrong = [&](const char* what) {
    return "'" + std::string(move_text(game, state, move)) + "' is not " + what + in_position(game, state);
  };
  if constexpr (HasChance<G>)
    if (game.current_player(state) == chance_player) {
      ChanceListOf<G> outcomes;
      game.chance_outcomes(state, outcomes);
      const bool listed = std::any_of(outcomes.begin(), outcomes.end(),
                                      [&](const auto& outcome) { return outcome.move == move; });
      return listed ? std::string{} : is_wrong("an outcome of chance");
    }
  MoveListOf<G> legal;
  game.legal_moves(state, legal);
  return std::find(legal.begin(), legal.end(), move) != legal.end() ? std::string{}
                                                                    : is_wrong("a legal move");
}

// ---- Rewards, once a simulation.

// Finite, and within the range that the game declares. What lies outside by less than the tree can tell apart
// (Layout::unit) is rounding.
template <Game G>
bool are_rewards_sound(const G& game, const RewardsOf<G>& rewards) {
  const auto players = static_cast<std::size_t>(player_count(game));
  bool sound = true;
  for (std::size_t p = 0; p < std::min(players, rewards.size()); ++p) {
    if constexpr (HasRewardRange<G>) {
      const RewardRange range = reward_range_of(game);
      const double most = (range.high - range.low) * (0.5 + 0x1p-16);
      sound &= std::abs(rewards[p] - range.middle()) <= most;  // not if it is not a number
    } else {
      sound &= std::abs(rewards[p]) <= std::numeric_limits<double>::max();
    }
  }
  return sound;
}

// What is wrong with such rewards, from `whose`.
template <Game G>
std::string problem_of_rewards(const G& game, const RewardsOf<G>& rewards, const std::string& whose) {
  const bool finite =
      std::all_of(rewards.begin(), rewards.end(), [](double reward) { return std::isfinite(reward); });
  if constexpr (HasRewardRange<G>)
    if (finite) {
      const RewardRange range = reward_range_of(game);
      return whose + " " + numbers_text(rewards) + ", outside reward_range, which is {" +
             print_number(range.low) + ", " + print_number(range.high) +
             "}: it must span whatever a player can still get from any state on";
    }
  return whose + " " + numbers_text(rewards) + ": rewards must be finite";
}

// ---- Priors, once a node that an evaluator has looked at.

inline bool are_priors_sound(std::span<const float> priors) {
  bool sound = true;
  for (const float prior : priors) sound &= prior >= 0 && prior <= std::numeric_limits<float>::max();
  return sound;
}
inline std::string problem_of_priors(std::span<const float> priors, const std::string& whose) {
  const auto wrong = std::find_if(priors.begin(), priors.end(),
                                  [](float prior) { return !are_priors_sound(std::span(&prior, 1)); });
  return whose + " " + print_number(wrong == priors.end() ? 0 : *wrong) +
         ": it must be finite, and not below 0";
}

}  // namespace banyan
