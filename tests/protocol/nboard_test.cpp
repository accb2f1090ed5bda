// The NBoard protocol, line by line.
#include <banyan/protocol/nboard.hpp>

#include <regex>

#include <gtest/gtest.h>

#include "talk.hpp"

namespace banyan::protocol {
namespace {

const std::string start_of_game =
    "set game (;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O---"
    "------------------------ *]";

TEST(NBoard, GoesWithoutMoving) {
  Talk<NBoard> talk("othello");
  EXPECT_EQ(talk.ask("nboard 2"), "set myname Banyan\n");
  EXPECT_EQ(talk.ask("set depth 6"), "set myname Banyan6\n");
  EXPECT_EQ(talk.ask(start_of_game + "B[F5]W[F6/1.20/3.4]B[D3];)"), "");
  const std::regex form(
      "status Banyan is thinking\nnodestats \\d+ [0-9.]+\n=== [A-H][1-8]/-?[0-9.]+/[0-9.]+\nstatus\n");
  const std::string first = talk.ask("go");
  EXPECT_TRUE(std::regex_match(first, form)) << first;
  EXPECT_TRUE(std::regex_match(talk.ask("go"), form)) << "the board has not changed";
  EXPECT_EQ(talk.ask("move C5/0.00/1.0"), "");
  EXPECT_TRUE(std::regex_match(talk.ask("go"), form));
}

TEST(NBoard, HintsAtSeveralMoves) {
  Talk<NBoard> talk("othello", "uct:sims=500");
  talk.ask(start_of_game + ";)");
  const std::string text = talk.ask("hint 3");
  EXPECT_TRUE(std::regex_match(
      text,
      std::regex(
          "status Banyan is analyzing\n(search [A-H][1-8](-[A-H][1-8])* -?[0-9.]+ 0 \\d+ \\d+ visits\n){3}"
          "nodestats 500 [0-9.]+\nstatus\n")))
      << text;
}

TEST(NBoard, PingEndsAnAnalysis) {
  Talk<NBoard> talk("othello", "uct:time=1h");
  talk.ask("nboard 2");
  talk.send("hint 1");
  talk.send("ping 17");
  EXPECT_TRUE(talk.take().ends_with("status\npong 17\n"));
  EXPECT_EQ(talk.ask("learn"), "learned\n");
}

// After A1 White has one disc left and nowhere to go; the pass is not in the record. C8 takes that disc too.
TEST(NBoard, BeginsElsewhereAndPasses) {
  Talk<NBoard> talk("othello", "uct:sims=10");
  const std::string board =
      "set game (;BO[8 -O*----- -------- -------- ---**--- ---**--- -------- -------- *O------ *]";
  EXPECT_EQ(talk.ask(board + "B[A1];)"), "");
  EXPECT_TRUE(std::regex_search(talk.ask("go"), std::regex("=== PA/")));
  EXPECT_EQ(talk.ask(board + "B[A1]B[C8];)"), "");
  EXPECT_EQ(talk.ask("go"), "status Error: the game is over\n");
}

TEST(NBoard, SaysWhatIsWrong) {
  Talk<NBoard> talk("othello");
  EXPECT_EQ(talk.ask("no such command"), "") << "the protocol wants such lines ignored";
  EXPECT_TRUE(talk.ask("set game rubbish").starts_with("status Error: GGF"));
  EXPECT_TRUE(talk.ask("set game (;BO[8 --- *];)").starts_with("status Error: GGF"));
  EXPECT_TRUE(talk.ask("set game (;BO[8 -").starts_with("status Error: GGF"));
  EXPECT_TRUE(talk.ask(start_of_game + "W[F5];)").starts_with("status Error: GGF: f5 comes out of turn"));
  EXPECT_TRUE(talk.ask("move A1").starts_with("status Error: "));
  EXPECT_TRUE(talk.ask("set depth many").starts_with("status Error: "));
  EXPECT_TRUE(talk.ask("hint none").starts_with("status Error: "));
  EXPECT_EQ(talk.ask("set contempt 3"), "");
  EXPECT_FALSE(talk.send("quit"));
}

}  // namespace
}  // namespace banyan::protocol
