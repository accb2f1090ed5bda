// Moves of games that print none themselves: numbers, or their place in the list of legal moves.
#include <gtest/gtest.h>

#include <banyan/game/text.hpp>
#include <banyan/games/tictactoe.hpp>

namespace banyan {
namespace {

// Take one or two from five; moves as numbers, or as a type of their own.
template <class MoveType>
struct Take {
  static constexpr int max_players = 2;
  static constexpr std::size_t max_legal = 2;
  using Move = MoveType;
  struct State {
    int left = 5;
    friend bool operator==(const State&, const State&) = default;
  };
  [[nodiscard]] State start() const { return {}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.left & 1; }
  void legal_moves(const State& state, FixedList<Move, 2>& moves) const {
    for (int take = 1; take <= 2 && take <= state.left; ++take) moves.push_back(static_cast<Move>(take));
  }
  void apply(State& state, Move move) const { state.left -= static_cast<int>(move); }
  [[nodiscard]] std::optional<std::array<double, 2>> outcome(const State& state) const {
    return state.left > 0 ? std::nullopt : std::optional(win_for(0));
  }
};
enum class Count : int {};

TEST(MoveText, NumbersPrintAsNumbers) {
  const Take<signed char> game;
  EXPECT_EQ(move_text(game, game.start(), 2), "2");
  EXPECT_EQ(move_from_text(game, game.start(), "2"), 2);
  EXPECT_EQ(move_from_text(game, game.start(), "-2"), -2);
  for (const char* wrong : {"", "x", "2x", " 2", "300", "99999999999999999999"})
    EXPECT_FALSE(move_from_text(game, game.start(), wrong)) << wrong;
}

TEST(MoveText, OthersPrintAsTheirPlace) {
  const Take<Count> game;
  EXPECT_EQ(move_text(game, game.start(), Count{2}), "1");
  EXPECT_EQ(move_text(game, game.start(), Count{3}), "?");
  EXPECT_EQ(move_from_text(game, game.start(), "1"), Count{2});
  for (const char* wrong : {"", "2", "-1", "?"})
    EXPECT_FALSE(move_from_text(game, game.start(), wrong)) << wrong;
}

TEST(MoveText, AGamesOwnComesFirst) {
  const TicTacToe game;
  EXPECT_EQ(move_text(game, game.start(), 4), "b2");
  EXPECT_EQ(move_from_text(game, game.start(), "B2"), 4);
  EXPECT_FALSE(move_from_text(game, game.start(), "4"));
}

}  // namespace
}  // namespace banyan
