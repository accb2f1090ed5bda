// The conformance checks of what a game knows beyond its rules: states after moves, cells, milestones, all
// moves there are, playouts by experts, and a solver of its own.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/game/conformance/scene.hpp>

namespace banyan::detail {

// afterstates() are the legal moves, each with what apply() makes of the state and pays.
template <HasAfterstates G>
void check_afterstates(Scene<G>& scene, const Choices<G>& list) {
  const std::string rule = "afterstates() are what apply() makes of the legal moves";
  AfterstateListOf<G> found;
  scene.game.afterstates(scene.state, found);
  if (found.dropped() > 0 || found.size() != list.size())
    return scene.problem(rule, std::to_string(found.size() + found.dropped()) + " are listed, " +
                                   std::to_string(list.size()) + " moves are legal");
  for (const Choice<G>& choice : list) {
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](const auto& after) { return after.move == choice.move; });
    if (same == found.end()) return scene.problem(rule, scene.text_of(choice.move) + " has none");
    StateOf<G> next = scene.state;
    const double paid = apply_move(scene.game, next, choice.move)[0];
    if (!(same->state == next)) scene.problem(rule, scene.text_of(choice.move) + " has another state");
    if (same->paid != paid)
      scene.problem(rule, scene.text_of(choice.move) + " pays " + print_number(paid) + ", not " +
                              print_number(same->paid));
  }
}

// all_moves() has every legal move, and none twice.
template <HasAllMoves G>
void check_all_moves(Scene<G>& scene, const Choices<G>& list) {
  const std::string rule = "all_moves() lists every legal move once";
  MoveListOf<G> all;
  scene.game.all_moves(all);
  if (all.dropped() > 0) return scene.problem(rule, "it lists more than max_legal moves");
  for (const Choice<G>& choice : list)
    if (const auto times = std::count(all.begin(), all.end(), choice.move); times != 1)
      scene.problem(rule, scene.text_of(choice.move) + " is listed " + std::to_string(times) + " times");
}

// For every pair of the first few hundred states with the same player to move: where the cells are equal, so
// are the moves. An n-tuple network sees nothing else.
template <HasCells G>
class CellsCheck {
 public:
  void look(Scene<G>& scene, const Choices<G>& list) {
    constexpr std::size_t enough = 300;
    const std::uint64_t cells = scene.game.cells(scene.state);
    if (scene.game.cells(scene.state) != cells)
      return scene.problem("cells() of a state are always the same", "two calls gave two boards");
    if (seen_.size() >= enough) return;
    const Player player = scene.game.current_player(scene.state);
    for (const Seen& other : seen_)
      if (other.cells == cells && other.player == player && !same_choices<G>(other.list, list))
        scene.problem("states with equal cells() have equal moves", "a state met before had other moves");
    seen_.push_back({cells, player, list});
  }

 private:
  struct Seen {
    std::uint64_t cells;
    Player player;
    Choices<G> list;
  };
  std::vector<Seen> seen_;
};

// No move, of a player or of chance, takes a milestone back.
template <HasMilestones G>
void check_milestone(Scene<G>& scene, const StateOf<G>& next) {
  const std::uint64_t before = scene.game.milestone(scene.state);
  if (const std::uint64_t after = scene.game.milestone(next); after < before)
    scene.problem("milestone() never falls",
                  "it falls from " + std::to_string(before) + " to " + std::to_string(after));
}

// downgraded() lowers the milestone or leaves it, changes nothing where the milestone was not reached, and
// keeps who is to move and the moves.
template <HasDowngrade G>
void check_downgrade(Scene<G>& scene, const Choices<G>& list) {
  const G& game = scene.game;
  const std::uint64_t reached = game.milestone(scene.state);
  if (reached == 0) return;
  if (!(game.downgraded(scene.state, 2 * reached) == scene.state))
    scene.problem("downgraded() is for states that have reached the milestone",
                  "it changes one at " + std::to_string(reached) + " for " + std::to_string(2 * reached));
  const StateOf<G> lower = game.downgraded(scene.state, reached);
  if (game.milestone(lower) > reached)
    scene.problem("downgraded() lowers the milestone",
                  "it rises to " + std::to_string(game.milestone(lower)));
  if (game.outcome(lower) || game.current_player(lower) != game.current_player(scene.state) ||
      !same_choices<G>(scene.choices(lower), list))
    scene.problem("a state that is downgraded() is played alike", "the player or the moves differ");
}

// The moves of an expert's playout may be any, but they are legal, and lead to the returns that it answers.
// What chance does it doesn't tell: there only the start can be followed.
template <HasExpertPlayout G>
void check_expert_playout(Scene<G>& scene, std::size_t stream) {
  const G& game = scene.game;
  Random random(scene.options.seed, stream);
  StateOf<G> state = game.start();
  RewardsOf<G> paid{};
  std::string wrong;
  const auto follow = [&](Player player, const MoveOf<G>& move) {
    if (!wrong.empty()) return;
    if (HasChance<G> && !game.outcome(state) && game.current_player(state) == chance_player) return;
    MoveListOf<G> legal;
    if (!game.outcome(state)) game.legal_moves(state, legal);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) {
      wrong = "it notes a move that is not legal";
    } else if (player != game.current_player(state)) {
      wrong = "it notes a move for another player than the one to move";
    } else {
      const RewardsOf<G> step = apply_move(game, state, move);
      for (std::size_t i = 0; i < paid.size(); ++i) paid[i] += step[i];
    }
  };
  const RewardsOf<G> returned = game.expert_playout(game.start(), random, follow);
  if (!HasChance<G> && wrong.empty()) {
    constexpr double rounding = 1e-9;
    const auto outcome = game.outcome(state);
    bool same = outcome.has_value();
    for (std::size_t i = 0; same && i < paid.size(); ++i)
      same = std::abs(paid[i] + (*outcome)[i] - returned[i]) <= rounding;
    if (!same) wrong = "it does not return the outcome of the moves it noted";
  }
  if (!wrong.empty())
    scene.report.add("expert_playout() is a game by the rules", wrong,
                     "in its game " + std::to_string(stream));
}

// A solver's answers agree with its answers one move later, or with the outcome where the game is over then.
// As games end, that makes all of them true. Asked at the end of games, where they take little time: one that
// takes long is passed over.
template <HasSolver G>
class SolverCheck {
 public:
  // Each position of a game, in order; only the last few are kept.
  void note(const StateOf<G>& state) {
    constexpr std::size_t kept = 6;
    if (last_.size() == kept) last_.erase(last_.begin());
    last_.push_back(state);
  }

  // The game is over.
  void look(Scene<G>& scene) {
    constexpr int enough = 10;
    if (games_++ < enough)
      for (const StateOf<G>& state : std::exchange(last_, {})) compare(scene, state);
    last_.clear();
  }

 private:
  using Solved = SolvedMove<MoveOf<G>>;

  // Nothing where the solver can't, or takes long.
  std::optional<SolvedListOf<G>> solve(const StateOf<G>& state) {
    if (!solver_) solver_.emplace();
    SolvedListOf<G> list;
    bool takes_long = false;
    const std::string problem = solver_->solve(state, list, [&] { return takes_long = true; });
    if (!problem.empty() || takes_long) return std::nullopt;
    return list;
  }

  // The move that wins soonest, or draws, or loses last.
  static const Solved& best_of(const SolvedListOf<G>& list) {
    return *std::max_element(list.begin(), list.end(), [](const Solved& a, const Solved& b) {
      if (a.value != b.value) return a.value < b.value;
      return a.value < 0 ? a.plies < b.plies : a.plies > b.plies;
    });
  }

  void compare(Scene<G>& scene, const StateOf<G>& state) {
    const auto solved = solve(state);
    if (!solved) return;
    const G& game = scene.game;
    const Choices<G> list = scene.choices(state);
    if (solved->dropped() > 0 || solved->size() != list.size())
      return scene.problem("a Solver answers for every legal move",
                           "for " + std::to_string(solved->size()) + " of " + std::to_string(list.size()));
    const Player mover = game.current_player(state);
    for (const Solved& each : *solved) {
      const std::string text = "'" + std::string(move_text(game, state, each.move)) + "'";
      if (!contains<G>(list, each.move))
        return scene.problem("a Solver answers for every legal move", text + " is not one");
      StateOf<G> next = state;
      game.apply(next, each.move);
      Solved after{.move = each.move, .value = 0, .plies = 1};
      if (const auto outcome = game.outcome(next)) {
        after.value = static_cast<int>((*outcome)[static_cast<std::size_t>(mover)]);
      } else {
        const auto replies = solve(next);
        if (!replies || replies->empty()) continue;
        const Solved& best = best_of(*replies);
        after.value = game.current_player(next) == mover ? best.value : -best.value;
        after.plies = best.plies > 0 ? best.plies + 1 : 0;
      }
      if (each.value != after.value)
        scene.problem("a Solver's answers agree with those one move later",
                      text + " is worth " + std::to_string(each.value) + ", and after it " +
                          std::to_string(after.value));
      else if (each.value != 0 && each.plies > 0 && after.plies > 0 && each.plies != after.plies)
        scene.problem("a Solver's plies agree with those one move later",
                      text + " ends the game in " + std::to_string(each.plies) +
                          " plies, and by what is after it in " + std::to_string(after.plies));
    }
  }

  std::optional<typename G::Solver> solver_;  // made when it is asked: its tables take megabytes
  std::vector<StateOf<G>> last_;
  int games_ = 0;
};

// The check where the game has the ability, else nothing.
template <bool wanted, template <class> class Check, class G>
struct CheckIf {
  struct Type {};
};
template <template <class> class Check, class G>
struct CheckIf<true, Check, G> {
  using Type = Check<G>;
};

}  // namespace banyan::detail
