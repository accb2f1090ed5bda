// The game record: what is written reads back; what is wrong is named with its line.
#include <gtest/gtest.h>

#include <banyan/session/built_in.hpp>
#include <banyan/session/record.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

Session random_session(const std::string& spec, std::uint64_t seed) {
  Session session(game_of(spec));
  Random random(seed);
  while (!session.over()) {
    auto next = session.position().clone();
    const std::string move = next->play_random(random);
    EXPECT_TRUE(session.play(move)) << spec << " " << move;
  }
  return session;
}

TEST(Record, EveryGameReadsBackAsItWasWritten) {
  const GameList games = built_in_games();
  for (const GameEntry& entry : games.entries()) {
    const Session session = random_session(entry.name, 5);
    GameRecord record = record_of(session, entry.name);
    record.seats.assign(static_cast<std::size_t>(session.game().info().players), "uct:time=1s");
    record.seed = 18446744073709551615U;
    record.date = date_now();
    const std::string text = print_record(record);
    const auto read = parse_record(text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(print_record(*read), text);
    EXPECT_EQ(read->seed, record.seed);
    const auto replayed = replay(*read, games);
    ASSERT_TRUE(replayed) << replayed.error().message;
    EXPECT_EQ(replayed->moves(), session.moves());
    EXPECT_EQ(replayed->position().outcome(), session.position().outcome());
  }
}

TEST(Record, TakesCommentsAndLooseLines) {
  const auto record = parse_record(
      "# a game of mine\n\nbanyan-game 1\r\n  game tictactoe # the small one\nseat human\n\nmoves\na1 b2 # "
      "good\n"
      "\n  c3#\n");
  ASSERT_TRUE(record) << record.error().message;
  EXPECT_EQ(record->game, "tictactoe");
  ASSERT_EQ(record->moves.size(), 3U);
  EXPECT_EQ(record->moves[2].text, "c3#") << "a comment begins a word";
  EXPECT_EQ(record->moves[2].line, 10U);
}

struct Wrong {
  std::string text;
  std::string says;
};

TEST(Record, CommentsBeginWhereWordsDo) {
  const auto record =
      parse_record("banyan-game 1\ngame connect4\nmoves\n4 \f# no move\n\"5 # nor this\"\n3\n");
  ASSERT_TRUE(record) << record.error().message;
  ASSERT_EQ(record->moves.size(), 3U);
  EXPECT_EQ(record->moves[1].text, "\"5");
  const std::string printed = print_record(*record);
  EXPECT_EQ(print_record(parse_record(printed).value()), printed);
}

TEST(Record, NamesTheLineThatIsWrong) {
  const std::vector<Wrong> list{
      {"", "does not begin"},
      {"hello\n", "line 1: "},
      {"banyan-game 2\n", "newer"},
      {"banyan-game x\n", "line 1: "},
      {"banyan-game 1\nmoves\n", "'game SPEC' is missing"},
      {"banyan-game 1\ngame tictactoe\ngame nim\n", "line 3: 'game' comes a second time"},
      {"banyan-game 1\ncolour red\n", "line 2: unknown word 'colour'"},
      {"banyan-game 1\ngame\n", "line 2: 'game' stands alone"},
      {"banyan-game 1\nseed -3\n", "line 2: seed: "},
      {"banyan-game 1\nresult won\n", "line 2: result: 'won'"},
      {"banyan-game 1\nresult resigned x\n", "line 2: result: "},
  };
  for (const Wrong& wrong : list) {
    const auto record = parse_record(wrong.text);
    ASSERT_FALSE(record) << wrong.text;
    EXPECT_NE(record.error().message.find(wrong.says), std::string::npos) << record.error().message;
  }
}

TEST(Record, NamesWhatCanNotBeReplayed) {
  const GameList games = built_in_games();
  const std::string head = "banyan-game 1\ngame tictactoe\n";
  const std::vector<Wrong> list{
      {"banyan-game 1\ngame tictac\n", "unknown game"},
      {head + "moves\na1\na1\n", "line 5: move 2: 'a1'"},
      {head + "seat human\nseat human\nseat human\n", "3 seats"},
      {head + "result resigned 2\n", "no such seat"},
      {head + "result 1 -1\nmoves\na1\n", "not over"},
      {head + "result -1 1\nmoves\na1 a2 b1 b2 c1\n", "lead to 1 -1"},
      {head + "position xxx\n", "position"},
  };
  for (const Wrong& wrong : list) {
    const auto record = parse_record(wrong.text);
    ASSERT_TRUE(record) << record.error().message;
    const auto session = replay(*record, games);
    ASSERT_FALSE(session) << wrong.text;
    EXPECT_NE(session.error().message.find(wrong.says), std::string::npos) << session.error().message;
  }
}

TEST(Record, BeginsFromAPosition) {
  const auto record = parse_record("banyan-game 1\ngame tictactoe\nposition ..x/.o./...\nmoves\na1\n");
  ASSERT_TRUE(record);
  const auto session = replay(*record, built_in_games());
  ASSERT_TRUE(session) << session.error().message;
  EXPECT_EQ(session->position().text(), "..x/.o./x..");
}

}  // namespace
}  // namespace banyan
