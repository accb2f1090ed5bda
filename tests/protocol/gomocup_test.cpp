// The protocol of Gomocup, line by line.
#include <banyan/protocol/gomocup.hpp>

#include <regex>

#include <gtest/gtest.h>

#include <banyan/protocol/time.hpp>

#include "talk.hpp"

namespace banyan::protocol {
namespace {

const std::regex one_move("\\d+,\\d+\n");

TEST(Gomocup, StartsBoards) {
  Talk<Gomocup> talk("gomoku");
  EXPECT_EQ(talk.ask("START 15"), "OK\n");
  EXPECT_EQ(talk.ask("START 20"), "OK\n");
  EXPECT_EQ(talk.ask("PLAY 19,19"), "19,19\n");
  EXPECT_EQ(talk.ask("RECTSTART 9,7"), "OK\n");
  EXPECT_TRUE(talk.ask("START 100").starts_with("ERROR unsupported size"));
  EXPECT_TRUE(talk.ask("START").starts_with("ERROR "));
  EXPECT_TRUE(talk.ask("START ten").starts_with("ERROR "));
  EXPECT_TRUE(talk.ask("RECTSTART 9").starts_with("ERROR "));
}

TEST(Gomocup, CountsFromTheTopLeft) {
  Talk<Gomocup> talk("gomoku:width=5,height=5,line=5");
  EXPECT_EQ(talk.ask("PLAY 0,0"), "0,0\n");
  EXPECT_TRUE(talk.ask("TURN 0,0").starts_with("ERROR "));
  EXPECT_TRUE(talk.ask("TURN 5,0").starts_with("ERROR "));
  EXPECT_TRUE(std::regex_match(talk.ask("TURN 4,1"), one_move));
}

// Four in a row, open at one end: whoever is to move has to win there, and does.
TEST(Gomocup, ReadsABoardAndWins) {
  Talk<Gomocup> talk("gomoku", "uct:sims=2000");
  for (const char* line :
       {"START 15", "BOARD", "3,2,1", "4,2,1", "5,2,1", "6,2,1", "2,2,2", "3,9,2", "9,9,2"})
    talk.send(line);
  talk.send("12,12,2");
  EXPECT_EQ(talk.ask("DONE"), "7,2\n");
  EXPECT_EQ(talk.ask("TURN 0,0"), "ERROR 0,0 is not a free point of the board\n") << "the game is over";
}

// With the standard rule the stone between makes six, which is worth nothing.
TEST(Gomocup, KeepsTheRuleThatItIsTold) {
  for (const std::string rule : {"0", "1"}) {
    Talk<Gomocup> talk("gomoku", "uct:sims=50");
    const std::string tell = "INFO rule " + rule;
    for (const std::string line : {"START 15", tell.c_str(), "BOARD", "3,2,1", "4,2,1", "5,2,1", "7,2,1"})
      talk.send(line);
    for (const char* line : {"8,2,1", "3,9,2", "9,9,2", "0,0,2", "12,12,2"}) talk.send(line);
    talk.send("0,14,2");
    const std::string answer = talk.ask("DONE");
    EXPECT_EQ(answer == "6,2\n", rule == "0") << answer;
    EXPECT_EQ(talk.ask("TURN 14,14").starts_with("ERROR"), rule == "0") << "the game is over";
  }
}

TEST(Gomocup, RefusesBoardsThatCannotBe) {
  Talk<Gomocup> talk("gomoku");
  talk.send("BOARD");
  talk.send("1,1,1");
  EXPECT_TRUE(talk.ask("DONE").starts_with("ERROR 1 own stones and 0 others"));
  talk.send("BOARD");
  talk.send("rubbish");
  EXPECT_TRUE(talk.ask("DONE").starts_with("ERROR 'rubbish'"));
  talk.send("BOARD");
  talk.send("1,1,3");
  EXPECT_TRUE(talk.ask("DONE").starts_with("ERROR "));
  EXPECT_EQ(talk.ask("RESTART"), "OK\n");
}

TEST(Gomocup, TakesBackTheLastMove) {
  Talk<Gomocup> talk("gomoku");
  talk.ask("PLAY 3,4");
  EXPECT_TRUE(talk.ask("TAKEBACK 4,3").starts_with("ERROR "));
  EXPECT_EQ(talk.ask("TAKEBACK 3,4"), "OK\n");
  EXPECT_TRUE(talk.ask("TAKEBACK 3,4").starts_with("ERROR "));
}

TEST(Gomocup, NegotiatesTheOpening) {
  Talk<Gomocup> talk("gomoku");
  talk.send("SWAP2BOARD");
  const std::string opening = talk.ask("DONE");
  EXPECT_TRUE(std::regex_match(opening, std::regex("\\d+,\\d+ \\d+,\\d+ \\d+,\\d+\n"))) << opening;
  for (const char* line : {"SWAP2BOARD", "7,7", "8,8", "7,8"}) talk.send(line);
  EXPECT_TRUE(std::regex_match(talk.ask("DONE"), std::regex("(SWAP|\\d+,\\d+)\n")));
  for (const char* line : {"SWAP2BOARD", "7,7"}) talk.send(line);
  EXPECT_TRUE(talk.ask("DONE").starts_with("ERROR SWAP2BOARD has 0, 3 or 5 stones"));
}

// Black has three in a row with both ends open, and White two stones in corners: nobody stays White.
TEST(Gomocup, SwapsWhereTheOtherSideIsBetter) {
  Talk<Gomocup> talk("gomoku", "uct:sims=5000");
  for (const char* line : {"SWAP2BOARD", "5,5", "0,0", "6,5", "14,14", "7,5"}) talk.send(line);
  EXPECT_EQ(talk.ask("DONE"), "SWAP\n");
}

TEST(Gomocup, AnswersInItsOwnWords) {
  Talk<Gomocup> talk("gomoku");
  EXPECT_TRUE(talk.ask("ABOUT").starts_with("name=\"Banyan\", version=\"0.0\""));
  EXPECT_TRUE(talk.ask("HELLO").starts_with("UNKNOWN "));
  EXPECT_EQ(talk.ask("INFO timeout_turn 60000"), "");
  EXPECT_EQ(talk.ask("INFO no_such_key 1"), "");
  EXPECT_TRUE(talk.ask("INFO rule 4").starts_with("MESSAGE "));
  EXPECT_EQ(talk.ask("INFO rule 1"), "");
  EXPECT_EQ(talk.ask("INFO max_memory 0"), "");
  EXPECT_EQ(talk.ask("INFO max_memory 83886080"), "");
  EXPECT_TRUE(std::regex_match(talk.ask("BEGIN"), one_move));
  EXPECT_FALSE(talk.send("END"));
}

TEST(Gomocup, EndStopsASearch) {
  Talk<Gomocup> talk("gomoku", "uct:time=1h");
  talk.send("BEGIN");
  EXPECT_FALSE(talk.send("END"));
}

TEST(Gomocup, RefusesGamesWithoutStones) {
  Written written;
  EXPECT_FALSE(Gomocup::make(*make_host("chess", "random"), written.writer()));
}

TEST(ProtocolTime, StaysWithinTheLimits) {
  for (const double seconds : {0.01, 0.1, 1.0, 60.0}) {
    EXPECT_LT(time_within(seconds).seconds, seconds);
    EXPECT_GT(time_within(seconds).seconds, 0.85 * seconds);
    EXPECT_LT(time_for_move(seconds, 0, std::nullopt).seconds, seconds);
    EXPECT_LT(time_for_move(seconds, 0, 1).seconds, seconds);
    EXPECT_LE(time_for_move(seconds, 0, 10).seconds, seconds / 10);
  }
  EXPECT_GT(time_for_move(60, 1, std::nullopt).seconds, time_for_move(60, 0, std::nullopt).seconds);
  EXPECT_GT(time_for_move(0, 0, std::nullopt).seconds, 0) << "a move is due even then";
}

}  // namespace
}  // namespace banyan::protocol
