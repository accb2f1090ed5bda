// Visitors, their tables and what messages do, without a socket.
#include <string>

#include <gtest/gtest.h>

#include <banyan/serve/agents.hpp>

#include "hub_fixture.hpp"

namespace banyan::serve {
namespace {

TEST_F(HubTest, NothingIsAnsweredBeforeHello) {
  EXPECT_EQ(code(ask({{"do", "new"}, {"game", "tictactoe"}})), 403);
  EXPECT_EQ(ask({{"do", "hello"}})["visitor"].get<std::string>().size(), 32U);
  EXPECT_EQ(code(ask({{"do", "hello"}})), 409);
}

TEST_F(HubTest, WhatIsNoMessageIsSaidSo) {
  for (const char* text : {"", "{", "[]", "7", "\"do\"", "{\"do\": 3}", "{\"do\": null}", "\xff\xfe"}) {
    EXPECT_TRUE(hub.receive(visitor, text));
    EXPECT_EQ(code(visitor.messages.back()), 400) << text;
  }
  ask({{"do", "hello"}});
  for (const Json& message : {Json{{"do", "fly"}}, Json{{"do", "fly"}, {"table", "none"}}}) {
    const Json answer = ask(message);
    EXPECT_EQ(code(answer), 404);
    EXPECT_EQ(answer["error"]["message"], "unknown: 'fly'");
  }
}

TEST_F(HubTest, APersonPlaysAndIsRefusedWhatIsNotLegal) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {});
  EXPECT_EQ(visitor.events("table").size(), 1U);
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", "b2"}})), 0);
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", "b2"}})), 409);
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}})), 400);
  const auto moved = visitor.events("moved");
  ASSERT_EQ(moved.size(), 1U);
  EXPECT_EQ(moved[0]["added"], Json::array({"b2"}));
  EXPECT_EQ(moved[0]["position"]["player"], 1);
}

TEST_F(HubTest, AnAgentAnswersAndSaysWhy) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {"human", "uct:sims=200"});
  ask({{"do", "play"}, {"table", table}, {"move", "b2"}});
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == 2; }));
  const auto thinking = visitor.events("thinking");
  ASSERT_FALSE(thinking.empty());
  EXPECT_EQ(thinking.back()["done"], true);
  EXPECT_EQ(thinking.back()["moves"].size(), 8U);
  EXPECT_EQ(visitor.events("moved")[1]["added"][0], thinking.back()["best"]);
}

// Programs play by the names that the operator gives them, follow the game from move to move, and are started
// for nobody else.
TEST_F(HubTest, EnginesPlayByTheNamesThatTheOperatorGives) {
  const auto script = [](const std::string& language) {
    return language + ":cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py " + language +
           " good\",patience=10m";
  };
  ASSERT_TRUE(allow_engine(limits, "fake=" + script("gtp")));
  const std::vector<std::string> wrongs{"fake",
                                        "=" + script("gtp"),
                                        "fake=" + script("gtp"),
                                        "uct=" + script("gtp"),
                                        "gtp=" + script("gtp"),
                                        "human=" + script("gtp"),
                                        "x=uct",
                                        "x=gtp",
                                        "x=gtp:cmd=no-such-program-here",
                                        "a b=" + script("gtp")};
  for (const std::string& wrong : wrongs) EXPECT_FALSE(allow_engine(limits, wrong)) << wrong;
  const auto game = *games.make("gomoku:width=6,height=6,line=4");
  ASSERT_EQ(engine_levels_of(*game, limits).size(), 1U);
  EXPECT_EQ(engine_levels_of(*game, limits)[0].agent, "fake");
  EXPECT_TRUE(engine_levels_of(**games.make("pig"), limits).empty()) << "it has dice";
  ask({{"do", "hello"}});
  const std::string table = open("gomoku:width=6,height=6,line=4", {"human", "fake"});
  for (const std::string move : {"f6", "f5", "f4"}) {
    const std::size_t before = visitor.events("moved").size();
    EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", move}})), 0);
    ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == before + 2; }));
  }
  const Json undone = ask({{"do", "undo"}, {"table", table}});
  EXPECT_EQ(code(undone), 0);
  const std::size_t before = visitor.events("moved").size();
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", "e4"}})), 0);
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == before + 2; }));
  for (const std::string& spec : {script("gtp"), std::string("fake:time=1s")})
    EXPECT_EQ(code(ask({{"do", "seat"}, {"table", table}, {"seat", 1}, {"spec", spec}})), 400) << spec;
}

TEST_F(HubTest, TwoAgentsPlayToTheEndAtTheirPace) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {"random", "random"});
  ask({{"do", "pace"}, {"table", table}, {"seconds", 1}});
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == 1; }));
  loop.pass(0.4);
  EXPECT_EQ(visitor.events("moved").size(), 1U);
  for (int i = 0; i < 60 && !visitor.events("moved").back()["over"].get<bool>(); ++i) {
    const std::size_t before = visitor.events("moved").size();
    loop.pass(1);
    ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == before + 1; }));
  }
  EXPECT_EQ(visitor.events("moved").back()["over"], true);
}

TEST_F(HubTest, ATableKeepsItsPaceFromItsFirstMoveOn) {
  ask({{"do", "hello"}});
  ask({{"do", "new"}, {"game", "tictactoe"}, {"seats", {"random", "random"}}, {"pace", 1}});
  EXPECT_EQ(visitor.events("table")[0]["pace"], 1);
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == 1; }));
  loop.pass(0.4);
  EXPECT_EQ(visitor.events("moved").size(), 1U);
  EXPECT_EQ(code(ask({{"do", "new"}, {"game", "tictactoe"}, {"pace", 61}})), 400);
}

TEST_F(HubTest, UndoGoesBackToThePersonAndRedoForth) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {"human", "uct:sims=50"});
  ask({{"do", "play"}, {"table", table}, {"move", "a1"}});
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("moved").size() == 2; }));
  EXPECT_EQ(code(ask({{"do", "undo"}, {"table", table}})), 0);
  EXPECT_TRUE(visitor.events("table").back()["moves"].empty());
  EXPECT_EQ(code(ask({{"do", "undo"}, {"table", table}})), 409);
  EXPECT_EQ(code(ask({{"do", "redo"}, {"table", table}})), 0);
  EXPECT_EQ(visitor.events("table").back()["moves"].size(), 2U);
}

TEST_F(HubTest, TablesBelongToTheirVisitor) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {});
  Memory other;
  hub.connect(other);
  ask(other, {{"do", "hello"}});
  EXPECT_EQ(code(ask(other, {{"do", "play"}, {"table", table}, {"move", "a1"}})), 403);
  EXPECT_EQ(code(ask(other, {{"do", "save"}, {"table", table}})), 403);
  EXPECT_EQ(ask(other, {{"do", "watch"}, {"table", table}})["yours"], false);
  ask({{"do", "play"}, {"table", table}, {"move", "a1"}});
  EXPECT_EQ(other.events("moved").size(), 1U);
  hub.disconnect(other);
}

TEST_F(HubTest, ALostConnectionLosesNothingAndEndsItsSearch) {
  const std::string key = ask({{"do", "hello"}})["visitor"];
  const std::string table = open("connect4", {"uct:time=30s", "human"});
  ASSERT_TRUE(loop.wait_until([&] { return pool.load().running == 1; }));
  hub.disconnect(visitor);
  EXPECT_TRUE(loop.wait_until([&] { return pool.load().running == 0; })) << "the search went on";

  Memory again;
  hub.connect(again);
  const Json hello = ask(again, {{"do", "hello"}, {"visitor", key}});
  EXPECT_EQ(hello["visitor"], key);
  EXPECT_EQ(hello["tables"], Json::array({table}));
  EXPECT_TRUE(loop.wait_until([&] { return pool.load().running == 1; })) << "it does not think again";
  hub.disconnect(again);
  loop.drain();

  loop.pass(limits.idle_seconds + 1);
  hub.sweep();
  EXPECT_EQ(hub.load().tables, 0U);
  EXPECT_EQ(hub.load().visitors, 0U);
}

TEST_F(HubTest, GamesOutliveTheServer) {
  const std::string key = ask({{"do", "hello"}})["visitor"];
  const std::string table = open("tictactoe", {});
  ask({{"do", "play"}, {"table", table}, {"move", "b2"}});
  const Hub::Changes changes = hub.take_changes();
  ASSERT_EQ(changes.changed.size(), 1U);
  EXPECT_TRUE(hub.take_changes().changed.empty());

  Hub later(games, limits, loop, pool);
  EXPECT_TRUE(later.restore(changes.changed[0]));
  Memory again;
  later.connect(again);
  later.receive(again, Json{{"do", "hello"}, {"visitor", key}}.dump());
  EXPECT_EQ(again.messages.back()["tables"], Json::array({table}));
  later.receive(again, Json{{"do", "watch"}, {"table", table}}.dump());
  ASSERT_EQ(again.events("table").size(), 1U);
  EXPECT_EQ(again.events("table")[0]["moves"], Json::array({"b2"}));
  later.disconnect(again);
}

TEST_F(HubTest, AGameThatCannotBeOpenedIsKeptForAnotherTime) {
  const std::string key = "0123456789abcdef0123456789abcdef";
  const std::string record = "banyan-game 1\ngame tictactoe\nmoves\nb2\n";
  EXPECT_FALSE(hub.restore({"broken", key, "no record"}));
  EXPECT_FALSE(hub.restore({"other", key, "banyan-game 1\ngame chesss\nmoves\n"}));
  EXPECT_TRUE(hub.restore({"fine", key, record}));
  EXPECT_TRUE(hub.take_changes().gone.empty());
  // The visitor keeps the key, so that the games are still theirs when they can be opened again.
  const Json hello = ask({{"do", "hello"}, {"visitor", key}});
  EXPECT_EQ(hello["visitor"], key);
  EXPECT_EQ(hello["tables"], Json::array({"fine"}));
  EXPECT_EQ(hello["unopened"], 2);
  hub.disconnect(visitor);
  loop.drain();
  loop.pass(limits.idle_seconds + 1);
  hub.sweep();
  EXPECT_EQ(hub.take_changes().gone, std::vector<std::string>{"fine"});
  Memory again;
  hub.connect(again);
  EXPECT_EQ(ask(again, {{"do", "hello"}, {"visitor", key}})["visitor"], key);
  hub.disconnect(again);
}

TEST_F(HubTest, AGameAsLongAsItMayBeIsRestored) {
  limits.moves = 50;
  ask({{"do", "hello"}});
  const std::string table = open("pig", {});
  for (int i = 0; i < 60; ++i) {
    ask({{"do", "play"}, {"table", table}, {"move", "roll"}});
    loop.pass(1);
  }
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", "roll"}})), 413);
  const Hub::Changes changes = hub.take_changes();
  ASSERT_EQ(changes.changed.size(), 1U);
  Hub later(games, limits, loop, pool);
  const auto restored = later.restore(changes.changed[0]);
  EXPECT_TRUE(restored) << restored.error().message;
}

TEST_F(HubTest, GotoAndResignSayWhatIsMissing) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {});
  for (const char* move : {"a1", "b2"}) ask({{"do", "play"}, {"table", table}, {"move", move}});
  for (const Json& message : {Json{{"do", "goto"}}, Json{{"do", "goto"}, {"ply", "1"}},
                              Json{{"do", "goto"}, {"ply", 3}}, Json{{"do", "resign"}, {"seat", "x"}},
                              Json{{"do", "resign"}, {"seat", 2}}, Json{{"do", "resign"}, {"seat", -1}}}) {
    Json asked = message;
    asked["table"] = table;
    EXPECT_EQ(code(ask(asked)), 400) << message;
  }
  EXPECT_TRUE(visitor.events("table").size() == 1) << "nothing has changed";
  EXPECT_EQ(code(ask({{"do", "goto"}, {"table", table}, {"ply", 1}})), 0);
  EXPECT_EQ(code(ask({{"do", "resign"}, {"table", table}})), 0);
  EXPECT_EQ(visitor.events("table").back()["resigned"], 1);
  EXPECT_EQ(code(ask({{"do", "resign"}, {"table", table}})), 409);
}

TEST_F(HubTest, ATreeIsRefusedWhatItsAgentWouldBeRefused) {
  ask({{"do", "hello"}});
  const std::string table = open("pig", {});
  for (const char* spec : {"uct:transpositions=true,rule=grave", "uct:choose=best"}) {
    const Json seat = ask({{"do", "seat"}, {"table", table}, {"seat", 0}, {"spec", spec}});
    const Json tree = ask({{"do", "explore"}, {"table", table}, {"agent", spec}});
    EXPECT_EQ(code(seat), 400) << spec;
    EXPECT_EQ(code(tree), 400) << spec;
  }
}

TEST_F(HubTest, DeepNestingIsRefusedAnywhereInAMessage) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  for (const std::size_t depth : {deepest_nesting, std::size_t{70000}}) {
    EXPECT_TRUE(hub.receive(visitor, R"({"do": "hello", "id": )" + nested(depth) + "}"));
    EXPECT_EQ(code(visitor.messages.back()), 400) << depth;
  }
  EXPECT_TRUE(hub.receive(visitor, R"({"do": "bandit", "means": )" + nested(1000) + "}"));
  EXPECT_EQ(code(visitor.messages.back()), 400);
  EXPECT_TRUE(hub.receive(visitor, std::string(100'000, '{')));
  EXPECT_EQ(code(visitor.messages.back()), 400);
  // Brackets in a text are no nesting.
  EXPECT_TRUE(
      hub.receive(visitor, R"({"do": "hello", "id": "\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["})"));
  EXPECT_EQ(code(visitor.messages.back()), 0);
  EXPECT_TRUE(hub.receive(visitor, R"({"do": "fly", "id": )" + nested(deepest_nesting - 1) + "}"));
  EXPECT_EQ(code(visitor.messages.back()), 404);
}

// A reader that is too slow leaves in the middle of whatever is done for it.
TEST_F(HubTest, AListenerMayLeaveWhileItIsTold) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {});
  for (int after = 0; after < 6; ++after) {
    Leaver slow(hub, after);
    hub.connect(slow);
    hub.receive(slow, R"({"do": "hello"})");
    hub.receive(slow, Json{{"do", "watch"}, {"table", table}}.dump());
    hub.receive(slow, R"({"do": "new", "game": "tictactoe", "seats": ["random", "random"], "pace": 1})");
    hub.receive(slow, R"({"do": "meet"})");
    EXPECT_TRUE(slow.gone) << after;
    EXPECT_FALSE(hub.receive(slow, R"({"do": "hello"})"));
    loop.drain();
    EXPECT_EQ(hub.load().connections, 1U);
  }
  EXPECT_EQ(code(ask({{"do", "play"}, {"table", table}, {"move", "b2"}})), 0);
}

TEST_F(HubTest, ARefusedListenerMayLeaveWhileItIsTold) {
  Leaver slow(hub, static_cast<int>(limits.messages_at_once) + 10);
  hub.connect(slow);
  for (int i = 0; i < 300 && !slow.gone; ++i) hub.receive(slow, R"({"id": "mine", "do": "look"})");
  EXPECT_TRUE(slow.gone);
  EXPECT_NE(slow.last.find("429"), std::string::npos) << slow.last;
  EXPECT_EQ(code(ask({{"do", "hello"}})), 0);
}

TEST_F(HubTest, WhoLeavesChangesNothingForTheOthers) {
  ask({{"do", "hello"}});
  const std::string table = open("pig", {});
  Memory before;
  Leaver slow(hub, 3 + 3);  // leaves at the fourth event after what it is told at first
  Memory next;
  Memory last;
  for (Listener* listener : {static_cast<Listener*>(&before), static_cast<Listener*>(&slow),
                             static_cast<Listener*>(&next), static_cast<Listener*>(&last)}) {
    hub.connect(*listener);
    hub.receive(*listener, R"({"do": "hello"})");
    hub.receive(*listener, Json{{"do", "watch"}, {"table", table}}.dump());
  }
  constexpr std::size_t rolls = 20;
  for (std::size_t i = 0; i < rolls; ++i) ask({{"do", "play"}, {"table", table}, {"move", "roll"}});
  EXPECT_TRUE(slow.gone);
  for (const Memory* each : {&visitor, &before, &next, &last}) {
    const auto moved = each->events("moved");
    ASSERT_EQ(moved.size(), rolls);
    for (std::size_t i = 1; i < rolls; ++i) EXPECT_LT(moved[i - 1]["ply"], moved[i]["ply"]);
  }
  for (Memory* each : {&before, &next, &last}) hub.disconnect(*each);
}

TEST_F(HubTest, AForeignKeyIsNotTaken) {
  EXPECT_NE(ask({{"do", "hello"}, {"visitor", "0123456789abcdef0123456789abcdef"}})["visitor"],
            "0123456789abcdef0123456789abcdef");
}

TEST_F(HubTest, TooManyMessagesAreRefusedAndThenTheConnectionIsLetGo) {
  ask({{"do", "hello"}});
  bool welcome = true;
  int refused = 0;
  for (int i = 0; i < 1000 && welcome; ++i) {
    welcome = hub.receive(visitor, R"({"id": "mine", "do": "look", "table": "none"})");
    EXPECT_EQ(visitor.messages.back()["answer"], "mine");
    refused += code(visitor.messages.back()) == 429 ? 1 : 0;
  }
  EXPECT_FALSE(welcome);
  EXPECT_GT(refused, 10);
  loop.pass(10);
  EXPECT_TRUE(hub.receive(visitor, R"({"do": "look", "table": "none"})"));
  EXPECT_EQ(code(visitor.messages.back()), 404);
}

TEST_F(HubTest, OneVisitorKeepsOnlySoManyTables) {
  ask({{"do", "hello"}});
  const std::string first = open("tictactoe", {});
  for (std::size_t i = 0; i < limits.tables_per_visitor; ++i) open("tictactoe", {});
  EXPECT_EQ(hub.load().tables, limits.tables_per_visitor);
  EXPECT_EQ(code(ask({{"do", "look"}, {"table", first}})), 404);
}

TEST_F(HubTest, AgentsKeepWithinTheLimits) {
  ask({{"do", "hello"}});
  for (const char* spec : {"uct:time=1h", "uct:memory=4GB", "uct:threads=64", "uct:simz=3",
                           "puct:net=/etc/passwd", "human:x=1"}) {
    const Json answer = ask({{"do", "new"}, {"game", "tictactoe"}, {"seats", Json::array({spec})}});
    EXPECT_EQ(code(answer), 400) << spec;
    EXPECT_NE(answer["error"]["message"].get<std::string>().find("seat 1 of 2"), std::string::npos) << answer;
  }
}

TEST_F(HubTest, ASavedGameLoadsAndABrokenOneSaysWhere) {
  ask({{"do", "hello"}});
  const std::string table = open("connect4", {});
  for (const char* move : {"4", "4", "3"}) ask({{"do", "play"}, {"table", table}, {"move", move}});
  const std::string record = ask({{"do", "save"}, {"table", table}})["record"];
  EXPECT_EQ(code(ask({{"do", "load"}, {"record", record}})), 0);
  EXPECT_EQ(visitor.events("table").back()["moves"], Json::array({"4", "4", "3"}));
  const Json broken = ask({{"do", "load"}, {"record", "banyan-game 1\ngame connect4\nmoves\n4 9\n"}});
  EXPECT_EQ(code(broken), 400);
  EXPECT_NE(broken["error"]["message"].get<std::string>().find("line 4"), std::string::npos) << broken;
}

TEST_F(HubTest, ATreeIsPlantedSteppedGrownAndSeen) {
  ask({{"do", "hello"}});
  const std::string table = open("tictactoe", {});
  EXPECT_EQ(code(ask({{"do", "step"}, {"table", table}})), 409);
  EXPECT_EQ(code(ask({{"do", "explore"}, {"table", table}, {"agent", "random"}})), 400);
  EXPECT_EQ(code(ask({{"do", "explore"}, {"table", table}, {"agent", "uct:solver=false"}})), 0);
  const Json step = ask({{"do", "step"}, {"table", table}});
  EXPECT_EQ(step["simulation"]["path"].size(), 1U);
  EXPECT_EQ(step["simulation"]["expanded"], true);
  EXPECT_EQ(code(ask({{"do", "grow"}, {"table", table}, {"simulations", 999}})), 0);
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("grown").size() == 1; }));
  const Json tree = ask({{"do", "tree"}, {"table", table}, {"levels", 1}, {"children", 9}});
  EXPECT_EQ(tree["node"]["visits"], 1000);
  ASSERT_EQ(tree["node"]["children"].size(), 9U);
  int visits = 0;
  for (const Json& child : tree["node"]["children"]) visits += child["visits"].get<int>();
  EXPECT_EQ(visits, 1000);
  EXPECT_EQ(code(ask({{"do", "tree"}, {"table", table}, {"path", Json::array({"z9"})}})), 404);
  EXPECT_EQ(code(ask({{"do", "tree"}, {"table", table}, {"levels", 12}, {"children", 500}})), 413);
}

TEST_F(HubTest, AnAnalysisReportsAndStops) {
  ask({{"do", "hello"}});
  const std::string table = open("connect4", {});
  EXPECT_EQ(code(ask({{"do", "analyze"}, {"table", table}, {"agent", "uct:time=20s"}})), 0);
  ASSERT_TRUE(loop.wait_until([&] { return !visitor.events("analysis").empty(); }));
  EXPECT_EQ(code(ask({{"do", "stop"}, {"table", table}})), 0);
  ASSERT_TRUE(loop.wait_until([&] { return visitor.events("analysis").back()["done"].get<bool>(); }));
  EXPECT_EQ(visitor.events("analysis").back()["stopped_by"], "interrupted");
}

TEST_F(HubTest, AnExperimentsCurvesGrow) {
  ask({{"do", "hello"}});
  EXPECT_EQ(code(ask({{"do", "bandit"}, {"means", {0.9, 0.1}}, {"rules", {"nonsense"}}})), 400);
  EXPECT_EQ(code(ask({{"do", "bandit"}, {"means", {0.9, 7}}, {"rules", {"ucb1"}}})), 400);
  EXPECT_EQ(
      code(
          ask({{"do", "bandit"}, {"means", {0.9, 0.1}}, {"rules", {"ucb1"}}, {"steps", 1000}, {"runs", 10}})),
      0);
  ASSERT_TRUE(loop.wait_until([&] {
    const auto reports = visitor.events("experiment");
    return !reports.empty() && reports.back()["done"].get<bool>();
  }));
  const auto reports = visitor.events("experiment");
  EXPECT_GT(reports.size(), 1U);
  EXPECT_EQ(reports.back()["rules"][0]["step"].back(), 1000);
}

// Regret matching against rock and rock again ends with paper alone. The regret of scissors never rises above
// 0, that of rock falls whenever it answers with paper, and that of paper never falls; so what is not pure
// after 60 rounds has drawn paper 60 times from three, or rock again and again from ever less: a chance below
// 1e-28, whatever the seed.
TEST_F(HubTest, ALearnerNoticesWhatIsAlwaysThrown) {
  ask({{"do", "hello"}});
  EXPECT_EQ(code(ask({{"do", "throw"}, {"action", 0}})), 409);
  ask({{"do", "meet"}, {"seed", 3}});
  Json answer;
  for (int i = 0; i < 60; ++i) answer = ask({{"do", "throw"}, {"action", 0}});
  EXPECT_EQ(answer["strategy"][1].get<double>(), 1);
  EXPECT_EQ(answer["rounds"], 60);
}

}  // namespace
}  // namespace banyan::serve
