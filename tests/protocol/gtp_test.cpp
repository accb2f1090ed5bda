// GTP, line by line.
#include <banyan/protocol/gtp.hpp>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include <banyan/session/words.hpp>

#include "talk.hpp"

namespace banyan::protocol {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Gtp, AnswersAdministration) {
  Talk<Gtp> talk("go:size=9");
  EXPECT_EQ(talk.ask("protocol_version"), "= 2\n\n");
  EXPECT_EQ(talk.ask("17 name"), "=17 Banyan\n\n");
  EXPECT_EQ(talk.ask("version # a comment"), "= 0.0\n\n");
  EXPECT_EQ(talk.ask("3 known_command genmove"), "=3 true\n\n");
  EXPECT_EQ(talk.ask("known_command no_such"), "= false\n\n");
  EXPECT_EQ(talk.ask("4 no_such"), "?4 unknown command\n\n");
  EXPECT_EQ(talk.ask(""), "");
  EXPECT_EQ(talk.ask("# only a comment"), "");
  EXPECT_EQ(talk.ask("\x01na\x02me\t"), "= Banyan\n\n") << "control characters are left out";
  EXPECT_FALSE(talk.send("9 quit"));
  EXPECT_EQ(talk.take(), "=9\n\n");
}

TEST(Gtp, HasEveryRequiredCommand) {
  Talk<Gtp> talk("go:size=9");
  const auto listed = split_words(talk.ask("list_commands"));
  for (const char* name : {"protocol_version",
                           "name",
                           "version",
                           "known_command",
                           "list_commands",
                           "quit",
                           "boardsize",
                           "clear_board",
                           "komi",
                           "play",
                           "genmove",
                           "undo",
                           "fixed_handicap",
                           "place_free_handicap",
                           "set_free_handicap",
                           "time_settings",
                           "time_left",
                           "loadsgf",
                           "showboard",
                           "final_score",
                           "final_status_list",
                           "lz-analyze",
                           "kata-analyze",
                           "gogui-analyze_commands",
                           "gogui-rules_board"})
    EXPECT_NE(std::find(listed.begin(), listed.end(), name), listed.end()) << name;
  Talk<Gtp> other("connect4");
  EXPECT_FALSE(has(other.ask("list_commands"), "komi")) << "there is none in this game";
  EXPECT_EQ(other.ask("komi 6.5"), "? unknown command\n\n");
}

TEST(Gtp, PlaysUndoesAndScores) {
  Talk<Gtp> talk("go:size=9");
  EXPECT_EQ(talk.ask("play b E5"), "=\n\n");
  EXPECT_EQ(talk.ask("final_score"), "= B+73.5\n\n");
  EXPECT_EQ(talk.ask("komi 0.5"), "=\n\n");
  EXPECT_EQ(talk.ask("get_komi"), "= 0.5\n\n");
  EXPECT_EQ(talk.ask("final_score"), "= B+80.5\n\n") << "komi leaves the moves alone";
  EXPECT_TRUE(has(talk.ask("play w e5"), "? illegal move"));
  EXPECT_TRUE(has(talk.ask("play w Z5"), "? illegal move"));
  EXPECT_TRUE(has(talk.ask("play green e5"), "? syntax error"));
  EXPECT_EQ(talk.ask("final_status_list alive"), "= E5\n\n");
  EXPECT_EQ(talk.ask("final_status_list dead"), "=\n\n");
  EXPECT_TRUE(has(talk.ask("showboard"), "X"));
  EXPECT_EQ(talk.ask("undo"), "=\n\n");
  EXPECT_EQ(talk.ask("undo"), "? cannot undo\n\n");
  EXPECT_EQ(talk.ask("final_score"), "= W+0.5\n\n");
}

TEST(Gtp, LetsAColourMoveTwiceWherePassingIsLegal) {
  Talk<Gtp> talk("go:size=9");
  talk.ask("play b e5");
  EXPECT_EQ(talk.ask("play b c3"), "=\n\n");
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk.ask("undo"), "=\n\n") << "the pass goes with the move";
  EXPECT_EQ(talk.ask("final_status_list alive"), "= E5\n\n");
  Talk<Gtp> other("gomoku");
  other.ask("play b h8");
  EXPECT_TRUE(has(other.ask("play b h9"), "? illegal move: it is white's turn"));
}

TEST(Gtp, ChangesTheBoard) {
  Talk<Gtp> talk("gomoku");
  EXPECT_EQ(talk.ask("boardsize 9 7"), "=\n\n");
  EXPECT_EQ(talk.ask("gogui-rules_board_size"), "= 9 7\n\n");
  EXPECT_EQ(talk.ask("boardsize 400"), "? unacceptable size\n\n");
  EXPECT_TRUE(has(talk.ask("boardsize nine"), "? syntax error"));
  Talk<Gtp> square("go");
  EXPECT_EQ(square.ask("boardsize 13"), "=\n\n");
  EXPECT_EQ(square.ask("boardsize 9 7"), "? unacceptable size\n\n");
  EXPECT_EQ(square.ask("gogui-rules_board_size"), "= 13\n\n");
  Talk<Gtp> fixed("othello");
  EXPECT_EQ(fixed.ask("boardsize 8"), "=\n\n");
  EXPECT_EQ(fixed.ask("boardsize 10"), "? unacceptable size\n\n");
}

TEST(Gtp, PutsHandicapWhereTheSpecificationDoes) {
  Talk<Gtp> talk("go:size=19");
  EXPECT_EQ(talk.ask("fixed_handicap 9"), "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n\n");
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk.ask("fixed_handicap 2"), "? board not empty\n\n");
  EXPECT_EQ(talk.ask("undo"), "=\n\n") << "all of it is one step";
  EXPECT_EQ(talk.ask("fixed_handicap 7"), "= D4 Q16 D16 Q4 D10 Q10 K10\n\n");
  talk.ask("clear_board");
  EXPECT_EQ(talk.ask("fixed_handicap 10"), "? invalid number of stones\n\n");
  EXPECT_EQ(talk.ask("place_free_handicap 12"), "= D4 Q16 D16 Q4 D10 Q10 K4 K16 K10\n\n");
  talk.ask("boardsize 9");
  EXPECT_EQ(talk.ask("fixed_handicap 3"), "= C3 G7 C7\n\n");
  talk.ask("boardsize 8");
  EXPECT_EQ(talk.ask("fixed_handicap 5"), "? invalid number of stones\n\n") << "an even board has no middle";
  EXPECT_EQ(talk.ask("set_free_handicap A1 B2"), "=\n\n");
  talk.ask("clear_board");
  EXPECT_TRUE(has(talk.ask("set_free_handicap A1 A1"), "? bad vertex list"));
}

TEST(Gtp, NamesPointsAsGtpDoesWhateverTheGameCallsThem) {
  Talk<Gtp> gomoku("gomoku");
  EXPECT_EQ(gomoku.ask("play b J1"), "=\n\n");
  EXPECT_EQ(gomoku.ask("final_status_list alive"), "= J1\n\n");
  EXPECT_TRUE(has(gomoku.ask("play w I1"), "? illegal move")) << "there is no column I";
  Talk<Gtp> othello("othello");
  EXPECT_EQ(othello.ask("gogui-rules_legal_moves"), "= D3 C4 F5 E6\n\n");
  EXPECT_EQ(othello.ask("play b D3"), "=\n\n");
  Talk<Gtp> columns("connect4");
  EXPECT_EQ(columns.ask("gogui-rules_legal_moves"), "= A1 B1 C1 D1 E1 F1 G1\n\n");
  EXPECT_EQ(columns.ask("play b D1"), "=\n\n");
  EXPECT_EQ(columns.ask("gogui-rules_legal_moves"), "= A1 B1 C1 D2 E1 F1 G1\n\n")
      << "where the disc comes to lie";
  EXPECT_EQ(columns.ask("play w D6"), "=\n\n") << "any cell of the column means it";
  EXPECT_EQ(columns.ask("final_status_list alive"), "= D2\nD1\n\n");
}

TEST(Gtp, GeneratesLegalMovesInEveryKindOfGame) {
  for (const char* game : {"go:size=5", "gomoku", "othello", "connect4", "chess", "pig"}) {
    Talk<Gtp> talk(game);
    for (const char* colour : {"b", "w", "b", "w"}) {
      const std::string side = talk.ask("gogui-rules_side_to_move").substr(2, 1);
      const auto legal = split_words(talk.ask("gogui-rules_legal_moves"));
      const auto answer = split_words(talk.ask("1 genmove " + side));
      ASSERT_EQ(answer.size(), 2U) << game << colour;
      EXPECT_EQ(answer[0], "=1");
      EXPECT_NE(std::find(legal.begin(), legal.end(), answer[1]), legal.end()) << game << " " << answer[1];
    }
  }
}

TEST(Gtp, WhiteBeginsWhereTheGameSaysSo) {
  Talk<Gtp> talk("chess");
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= white\n\n");
  EXPECT_EQ(talk.ask("play w e2e4"), "=\n\n");
  EXPECT_EQ(talk.ask("play b Nf6"), "=\n\n");
}

TEST(Gtp, RegGenmoveLeavesTheBoardAlone) {
  Talk<Gtp> talk("connect4");
  EXPECT_TRUE(std::regex_match(talk.ask("reg_genmove b"), std::regex("= [A-G]1\n\n")));
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= black\n\n");
  Talk<Gtp> go("go:size=9");
  EXPECT_TRUE(go.ask("reg_genmove w").starts_with("= "));
  EXPECT_EQ(go.ask("gogui-rules_side_to_move"), "= black\n\n");
}

TEST(Gtp, AnalyzesUntilAnyInput) {
  Talk<Gtp> talk("go:size=9", "uct");
  talk.send("5 lz-analyze b 10");
  ASSERT_TRUE(talk.waits_for("info move")) << talk.so_far();
  talk.send("6 name");
  const std::string text = talk.take();
  const std::regex form(
      "=5\n(info move [A-J][1-9] visits \\d+ winrate \\d+ prior \\d+ lcb \\d+ order \\d+ pv( [A-J][1-9]| pass)+"
      "( info move .*)?\n)+\n=6 Banyan\n\n");
  EXPECT_TRUE(std::regex_match(text.substr(0, 5), std::regex("=5\ninf?")) && std::regex_search(text, form))
      << text;
  talk.send("kata-analyze interval 10 ownership true");
  ASSERT_TRUE(talk.waits_for("info move"));
  talk.send("");
  EXPECT_TRUE(std::regex_search(talk.take(), std::regex("winrate 0\\.\\d+ utility")));
  EXPECT_EQ(talk.ask("name"), "= Banyan\n\n") << "an empty line ended it";
  EXPECT_TRUE(has(talk.ask("lz-analyze b 10 nonsense 3"), "? unknown key"));
  EXPECT_TRUE(has(talk.ask("lz-analyze w 10"), "? it is black's turn"));
}

// As Lizzie asks: what else there is, and what of these.
TEST(Gtp, AnalysisLeavesOutWhatIsToBeAvoided) {
  Talk<Gtp> talk("go:size=5", "uct");
  const auto told = [&](const std::string& line) {
    talk.send(line);
    EXPECT_TRUE(talk.waits_for("info move")) << line;
    talk.send("");
    std::set<std::string> moves;
    const std::string text = talk.take();
    const std::regex move("info move ([A-Z0-9a-z]+) ");
    for (std::sregex_iterator at(text.begin(), text.end(), move), end; at != end; ++at)
      moves.insert((*at)[1]);
    return moves;
  };
  EXPECT_TRUE(told("lz-analyze b 10").contains("C3"));
  EXPECT_FALSE(told("lz-analyze b 10 avoid b C3,D3 1 avoid b pass 1").contains("C3"));
  EXPECT_TRUE(told("lz-analyze b 10 avoid w C3 3").contains("C3")) << "of the other player";
  EXPECT_EQ(told("lz-analyze b interval 10 allow b C3,B2 1"), (std::set<std::string>{"B2", "C3"}));
  for (const char* wrong : {"lz-analyze b 10 avoid b C3", "lz-analyze b 10 avoid C3 1", "lz-analyze b avoid"})
    EXPECT_TRUE(has(talk.ask(wrong), "? ")) << wrong;
}

TEST(Gtp, GenmoveAnalyzeEndsWithTheMove) {
  Talk<Gtp> talk("go:size=9");
  EXPECT_TRUE(std::regex_search(talk.ask("lz-genmove_analyze b 10"),
                                std::regex("^=\ninfo move .*\nplay [A-J][1-9]\n\n$")));
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= white\n\n");
}

TEST(Gtp, QuitAndInterruptEndASearch) {
  Talk<Gtp> talk("go:size=9", "uct:time=1h");
  talk.send("1 genmove b");
  talk.send("# interrupt");
  EXPECT_TRUE(talk.take().starts_with("=1 "));
  talk.send("2 genmove w");
  EXPECT_FALSE(talk.send("3 quit"));
  EXPECT_TRUE(std::regex_match(talk.take(), std::regex("=2 [A-J][1-9]\n\n=3\n\n")));
}

TEST(Gtp, TellsGoGuiTheRules) {
  Talk<Gtp> talk("othello");
  EXPECT_EQ(talk.ask("gogui-rules_game_id"), "= Othello\n\n");
  // Rows are numbered from the top in this game; GoGui shows row 8 first.
  EXPECT_EQ(talk.ask("gogui-rules_board"),
            "= . . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . X O . . .\n. . . O X . . .\n"
            ". . . . . . . .\n. . . . . . . .\n. . . . . . . .\n\n");
  EXPECT_TRUE(has(talk.ask("gogui-rules_final_result"), "to move"));
  EXPECT_TRUE(has(talk.ask("gogui-analyze_commands"), "dboard/"));
  const auto map = split_words(talk.ask("banyan-visits"));
  ASSERT_EQ(map.size(), 65U);
  EXPECT_NE(std::find(map.begin(), map.end(), "1.000"), map.end()) << "the move with the most visits";
}

TEST(Gtp, SetsOptionsOfTheAgent) {
  Talk<Gtp> talk("connect4", "uct:sims=50");
  const std::string options = talk.ask("banyan-option");
  EXPECT_TRUE(has(options, "[string] sims 50")) << options;
  EXPECT_TRUE(has(options, "[bool] solver 1"));
  EXPECT_TRUE(has(options, "[list/uniform/game/decisive/walk/mast/expert] playout decisive"));
  EXPECT_EQ(talk.ask("banyan-option solver 0"), "=\n\n");
  EXPECT_TRUE(has(talk.ask("banyan-option"), "[bool] solver 0"));
  EXPECT_TRUE(has(talk.ask("banyan-option threads zero"), "? "));
  EXPECT_TRUE(has(talk.ask("banyan-option no_such 1"), "? "));
}

TEST(Gtp, LoadsTheMainLineOfAnSgf) {
  const std::string file = testing::TempDir() + "banyan_protocol.sgf";
  std::ofstream(file) << "(;FF[4]GM[1]SZ[9]KM[5.5]AB[cc][gg]C[a \\] bracket]\n;W[ee](;B[ec];W[])(;B[aa]))";
  Talk<Gtp> talk("go:size=19");
  EXPECT_EQ(talk.ask("loadsgf " + file), "=\n\n");
  EXPECT_EQ(talk.ask("get_komi"), "= 5.5\n\n");
  EXPECT_EQ(talk.ask("final_status_list alive"), "= C7\nE7\nE5\nG3\n\n");
  EXPECT_EQ(talk.ask("gogui-rules_side_to_move"), "= black\n\n");
  EXPECT_EQ(talk.ask("loadsgf " + file + " 2"), "=\n\n");
  EXPECT_EQ(talk.ask("final_status_list alive"), "= C7\nE5\nG3\n\n") << "up to before move 2";
  std::ofstream(file) << "(;SZ[9];B[zz])";
  EXPECT_TRUE(has(talk.ask("loadsgf " + file), "? cannot load file"));
  EXPECT_TRUE(has(talk.ask("loadsgf /no/such/file"), "? cannot load file"));
  // A record that can't be played changes nothing, its size and its komi included.
  std::ofstream(file) << "(;SZ[13]KM[0.5];B[aa];W[aa])";
  EXPECT_TRUE(has(talk.ask("loadsgf " + file), "? cannot load file"));
  EXPECT_EQ(talk.ask("get_komi"), "= 5.5\n\n");
  EXPECT_EQ(talk.ask("final_status_list alive"), "= C7\nE5\nG3\n\n");
}

// With a fixed seed a series repeats itself as a whole, but not its first game: seven games whose first dice
// are the same by chance happen once in 15^6.
TEST(Gtp, DrawsEachGameAnew) {
  const auto series = [] {
    Talk<Gtp> talk("backgammon", "random");
    std::vector<std::string> starts;
    for (int game = 0; game < 7; ++game) {
      talk.ask(game % 2 == 0 ? "clear_board" : "boardsize 13 2");
      starts.push_back(talk.ask("showboard"));
      talk.ask("genmove w");
    }
    return starts;
  };
  const auto starts = series();
  EXPECT_GT(std::set<std::string>(starts.begin(), starts.end()).size(), 1U) << starts[0];
  EXPECT_EQ(series(), starts);
}

TEST(Gtp, TakesClocks) {
  Talk<Gtp> talk("connect4", "uct:sims=20");
  EXPECT_EQ(talk.ask("time_settings 60 10 5"), "=\n\n");
  EXPECT_EQ(talk.ask("time_left b 30 0"), "=\n\n");
  EXPECT_EQ(talk.ask("time_left white 5 2"), "=\n\n");
  EXPECT_TRUE(has(talk.ask("time_left white five 2"), "? syntax error"));
  EXPECT_TRUE(has(talk.ask("time_settings 60"), "? syntax error"));
  EXPECT_TRUE(talk.ask("genmove b").starts_with("= "));
  EXPECT_TRUE(talk.ask("genmove w").starts_with("= "));
}

TEST(Gtp, RefusesThreePlayers) {
  auto host = make_host("nim:heaps=3/4/5,players=3", "random");
  ASSERT_TRUE(host);
  Written written;
  const auto made = Gtp::make(*std::move(host), written.writer());
  ASSERT_FALSE(made);
  EXPECT_TRUE(has(made.error().message, "3 players"));
}

}  // namespace
}  // namespace banyan::protocol
