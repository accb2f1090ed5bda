// The Game of the Amazons: moves against a board of plain squares, ends of games, territory, and text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <banyan/game/perft.hpp>
#include <banyan/games/amazons.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

// Letters on squares, walked one by one; '.' is free.
struct PlainAmazons {
  std::vector<std::string> rows;  // from the top
  bool white = true;

  explicit PlainAmazons(const std::string& position) {
    std::string row;
    for (std::size_t i = 0; i < position.size(); ++i) {
      const char c = position[i];
      if (c == '/' || c == ' ') {
        rows.push_back(row);
        row.clear();
      } else if (c >= '0' && c <= '9') {
        const bool is_ten = position.substr(i, 2) == "10";
        row.append(is_ten ? 10U : static_cast<std::size_t>(c - '0'), '.');
        i += is_ten ? 1 : 0;
      } else {
        row += c;
      }
    }
    white = row == "w";
  }

  // Calls visit(row, column) for each square that a queen there reaches.
  template <class Visit>
  void queen(int row, int column, Visit&& visit) const {
    const int size = static_cast<int>(rows.size());
    for (int down = -1; down <= 1; ++down)
      for (int right = -1; right <= 1; ++right)
        for (int r = row + down, c = column + right;
             (down != 0 || right != 0) && r >= 0 && r < size && c >= 0 && c < size && at(r, c) == '.';
             r += down, c += right)
          visit(r, c);
  }
  // Calls visit(move) with the position after each move.
  template <class Visit>
  void moves(Visit&& visit) const {
    const int size = static_cast<int>(rows.size());
    const char own = white ? 'Q' : 'q';
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        if (at(row, column) != own) continue;
        queen(row, column, [&](int to_row, int to_column) {
          PlainAmazons moved = *this;
          moved.set(row, column, '.');
          moved.set(to_row, to_column, own);
          moved.white = !white;
          moved.queen(to_row, to_column, [&](int arrow_row, int arrow_column) {
            PlainAmazons after = moved;
            after.set(arrow_row, arrow_column, 'x');
            visit(name(row, column) + '-' + name(to_row, to_column) + '/' + name(arrow_row, arrow_column),
                  after);
          });
        });
      }
  }
  [[nodiscard]] std::uint64_t leaves(unsigned depth) const {
    std::uint64_t sum = 0;
    moves([&](const std::string&, const PlainAmazons& after) {
      sum += depth == 1 ? 1 : after.leaves(depth - 1);
    });
    return sum;
  }

  [[nodiscard]] char at(int row, int column) const {
    return rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  }
  void set(int row, int column, char what) {
    rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = what;
  }
  [[nodiscard]] std::string name(int row, int column) const {
    return print_square(static_cast<int>(rows.size()) - 1 - row, column);
  }
};

RC_GTEST_PROP(AmazonsRules, PlaysAsABoardOfSquares, (std::uint64_t seed)) {
  const Amazons game({4 + static_cast<int>(seed % 7)});
  walk(game, random_choices(seed, 100), [&](const auto& before, auto move, const auto& after) {
    std::vector<std::string> texts;
    MoveListOf<Amazons> moves;
    game.legal_moves(before, moves);
    for (const auto each : moves) texts.push_back(game.print_move(before, each));
    std::ranges::sort(texts);
    std::vector<std::string> plain;
    std::vector<std::string> board;
    const PlainAmazons squares(game.print_position(before));
    squares.moves([&](const std::string& text, const PlainAmazons& next) {
      plain.push_back(text);
      if (text == game.print_move(before, move)) board = next.rows;
    });
    std::ranges::sort(plain);
    RC_ASSERT(texts == plain);
    RC_ASSERT(game.count_legal(before) == plain.size());
    RC_ASSERT(board == PlainAmazons(game.print_position(after)).rows);
    bool can_move = false;
    PlainAmazons(game.print_position(after)).moves([&](const std::string&, const PlainAmazons&) {
      can_move = true;
    });
    RC_ASSERT(game.outcome(after) ==
              (can_move ? std::nullopt : std::optional(win_for(game.current_player(before)))));
  });
}

TEST(AmazonsRules, StartPositions) {
  const auto start = [](int size) {
    const Amazons game({size});
    return game.print_position(game.start());
  };
  EXPECT_EQ(start(10), "3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w");
  EXPECT_EQ(start(8), "2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2 w");
  EXPECT_EQ(start(6), "1q2q1/q4q/6/6/Q4Q/1Q2Q1 w");
  EXPECT_EQ(start(4), "1qq1/q2q/Q2Q/1QQ1 w");
}

// By the lines, and by plain squares.
TEST(AmazonsRules, PerftTwoWays) {
  for (const auto& [size, depth] : {std::pair{4, 4U}, {5, 2U}, {6, 2U}, {10, 1U}}) {
    const Amazons game({size});
    EXPECT_EQ(perft(game, game.start(), depth), PlainAmazons(game.print_position(game.start())).leaves(depth))
        << size;
  }
}

TEST(AmazonsRules, TheArrowMayGoWhereTheAmazonWas) {
  const Amazons game({4});
  const auto tight = game.parse_position("xxxx/qxxx/xxxx/Q1x1 w");
  ASSERT_TRUE(tight) << tight.error().message;
  MoveListOf<Amazons> moves;
  game.legal_moves(*tight, moves);
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(game.print_move(*tight, moves[0]), "a1-b1/a1");
  auto after = *tight;
  game.apply(after, moves[0]);
  EXPECT_EQ(game.print_position(after), "xxxx/qxxx/xxxx/xQx1 b");
  EXPECT_EQ(game.outcome(after), win_for(0));
}

TEST(AmazonsText, ReadsOtherForms) {
  const Amazons game;
  const auto state = game.start();
  const Amazons::Move move{3, 63, 66};
  EXPECT_EQ(game.print_move(state, move), "d1-d7/g7");
  for (const char* text : {"d1-d7/g7", "d1d7/g7", "d1-d7-g7", "d1d7g7", "d1-d7(g7)", "d1-d7xg7", "D1-D7/G7"})
    EXPECT_EQ(game.parse_move(state, text), move) << text;
  EXPECT_EQ(game.parse_move(state, "j4-j10/a10"), (Amazons::Move{39, 99, 90}));
  EXPECT_EQ(game.parse_move(state, "j4j10a10"), (Amazons::Move{39, 99, 90}));
  for (const char* text :
       {"", "d1", "d1-d7", "d1-d7/", "d1-d7/k7", "d1-d11/a1", "d1-d7/g7/", "d1/d7/g7", "d1--d7/g7"})
    EXPECT_FALSE(game.parse_move(state, text)) << text;
}

TEST(AmazonsPosition, SaysWhatIsWrong) {
  const Amazons game;
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  const auto expect = [&](const std::string& text, const std::string& words) {
    EXPECT_NE(message(text).find(words), std::string::npos) << text << ": " << message(text);
  };
  EXPECT_EQ(message("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w"), "");
  EXPECT_EQ(message("3q2q3/91/19/q8q/55/10/Q8Q/10/10/3Q2Q3 w"), "");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3", "who is to move");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 x", "who is to move");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/3Q2Q3 w", "ends too early");
  expect("3q2q3/9/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "row 9 has 9");
  expect("3q2q3/101/10/q8q/10/10/Q8Q/10/10/3Q2Q3 w", "too long");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3K2Q3 w", "not allowed");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/QQQ7 w", "White has 5 amazons");
  expect("10/10/10/10/10/10/Q8Q/10/10/3Q2Q3 w", "Black has 0 amazons");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q2x w", "1 arrows");
  expect("3q2q3/10/10/q8q/10/10/Q8Q/10/10/3Q2Q3 b", "0 arrows");
}

TEST(AmazonsPicture, PointsAtThreeSquares) {
  const Amazons game({6});
  const auto state = after_moves(game, {"b1-b4/e4"});
  const Picture picture = game.picture(state);
  CellPath cells;
  game.move_cells(state, *game.parse_move(state, "b6-b5/c6"), cells);
  ASSERT_EQ(cells.size(), 3U);
  EXPECT_EQ(picture.cells[cells[0]].name, "b6");
  EXPECT_EQ(picture.cells[cells[0]].owner, 1);
  EXPECT_EQ(picture.cells[cells[2]].name, "c6");
  EXPECT_EQ(picture.at(2, 4).text, "x");
  EXPECT_EQ(picture.at(2, 1).glyph, "♛");
}

TEST(AmazonsHeuristic, CountsTerritory) {
  const Amazons game({6});
  EXPECT_GT(game.heuristic(game.start())[0], 0);  // all alike, and White is to move
  const auto rooms = game.parse_position("q1xx2/xxxxxx/xxxxxx/6/6/Q5 w");
  ASSERT_TRUE(rooms) << rooms.error().message;
  EXPECT_DOUBLE_EQ(game.heuristic(*rooms)[0], 16.0 / 20);  // 17 squares against 1
}

}  // namespace
}  // namespace banyan
