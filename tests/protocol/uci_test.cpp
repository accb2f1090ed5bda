// UCI, line by line.
#include <banyan/protocol/uci.hpp>

#include <regex>

#include <gtest/gtest.h>

#include <banyan/session/words.hpp>

#include "talk.hpp"

namespace banyan::protocol {
namespace {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Uci, ListsOptionsFromTheFieldsOfTheAgent) {
  Talk<Uci> talk("chess", "uct");
  const std::string text = talk.ask("uci");
  EXPECT_TRUE(text.starts_with("id name Banyan 0.0\nid author ")) << text;
  EXPECT_TRUE(text.ends_with("uciok\n"));
  EXPECT_TRUE(contains(text, "option name threads type spin default 1 min 1 max 256\n"));
  EXPECT_TRUE(contains(text, "option name solver type check default true\n"));
  EXPECT_TRUE(contains(text, "option name playout type combo default decisive var uniform var game"));
  EXPECT_TRUE(contains(text, "option name sims type string default <empty>\n"));
  EXPECT_TRUE(contains(text, "option name depth type string default 4\n")) << "what suits the game";
  EXPECT_TRUE(contains(text, "option name Hash type spin default 1000 min 1 max 16000\n"));
  EXPECT_TRUE(contains(text, "option name UCI_Chess960 type check default false\n"));
  EXPECT_TRUE(std::regex_search(
      text, std::regex("option name UCI_Variant type combo default chess( var [a-z0-9-]+)+\n")));
}

TEST(Uci, PlaysByCoordinates) {
  Talk<Uci> talk("chess", "uct");
  EXPECT_EQ(talk.ask("isready"), "readyok\n");
  EXPECT_EQ(talk.ask("position startpos moves e2e4 e7e5"), "");
  const std::string text = talk.ask("go nodes 100");
  EXPECT_TRUE(std::regex_search(
      text,
      std::regex("^info depth \\d+ seldepth \\d+ multipv 1 score cp -?\\d+ nodes 100 nps \\d+ time \\d+ "
                 "pv( [a-h][1-8][a-h][1-8][nbrq]?)+\nbestmove [a-h][1-8][a-h][1-8]( ponder \\S+)?\n$")))
      << text;
}

TEST(Uci, SeesMate) {
  Talk<Uci> talk("chess", "uct:sims=5000");
  EXPECT_EQ(talk.ask("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"), "");
  const std::string text = talk.ask("go");
  EXPECT_TRUE(contains(text, "score mate 1 ")) << text;
  EXPECT_TRUE(text.ends_with("bestmove a1a8\n"));
}

// The mate that is told is at the end of the line that is told; it may be a slower one than there is. (A
// bishop that must move, "Philidor's legacy" with the queen's sacrifice, a ladder of two rooks.)
TEST(Uci, TellsAMateThatTheLineReaches) {
  const auto chess = *built_in_games().make("chess");
  for (const auto& [fen, moves] : {std::pair<std::string, int>("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
                                   {"5rk1/5Npp/8/3Q4/8/8/8/7K w - - 0 1", 3},
                                   {"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 2}}) {
    Talk<Uci> talk("chess", "uct:sims=200000");
    EXPECT_EQ(talk.ask("position fen " + fen), "");
    const std::string text = talk.ask("go");
    std::smatch found;
    const std::string last = text.substr(text.rfind("info depth"));
    ASSERT_TRUE(std::regex_search(last, found, std::regex("score mate (\\d+) .* pv (.*)"))) << last;
    const auto line = split_words(found[2].str());
    EXPECT_GE(std::stoi(found[1]), moves) << last;
    EXPECT_EQ(line.size(), 2 * std::stoul(found[1]) - 1) << last;
    const auto position = *chess->parse_position(fen);
    for (const std::string& move : line)
      ASSERT_TRUE(position->play(position->text_of_coordinates(move))) << last;
    EXPECT_EQ(position->outcome(), (std::vector<double>{1, -1})) << last;
  }
}

// A position that was refused leaves the old one where it was; it must not be searched instead.
TEST(Uci, DoesNotSearchAnotherPositionThanWasGiven) {
  Talk<Uci> talk("chess", "uct:sims=20");
  EXPECT_EQ(talk.ask("position startpos moves e2e4"), "");
  EXPECT_TRUE(contains(talk.ask("position fen nonsense"), "info string "));
  EXPECT_TRUE(contains(talk.ask("go"), "the last position was refused: ")) << "said again";
  EXPECT_TRUE(contains(talk.ask("go"), "bestmove (none)\n"));
  EXPECT_EQ(talk.ask("position startpos moves e2e4"), "");
  EXPECT_TRUE(std::regex_search(talk.ask("go"), std::regex("bestmove [a-h][1-8][a-h][1-8]")));
  EXPECT_TRUE(contains(talk.ask("position startpos moves e2e4 e7e5 e4e5"), "info string "));
  EXPECT_TRUE(contains(talk.ask("go"), "bestmove (none)\n"));
  EXPECT_EQ(talk.ask("ucinewgame"), "");
  EXPECT_TRUE(std::regex_search(talk.ask("go"), std::regex("bestmove [a-h][1-8][a-h][1-8]")));
}

// Third occurrences and fifty moves are draws that a player may claim: a driver may go on.
TEST(Uci, PlaysOnAfterADrawThatNobodyClaimed) {
  Talk<Uci> talk("chess", "uct");
  const std::string round = " g1f3 g8f6 f3g1 f6g8";
  for (const std::string& more : {std::string(), std::string(" e2e4"), " e2e4 e7e5" + round}) {
    EXPECT_EQ(talk.ask("position startpos moves" + round + round + more), "") << more;
    const std::string text = talk.ask("go nodes 10");
    EXPECT_TRUE(contains(text, "bestmove ") && !contains(text, "(none)")) << text;
  }
  EXPECT_EQ(talk.ask("position fen 4k3/8/8/8/8/8/8/4K2R w - - 120 90"), "");
  EXPECT_FALSE(contains(talk.ask("go nodes 10"), "(none)"));
  EXPECT_TRUE(contains(talk.ask("position startpos moves e2e5"), "e2e5"))
      << "what is illegal is still refused";
  Talk<Uci> chinese("xiangqi", "uct");
  const std::string to_and_fro = " h1g3 h10g8 g3h1 g8h10";
  EXPECT_EQ(chinese.ask("position startpos moves" + to_and_fro + to_and_fro + to_and_fro), "");
  EXPECT_FALSE(contains(chinese.ask("go nodes 10"), "(none)"));
}

TEST(Uci, CastlesAsUciDoes) {
  const std::string fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const auto games = built_in_games();
  const auto standard = (*games.make("chess"))->parse_position(fen);
  EXPECT_EQ((*standard)->coordinates_of("O-O"), "e1g1");
  EXPECT_EQ((*standard)->coordinates_of("e1c1"), "e1c1");
  EXPECT_EQ((*standard)->coordinates_of("nonsense"), "nonsense");
  const auto shuffled = (*games.make("chess:variant=chess960"))->parse_position(fen);
  EXPECT_EQ((*shuffled)->coordinates_of("O-O-O"), "e1a1");
  Talk<Uci> talk("chess");
  EXPECT_EQ(talk.ask("setoption name UCI_Chess960 value true"), "");
  EXPECT_EQ(talk.ask("position fen " + fen + " moves e1h1 e8a8"), "");
  EXPECT_TRUE(contains(talk.ask("go nodes 10"), "bestmove "));
}

TEST(Uci, AnswersWhileItSearches) {
  Talk<Uci> talk("chess", "uct");
  talk.send("go infinite");
  talk.send("isready");
  EXPECT_TRUE(contains(talk.so_far(), "readyok\n"));
  EXPECT_FALSE(contains(talk.so_far(), "bestmove"));
  ASSERT_TRUE(talk.waits_for("info depth"));
  talk.send("stop");
  EXPECT_TRUE(std::regex_search(talk.take(), std::regex("bestmove [a-h][1-8][a-h][1-8]")));
  talk.send("stop");
  EXPECT_EQ(talk.take(), "") << "nothing was running";
}

TEST(Uci, InfiniteWaitsForStopEvenWhereNothingIsLeftToSearch) {
  Talk<Uci> talk("chess", "uct");
  talk.send("position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
  talk.send("go infinite");
  ASSERT_TRUE(talk.waits_for("score mate 1"));
  EXPECT_FALSE(contains(talk.so_far(), "bestmove"));
  talk.send("stop");
  EXPECT_TRUE(contains(talk.take(), "bestmove a1a8"));
}

TEST(Uci, PondersUntilTheMoveIsPlayed) {
  Talk<Uci> talk("chess", "uct");
  talk.send("position startpos moves e2e4 e7e5");
  talk.send("go ponder nodes 50");
  ASSERT_TRUE(talk.waits_for("info depth"));
  EXPECT_FALSE(contains(talk.so_far(), "bestmove"));
  talk.take();
  const std::string text = talk.ask("ponderhit");
  EXPECT_EQ(text.find("bestmove"), text.rfind("bestmove")) << "one answer";
  EXPECT_TRUE(contains(text, "bestmove")) << text;
  talk.send("go ponder wtime 1000 btime 1000");
  talk.send("stop");
  EXPECT_TRUE(contains(talk.take(), "bestmove"));
}

TEST(Uci, ShowsSeveralLines) {
  Talk<Uci> talk("chess", "uct");
  EXPECT_EQ(talk.ask("setoption name MultiPV value 3"), "");
  const std::string text = talk.ask("go nodes 200");
  for (const char* part : {"multipv 1 ", "multipv 2 ", "multipv 3 "})
    EXPECT_TRUE(contains(text, part)) << text;
  EXPECT_FALSE(contains(text, "multipv 4 "));
  // Each with its line, as far as the tree knows it.
  EXPECT_EQ(talk.ask("position startpos moves e2e4 e7e5"), "");
  const std::string deep = talk.ask("go nodes 3000");
  const std::size_t last = deep.rfind("multipv 1 ");
  for (const char* part : {"multipv 2 ", "multipv 3 "}) {
    const std::size_t at = deep.find(part, last);
    ASSERT_NE(at, std::string::npos) << deep;
    EXPECT_TRUE(std::regex_search(deep.substr(at, deep.find('\n', at) - at), std::regex(" pv( \\S+){2,}$")))
        << deep;
  }
}

// The agent's own limits hold beside a time of the protocol.
TEST(Uci, KeepsTheAgentsLimitsUnderATimeForTheMove) {
  Talk<Uci> talk("chess", "uct:sims=30");
  for (const char* line : {"go movetime 3600000", "go wtime 36000000 btime 36000000"})
    EXPECT_TRUE(contains(talk.ask(line), " nodes 30 ")) << line;
}

std::string fake_engine(const std::string& language, const std::string& more = "") {
  return language + ":cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py " + language +
         " good\"" + more;
}

// A foreign engine behind the protocol, which keeps running from move to move.
TEST(Uci, DrivesAForeignEngine) {
  Talk<Uci> talk("chess", fake_engine("uci"));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(contains(talk.ask("go movetime 60000"), "bestmove a2a3"));
  EXPECT_EQ(talk.ask("position startpos moves e2e4 e7e5"), "");
  EXPECT_TRUE(contains(talk.ask("go"), "bestmove a2a3"));
  EXPECT_TRUE(
      contains(talk.ask("setoption name Hash value 16"), "the options of an engine are those of its spec"));
}

TEST(Uci, PlaysOtherGamesByVariant) {
  Talk<Uci> talk("chess", "uct");
  EXPECT_EQ(talk.ask("setoption name UCI_Variant value othello"), "");
  EXPECT_EQ(talk.ask("position startpos moves d3"), "");
  EXPECT_TRUE(std::regex_search(talk.ask("go nodes 50"), std::regex("bestmove [a-h][1-8]")));
  EXPECT_TRUE(contains(talk.ask("setoption name UCI_Variant value suicide"),
                       "info string unknown variant 'suicide'"));
}

TEST(Uci, SetsOptionsOfTheAgent) {
  Talk<Uci> talk("chess", "uct");
  EXPECT_EQ(talk.ask("setoption name Sims value 70"), "") << "names are read in any case";
  EXPECT_TRUE(contains(talk.ask("go"), " nodes 70 "));
  EXPECT_EQ(talk.ask("setoption name Hash value 64"), "");
  EXPECT_TRUE(contains(talk.ask("uci"), "option name Hash type spin default 64 "));
  EXPECT_TRUE(contains(talk.ask("setoption name threads value many"), "info string "));
  EXPECT_TRUE(contains(talk.ask("setoption name NoSuch value 1"), "info string unknown option 'NoSuch'"));
  EXPECT_TRUE(contains(talk.ask("setoption"), "info string setoption is written"));
}

TEST(Uci, SaysWhatIsWrong) {
  Talk<Uci> talk("chess", "uct");
  EXPECT_TRUE(
      contains(talk.ask("position startpos moves e2e5"), "info string move 1: 'e2e5' is not a legal move"));
  EXPECT_TRUE(contains(talk.ask("position fen nonsense"), "info string "));
  EXPECT_TRUE(contains(talk.ask("position"), "info string position is written"));
  EXPECT_EQ(talk.ask("setoption name sims value 20"), "");
  EXPECT_EQ(talk.ask("position startpos"), "");
  // Who says `go` waits for a move, whatever was not understood.
  for (const auto& [line, told] :
       {std::pair<std::string, std::string>("go fast", "go: unknown word 'fast'"),
        {"go nodes", "go: after 'nodes' comes a number"},
        {"go nodes 10 searchmoves e2e4 d2d4 movetime 60000", "go: searchmoves is ignored"}}) {
    const std::string text = talk.ask(line);
    EXPECT_TRUE(contains(text, "info string " + told)) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex("bestmove [a-h][1-8][a-h][1-8]"))) << text;
    EXPECT_FALSE(contains(text, "e2e4'")) << text;
  }
  EXPECT_TRUE(contains(talk.ask("hello"), "info string unknown command 'hello'"));
  // Fool's mate.
  EXPECT_EQ(talk.ask("position startpos moves f2f3 e7e5 g2g4 d8h4"), "");
  EXPECT_EQ(talk.ask("go nodes 10"), "info string the game is over\nbestmove (none)\n");
  EXPECT_FALSE(talk.send("quit"));
}

TEST(Uci, GoesOnInTheSameGame) {
  Talk<Uci> talk("chess", "uct:sims=30");
  EXPECT_EQ(talk.ask("position startpos moves e2e4"), "");
  talk.ask("go");
  EXPECT_EQ(talk.ask("position startpos moves e2e4 e7e5 g1f3"), "");
  EXPECT_TRUE(contains(talk.ask("go"), "bestmove "));
  EXPECT_EQ(talk.ask("position startpos moves d2d4"), "") << "another game";
  EXPECT_TRUE(contains(talk.ask("go"), "bestmove "));
}

TEST(Uci, AgentsWithoutASearchMoveToo) {
  Talk<Uci> talk("chess", "random");
  EXPECT_TRUE(talk.ask("go").starts_with("info depth 1 "));
  talk.send("go infinite");
  talk.take();
  talk.send("stop");
  EXPECT_TRUE(std::regex_match(talk.take(), std::regex("bestmove [a-h][1-8][a-h][1-8]\n")));
}

TEST(Uci, RefusesChance) {
  auto host = make_host("pig", "random");
  Written written;
  EXPECT_FALSE(Uci::make(*std::move(host), written.writer()));
}

}  // namespace
}  // namespace banyan::protocol
