// SGF, PGN and PDN: random games of every game that is kept so read back as they were written; files as other
// programs write them are read; what is wrong is named with its line.
#include <gtest/gtest.h>

#include <cmath>

#include <banyan/session/built_in.hpp>
#include <banyan/session/game_files.hpp>
#include <banyan/session/pgn.hpp>
#include <banyan/session/sgf.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

GameRecord random_record(const std::shared_ptr<const AnyGame>& game, std::uint64_t seed, std::size_t most) {
  Session session(game);
  Random random(seed);
  while (!session.over() && session.moves().size() < most) {
    auto next = session.position().clone();
    EXPECT_TRUE(session.play(next->play_random(random)));
  }
  GameRecord record = record_of(session, game->info().spec);
  record.seats = {"uct:time=1s,c=0.5", "gtp:cmd=\"a [b] \\\\c\""};
  record.date = "2025-01-31T12:00:00Z";
  for (std::size_t i = 0; i < record.moves.size(); i += 3) record.moves[i].value = i % 2 == 0 ? 0.25 : -0.125;
  for (std::size_t i = 1; i < record.moves.size(); i += 2)
    record.moves[i].comment = "value [of] this? (good)";
  return record;
}

TEST(GameFiles, RandomGamesReadBackAsTheyWereWritten) {
  const GameList games = built_in_games();
  int kept_so = 0;
  for (const GameEntry& entry : games.entries()) {
    const auto plain = *games.make(entry.name);
    if (plain->info().description.record == RecordStyle::none) continue;
    ++kept_so;
    std::vector<std::string> specs{entry.name};
    for (const auto& variant : plain->info().description.variants)
      if (!variant.parameters.empty()) specs.push_back(entry.name + ":" + variant.parameters);
    for (const std::string& spec : specs) {
      const auto game = *games.make(spec);
      const RecordStyle style = game->info().description.record;
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        const GameRecord record = random_record(game, seed, seed % 2 == 0 ? 100'000 : 11);
        const std::string text = print_game(record, *game, style);
        const auto read = parse_game(text, games);
        ASSERT_TRUE(read) << spec << ": " << read.error().message << "\n" << text;
        EXPECT_EQ(read->game, game->info().spec);
        EXPECT_EQ(read->seats, record.seats);
        EXPECT_EQ(read->returns, record.returns);
        ASSERT_EQ(read->moves.size(), record.moves.size()) << text;
        for (std::size_t i = 0; i < record.moves.size(); ++i) {
          EXPECT_EQ(read->moves[i].text, record.moves[i].text);
          EXPECT_EQ(read->moves[i].comment, record.moves[i].comment);
          if (std::isnan(record.moves[i].value)) {
            EXPECT_TRUE(std::isnan(read->moves[i].value)) << i;
          } else {
            EXPECT_EQ(read->moves[i].value, record.moves[i].value) << i;
          }
        }
        EXPECT_TRUE(replay(*read, games));
      }
    }
  }
  EXPECT_GE(kept_so, 5);
}

TEST(GameFiles, SeveralGamesInOneFile) {
  const GameList games = built_in_games();
  for (const std::string spec : {"othello", "chess", "checkers"}) {
    const auto game = *games.make(spec);
    std::string text;
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      text += print_game(random_record(game, seed, 30), *game, game->info().description.record);
    const auto read = parse_games(text, games);
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->size(), 3U);
    for (std::uint64_t seed = 0; seed < 3; ++seed)
      EXPECT_EQ((*read)[seed].moves.back().text, random_record(game, seed, 30).moves.back().text);
  }
}

TEST(GameFiles, GamesFromAPositionKeepIt) {
  const GameList games = built_in_games();
  for (const auto& [spec, position, move] :
       {std::tuple<std::string, std::string, std::string>("chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4"),
        {"chess", "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", "e5"},
        {"go:size=3", ".../.x./... o", "a1"}}) {
    const auto game = *games.make(spec);
    auto session = *Session::from_position(game, position);
    ASSERT_TRUE(session.play(move));
    const GameRecord record = record_of(session, spec);
    const auto read = parse_game(print_game(record, *game, game->info().description.record), games);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->position, position);
    EXPECT_EQ(read->moves[0].text, move);
  }
}

TEST(GameFiles, AResignationIsReadBack) {
  const auto game = game_of("chess");
  GameRecord record = random_record(game, 1, 5);
  record.resigned = 1;
  const auto pgn = parse_game(print_game(record, *game, RecordStyle::pgn), built_in_games());
  ASSERT_TRUE(pgn);
  EXPECT_EQ(pgn->resigned, 1);
  const auto go = game_of("go:size=9");
  GameRecord stones = random_record(go, 1, 5);
  stones.resigned = 0;
  const auto sgf = parse_game(print_game(stones, *go, RecordStyle::sgf), built_in_games());
  ASSERT_TRUE(sgf);
  EXPECT_EQ(sgf->resigned, 0);
}

// As other programs write them: variations, comments, annotations, clocks, line ends of Windows.
TEST(GameFiles, ReadsPgnOfOthers) {
  const auto record = parse_game(
      "\xef\xbb\xbf[Event \"Casual \\\"blitz\\\"\"]\r\n[White \"A\"]\r\n[Black \"B\"]\r\n[Result \"1-0\"]\r\n\r\n"
      "1. e4 {[%clk 0:05:00] best (by test)} e5 2.Nf3!? $14 (2. f4 exf4 (2... d5) 3. Nf3) 2... Nc6 ; a comment\r\n"
      "% escaped\r\n3. Bb5 a6 1-0\r\n",
      built_in_games());
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->game, "chess");
  std::string moves;
  for (const auto& move : record->moves) moves += move.text + " ";
  EXPECT_EQ(moves, "e4 e5 Nf3 Nc6 Bb5 a6 ");
  EXPECT_EQ(record->moves[0].comment, "[%clk 0:05:00] best (by test)");
  EXPECT_EQ(record->resigned, 1) << "the game was not over, and White won";
  EXPECT_TRUE(record->seats.empty()) << "names of people are no specs";
}

// A third occurrence and fifty moves are draws only where a player claims them.
TEST(GameFiles, ReadsGamesThatGoOnAfterADrawThatNobodyClaimed) {
  std::string text = "[Result \"1-0\"]\n\n";
  for (int i = 0; i < 3; ++i) text += "Nf3 Nf6 Ng1 Ng8 ";
  const auto record = parse_game(text + "e4 e5 1-0\n", built_in_games());
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->game, "chess:claims=false");
  EXPECT_EQ(record->moves.size(), 14U);
  const auto drawn =
      parse_game("[Result \"1/2-1/2\"]\n\nNf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 1/2-1/2\n", built_in_games());
  ASSERT_TRUE(drawn) << drawn.error().message;
  EXPECT_EQ(drawn->game, "chess");
  EXPECT_TRUE(drawn->returns) << "the draw counts as claimed where the game ends with it";
  const auto wrong = parse_game(text + "e4 e4 1-0\n", built_in_games());
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().message.find("'e4'"), std::string::npos) << wrong.error().message;
}

// Other programs know six fields of a FEN; what is ours beyond them has a tag of its own.
TEST(GameFiles, WritesOnlyTheFieldsOfAFenThatOthersRead) {
  const auto game = game_of("chess");
  const std::string from = "4k3/8/8/8/8/8/8/4K2R w - - 12 9 x1";
  GameRecord record = record_of(*Session::from_position(game, from), game->info().spec);
  record.position = from;
  const std::string text = print_game(record, *game, RecordStyle::pgn);
  EXPECT_NE(text.find("[FEN \"4k3/8/8/8/8/8/8/4K2R w - - 12 9\"]"), std::string::npos) << text;
  const auto back = parse_game(text, built_in_games());
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->position, from);
}

TEST(GameFiles, ReadsSgfOfOthers) {
  const auto record = parse_game(
      "(;GM[1]FF[4]SZ[9]KM[6.5]PB[Lee \\] Sedol]C[a ; in a ( comment]\n;B[ee];W[gc](;B[cc]C[main];W[tt])(;B[dd]"
      "(;W[aa])(;W[bb]))RE[W+R])",
      built_in_games());
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->game, "go:size=9,komi=6.5");
  std::string moves;
  for (const auto& move : record->moves) moves += move.text + " ";
  EXPECT_EQ(moves, "e5 g7 c7 pass ");
}

// Handicap stones become moves, between which White passes.
TEST(GameFiles, ReadsSetUpStones) {
  const auto record = parse_game("(;GM[1]SZ[9]AB[cc][gg:hh]AW[aa];W[ee])", built_in_games());
  ASSERT_TRUE(record) << record.error().message;
  std::string moves;
  for (const auto& move : record->moves) moves += move.text + " ";
  EXPECT_EQ(moves, "c7 pass g3 pass h3 pass g2 pass h2 a9 pass e5 ");
}

// Othello's files often leave out the passes that the rules force.
TEST(GameFiles, FillsInForcedPasses) {
  const auto game = game_of("othello");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const GameRecord record = random_record(game, seed, 1000);
    std::string text = print_game(record, *game, RecordStyle::sgf);
    std::size_t passes = 0;
    for (const std::string pass : {";B[]", ";W[]"})
      for (std::size_t at = text.find(pass); at != std::string::npos; at = text.find(pass, at)) {
        const bool comment = text.compare(at + pass.size(), 2, "C[") == 0;
        text.erase(at, comment ? text.find(']', at + pass.size()) + 1 - at : pass.size());
        ++passes;
      }
    if (passes == 0) continue;
    const auto read = parse_game(text, built_in_games());
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->moves.size(), record.moves.size());
    return;
  }
  FAIL() << "no random game had a pass";
}

TEST(GameFiles, ReadsPdnOfOthers) {
  const auto record =
      parse_game("[Event \"x\"]\n[Result \"1-1\"]\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n", built_in_games());
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->game, "checkers");
  EXPECT_EQ(record->moves.size(), 4U);
  const auto from =
      parse_game("[SetUp \"1\"]\n[FEN \"W:W21-32:B1-12:H0:F1\"]\n\n1. 22-18 11-15 *\n", built_in_games());
  ASSERT_TRUE(from) << from.error().message;
  EXPECT_EQ(from->moves.size(), 2U);
}

struct WrongFile {
  std::string text;
  std::string says;
};

TEST(GameFiles, NamesWhatIsWrong) {
  const std::vector<WrongFile> list{
      {"(;GM[1]SZ[9]\n;B[ee]\n;W[ee])", "line 3"},
      {"(;GM[1]SZ[9];B[ee];B[cc])", "other side"},
      {"(;GM[1]SZ[9];B[ee]", "ends inside"},
      {"(;GM[1]SZ[9];B[ee", "not closed"},
      {"(;GM[77];B[ee])", "number 77"},
      {"(;GM[1]SZ[99])", "size"},
      {"(;GM[1]AB[aa][bb]AE[aa];W[cc])", "AE"},
      {"(;GM[4]AB[aa][bb];W[cc])", "AB"},
      {"(;GM[1]AB[aa:c];W[cc])", "rectangle"},
      {"(;GM[1]SZ[9]AB[zz];W[cc])", "zz"},
      {"(;B)", "no value"},
      {"[White \"x\"]\n\n1. e4 e4\n", "line 3"},
      {"[White x]\n", "tag"},
      {"[White \"x\"]\n1. e4 {never closed", "comment"},
      {"[White \"x\"]\n1. e4 (1. d4", "variation"},
      {"[Variant \"Atomic\"]\n1. e4", "Atomic"},
      {"[GameType \"999\"]\n1. 11-15", "known"},
      {"[FEN \"nonsense\"]\n1. e4", "position"},
  };
  for (const WrongFile& wrong : list) {
    const auto read = parse_game(wrong.text, built_in_games());
    ASSERT_FALSE(read) << wrong.text;
    EXPECT_NE(read.error().message.find(wrong.says), std::string::npos) << read.error().message;
  }
}

TEST(GameFiles, AnEndingNamesTheFormat) {
  const auto go = game_of("go:size=9");
  EXPECT_EQ(*record_style_of("a.sgf", *go), RecordStyle::sgf);
  EXPECT_EQ(*record_style_of("a.b/c.SGF", *go), RecordStyle::sgf);
  EXPECT_EQ(*record_style_of("a.txt", *go), RecordStyle::none);
  EXPECT_EQ(*record_style_of("sgf", *go), RecordStyle::none);
  EXPECT_FALSE(record_style_of("a.pgn", *go));
  EXPECT_FALSE(record_style_of("a.sgf", *game_of("connect4")));
}

}  // namespace
}  // namespace banyan
