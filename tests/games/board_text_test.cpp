// Boards of more than two players: every stone has a mark of its own.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include <banyan/games/board_text.hpp>

namespace banyan {
namespace {

// The owners of a row of squares: nobody, then players 0, 1, 2, 3 and 11.
constexpr std::array<Player, 6> row_of_owners{-1, 0, 1, 2, 3, 11};
Player owner_in_row(int /*row*/, int column) { return row_of_owners[static_cast<std::size_t>(column)]; }

TEST(BoardText, PicturesHaveAStoneForEveryPlayer) {
  const Picture picture = board_picture(1, 6, owner_in_row);
  ASSERT_EQ(picture.problem(), "");
  const std::array<std::string, 6> stones{"", "X", "O", "3", "4", "12"};
  for (std::size_t column = 0; column < 6; ++column) {
    EXPECT_EQ(picture.at(0, column).text, stones[column]);
    EXPECT_EQ(picture.at(0, column).owner, row_of_owners[column]);
  }
}

TEST(BoardText, ALineOfTextIsForTwo) {
  const std::string text = print_board(1, 6, owner_in_row);
  EXPECT_EQ(text, ".xo???");
  EXPECT_FALSE(parse_board(text, 1, 6, [](int, int, Player) {}));
}

}  // namespace
}  // namespace banyan
