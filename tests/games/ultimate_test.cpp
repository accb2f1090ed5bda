// Ultimate tic-tac-toe's words of bits against nine plain boards, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/ultimate.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// Characters on a board of nine rows; who won a small board, and where to move, is found by looking.
class PlainUltimate {
 public:
  [[nodiscard]] std::vector<std::string> moves() const {
    std::vector<std::string> list;
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column)
        if (is_free(row, column) && (sent_row_ < 0 || !is_open(sent_row_, sent_column_) ||
                                     (row / 3 == sent_row_ && column / 3 == sent_column_)))
          list.push_back(print_square(row, column));
    std::ranges::sort(list);
    return list;
  }
  void play(int row, int column) {
    at(row, column) = player_;
    player_ = player_ == 'x' ? 'o' : 'x';
    sent_row_ = row % 3;
    sent_column_ = column % 3;
  }
  // x, o, '=' for a draw, or '.'.
  [[nodiscard]] char result() const {
    const char winner = line([&](int row, int column) { return small_winner(row, column); });
    if (winner != '.') return winner;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        if (is_open(row, column)) return '.';
    return '=';
  }

 private:
  std::array<std::array<char, 9>, 9> cells_ = [] {
    std::array<std::array<char, 9>, 9> cells{};
    for (auto& row : cells) row.fill('.');
    return cells;
  }();
  char player_ = 'x';
  int sent_row_ = -1;
  int sent_column_ = -1;

  char& at(int row, int column) {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  [[nodiscard]] char get(int row, int column) const {
    return cells_[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  template <class Cell>
  static char line(const Cell& cell) {
    for (const char player : {'x', 'o'}) {
      bool falling = true;
      bool rising = true;
      for (int i = 0; i < 3; ++i) {
        if (cell(i, 0) == player && cell(i, 1) == player && cell(i, 2) == player) return player;
        if (cell(0, i) == player && cell(1, i) == player && cell(2, i) == player) return player;
        rising = rising && cell(i, i) == player;
        falling = falling && cell(i, 2 - i) == player;
      }
      if (rising || falling) return player;
    }
    return '.';
  }
  [[nodiscard]] char small_winner(int row, int column) const {
    return line([&](int r, int c) { return get(3 * row + r, 3 * column + c); });
  }
  [[nodiscard]] bool is_open(int row, int column) const {
    if (small_winner(row, column) != '.') return false;
    for (int i = 0; i < 9; ++i)
      if (get(3 * row + i / 3, 3 * column + i % 3) == '.') return true;
    return false;
  }
  [[nodiscard]] bool is_free(int row, int column) const {
    return get(row, column) == '.' && is_open(row / 3, column / 3);
  }
};

RC_GTEST_PROP(UltimateRules, PlaysAsNineBoards, (std::uint64_t seed)) {
  const Ultimate game;
  PlainUltimate plain;
  walk(game, random_choices(seed, 81), [&](const auto& before, auto move, const auto& after) {
    std::vector<std::string> texts;
    MoveListOf<Ultimate> moves;
    game.legal_moves(before, moves);
    for (const auto each : moves) texts.push_back(game.print_move(before, each));
    std::ranges::sort(texts);
    RC_ASSERT(texts == plain.moves());
    RC_ASSERT(game.count_legal(before) == moves.size());
    const auto square = parse_square(game.print_move(before, move), 9, 9);
    plain.play(square->row, square->column);
    const auto outcome = game.outcome(after);
    const char result = plain.result();
    RC_ASSERT(outcome.has_value() == (result != '.'));
    if (outcome) RC_ASSERT((*outcome)[0] == (result == 'x' ? 1 : result == 'o' ? -1 : 0));
    RC_ASSERT(game.parse_position(game.print_position(after)).ok());
    RC_ASSERT(*game.parse_position(game.print_position(after)) == after);
  });
}

// The first two counts by hand: 81 cells; then nine cells, or eight where the first stone lies on the board
// that it points to, which it does for nine of them.
TEST(UltimateRules, Perft) {
  const Ultimate game;
  const std::vector<std::uint64_t> counts{81, 72 * 9 + 9 * 8, 6336, 55080, 473256};
  for (unsigned depth = 1; depth <= counts.size(); ++depth)
    EXPECT_EQ(perft(game, game.start(), depth), counts[depth - 1]);
}

TEST(UltimateRules, ADecidedBoardSendsAnywhere) {
  const Ultimate game;
  auto state = *game.parse_position(
      "........./........./........./........./........./........./oo......./xx......./......... A1");
  EXPECT_EQ(game.count_legal(state), 5U);
  game.apply(state, *game.parse_move(state, "c2"));
  EXPECT_EQ(state.won[0], 1U);
  EXPECT_EQ(game.print_position(state).substr(90), "C2");
  state = *game.parse_position(
      "........./........./........./........./........./........./........./"
      "xx...oo../......... A1");
  game.apply(state, *game.parse_move(state, "c2"));
  game.apply(state, *game.parse_move(state, "g4"));
  EXPECT_EQ(game.print_position(state).back(), '-');
  EXPECT_EQ(game.count_legal(state), 81U - 9 - 3);
}

// The picture tells small boards apart: who has won them, and where the next move may be made.
TEST(UltimatePicture, ShowsSmallBoards) {
  const Ultimate game;
  const auto open = [&](const auto& state) {
    std::vector<std::size_t> list;
    const Picture picture = game.picture(state);
    EXPECT_EQ(picture.problem(), "");
    for (std::size_t i = 0; i < picture.blocks.size(); ++i)
      if (picture.blocks[i].open) list.push_back(i);
    return list;
  };
  EXPECT_EQ(open(game.start()).size(), 9U);
  auto state = *game.parse_position(
      "........./........./........./........./........./........./........./"
      "xx...oo../......... A1");
  EXPECT_EQ(open(state), std::vector<std::size_t>{6});  // A1 is at the bottom left
  game.apply(state, *game.parse_move(state, "c2"));     // wins it, and sends to C2 at the right
  EXPECT_EQ(open(state), std::vector<std::size_t>{5});
  const Picture::Block won = game.picture(state).blocks[6];
  EXPECT_EQ(won.owner, 0);
  EXPECT_EQ(won.row, 6U);
  EXPECT_EQ(won.column, 0U);
  game.apply(state, *game.parse_move(state, "g4"));  // sends to the board that is won: anywhere else
  EXPECT_EQ(open(state), (std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 7, 8}));
}

TEST(UltimatePosition, SaysWhatIsWrong) {
  const Ultimate game;
  const std::string empty = "........./........./........./........./........./........./";
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  const auto says = [&](const std::string& text, const char* what) {
    return message(text).find(what) != std::string::npos;
  };
  EXPECT_EQ(message(empty + "........./........./......... -"), "");
  EXPECT_TRUE(says(empty + "........./........./.........", "small board to move on"));
  EXPECT_TRUE(says(empty + "........./........./......... D1", "small board to move on"));
  EXPECT_TRUE(says(empty + "........./......... -", "too early"));
  EXPECT_TRUE(says(empty + "........./........./o........ -", "X moves first"));
  EXPECT_TRUE(says(empty + "xxx....../ooo....../......... -", "both players have a line"));
  EXPECT_TRUE(says(empty + "xxx....../........./...oo.o.. A1", "is decided"));
  EXPECT_TRUE(says(empty + "xxxxxxxxx/o.o.o.o.o/.o.o.o.o. -", "already has three won boards"));
  EXPECT_FALSE(game.parse_move(game.start(), "j1"));
  EXPECT_FALSE(game.parse_move(game.start(), "a10"));
}

}  // namespace
}  // namespace banyan
