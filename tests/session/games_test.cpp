// Games by name, and what is behind the erased interfaces.
#include <gtest/gtest.h>

#include <set>

#include <banyan/session/built_in.hpp>
#include <banyan/session/json.hpp>
#include <banyan/session/opponents.hpp>
#include <banyan/session/text.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

TEST(GameList, HasEveryGameOfTheListOnce) {
  const GameList games = built_in_games();
  std::set<std::string> names;
  for (const GameEntry& entry : games.entries()) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name;
    const auto game = entry.make({entry.name, {}});
    ASSERT_TRUE(game) << entry.name;
    EXPECT_EQ((*game)->info().name, entry.name);
    EXPECT_EQ((*game)->info().spec, entry.name) << "defaults need no keys";
  }
  EXPECT_TRUE(names.contains("tictactoe"));
}

TEST(GameList, SaysWhatThereIs) {
  const auto unknown = built_in_games().make("tictactoes");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("tictactoes"), std::string::npos);
  EXPECT_NE(unknown.error().message.find("connect4"), std::string::npos);
  const auto key = built_in_games().make("gomoku:wide=8");
  ASSERT_FALSE(key);
  EXPECT_NE(key.error().message.find("width"), std::string::npos);
  EXPECT_FALSE(built_in_games().make("tictactoe:width=3"));
  EXPECT_FALSE(built_in_games().make("gomoku:width=0"));
  EXPECT_FALSE(built_in_games().make("gomoku:width=8,width=8"));
}

TEST(GameList, PrintsOnlyWhatDiffersFromTheDefault) {
  EXPECT_EQ(game_of("gomoku:height=15,width=8")->info().spec, "gomoku:width=8");
}

TEST(Description, OfEveryGameMeansSomething) {
  const GameList games = built_in_games();
  std::set<std::string> titles;
  for (const GameEntry& entry : games.entries()) {
    const auto game = *games.make(entry.name);
    const GameDescription& about = game->info().description;
    EXPECT_TRUE(titles.insert(about.title).second) << about.title;
    EXPECT_FALSE(about.rules.empty()) << entry.name;
    EXPECT_FALSE(about.notation.empty()) << entry.name;
    EXPECT_EQ(side_names(*game).size(), static_cast<std::size_t>(game->info().players)) << entry.name;
    for (const auto& variant : about.variants) {
      const auto made = make_variant(games, game->info(), variant);
      EXPECT_TRUE(made) << entry.name << ":" << variant.parameters << ": " << made.error().message;
    }
    for (const Level& level : levels_of(*game)) {
      const auto agent = game->make_agent(*parse_spec(level.agent), 1);
      EXPECT_TRUE(agent) << entry.name << ", " << level.agent << ": " << agent.error().message;
    }
    // Settings for an agent are keys that it takes.
    if (!about.uct.empty()) {
      const auto agent = game->make_agent(*parse_spec("uct:" + about.uct), 1);
      EXPECT_TRUE(agent) << entry.name << ", " << about.uct << ": " << agent.error().message;
    }
    EXPECT_EQ(json_of(game->info())["description"]["title"], about.title);
  }
}

TEST(Description, NamesSidesForPeople) {
  EXPECT_EQ(side_names(*game_of("othello")), (std::vector<std::string>{"Black", "White"}));
  EXPECT_EQ(side_names(*game_of("nim:players=3")),
            (std::vector<std::string>{"Player 1", "Player 2", "Player 3"}));
  EXPECT_EQ(player_names(*game_of("connect4"))[0], "Yellow, X (player 0)");
}

TEST(Opponents, HaveANetworkWhereOneShips) {
  EXPECT_EQ(network_levels_of(*game_of("connect4")).at(0).agent, "puct:time=100ms");
  EXPECT_EQ(network_levels_of(*game_of("twenty48")).at(0).agent, "ntuple:time=100ms");
  EXPECT_FALSE(network_levels_of(*game_of("gomoku:width=8,height=8")).empty());
  EXPECT_FALSE(network_levels_of(*game_of("gomoku")).empty());
  EXPECT_TRUE(network_levels_of(*game_of("gomoku:width=9,height=9")).empty());
}

TEST(Position, CountsWhatEveryCopyDidOnItsOwn) {
  const auto first = game_of("tictactoe")->start();
  const auto second = first->clone();
  ASSERT_TRUE(second->play("b2"));
  EXPECT_EQ(first->legal().size(), 9U);
  EXPECT_EQ(second->legal().size(), 8U);
}

TEST(Position, AsksChanceWhereChanceMoves) {
  const auto position = game_of("pig")->start();
  EXPECT_TRUE(position->chances().empty());
  ASSERT_TRUE(position->play("roll"));
  EXPECT_EQ(position->player(), chance_player);
  EXPECT_TRUE(position->legal().empty());
  double sum = 0;
  for (const ChanceText& chance : position->chances()) sum += chance.probability;
  EXPECT_NEAR(sum, 1, 1e-12);
  const auto refused = position->play("roll");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("=3"), std::string::npos);
}

TEST(AnyGame, CountsLeavesFromAnyPosition) {
  const auto game = game_of("tictactoe");
  const auto position = game->start();
  EXPECT_EQ(game->perft(*position, 9, {}).leaves, 127872U);
  ASSERT_TRUE(position->play("a1"));
  EXPECT_EQ(game->perft(*position, 2, {}).leaves, 56U);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(game->perft(*position, 8, stop.get_token()).complete);
}

TEST(AnyAgent, AnalyzesInTextAndAgreesWithItself) {
  const auto game = game_of("tictactoe");
  const auto position = *game->parse_position("xx./oo./...");
  const auto agent = *game->make_agent({"uct", {{"sims", "500"}, {"solver", "false"}}}, 7);
  const Analysis analysis = agent->analyze(*position, {});
  EXPECT_EQ(analysis.player, 0);
  EXPECT_EQ(analysis.best, "c3");
  EXPECT_EQ(analysis.line.front(), "c3");
  ASSERT_EQ(analysis.moves.size(), 5U);
  std::uint64_t visits = 0;
  for (const auto& move : analysis.moves) {
    visits += move.visits;
    EXPECT_DOUBLE_EQ(move.win_rate, (move.value + 1) / 2);
    EXPECT_LE(move.low, move.value);
    EXPECT_GE(move.high, move.value);
  }
  EXPECT_EQ(visits, 500U);
  EXPECT_EQ(analysis.simulations, 500U);
}

TEST(AnyAgent, WithoutASearchHasNoNumbers) {
  const auto game = game_of("connect4");
  const auto agent = *game->make_agent({"random", {}}, 1);
  const Analysis analysis = agent->analyze(*game->start(), {});
  ASSERT_EQ(analysis.moves.size(), 7U);
  EXPECT_EQ(analysis.moves[0].visits, 0U);
  EXPECT_TRUE(std::isnan(analysis.moves[0].value));
  EXPECT_FALSE(analysis.stopped_by);
}

TEST(AnyAgent, OnlyTwoPlayerWinsHaveARate) {
  const auto game = game_of("nim:players=3");
  const auto agent = *game->make_agent({"uct", {{"sims", "100"}}}, 1);
  EXPECT_TRUE(std::isnan(agent->analyze(*game->start(), {}).moves[0].win_rate));
}

}  // namespace
}  // namespace banyan
