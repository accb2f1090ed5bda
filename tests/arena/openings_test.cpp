// Openings from files, and books of positions that a judge finds near even.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <banyan/arena/openings.hpp>
#include <banyan/session/built_in.hpp>
#include <banyan/session/session.hpp>
#include <banyan/session/words.hpp>

namespace banyan {
namespace {

std::shared_ptr<const AnyGame> named(std::string_view spec) { return *built_in_games().make(spec); }

TEST(Openings, AreMovesOrPositionsALine) {
  const auto openings = read_openings(
      "# a book\n\ne4 e5  # open\nd2d4\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n"
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1; id \"x\";\r\n",
      named("chess"), 0);
  ASSERT_TRUE(openings) << openings.error().message;
  ASSERT_EQ(openings->size(), 4U);
  EXPECT_EQ((*openings)[0].moves, (std::vector<std::string>{"e4", "e5"}));
  EXPECT_EQ((*openings)[1].moves, (std::vector<std::string>{"d4"}));
  EXPECT_EQ((*openings)[2].position, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
  EXPECT_EQ((*openings)[3].position, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
}

TEST(Openings, AreTheBeginningsOfGames) {
  const auto pgn =
      read_openings("[White \"a\"]\n1. e4 e5 2. Nf3 *\n[White \"b\"]\n1. d4 *\n", named("chess"), 2);
  ASSERT_TRUE(pgn) << pgn.error().message;
  ASSERT_EQ(pgn->size(), 2U);
  EXPECT_EQ((*pgn)[0].moves, (std::vector<std::string>{"e4", "e5"}));
  EXPECT_EQ((*pgn)[1].moves, (std::vector<std::string>{"d4"}));
  const auto sgf = read_openings("(;GM[1]SZ[9];B[ee];W[cc])(;GM[1]SZ[9];B[gg])", named("go:size=9"), 0);
  ASSERT_TRUE(sgf) << sgf.error().message;
  EXPECT_EQ((*sgf)[0].moves, (std::vector<std::string>{"e5", "c7"}));
}

TEST(Openings, SayWhichLineIsWrong) {
  const auto says = [](const char* text, const std::string& words) {
    const auto openings = read_openings(text, named("tictactoe"), 0);
    ASSERT_FALSE(openings) << text;
    EXPECT_NE(openings.error().message.find(words), std::string::npos) << openings.error().message;
  };
  says("", "no opening");
  says("# nothing\n", "no opening");
  says("a1\na1 a1\n", "line 2");
  says("a1 a2 b1 b2 c1\n", "over");
  says("nonsense\n", "line 1");
}

TEST(Book, HasDistinctPositionsThatTheJudgeFindsEven) {
  const auto game = named("connect4");
  const BookSettings settings{
      .game = game, .judge = *parse_spec("uct:sims=200"), .plies = 4, .count = 12, .within = 0.15, .seed = 3};
  std::vector<JudgedOpening> book;
  const auto result =
      make_book(settings, {}, {.found = [&](const JudgedOpening& opening) { book.push_back(opening); }});
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->complete);
  EXPECT_GE(result->tried, 12U);
  std::set<std::string> positions;
  for (const JudgedOpening& opening : book) {
    EXPECT_EQ(opening.moves.size(), 4U);
    EXPECT_LE(std::abs(opening.value), 0.15);
    Session session(game);
    ASSERT_TRUE(session.play_all(opening.moves, std::nullopt));
    EXPECT_TRUE(positions.insert(*session.position().text()).second);
  }
  std::vector<JudgedOpening> again;
  ASSERT_TRUE(
      make_book(settings, {}, {.found = [&](const JudgedOpening& opening) { again.push_back(opening); }}));
  ASSERT_EQ(again.size(), book.size());
  for (std::size_t i = 0; i < book.size(); ++i) EXPECT_EQ(again[i].moves, book[i].moves);
}

TEST(Book, GivesUpWhereNothingIsFound) {
  const auto result = make_book({.game = named("tictactoe"),
                                 .judge = *parse_spec("uct:sims=500"),
                                 .plies = 1,
                                 .count = 100,
                                 .within = 0.5,
                                 .seed = 1},
                                {}, {});
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->complete);
  EXPECT_LE(result->found, 9U) << "there are nine first moves";
}

TEST(Book, WantsAJudgeThatValues) {
  EXPECT_FALSE(make_book({.game = named("tictactoe"), .judge = *parse_spec("random"), .plies = 1}, {}, {}));
}

}  // namespace
}  // namespace banyan
