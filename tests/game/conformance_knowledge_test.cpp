// Each rule about what a game knows beyond its rules can fail: for every one there is a game with just that
// fault.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include <banyan/games/nim.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>

#include "expect_broken.hpp"

namespace banyan {
namespace {

// ---- States after moves, cells and milestones.

// Games of 2048 are long.
constexpr ConformanceOptions some_games{.games = 5, .playouts = 0};

constexpr std::string_view afterstate_rule = "afterstates() are what apply() makes of the legal moves";

struct AfterstateMissing : Twenty48 {
  void afterstates(const State& state, AfterstateListOf<Twenty48>& list) const {
    Twenty48::afterstates(state, list);
    list.pop_back();
  }
};
struct AfterstateOfAnotherMove : Twenty48 {
  void afterstates(const State& state, AfterstateListOf<Twenty48>& list) const {
    Twenty48::afterstates(state, list);
    if (list.size() > 1) std::swap(list[0].state, list[1].state);
  }
};
struct AfterstatePaysMore : Twenty48 {
  void afterstates(const State& state, AfterstateListOf<Twenty48>& list) const {
    Twenty48::afterstates(state, list);
    for (auto& after : list) after.paid += 1;
  }
};
TEST(ConformanceKnowledge, AfterstatesAreThoseOfApply) {
  expect_broken(AfterstateMissing{}, afterstate_rule, some_games);
  expect_broken(AfterstateOfAnotherMove{}, afterstate_rule, some_games);
  expect_broken(AfterstatePaysMore{}, afterstate_rule, some_games);
}

struct BlindToTheBoard : Twenty48 {
  [[nodiscard]] std::uint64_t cells(const State& /*state*/) const { return 0; }
};
TEST(ConformanceKnowledge, CellsTellMovesApart) {
  expect_broken(BlindToTheBoard{}, "states with equal cells() have equal moves", some_games);
}
struct CellsThatChange : Twenty48 {
  [[nodiscard]] std::uint64_t cells(const State& state) const { return state.board + calls++; }
  mutable std::uint64_t calls = 0;
};
TEST(ConformanceKnowledge, CellsStayTheSame) {
  expect_broken(CellsThatChange{}, "cells() of a state are always the same", some_games);
}

struct CountsEmptyCells : Twenty48 {
  [[nodiscard]] std::uint64_t milestone(const State& state) const {
    std::uint64_t empty = 0;
    for (unsigned cell = 0; cell < 16; ++cell) empty += (state.board >> 4 * cell) % 16 == 0 ? 1 : 0;
    return empty;
  }
};
TEST(ConformanceKnowledge, MilestonesNeverFall) {
  expect_broken(CountsEmptyCells{}, "milestone() never falls", some_games);
}

struct UpgradesInstead : Twenty48 {
  [[nodiscard]] State downgraded(State state, std::uint64_t tile) const {
    if (milestone(state) < tile) return state;
    for (unsigned cell = 0; cell < 16; ++cell)
      if ((state.board >> 4 * cell) % 16 != 0) state.board += NibbleBoard{1} << 4 * cell;
    return state;
  }
};
struct DowngradesTooSoon : Twenty48 {
  [[nodiscard]] State downgraded(const State& state, std::uint64_t /*tile*/) const {
    return {state.board / 2};
  }
};
struct DowngradesToNothing : Twenty48 {
  [[nodiscard]] State downgraded(const State& state, std::uint64_t tile) const {
    return milestone(state) < tile ? state : start();
  }
};
TEST(ConformanceKnowledge, DowngradedStatesArePlayedAlike) {
  expect_broken(UpgradesInstead{}, "downgraded() lowers the milestone", some_games);
  expect_broken(DowngradesTooSoon{}, "downgraded() is for states that have reached the milestone",
                some_games);
  expect_broken(DowngradesToNothing{}, "a state that is downgraded() is played alike", some_games);
}

struct NeverGoesUp : Twenty48 {
  void all_moves(MoveListOf<Twenty48>& moves) const {
    Twenty48::all_moves(moves);
    moves.swap_remove(0);
  }
};
struct GoesOnlyOneWay : Twenty48 {
  void all_moves(MoveListOf<Twenty48>& moves) const {
    Twenty48::all_moves(moves);
    std::fill(moves.begin(), moves.end(), moves[0]);
  }
};
TEST(ConformanceKnowledge, AllMovesAreListedOnce) {
  expect_broken(NeverGoesUp{}, "all_moves() lists every legal move once", some_games);
  expect_broken(GoesOnlyOneWay{}, "all_moves() lists every legal move once", some_games);
}

TEST(ConformanceKnowledge, TheSoundOneHasNoProblems) {
  const auto report = check_conformance(Twenty48{}, some_games);
  EXPECT_TRUE(report.ok()) << report.text();
}

// ---- Solvers.

// Tries everything, and then says what a fault makes of it.
enum class SolverFault { none, optimist, dawdler, lazy };
template <SolverFault fault>
struct WithSolver : TicTacToe {
  struct Solver {
    static constexpr TicTacToe game{};
    std::uint64_t count = 0;

    // The value for the player to move, and the plies under best play.
    std::pair<int, std::uint32_t> best_of(const State& state) {
      SolvedListOf<TicTacToe> list;
      solve_all(state, list);
      std::pair<int, std::uint32_t> best{-2, 0};
      for (const auto& each : list) {
        const bool longer = each.plies > best.second;
        if (each.value > best.first || (each.value == best.first && longer == (each.value < 0)))
          best = {each.value, each.plies};
      }
      return best;
    }
    void solve_all(const State& state, SolvedListOf<TicTacToe>& list) {
      ++count;
      MoveListOf<TicTacToe> moves;
      game.legal_moves(state, moves);
      for (const Move move : moves) {
        State next = state;
        game.apply(next, move);
        if (const auto outcome = game.outcome(next)) {
          const auto mover = static_cast<std::size_t>(game.current_player(state));
          list.push_back({move, static_cast<int>((*outcome)[mover]), 1});
        } else {
          const auto [value, plies] = best_of(next);
          list.push_back({move, -value, plies + 1});
        }
      }
    }
    std::string solve(const State& state, SolvedListOf<TicTacToe>& list, const StopDue& /*stop_due*/) {
      solve_all(state, list);
      for (auto& each : list) {
        if (fault == SolverFault::optimist) each.value = 1;
        if (fault == SolverFault::dawdler && each.plies > 1) each.plies += 2;
      }
      if (fault == SolverFault::lazy) list.pop_back();
      return {};
    }
    [[nodiscard]] std::uint64_t positions() const { return count; }
    [[nodiscard]] std::uint64_t bytes() const { return sizeof *this; }
  };
};
static_assert(HasSolver<WithSolver<SolverFault::none>>);

TEST(ConformanceKnowledge, SolversAgreeWithThemselvesOneMoveLater) {
  const auto report = check_conformance(WithSolver<SolverFault::none>{}, few_games);
  EXPECT_TRUE(report.ok()) << report.text();
  expect_broken(WithSolver<SolverFault::optimist>{}, "a Solver's answers agree with those one move later");
  expect_broken(WithSolver<SolverFault::dawdler>{}, "a Solver's plies agree with those one move later");
  expect_broken(WithSolver<SolverFault::lazy>{}, "a Solver answers for every legal move");
}

// A member of that name is not enough.
struct NoSolver : TicTacToe {
  struct Solver {
    [[nodiscard]] std::uint64_t positions() const { return 0; }
  };
};
TEST(ConformanceKnowledge, AlmostASolverIsNamed) {
  const std::string text = check_conformance(NoSolver{}, few_games).text();
  EXPECT_NE(text.find("solver is not used: there is Solver, but not as it must be"), std::string::npos)
      << text;
}

// ---- Playouts by experts where rewards come on the way, or chance.

// Each of four moves pays the player who makes it.
struct PaidByMove {
  using State = std::uint8_t;
  using Move = std::uint8_t;
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  static constexpr RewardRange reward_range{0, 4};

  bool forgets = false;

  [[nodiscard]] static State start() { return 0; }
  [[nodiscard]] static Player current_player(State state) { return state % 2; }
  static void legal_moves(State /*state*/, MoveListOf<PaidByMove>& moves) {
    for (Move move = 0; move < 2; ++move) moves.push_back(move);
  }
  static std::array<double, 2> apply(State& state, Move move) {
    std::array<double, 2> paid{};
    paid[static_cast<std::size_t>(state++ % 2)] = 1.0 + move;
    return paid;
  }
  [[nodiscard]] static std::optional<std::array<double, 2>> outcome(State state) {
    if (state < 4) return std::nullopt;
    return std::array{0.0, 0.0};
  }
  template <class Note>
  std::array<double, 2> expert_playout(State state, Random& /*random*/, Note&& note) const {
    std::array<double, 2> sum{};
    while (!outcome(state)) {
      note(current_player(state), Move{1});
      const auto paid = apply(state, 1);
      for (const std::size_t p : {0U, 1U})
        if (!forgets || state > 1) sum[p] += paid[p];
    }
    return sum;
  }
};
static_assert(HasExpertPlayout<PaidByMove> && HasStepRewards<PaidByMove>);

TEST(ConformanceKnowledge, ExpertPlayoutsAddUpWhatIsPaid) {
  const auto report = check_conformance(PaidByMove{}, few_games);
  EXPECT_TRUE(report.ok()) << report.text();
  expect_broken(PaidByMove{.forgets = true}, "expert_playout() is a game by the rules");
}

// ---- Two players who say that one's gain is the other's loss.

struct BothMayWin : Nim {
  using Nim::Nim;
  [[nodiscard]] static bool zero_sum() { return true; }
  [[nodiscard]] std::optional<RewardsOf<Nim>> outcome(const State& state) const {
    auto outcome = Nim::outcome(state);
    if (outcome) outcome->fill(1);
    return outcome;
  }
};
TEST(ConformanceKnowledge, ZeroSumsAddUp) {
  expect_broken(BothMayWin{}, "where zero_sum() is true, returns add up to 0");
}

}  // namespace
}  // namespace banyan
