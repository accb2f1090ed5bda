// Chess: how games end, moves and positions as text, Chess960.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <banyan/games/chess.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

constexpr const char* chess_start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

Chess::State chess_at(const Chess& game, const std::string& fen) {
  const auto state = game.parse_position(fen);
  EXPECT_TRUE(state) << fen << ": " << (state ? "" : state.error().message);
  return state ? *state : game.start();
}
std::vector<std::string> chess_moves(const Chess& game, const Chess::State& state) {
  std::vector<std::string> texts;
  MoveListOf<Chess> moves;
  game.legal_moves(state, moves);
  for (const auto move : moves) texts.push_back(game.print_move(state, move));
  std::ranges::sort(texts);
  return texts;
}
bool has_chess_move(const Chess& game, const Chess::State& state, const std::string& text) {
  const auto texts = chess_moves(game, state);
  return std::ranges::find(texts, text) != texts.end();
}

TEST(ChessRules, Mate) {
  const Chess game;
  EXPECT_EQ(game.outcome(after_moves(game, {"f3", "e5", "g4", "Qh4#"})), win_for(1));
  EXPECT_EQ(game.outcome(after_moves(game, {"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "Qxf7#"})),
            win_for(0));
}

TEST(ChessRules, StalemateAndDeadPositions) {
  const Chess game;
  const auto drawn = [&](const std::string& fen) {
    return game.outcome(chess_at(game, fen)) == std::optional(draw_for_all());
  };
  EXPECT_TRUE(drawn("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"));
  EXPECT_TRUE(drawn("8/8/4k3/8/8/3K4/8/8 w - - 0 1"));
  EXPECT_TRUE(drawn("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"));
  EXPECT_TRUE(drawn("8/8/4kb2/8/8/3K4/8/8 w - - 0 1"));
  EXPECT_TRUE(drawn("8/8/4kb2/8/3B4/3K4/8/8 w - - 0 1"));   // bishops of one colour of squares
  EXPECT_FALSE(drawn("8/8/4kb2/8/4B3/3K4/8/8 w - - 0 1"));  // of both
  EXPECT_FALSE(drawn("8/8/4kn2/8/4N3/3K4/8/8 w - - 0 1"));
  EXPECT_FALSE(drawn("8/8/4k3/8/8/3KP3/8/8 w - - 0 1"));
}

TEST(ChessRules, RepetitionsEndTheGame) {
  const std::vector<std::string> round{"Nf3", "Nf6", "Ng1", "Ng8"};
  const auto rounds = [&](int count) {
    std::vector<std::string> moves;
    for (int i = 0; i < count; ++i) moves.insert(moves.end(), round.begin(), round.end());
    return moves;
  };
  const Chess game;
  EXPECT_FALSE(game.outcome(after_moves(game, rounds(1))));
  EXPECT_EQ(game.outcome(after_moves(game, rounds(2))), draw_for_all());
  const Chess patient({.claims = false});
  EXPECT_FALSE(patient.outcome(after_moves(patient, rounds(3))));
  EXPECT_EQ(patient.outcome(after_moves(patient, rounds(4))), draw_for_all());
  // The text tells how often; read back, the next occurrence ends the game.
  const auto once = after_moves(game, rounds(1));
  EXPECT_EQ(game.print_position(once), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3 x1");
  auto state = chess_at(game, game.print_position(once));
  for (const auto& text : round) game.apply(state, *game.parse_move(state, text));
  EXPECT_EQ(game.outcome(state), draw_for_all());
}

// A position in which a capture en passant was possible is another one, and so is one with other rights.
TEST(ChessRules, RepetitionNeedsTheSameMoves) {
  const Chess game;
  const auto with =
      after_moves(game, {"e4", "a6", "e5", "d5", "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(with.repeats, 1);
  EXPECT_FALSE(game.outcome(with));
  const auto without =
      after_moves(game, {"e4", "a6", "a3", "d5", "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"});
  EXPECT_EQ(without.repeats, 2);
  EXPECT_EQ(after_moves(game, {"e4", "e5", "Ke2", "Ke7", "Ke1", "Ke8"}).repeats, 0);
}

TEST(ChessRules, FiftyAndSeventyFiveMoves) {
  const Chess game;
  const Chess patient({.claims = false});
  EXPECT_FALSE(game.outcome(chess_at(game, "8/8/4k3/8/8/3KR3/8/8 b - - 99 80")));
  EXPECT_EQ(game.outcome(chess_at(game, "8/8/3k4/8/8/3KR3/8/8 w - - 100 80")), draw_for_all());
  EXPECT_FALSE(patient.outcome(chess_at(patient, "8/8/3k4/8/8/3KR3/8/8 w - - 149 80")));
  EXPECT_EQ(patient.outcome(chess_at(patient, "8/8/3k4/8/8/3KR3/8/8 w - - 150 80")), draw_for_all());
  // Mate on the last of these moves counts.
  auto state = chess_at(game, "7k/8/6K1/8/8/8/8/R7 w - - 99 80");
  game.apply(state, *game.parse_move(state, "Ra8#"));
  EXPECT_EQ(game.outcome(state), win_for(0));
}

TEST(ChessRules, EnPassantThatOpensTheRank) {
  const Chess game;
  EXPECT_FALSE(has_chess_move(game, chess_at(game, "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"), "exd6"));
  EXPECT_TRUE(has_chess_move(game, chess_at(game, "8/8/8/K2pP3/7r/8/8/7k w - d6 0 1"), "exd6"));
}

TEST(ChessText, San) {
  const Chess game;
  const auto knights = chess_at(game, "4k3/8/8/8/8/2N1K3/8/2N3N1 w - - 0 1");
  EXPECT_TRUE(has_chess_move(game, knights, "Nge2"));
  EXPECT_TRUE(has_chess_move(game, knights, "Nc1e2") && has_chess_move(game, knights, "N3e2"));
  const auto queens = chess_at(game, "6k1/8/8/8/Q6Q/8/8/Q2K4 w - - 0 1");
  EXPECT_TRUE(has_chess_move(game, queens, "Qa4d4") && has_chess_move(game, queens, "Qhd4"));
  const auto promotion = chess_at(game, "1r5k/P7/8/8/8/8/8/K7 w - - 0 1");
  for (const char* text : {"a8=Q", "a8=N", "axb8=Q+", "axb8=R+", "axb8=B", "axb8=N"})
    EXPECT_TRUE(has_chess_move(game, promotion, text)) << text;
  EXPECT_EQ(game.parse_move(promotion, "a7b8r"), game.parse_move(promotion, "axb8=R+"));
  EXPECT_EQ(game.parse_move(promotion, "axb8R"), game.parse_move(promotion, "axb8=R+"));
  EXPECT_FALSE(game.parse_move(knights, "Ne2"));  // three knights could
  EXPECT_FALSE(game.parse_move(knights, "Nz9"));
  EXPECT_FALSE(game.parse_move(knights, ""));
}

TEST(ChessText, Castling) {
  const Chess game;
  const auto state = chess_at(game, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  for (const char* text : {"O-O", "0-0", "e1g1", "e1h1"})
    EXPECT_EQ(game.parse_move(state, text), chess::make_move(4, 7)) << text;
  for (const char* text : {"O-O-O", "0-0-0", "e1c1", "e1a1"})
    EXPECT_EQ(game.parse_move(state, text), chess::make_move(4, 0)) << text;
  auto after = state;
  game.apply(after, *game.parse_move(state, "O-O-O"));
  EXPECT_EQ(game.print_position(after), "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
  // Not through an attacked square, nor out of check.
  EXPECT_FALSE(has_chess_move(game, chess_at(game, "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 0 1"), "O-O"));
  EXPECT_TRUE(has_chess_move(game, chess_at(game, "4k3/8/8/8/8/1r6/8/R3K2R w KQ - 0 1"), "O-O-O"));
  EXPECT_FALSE(has_chess_move(game, chess_at(game, "4k3/8/8/8/8/4r3/8/R3K2R w KQ - 0 1"), "O-O-O"));
}

TEST(Chess960, StartsAndCastles) {
  const Chess usual({ChessVariant::chess960, 518});
  EXPECT_EQ(usual.print_position(usual.start()), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
  const Chess first({ChessVariant::chess960, 0});
  EXPECT_EQ(first.print_position(first.start()), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
  const Chess last({ChessVariant::chess960, 959});
  EXPECT_EQ(last.print_position(last.start()), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w CAca - 0 1");
  // The king stays and the rook jumps over it; or both go, the king over its rook.
  auto state = chess_at(first, "6k1/8/8/8/8/8/8/6KR w H - 0 1");
  ASSERT_TRUE(has_chess_move(first, state, "O-O"));
  first.apply(state, *first.parse_move(state, "g1h1"));
  EXPECT_EQ(first.print_position(state), "6k1/8/8/8/8/8/8/5RK1 b - - 1 1");
  state = chess_at(first, "6k1/8/8/8/8/8/8/5RKR w HF - 0 1");
  EXPECT_FALSE(has_chess_move(first, state, "O-O"));  // the other rook stands where this one would go
  ASSERT_TRUE(has_chess_move(first, state, "O-O-O"));
  first.apply(state, *first.parse_move(state, "g1f1"));
  EXPECT_EQ(first.print_position(state), "6k1/8/8/8/8/8/8/2KR3R b - - 1 1");
  // The rook shielded the king's square from a rook in the corner.
  EXPECT_FALSE(has_chess_move(first, chess_at(first, "6k1/8/8/8/8/8/8/rRK5 w B - 0 1"), "O-O-O"));
}

TEST(ChessPosition, SaysWhatIsWrong) {
  const Chess game;
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message(chess_start), "");
  EXPECT_EQ(message("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), "");
  const auto expect = [&](const std::string& text, const std::string& words) {
    EXPECT_NE(message(text).find(words), std::string::npos) << text << ": " << message(text);
  };
  expect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", "ends too early");
  expect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1", "row 2 has 7");
  expect("rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "Black has 0 kings");
  expect("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKKBNR w kq - 0 1", "White has 2 kings");
  expect("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "at most 8");
  expect("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "first or the last rank");
  expect("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "Black is in check");
  expect("4k3/8/8/8/8/8/8/4K2R w Q - 0 1", "'Q' does not fit");
  expect("4k3/8/8/8/8/8/8/3K3R w K - 0 1", "e-file");
  expect("4k3/8/8/8/8/8/8/4K3 w - e3 0 1", "en passant");
  expect("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "w or b");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 151 1", "0 to 150");
  expect("4k3/8/8/8/8/8/8/4K3 w - - 0 1 y", "seventh");
  expect("4k3", "has 1 fields");
}

TEST(ChessPicture, PointsAtSquares) {
  const Chess game;
  const auto state = chess_at(game, "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Picture picture = game.picture(state);
  CellPath cells;
  game.move_cells(state, *game.parse_move(state, "O-O"), cells);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(picture.cells[cells[0]].name, "e1");
  EXPECT_EQ(picture.cells[cells[1]].name, "g1");
  EXPECT_EQ(picture.at(0, 4).text, "k");
  EXPECT_EQ(picture.at(7, 7).glyph, "♜");
}

TEST(ChessHeuristic, CountsPieces) {
  const Chess game;
  EXPECT_EQ(game.heuristic(game.start())[0], 0);
  EXPECT_GT(game.heuristic(chess_at(game, "4k3/8/8/8/8/8/8/4K2R b - - 0 1"))[0], 0.4);
}

}  // namespace
}  // namespace banyan
