// Connect Four's bits against a board of plain cells.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <banyan/games/connect4.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

struct PlainConnectFour {
  std::array<std::array<int, 7>, 6> cells;  // [row][column]
  PlainConnectFour() {
    for (auto& row : cells) row.fill(-1);
  }

  void drop(int column, int player) {
    for (auto& row : cells)
      if (row[static_cast<std::size_t>(column)] < 0) {
        row[static_cast<std::size_t>(column)] = player;
        return;
      }
  }
  [[nodiscard]] int at(int row, int column) const {
    if (row < 0 || row >= 6 || column < 0 || column >= 7) return -1;
    return cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  [[nodiscard]] bool has_line(int player) const {
    for (int row = 0; row < 6; ++row)
      for (int column = 0; column < 7; ++column)
        for (const auto& [up, right] : {std::pair{0, 1}, {1, 0}, {1, 1}, {1, -1}}) {
          int length = 0;
          while (length < 4 && at(row + length * up, column + length * right) == player) ++length;
          if (length == 4) return true;
        }
    return false;
  }
  [[nodiscard]] bool is_full() const {
    return std::ranges::none_of(cells[5], [](int owner) { return owner < 0; });
  }
  [[nodiscard]] std::string text() const {
    std::string text;
    for (int row = 5; row >= 0; --row) {
      for (int column = 0; column < 7; ++column) text += ".xo"[at(row, column) + 1];
      if (row > 0) text += '/';
    }
    return text;
  }
};

RC_GTEST_PROP(ConnectFourRules, PlaysAsABoardOfCells, (std::uint64_t seed)) {
  const ConnectFour game;
  PlainConnectFour board;
  walk(game, random_choices(seed, 42), [&](const auto& before, auto column, const auto& after) {
    const int player = game.current_player(before);
    RC_ASSERT(board.at(5, column) < 0);
    board.drop(column, player);
    RC_ASSERT(game.print_position(after) == board.text());
    RC_ASSERT(game.current_player(after) == 1 - player);
    const auto outcome = game.outcome(after);
    if (board.has_line(player)) {
      RC_ASSERT(outcome == win_for(player));
    } else if (board.is_full()) {
      RC_ASSERT(outcome == draw_for_all());
    } else {
      RC_ASSERT(!outcome);
      MoveListOf<ConnectFour> moves;
      game.legal_moves(after, moves);
      for (ConnectFour::Move c = 0; c < 7; ++c)
        RC_ASSERT((std::ranges::find(moves, c) != moves.end()) == (board.at(5, c) < 0));
    }
  });
}

// The moves after which whoever made them has four in a row.
std::vector<ConnectFour::Move> winning_moves(const ConnectFour& game, const ConnectFour::State& state) {
  MoveListOf<ConnectFour> legal;
  game.legal_moves(state, legal);
  std::vector<ConnectFour::Move> winning;
  for (const auto move : legal) {
    ConnectFour::State after = state;
    game.apply(after, move);
    if (game.outcome(after) == win_for(game.current_player(state))) winning.push_back(move);
  }
  return winning;
}

RC_GTEST_PROP(ConnectFourMoves, TheDecisiveOnesAreFound, (std::uint64_t seed)) {
  const ConnectFour game;
  walk(game, random_choices(seed, 42), [&](const auto& /*before*/, auto /*column*/, const auto& state) {
    if (game.outcome(state)) return;
    MoveListOf<ConnectFour> legal;
    game.legal_moves(state, legal);
    const auto wins = winning_moves(game, state);
    std::vector<ConnectFour::Move> safe;
    for (const auto move : legal) {
      ConnectFour::State after = state;
      game.apply(after, move);
      if (winning_moves(game, after).empty()) safe.push_back(move);
    }
    MoveListOf<ConnectFour> found;
    const Urgency urgency = game.decisive_moves(state, found);
    if (!wins.empty()) {
      RC_ASSERT(urgency == Urgency::win);
      RC_ASSERT(std::ranges::equal(found, wins));
    } else if (safe.empty()) {
      RC_ASSERT(urgency == Urgency::lost);
    } else if (safe.size() < legal.size()) {
      RC_ASSERT(urgency == Urgency::block);
      RC_ASSERT(std::ranges::equal(found, safe));
    } else {
      RC_ASSERT(urgency == Urgency::none);
    }
  });
}

TEST(ConnectFourPosition, SaysWhatIsWrong) {
  const ConnectFour game;
  const auto message = [&](std::string_view text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  const std::string empty5 = "......./......./......./......./......./";
  EXPECT_EQ(message(empty5 + "...x..."), "");
  EXPECT_NE(message(empty5 + "...o...").find("X moves first"), std::string::npos);
  EXPECT_NE(message(empty5 + "...xx..").find("X moves first"), std::string::npos);
  EXPECT_NE(message("......./......./......./......./...x.../.......").find("above an empty cell"),
            std::string::npos);
  EXPECT_NE(message(empty5 + "...x").find("too early"), std::string::npos);
  EXPECT_NE(message(empty5 + "...z...").find("character 44"), std::string::npos);
}

TEST(ConnectFourPosition, TheLastMoverMayHaveWon) {
  const ConnectFour game;
  const auto won = game.parse_position("......./......./......./......./ooo..../xxxx...");
  ASSERT_TRUE(won) << won.error().message;
  EXPECT_EQ(game.outcome(*won), win_for(0));
  const auto late = game.parse_position("......./......./......./o....../ooo..../xxxx...");
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("already has four"), std::string::npos);
}

TEST(ConnectFourMoves, AreColumnsFromOne) {
  const ConnectFour game;
  EXPECT_EQ(game.parse_move(game.start(), "1"), 0);
  EXPECT_EQ(game.parse_move(game.start(), "7"), 6);
  for (const char* wrong : {"0", "8", "", "44", "a", "-1", " 1"})
    EXPECT_FALSE(game.parse_move(game.start(), wrong));
  EXPECT_EQ(game.print_position(after_moves(game, {"4", "4", "5"})),
            "......./......./......./......./...o.../...xx..");
}

TEST(ConnectFourPicture, PointsToColumns) {
  const ConnectFour game;
  const Picture picture = game.picture(after_moves(game, {"3"}));
  EXPECT_EQ(picture.at(5, 2).text, "X");
  EXPECT_EQ(picture.at(0, 2).move, "3");
  EXPECT_EQ(picture.column_labels.front(), "1");
  EXPECT_EQ(picture.row_labels.front(), "6");
}

}  // namespace
}  // namespace banyan
