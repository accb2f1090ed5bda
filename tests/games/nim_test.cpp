// Nim against its theory.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include <banyan/games/nim.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// The best return of the player to move, by trying everything (max^n for more than two players).
class Solver {
 public:
  explicit Solver(const Nim& game) : game_(game) {}
  std::array<double, Nim::max_players> solve(const Nim::State& state) {
    if (const auto outcome = game_.outcome(state)) return *outcome;
    const auto key = game_.hash(state);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    std::array<double, Nim::max_players> best{};
    best.fill(-2);
    MoveListOf<Nim> moves;
    game_.legal_moves(state, moves);
    for (const auto move : moves) {
      Nim::State after = state;
      game_.apply(after, move);
      const auto value = solve(after);
      if (value[state.player] > best[state.player]) best = value;
    }
    return known_[key] = best;
  }

 private:
  Nim game_;
  std::map<std::uint64_t, std::array<double, Nim::max_players>> known_;
};

// Bouton 1901: the player to move loses if and only if the heaps' binary sum without carry is 0; in misère
// play too, except that with heaps of one only, an odd number of them loses.
TEST(NimTheory, BoutonsRule) {
  for (const bool misere : {false, true}) {
    const Nim game({{3, 4, 5}, 2, misere});
    Solver solver(game);
    for (int a = 0; a <= 3; ++a)
      for (int b = 0; b <= 4; ++b)
        for (int c = 0; c <= 5; ++c) {
          if (a + b + c == 0) continue;
          Nim::State state;
          for (const auto& [i, heap] : {std::pair{0U, a}, {1U, b}, {2U, c}})
            state.heaps[i] = static_cast<std::uint8_t>(heap);
          const bool only_ones = std::max({a, b, c}) == 1;
          const bool loses = misere && only_ones ? (a ^ b ^ c) == 1 : (a ^ b ^ c) == 0;
          EXPECT_EQ(solver.solve(state)[0], loses ? -1 : 1)
              << game.print_position(state) << " misère " << misere;
        }
  }
}

TEST(NimRules, ThreePlayersNormal) {
  const Nim game({{2, 1}, 3, false});
  const auto end = after_moves(game, {"1-1", "2-1", "1-1"});
  EXPECT_EQ(game.outcome(end), (std::array<double, 6>{-1, -1, 1, 0, 0, 0}));
}

TEST(NimRules, ThreePlayersMisere) {
  const Nim game({{2, 1}, 3, true});
  const auto end = after_moves(game, {"1-1", "2-1", "1-1"});
  EXPECT_EQ(game.outcome(end), (std::array<double, 6>{1, 1, -1, 0, 0, 0}));
}

TEST(NimMoves, HeapAndCount) {
  const Nim game;
  const auto start = game.start();
  EXPECT_EQ(game.print_move(start, {1, 3}), "2-3");
  EXPECT_EQ(game.parse_move(start, "2-3"), (Nim::Move{1, 3}));
  for (const char* wrong : {"", "-", "2", "4-1", "0-1", "2-0", "2-64", "2--1", "a-b", "2-3-1"})
    EXPECT_FALSE(game.parse_move(start, wrong)) << wrong;
}

TEST(NimPosition, SaysWhatIsWrong) {
  const Nim game;
  for (const char* wrong : {"", "3/4", "3/4/5", "3/4/5 2", "3/4/5 x", "3/4/5/6 0", "-1/4/5 0", "3/4/5  0"})
    EXPECT_FALSE(game.parse_position(wrong)) << wrong;
  const auto more = game.parse_position("3/5/5 0");
  ASSERT_FALSE(more);
  EXPECT_NE(more.error().message.find("heap 2"), std::string::npos);
}

TEST(NimPicture, AnObjectTakesItselfAndAllToItsRight) {
  const Nim game;
  const Picture picture = game.picture(game.start());
  EXPECT_EQ(picture.at(2, 0).move, "3-5");
  EXPECT_EQ(picture.at(2, 4).move, "3-1");
  EXPECT_EQ(picture.at(0, 3).text, "");
}

}  // namespace
}  // namespace banyan
