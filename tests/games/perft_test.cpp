// Numbers of move sequences and of positions that are known from elsewhere.
#include <gtest/gtest.h>

#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/amazons.hpp>
#include <banyan/games/breakthrough.hpp>
#include <banyan/games/checkers.hpp>
#include <banyan/games/chess.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/go.hpp>
#include <banyan/games/gomoku.hpp>
#include <banyan/games/nim.hpp>
#include <banyan/games/othello.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/xiangqi.hpp>

namespace banyan {
namespace {

template <class G>
std::vector<std::uint64_t> perfts(const G& game, unsigned deepest) {
  std::vector<std::uint64_t> leaves;
  for (unsigned depth = 1; depth <= deepest; ++depth) leaves.push_back(perft(game, game.start(), depth));
  return leaves;
}
using Numbers = std::vector<std::uint64_t>;

TEST(Perft, TicTacToe) {
  EXPECT_EQ(perfts(TicTacToe{}, 10), (Numbers{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}));
}

TEST(Perft, ConnectFour) {
  EXPECT_EQ(perfts(ConnectFour{}, 8), (Numbers{7, 49, 343, 2401, 16807, 117649, 823536, 5673234}));
}

TEST(Perft, Othello) {
  EXPECT_EQ(perfts(Othello{}, 8), (Numbers{4, 12, 56, 244, 1396, 8200, 55092, 390216}));
}

TEST(Perft, Breakthrough) {
  EXPECT_EQ(perfts(Breakthrough{}, 5), (Numbers{22, 484, 11132, 256036, 6182818}));
}

TEST(Perft, Go) { EXPECT_EQ(perfts(Go({.size = 5}), 4), (Numbers{26, 651, 15650, 361041})); }

TEST(Perft, Checkers) {
  EXPECT_EQ(perfts(Checkers{}, 9), (Numbers{7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680}));
  EXPECT_EQ(perft(Checkers{}, Checkers{}.start(), 10), 18'391'564U);
  EXPECT_EQ(perft(Checkers{}, Checkers{}.start(), 11), 85'242'128U);
}

TEST(Perft, Chess) { EXPECT_EQ(perfts(Chess{}, 5), (Numbers{20, 400, 8902, 197281, 4865609})); }

// Positions with many castlings, promotions, pins and captures en passant, known from
// https://www.chessprogramming.org/Perft_Results.
TEST(Perft, ChessFromOtherPositions) {
  const Chess game;
  const auto leaves = [&](const char* fen, unsigned depth) {
    const auto state = game.parse_position(fen);
    EXPECT_TRUE(state) << fen;
    return perft(game, *state, depth);
  };
  const char* const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
  EXPECT_EQ(leaves(kiwipete, 4), 4'085'603U);
  EXPECT_EQ(leaves(kiwipete, 5), 193'690'690U);
  EXPECT_EQ(leaves("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6), 11'030'083U);
  EXPECT_EQ(leaves("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5), 15'833'292U);
  EXPECT_EQ(leaves("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4), 2'103'487U);
  EXPECT_EQ(leaves("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4),
            3'894'594U);
}

TEST(Perft, Xiangqi) { EXPECT_EQ(perfts(Xiangqi{}, 5), (Numbers{44, 1920, 79666, 3290240, 133312995})); }

// 10×10 is known from elsewhere; 6×6 agrees with plain squares (amazons_test.cpp).
TEST(Perft, Amazons) {
  EXPECT_EQ(perfts(Amazons{}, 2), (Numbers{2176, 4307152}));
  EXPECT_EQ(perfts(Amazons({.size = 6}), 3), (Numbers{544, 238532, 91074224}));
}

// On 3×3 with a line of three Gomoku is tic-tac-toe.
TEST(Perft, GomokuIsTicTacToeOnItsBoard) { EXPECT_EQ(perfts(Gomoku({3, 3, 3}), 9), perfts(TicTacToe{}, 9)); }

// With nobody to reach a line, every order of cells counts: 12!/(12-n)!.
TEST(Perft, GomokuWithoutAWinInReach) {
  EXPECT_EQ(perfts(Gomoku({4, 3, 4}), 6), (Numbers{12, 132, 1320, 11880, 95040, 665280}));
}

TEST(Perft, Nim) {
  // From 1/2: three moves; then 2 → 2 moves, 1/1 → 2 moves, 1 → 1 move; and so on until all is taken.
  EXPECT_EQ(perfts(Nim({{1, 2}, 2, false}), 4), (Numbers{3, 5, 3, 0}));
}

// First only `roll`, then six faces; after a 1 the other rolls, after others roll or hold.
TEST(Perft, PigCountsChanceOutcomesAsMoves) {
  EXPECT_EQ(perfts(Pig{}, 4), (Numbers{1, 6, 1 + 5 * 2, 6 + 5 * (6 + 1)}));
}

// Distinct positions by the number of stones, breadth first.
template <class G>
std::vector<std::size_t> distinct_positions(const G& game, unsigned deepest) {
  using State = StateOf<G>;
  std::vector<std::size_t> counts;
  std::vector<State> level{game.start()};
  for (unsigned depth = 0; depth <= deepest; ++depth) {
    counts.push_back(level.size());
    std::vector<State> next;
    std::unordered_set<std::uint64_t> seen;  // both games' hashes are one to one
    for (const State& state : level) {
      if (game.outcome(state)) continue;
      for_each_choice(game, state, [&](const MoveOf<G>& move) {
        State after = state;
        game.apply(after, move);
        if (seen.insert(game.hash(after)).second) next.push_back(after);
      });
    }
    level = std::move(next);
  }
  return counts;
}

TEST(Positions, ConnectFour) {
  EXPECT_EQ(distinct_positions(ConnectFour{}, 9),
            (std::vector<std::size_t>{1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186}));
}

TEST(Positions, TicTacToe) {
  std::size_t sum = 0;
  for (const std::size_t count : distinct_positions(TicTacToe{}, 9)) sum += count;
  EXPECT_EQ(sum, 5478U);
}

template <class G>
std::uint64_t complete_games(const G& game, const StateOf<G>& state) {
  if (game.outcome(state)) return 1;
  std::uint64_t games = 0;
  for_each_choice(game, state, [&](const MoveOf<G>& move) {
    StateOf<G> after = state;
    game.apply(after, move);
    games += complete_games(game, after);
  });
  return games;
}

TEST(CompleteGames, TicTacToe) { EXPECT_EQ(complete_games(TicTacToe{}, TicTacToe{}.start()), 255'168U); }

}  // namespace
}  // namespace banyan
