// Xiangqi: moves of the pieces against a board of plain squares, how games end, moves and positions as text.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <banyan/games/xiangqi.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

constexpr const char* xiangqi_start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

Xiangqi::State xiangqi_at(const std::string& fen) {
  const Xiangqi game;
  const auto state = game.parse_position(fen);
  EXPECT_TRUE(state) << fen << ": " << (state ? "" : state.error().message);
  return state ? *state : game.start();
}
// Where the piece on a square can go, in alphabetical order.
std::string xiangqi_targets(const std::string& fen, const std::string& from) {
  const Xiangqi game;
  const auto state = xiangqi_at(fen);
  MoveListOf<Xiangqi> moves;
  game.legal_moves(state, moves);
  std::vector<std::string> found;
  for (const auto move : moves)
    if (const std::string text = game.print_move(state, move); text.starts_with(from))
      found.push_back(text.substr(2));
  std::ranges::sort(found);
  std::string line;
  for (const std::string& text : found) line += (line.empty() ? "" : " ") + text;
  return line;
}

// ---- A plain xiangqi: letters on squares, every pair of squares tried, and a general that can be captured.
class PlainXiangqi {
 public:
  explicit PlainXiangqi(const Xiangqi::State& state) {
    const Picture picture = Xiangqi{}.picture(state);
    for (int rank = 0; rank < 10; ++rank)
      for (int file = 0; file < 9; ++file) {
        const auto& text =
            picture.at(static_cast<std::size_t>(9 - rank), static_cast<std::size_t>(file)).text;
        at(rank, file) = text.empty() ? ' ' : text[0];
      }
    red_ = state.board.player == 0;
  }

  std::vector<std::string> legal() {
    std::vector<std::string> moves;
    for (int from = 0; from < 90; ++from)
      for (int to = 0; to < 90; ++to) {
        if (!can_go(from, to, red_)) continue;
        const char piece = std::exchange(squares_[static_cast<std::size_t>(from)], ' ');
        const char taken = std::exchange(squares_[static_cast<std::size_t>(to)], piece);
        if (!in_danger(red_)) moves.push_back(name(from) + name(to));
        squares_[static_cast<std::size_t>(from)] = piece;
        squares_[static_cast<std::size_t>(to)] = taken;
      }
    std::ranges::sort(moves);
    return moves;
  }
  bool in_danger(bool red) {
    const auto general = std::ranges::find(squares_, red ? 'K' : 'k') - squares_.begin();
    for (int from = 0; from < 90; ++from)
      if (can_go(from, static_cast<int>(general), !red)) return true;
    return false;
  }

 private:
  std::array<char, 90> squares_{};
  bool red_ = true;

  char& at(int rank, int file) { return squares_[static_cast<std::size_t>(rank * 9 + file)]; }
  static std::string name(int square) {
    return {static_cast<char>('a' + square % 9), static_cast<char>('0' + square / 9)};
  }
  // Pieces strictly between two squares of a line.
  int pieces_between(int rank, int file, int up, int right) {
    const int steps = std::max(std::abs(up), std::abs(right));
    int count = 0;
    for (int i = 1; i < steps; ++i)
      count += at(rank + up / steps * i, file + right / steps * i) != ' ' ? 1 : 0;
    return count;
  }
  bool can_go(int from, int to, bool red) {
    const int rank = from / 9;
    const int file = from % 9;
    const int up = to / 9 - rank;
    const int right = to % 9 - file;
    const char piece = at(rank, file);
    const char there = at(to / 9, to % 9);
    const auto is_red = [](char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; };
    if (piece == ' ' || is_red(piece) != red || from == to || (there != ' ' && is_red(there) == red))
      return false;
    const int tall = std::abs(up);
    const int wide = std::abs(right);
    const int home = red ? to / 9 : 9 - to / 9;  // ranks from the own side
    const bool palace = to % 9 >= 3 && to % 9 <= 5 && home <= 2;
    const bool line = up == 0 || right == 0;
    switch (std::tolower(static_cast<unsigned char>(piece))) {
      case 'k':
        if (std::tolower(static_cast<unsigned char>(there)) == 'k')
          return right == 0 && pieces_between(rank, file, up, right) == 0;
        return tall + wide == 1 && palace;
      case 'a': return tall == 1 && wide == 1 && palace;
      case 'b': return tall == 2 && wide == 2 && home <= 4 && at(rank + up / 2, file + right / 2) == ' ';
      case 'n':
        if (tall == 2 && wide == 1) return at(rank + up / 2, file) == ' ';
        return tall == 1 && wide == 2 && at(rank, file + right / 2) == ' ';
      case 'r': return line && pieces_between(rank, file, up, right) == 0;
      case 'c': return line && pieces_between(rank, file, up, right) == (there == ' ' ? 0 : 1);
      default:
        if (up == (red ? 1 : -1) && right == 0) return true;
        return up == 0 && wide == 1 && home >= 5;
    }
  }
};

RC_GTEST_PROP(XiangqiRules, PlaysAsABoardOfSquares, (std::uint64_t seed)) {
  const Xiangqi game;
  walk(game, random_choices(seed, 300), [&](const auto& before, auto, const auto&) {
    std::vector<std::string> texts;
    MoveListOf<Xiangqi> moves;
    game.legal_moves(before, moves);
    for (const auto each : moves) texts.push_back(game.print_move(before, each));
    std::ranges::sort(texts);
    PlainXiangqi plain(before);
    RC_ASSERT(texts == plain.legal());
    RC_ASSERT(game.count_legal(before) == texts.size());
    RC_ASSERT(before.board.in_check(before.board.player) == plain.in_danger(before.board.player == 0));
  });
}

TEST(XiangqiRules, BlockedHorseAndElephant) {
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/9/4N4/9/9/9/4K4 w", "e4"), "c3 c5 d2 d6 f2 f6 g3 g5");
  // A piece of either side on its leg takes two moves from a horse.
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/4p4/4NR3/9/9/9/4K4 w", "e4"), "c3 c5 d2 f2");
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4"), "a2 e2");  // never across the river
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/9/2B6/3p5/9/9/4K4 w", "c4"), "a2");
}

TEST(XiangqiRules, CannonsNeedAScreen) {
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/9/4C1p1r/9/9/9/5K3 w", "e4"),
            "a4 b4 c4 d4 e0 e1 e2 e3 e5 e6 e7 e8 e9 f4 i4");
}

TEST(XiangqiRules, SoldiersGoSidewaysAcrossTheRiver) {
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/9/4P4/9/9/9/5K3 w", "e4"), "e5");
  EXPECT_EQ(xiangqi_targets("3k5/9/9/9/4P4/9/9/9/9/5K3 w", "e5"), "d5 e6 f5");
  EXPECT_EQ(xiangqi_targets("4P4/9/3k5/9/9/9/9/9/9/5K3 w", "e9"), "d9 f9");
}

TEST(XiangqiRules, GeneralsDontFaceEachOther) {
  EXPECT_EQ(xiangqi_targets("4k4/9/9/9/9/9/9/9/9/3K5 w", "d0"), "d1");
  EXPECT_EQ(xiangqi_targets("4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e5"), "");
  EXPECT_EQ(xiangqi_targets("4k4/9/9/9/4P4/9/9/9/9/4K4 w", "e5"), "e6");
}

// A cannon in front of the general forbids to become its screen; one with two screens forbids to take one
// away.
TEST(XiangqiRules, CannonsPin) {
  const std::string hollow = "3k5/9/9/9/4c4/9/9/9/R8/4K4 w";
  EXPECT_EQ(xiangqi_targets(hollow, "a1"), "a0 a2 a3 a4 a5 a6 a7 a8 a9 b1 c1 d1 f1 g1 h1 i1");
  const std::string two = "3k5/9/9/9/4c4/9/4N4/9/4R4/4K4 w";
  EXPECT_EQ(xiangqi_targets(two, "e3"), "");
  EXPECT_EQ(xiangqi_targets(two, "e1"), "e2");
  const std::string check = "3k5/9/9/9/4c4/9/9/2N6/4R4/4K4 w";  // the screen goes, or a second comes
  EXPECT_EQ(xiangqi_targets(check, "e1"), "a1 b1 c1 d1 e5 f1 g1 h1 i1");
  EXPECT_EQ(xiangqi_targets(check, "c2"), "e3");
}

TEST(XiangqiRules, MateAndStalemateLose) {
  const Xiangqi game;
  EXPECT_EQ(xiangqi_targets("4k4/9/9/9/9/9/9/5p3/9/3K5 w", "d0"), "d1");
  EXPECT_EQ(game.outcome(xiangqi_at("4k4/9/9/9/9/9/9/5p3/9/3K5 w")), std::nullopt);
  const auto no_move = xiangqi_at("4k4/9/9/9/9/9/9/3p5/9/3K5 w");  // d1 is attacked, e0 faces the general
  EXPECT_FALSE(no_move.board.in_check(0));
  EXPECT_EQ(game.outcome(no_move), win_for(1));
  const auto mate = xiangqi_at("3k5/9/9/9/9/9/9/9/r8/r3K4 w");
  EXPECT_TRUE(mate.board.in_check(0));
  EXPECT_EQ(game.outcome(mate), win_for(1));
}

// Both sides move to and fro.
TEST(XiangqiRules, RepetitionIsADraw) {
  const Xiangqi game;
  std::vector<std::string> moves;
  for (int i = 0; i < 2; ++i) {
    for (const char* move : {"h0g2", "h9g7", "g2h0", "g7h9"}) {
      EXPECT_EQ(game.outcome(after_moves(game, moves)), std::nullopt);
      moves.emplace_back(move);
    }
    EXPECT_EQ(after_moves(game, moves).repeats, i + 1);
  }
  EXPECT_EQ(game.outcome(after_moves(game, moves)), draw_for_all());
  EXPECT_EQ(game.print_position(after_moves(game, moves)),
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 8 5 x2");
}

// Where nobody claims it, the third occurrence does not end the game, but the fifth does.
TEST(XiangqiRules, WithoutClaimsTheFifthOccurrenceCounts) {
  const Xiangqi game({.claims = false});
  std::vector<std::string> moves;
  for (int i = 0; i < 4; ++i)
    for (const char* move : {"h0g2", "h9g7", "g2h0", "g7h9"}) {
      EXPECT_EQ(game.outcome(after_moves(game, moves)), std::nullopt);
      moves.emplace_back(move);
    }
  EXPECT_EQ(game.outcome(after_moves(game, moves)), draw_for_all());
  const std::string text = game.print_position(after_moves(game, moves));
  EXPECT_TRUE(text.ends_with(" x4")) << text;
  EXPECT_EQ(game.outcome(*game.parse_position(text)), draw_for_all());
}

Xiangqi::State xiangqi_after(Xiangqi::State state, const std::vector<std::string>& moves) {
  const Xiangqi game;
  for (const std::string& text : moves) {
    EXPECT_EQ(game.outcome(state), std::nullopt) << text;
    game.apply(state, *game.parse_move(state, text));
  }
  return state;
}

TEST(XiangqiRules, PerpetualCheckLoses) {
  const Xiangqi game;
  const auto first = xiangqi_at("3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 0 1");
  const std::vector<std::string> checks{"e3d3", "d9e9", "d3e3", "e9d9"};
  auto all = checks;
  all.insert(all.end(), checks.begin(), checks.end());
  const auto state = xiangqi_after(first, all);
  EXPECT_EQ(state.repeats, 2);
  EXPECT_EQ(game.outcome(state), win_for(1));
  // With two quiet moves it is a draw, be it the first or the last.
  std::vector<std::string> quiet{"e3c3", "d9d8", "c3e3", "d8d9"};
  auto first_quiet = quiet;
  first_quiet.insert(first_quiet.end(), checks.begin(), checks.end());
  auto last_quiet = checks;
  last_quiet.insert(last_quiet.end(), quiet.begin(), quiet.end());
  for (const auto& moves : {first_quiet, last_quiet}) {
    EXPECT_EQ(xiangqi_after(first, moves).repeats, 2);
    EXPECT_EQ(game.outcome(xiangqi_after(first, moves)), draw_for_all());
  }
}

// The text tells who gave check all the time; read back, the next occurrence decides the game the same way.
TEST(XiangqiRules, RepetitionsSurviveTheText) {
  const Xiangqi game;
  const std::vector<std::string> round{"e3d3", "d9e9", "d3e3", "e9d9"};
  const auto once = xiangqi_after(xiangqi_at("3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 0 1"), round);
  EXPECT_EQ(game.print_position(once), "3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 4 3 x1-");
  EXPECT_EQ(game.outcome(xiangqi_after(xiangqi_at(game.print_position(once)), round)), win_for(1));
  EXPECT_EQ(game.outcome(xiangqi_after(xiangqi_at("3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 4 3 x1"), round)),
            draw_for_all());
  const auto check =
      xiangqi_after(xiangqi_at("3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 0 1"), {"d9e9", "d3e3", "e9d9", "e3d3"});
  EXPECT_EQ(game.print_position(check), "3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 4 3 x1+");
  EXPECT_EQ(game.outcome(xiangqi_at("3k5/9/9/9/9/9/3R5/9/9/5K3 b - - 8 5 x2+")), win_for(1));
}

TEST(XiangqiRules, SixtyMovesWithoutACapture) {
  const Xiangqi game;
  const auto last = xiangqi_at("3k5/9/9/9/9/9/4R4/9/9/5K3 w - - 119 80");
  EXPECT_EQ(game.outcome(last), std::nullopt);
  EXPECT_EQ(game.outcome(xiangqi_after(last, {"e3e4"})), draw_for_all());
  const auto mate = xiangqi_after(xiangqi_at("3k5/8R/9/9/9/9/R8/9/9/4K4 w - - 119 80"), {"a3a9"});
  EXPECT_EQ(game.outcome(mate), win_for(0));  // mate on the last move counts
}

TEST(XiangqiRules, NobodyCanCrossTheRiver) {
  const Xiangqi game;
  EXPECT_EQ(game.outcome(xiangqi_at("2bak4/9/9/9/9/9/9/9/9/3K1AB2 w")), draw_for_all());
  EXPECT_EQ(game.outcome(xiangqi_at("2bak4/9/9/9/9/P8/9/9/9/3K1AB2 w")), std::nullopt);
}

TEST(XiangqiText, Wxf) {
  const Xiangqi game;
  const auto start = game.start();
  const auto same = [&](const Xiangqi::State& state, const char* wxf, const char* coordinates) {
    const auto move = game.parse_move(state, wxf);
    EXPECT_EQ(move ? game.print_move(state, *move) : "", coordinates) << wxf;
  };
  same(start, "C2=5", "h2e2");
  same(start, "C2.5", "h2e2");
  same(start, "c8=5", "b2e2");
  same(start, "H8+7", "b0c2");
  same(start, "N2+3", "h0g2");
  same(start, "E3+5", "g0e2");
  same(start, "B7+9", "c0a2");
  same(start, "R1+2", "i0i2");
  same(start, "P5+1", "e3e4");
  same(start, "C8+7", "b2b9");
  same(start, "K5+1", "e0e1");
  same(start, "h2-e2", "h2e2");
  same(start, "H2E2", "h2e2");
  const auto black = after_moves(game, {"C2=5", "H8+7", "H2+3"});
  EXPECT_EQ(game.print_position(black),
            "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R b - - 3 2");
  same(black, "R9=8", "i9h9");
  same(black, "C8-1", "h7h8");
}

// The front one is the one further from the own side.
TEST(XiangqiText, WxfOfSeveralOnAFile) {
  const Xiangqi game;
  const auto text = [&](const std::string& fen, const char* wxf) {
    const auto state = xiangqi_at(fen);
    const auto move = game.parse_move(state, wxf);
    return move ? game.print_move(state, *move) : std::string("-");
  };
  const std::string cannons = "3k5/9/9/9/4C4/9/9/4C4/9/5K3 w";
  EXPECT_EQ(text(cannons, "+C=6"), "e5d5");
  EXPECT_EQ(text(cannons, "C+=6"), "e5d5");
  EXPECT_EQ(text(cannons, "-C=6"), "e2d2");
  EXPECT_EQ(text(cannons, "C-=6"), "e2d2");
  EXPECT_EQ(text(cannons, "C5=6"), "-");  // both could
  EXPECT_EQ(text(cannons, "C5-1"), "-");
  EXPECT_EQ(text(cannons, "C5+3"), "e5e8");  // only one can
  const std::string black = "3k5/9/9/4c4/9/9/4c4/9/9/5K3 b";
  EXPECT_EQ(text(black, "+C=6"), "e3f3");
  EXPECT_EQ(text(black, "-c-1"), "e6e7");
  const std::string soldiers = "3k5/4P4/4P4/4P4/6P2/6P2/9/9/9/5K3 w";
  EXPECT_EQ(text(soldiers, "2P=6"), "e7d7");
  EXPECT_EQ(text(soldiers, "3P=4"), "e6f6");
  EXPECT_EQ(text(soldiers, "+P5=4"), "e8f8");
  EXPECT_EQ(text(soldiers, "+P3+1"), "g5g6");
  EXPECT_EQ(text(soldiers, "-P3=4"), "-");  // before the river
  EXPECT_EQ(text(soldiers, "P9+1"), "-");
  EXPECT_EQ(text(soldiers, "X5+1"), "-");
  EXPECT_EQ(text(soldiers, ""), "-");
}

// Every legal move has a WXF text that is read as this move.
TEST(XiangqiText, WxfNamesEveryMove) {
  const Xiangqi game;
  walk(game, random_choices(7, 400), [&](const auto& before, auto, const auto&) {
    MoveListOf<Xiangqi> moves;
    game.legal_moves(before, moves);
    for (const auto move : moves) {
      bool named = false;
      for (const std::string& name : xiangqi::detail::wxf_names(before.board, move))
        named = named || game.parse_move(before, name + xiangqi::detail::wxf_way(before.board, move)) == move;
      ASSERT_TRUE(named) << game.print_position(before) << ' ' << game.print_move(before, move);
    }
  });
}

TEST(XiangqiPosition, ReadsOtherLettersAndShortForms) {
  const Xiangqi game;
  for (const char* text : {"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
                           "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - -"}) {
    const auto state = game.parse_position(text);
    ASSERT_TRUE(state) << text;
    EXPECT_EQ(*state, game.start());
    EXPECT_EQ(game.print_position(*state), xiangqi_start);
  }
}

TEST(XiangqiPosition, SaysWhatIsWrong) {
  const Xiangqi game;
  const auto message = [&](const std::string& text) {
    const auto state = game.parse_position(text);
    return state ? std::string() : state.error().message;
  };
  EXPECT_EQ(message(xiangqi_start), "");
  const auto expect = [&](const std::string& text, const std::string& words) {
    EXPECT_NE(message(text).find(words), std::string::npos) << text << ": " << message(text);
  };
  expect("3k5/9/9/9/9/9/9/9/4K4 w", "ends too early");
  expect("3k5/9/9/9/9/9/9/9/9/9/4K4 w", "too many rows");
  expect("3k5/9/9/9/9/9/9/9/8/4K4 w", "row 2 has 8");
  expect("3k5/9/9/9/9/9/9/9/9/4K5 w", "too long");
  expect("3k5/9/9/9/9/9/9/9/9/4Q4 w", "character 22 is not allowed");
  expect("3k5/9/9/9/9/9/9/9/9/9 w", "Red has 0 generals");
  expect("3kk4/9/9/9/9/9/9/9/9/4K4 w", "Black has 2 generals");
  expect("3k5/9/9/9/9/9/9/9/RRR6/4K4 w", "Red has 3 chariots; there are at most 2");
  expect("3k5/PPPPPP3/9/9/9/9/9/9/9/4K4 b", "Red has 6 soldiers");
  expect("k8/9/9/9/9/9/9/9/9/4K4 w", "Black's general can't stand on a9");
  expect("3k5/9/9/9/9/9/9/9/3A5/4K4 w", "Red's advisor can't stand on d1");
  expect("3k5/9/9/9/2B6/9/9/9/9/4K4 w", "Red's elephant can't stand on c5");
  expect("3k5/9/9/9/9/9/1P7/9/9/4K4 w", "Red's soldier can't stand on b3");
  expect("3k5/9/p8/9/9/9/9/9/9/4K4 w", "Black's soldier can't stand on a7");
  expect("4k4/9/9/9/9/9/9/9/9/4K4 w", "face each other on file e");
  expect("3k5/9/9/9/9/9/3R5/9/9/4K4 w", "Black is in check, but it is not their turn");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 x", "who is to move");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w KQ - 0 1", "third and the fourth field");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 121 1", "0 to 120");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0", "1 to 30000");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1 x1", "four plies each");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 40 29 x5", "x1 to x4");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 9 9 x1+", "but it does not");
  expect("3k5/9/9/9/9/9/9/9/9/4K4 w - - 9 9 +", "seventh field");
  expect("3k5", "has 1 fields");
}

TEST(XiangqiPicture, PointsAtSquares) {
  const Xiangqi game;
  const auto state = game.start();
  const Picture picture = game.picture(state);
  CellPath cells;
  game.move_cells(state, *game.parse_move(state, "h2e2"), cells);
  ASSERT_EQ(cells.size(), 2U);
  EXPECT_EQ(picture.cells[cells[0]].name, "h2");
  EXPECT_EQ(picture.cells[cells[0]].glyph, "炮");
  EXPECT_EQ(picture.cells[cells[1]].name, "e2");
  EXPECT_EQ(picture.at(0, 4).text, "k");
  EXPECT_EQ(picture.row_labels.front(), "9");
}

TEST(XiangqiHeuristic, CountsPieces) {
  const Xiangqi game;
  EXPECT_EQ(game.heuristic(game.start())[0], 0);
  EXPECT_GT(game.heuristic(xiangqi_at("3k5/9/9/9/9/9/4R4/9/9/5K3 b"))[0], 0.5);
  const auto home = game.heuristic(xiangqi_at("3k5/9/9/9/9/9/P8/9/9/4K4 w"))[0];
  EXPECT_GT(game.heuristic(xiangqi_at("3k5/9/9/9/P8/9/9/9/9/4K4 w"))[0], home);
}

}  // namespace
}  // namespace banyan
