// What Gomoku's board knows of lines, against counting by hand, and what it claims, on boards of many sizes.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <set>

#include <banyan/games/gomoku.hpp>

#include "expect_conforming.hpp"
#include "random_walk.hpp"

namespace banyan {
namespace {

using Board = detail::GomokuBoard;

// The empty cells where this player completes a line.
std::set<Gomoku::Move> completing(const Gomoku& game, Gomoku::State state, Player player) {
  std::set<Gomoku::Move> cells;
  state.played = static_cast<std::uint16_t>(player);
  MoveListOf<Gomoku> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves) {
    auto next = state;
    game.apply(next, move);
    if (next.won) cells.insert(move);
  }
  return cells;
}

// How many cells complete a line for this player after this move of his.
std::size_t ways_after(const Gomoku& game, Gomoku::State state, Player player, Gomoku::Move move) {
  state.played = static_cast<std::uint16_t>(player);
  game.apply(state, move);
  return completing(game, state, player).size();
}

std::set<Gomoku::Move> set_of(const Board::Cells& cells) {
  std::set<Gomoku::Move> all;
  Board::for_each(cells, [&](Board::Move move) { all.insert(move); });
  return all;
}

RC_GTEST_PROP(GomokuBoard, CountsWhatAStoneMakes, (std::uint64_t seed)) {
  Random random(seed);
  const int line = 3 + static_cast<int>(random.below(3));
  const int width = line + static_cast<int>(random.below(8));
  const int height = line + static_cast<int>(random.below(8));
  const Gomoku game({width, height, line});
  Board board(width, height, line);
  const std::size_t checked = random.below(game.max_moves());
  std::size_t ply = 0;
  walk(game, random_choices(seed, game.max_moves()), [&](const auto&, auto, const Gomoku::State& state) {
    if (game.outcome(state) || ++ply % (checked + 1) != 0) return;
    board.move_to(state.stones);
    for (const Player player : {0, 1}) {
      const auto p = static_cast<std::size_t>(player);
      const auto fives = completing(game, state, player);
      RC_ASSERT(set_of(board.useful(p, Board::Use::five)) == fives);
      if (!fives.empty()) continue;  // then what is made besides doesn't matter
      std::set<Gomoku::Move> two_ways;
      std::set<Gomoku::Move> fours;
      for (const auto move : set_of(board.empty())) {
        const std::size_t ways = ways_after(game, state, player, move);
        if (ways > 1) two_ways.insert(move);
        if (ways == 1) fours.insert(move);
      }
      RC_ASSERT(set_of(board.useful(p, Board::Use::two_ways)) == two_ways);
      RC_ASSERT(set_of(board.useful(p, Board::Use::four)) == fours);
    }
  });
}

// Random games on small boards are full of threats; that of the standard board is tested with the other
// games.
TEST(GomokuExpert, ClaimsAreBorneOutOnSmallBoards) {
  for (const Gomoku::Params params : {Gomoku::Params{6, 6, 4},
                                      {7, 5, 3},
                                      {9, 9, 5},
                                      {5, 8, 5},
                                      {20, 4, 4},
                                      {6, 6, 4, GomokuRule::standard},
                                      {7, 5, 3, GomokuRule::standard},
                                      {9, 9, 5, GomokuRule::standard}})
    expect_conforming(Gomoku(params), {.games = 10, .playouts = 200});
}

TEST(GomokuExpert, KnowsNothingOfLongerLines) {
  const Gomoku game({10, 10, 6});
  CandidateListOf<Gomoku> moves;
  EXPECT_EQ(game.candidate_moves(game.start(), moves), Prospect::open);
  EXPECT_TRUE(moves.empty());
}

// Black has two open threes that cross: whatever White does, Black makes an open four.
TEST(GomokuExpert, SeesContinuousFours) {
  const Gomoku game;
  const auto prospect = [&](std::string_view moves) {
    Gomoku::State state = game.start();
    for (std::size_t at = 0; at < moves.size();
         at = moves.find(' ', at) == std::string_view::npos ? moves.size() : moves.find(' ', at) + 1)
      game.apply(state, *game.parse_move(state, moves.substr(at, moves.find(' ', at) - at)));
    return game.prospect(state);
  };
  EXPECT_EQ(prospect("h8 a1 i8 c1"), Prospect::open);
  EXPECT_EQ(prospect("h8 a1 i8 c1 j8"), Prospect::forced);        // White must answer a three
  EXPECT_EQ(prospect("h8 a1 i8 c1 j8 e1"), Prospect::won);        // and has not
  EXPECT_EQ(prospect("h8 g8 i8 a1 j8 c1 k8"), Prospect::forced);  // a four that is blocked on one side
  // A four along row 8, then one along column k with the stone that stands there already: two ways.
  EXPECT_EQ(prospect("h8 g8 i8 a1 j8 c1 k6 e3 k5 e5"), Prospect::won);
}

}  // namespace
}  // namespace banyan
