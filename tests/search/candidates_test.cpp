// Candidate moves: whatever the game leaves out, what a search proves is true, and a move that was left out
// is found where it is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>

#include <banyan/games/gomoku.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/search/evaluate/guides.hpp>
#include <banyan/search/searcher.hpp>

#include "exact.hpp"

namespace banyan {
namespace {

// A random position with so many empty cells; nobody has won on the way.
Gomoku::State late_position(const Gomoku& game, std::size_t empty, Random& random) {
  while (true) {
    Gomoku::State state = game.start();
    while (!game.outcome(state) && game.max_moves() - state.played > empty) {
      const auto moves = legal_moves_of(game, state);
      for (int tries = 0; tries < 20; ++tries) {
        const auto next = after(game, state, moves[random.below(moves.size())]);
        if (game.outcome(next)) continue;
        state = next;
        break;
      }
      if (game.max_moves() - state.played == moves.size()) break;
    }
    if (game.max_moves() - state.played == empty && !game.outcome(state)) return state;
  }
}

struct Claims {
  int won = 0;
  int lost = 0;
  int left_out = 0;
};

// What the game claims of a position and of the moves it leaves out.
void expect_true_claims(const Gomoku& game, ExactSolver<Gomoku>& exact, const Gomoku::State& state,
                        Claims& claims) {
  const Player mover = game.current_player(state);
  CandidateListOf<Gomoku> candidates;
  const Prospect prospect = game.candidate_moves(state, candidates);
  const double value = exact.span(state, mover).high;
  EXPECT_TRUE(prospect != Prospect::won || value == 1) << game.print_position(state);
  EXPECT_TRUE(prospect != Prospect::lost || value == -1) << game.print_position(state);
  claims.won += prospect == Prospect::won ? 1 : 0;
  claims.lost += prospect == Prospect::lost ? 1 : 0;
  for (const auto move : legal_moves_of(game, state)) {
    const bool listed = std::any_of(candidates.begin(), candidates.end(),
                                    [&](const auto& candidate) { return candidate.move == move; });
    const double worth = exact.span_of_move(state, move).high;
    EXPECT_TRUE(prospect != Prospect::won || !listed || worth == 1) << game.print_position(state);
    if (prospect != Prospect::forced || listed) continue;
    EXPECT_EQ(worth, -1) << game.print_position(state) << " " << game.print_move(state, move);
    ++claims.left_out;
  }
}

// An evaluator that knows nothing, as a network does at first: every position is even, every move alike.
Guide<Gomoku> ignorant_guide(std::uint32_t leaves) {
  const auto answer = [](const Gomoku::State&, const MoveListOf<Gomoku>& moves, std::span<float> priors,
                         Random&) {
    std::fill(priors.begin(), priors.end(), 1 / static_cast<float>(moves.size()));
    return draw_for_all();
  };
  return prior_guide<Gomoku>(answer, {.leaves = leaves});
}

// The proofs of a search, held against a solver that tries every move.
void expect_true_proofs(const Gomoku& game, ExactSolver<Gomoku>& exact, const Gomoku::State& state,
                        const SearchParams& params, std::uint64_t seed, Guide<Gomoku> guide = {}) {
  Searcher<Gomoku> searcher(game, params, seed, std::move(guide));
  searcher.set_root(state);
  const auto result = searcher.run({.sims = 400});
  const auto span = exact.span(state, game.current_player(state));
  ASSERT_TRUE(result.bounds) << result.error;
  EXPECT_LE(result.bounds->low, span.low) << game.print_position(state);
  EXPECT_GE(result.bounds->high, span.high) << game.print_position(state);
  EXPECT_EQ(result.moves.size(), legal_moves_of(game, state).size());
  for (const auto& stats : result.moves) {
    if (!stats.bounds) continue;  // not in the tree
    const auto of_move = exact.span_of_move(state, stats.move);
    EXPECT_LE(stats.bounds->low, of_move.low) << game.print_position(state);
    EXPECT_GE(stats.bounds->high, of_move.high) << game.print_position(state);
  }
}

void expect_sound(const Gomoku& game, std::size_t fewest, std::size_t most, int positions, Claims& claims) {
  Random random(11);
  for (int i = 0; i < positions; ++i) {
    ExactSolver<Gomoku> exact(game);
    const auto state = late_position(game, fewest + random.below(most - fewest + 1), random);
    expect_true_claims(game, exact, state, claims);
    for (const auto move : legal_moves_of(game, state))
      if (const auto next = after(game, state, move); !game.outcome(next))
        expect_true_claims(game, exact, next, claims);
    for (const std::uint32_t threads : {1U, 2U})
      expect_true_proofs(game, exact, state, {.depth = 0, .threads = threads, .memory = Bytes{8'000'000}},
                         random());
    for (const std::uint32_t leaves : {1U, 4U})
      expect_true_proofs(game, exact, state, {.memory = Bytes{8'000'000}}, random(), ignorant_guide(leaves));
  }
}

TEST(Candidates, ProofsAreTrue) {
  Claims claims;
  expect_sound(Gomoku({5, 5, 4}), 6, 10, 40, claims);
  expect_sound(Gomoku({6, 6, 4}), 6, 10, 40, claims);
  expect_sound(Gomoku({5, 4, 3}), 6, 11, 30, claims);
  expect_sound(Gomoku({6, 5, 5}), 6, 10, 30, claims);
  EXPECT_GT(claims.won, 100);
  EXPECT_GT(claims.lost, 20);
  EXPECT_GT(claims.left_out, 100);
}

// Tic-tac-toe whose candidates are the worst it could list: the last of the legal moves, whatever it is.
struct ShortSighted : TicTacToe {
  Prospect prospect(const State& /*state*/) const { return Prospect::open; }
  Prospect candidate_moves(const State& state, CandidateListOf<TicTacToe>& moves) const {
    MoveListOf<TicTacToe> legal;
    legal_moves(state, legal);
    moves.push_back({legal[legal.size() - 1], 1.0F});
    return Prospect::open;
  }
};
static_assert(HasCandidates<ShortSighted>);

TEST(Candidates, MovesLeftOutAreFoundWhenTheCandidatesLose) {
  const ShortSighted game;
  ExactSolver<ShortSighted> exact(game);
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    auto state = game.start();
    for (int ply = 0; ply < 4; ++ply) {
      const auto moves = legal_moves_of(game, state);
      state = after(game, state, moves[random.below(moves.size())]);
    }
    if (game.outcome(state)) continue;
    const auto result = search(game, state, {.sims = 2000}, {}, random());
    const auto span = exact.span(state, game.current_player(state));
    ASSERT_TRUE(result.bounds) << result.error;
    EXPECT_LE(result.bounds->low, span.low);
    EXPECT_GE(result.bounds->high, span.high);
    // A candidate that wins or draws keeps the others out; one that loses doesn't.
    const auto only = legal_moves_of(game, state).back();
    EXPECT_TRUE(exact.span_of_move(state, only).high >= 0 || span.high == -1 || result.value > -1);
  }
}

// A network is asked about the candidates only, and not at all where the game sees how it ends.
TEST(Candidates, GuideAnEvaluatorToo) {
  const Gomoku game;
  for (const bool candidates : {true, false})
    for (const std::uint32_t leaves : {1U, 8U}) {
      std::size_t most = 0;
      const auto answer = [&](const Gomoku::State&, const MoveListOf<Gomoku>& moves, std::span<float> priors,
                              Random&) {
        most = std::max(most, moves.size());
        std::fill(priors.begin(), priors.end(), 1 / static_cast<float>(moves.size()));
        return draw_for_all();
      };
      Searcher<Gomoku> searcher(game, {.candidates = candidates}, 1,
                                prior_guide<Gomoku>(std::ref(answer), {.leaves = leaves}));
      auto state = game.start();
      for (const std::string_view move : {"h8", "a1"}) game.apply(state, *game.parse_move(state, move));
      searcher.set_root(state);
      EXPECT_EQ(searcher.run({.sims = 200}).error, "");
      EXPECT_EQ(most, candidates ? 24U : 223U);

      most = 0;
      for (const std::string_view move : {"h9", "a3", "h10", "o1"})
        game.apply(state, *game.parse_move(state, move));
      searcher.set_root(state);  // three in a row, open at both ends
      const auto result = searcher.run({.sims = 200});
      if (candidates) {
        EXPECT_EQ(result.bounds->low, 1);
        EXPECT_EQ(most, 2U);  // of the root alone: both moves that make four in a row
      } else {
        EXPECT_GT(most, 200U);
      }
    }
}

TEST(Candidates, CanBeSwitchedOff) {
  const Gomoku game;
  const auto visited = [&](bool candidates) {
    const auto result = search(game, game.start(), {.sims = 2000}, {.candidates = candidates}, 1);
    EXPECT_EQ(result.moves.size(), 225U);
    return std::count_if(result.moves.begin(), result.moves.end(),
                         [](const auto& stats) { return stats.visits > 0; });
  };
  EXPECT_LT(visited(true), 60);
  EXPECT_EQ(visited(false), 225);
}

}  // namespace
}  // namespace banyan
