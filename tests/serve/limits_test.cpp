// How much visitors may ask for, and what goes first when there is too much.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/serve/allowances.hpp>

#include "hub_fixture.hpp"

namespace banyan::serve {
namespace {

TEST_F(HubTest, WhatCostsMuchCountsAsMuch) {
  ask({{"do", "hello"}});
  loop.cost = 0.05;  // 50 ms of work each
  int answered = 0;
  while (code(ask({{"do", "look"}, {"table", "none"}})) == 404) ++answered;
  EXPECT_EQ(answered, 5);  // 120 units at once, 26 for each
  loop.pass(2);
  EXPECT_EQ(code(ask({{"do", "look"}, {"table", "none"}})), 404);
}

TEST_F(HubTest, ConnectionsMayShareAnAllowance) {
  const auto shared = std::make_shared<Allowance>(limits.messages_per_second, limits.messages_at_once);
  Memory one;
  Memory other;
  hub.connect(one, shared);
  hub.connect(other, shared);
  int answered = 0;
  while (code(ask(answered % 2 == 0 ? one : other, {{"do", "hello"}})) != 429) ++answered;
  EXPECT_EQ(answered, static_cast<int>(limits.messages_at_once));
  EXPECT_EQ(code(ask({{"do", "hello"}})), 0);
  for (Memory* each : {&one, &other}) hub.disconnect(*each);
}

TEST_F(HubTest, ALongGameIsOpenedByThePoolAndAnsweredThen) {
  ask({{"do", "hello"}});
  Json message{{"do", "new"}, {"game", "pig:turns=10000"}, {"id", "long"}, {"moves", Json::array()}};
  for (int i = 0; i < 5000; ++i) message["moves"].insert(message["moves"].end(), {"roll", "=1"});
  const std::size_t before = visitor.messages.size();
  hub.receive(visitor, message.dump());
  EXPECT_EQ(visitor.messages.size(), before) << "answered at once";
  EXPECT_EQ(code(ask({{"do", "new"}, {"game", "tictactoe"}})), 0);
  ASSERT_TRUE(loop.wait_until([&] { return visitor.messages.back().value("answer", Json()) == "long"; }));
  EXPECT_TRUE(visitor.messages.back().contains("table")) << visitor.messages.back();
  EXPECT_EQ(hub.load().tables, 2U);
  // Who leaves meanwhile has no use for it.
  hub.receive(visitor, message.dump());
  hub.disconnect(visitor);
  ASSERT_TRUE(loop.wait_until([&] { return pool.load().running + pool.load().waiting == 0; }));
  loop.drain();
  EXPECT_EQ(hub.load().tables, 2U);
}

TEST(Allowances, OneForEachForeignAddressAndOneForEachConnectionOfThisMachine) {
  const Limits limits;
  Allowances allowances{limits};
  for (const char* own : {"127.0.0.1", "::1"}) EXPECT_NE(allowances.of(own, 0), allowances.of(own, 0)) << own;
  const auto foreign = allowances.of("192.0.2.1", 0);
  EXPECT_EQ(allowances.of("192.0.2.1", 5), foreign) << "reconnecting does not renew it";
  EXPECT_NE(allowances.of("192.0.2.2", 0), foreign);
  // All connections of an address together may ask for four times what one may.
  const double at_once = limits.messages_at_once * limits.messages_per_address;
  foreign->spend(at_once - 1);
  EXPECT_TRUE(foreign->any(0));
  foreign->spend(1);
  EXPECT_FALSE(foreign->any(0));
  EXPECT_TRUE(allowances.of("192.0.2.2", 0)->any(0));
  EXPECT_TRUE(foreign->any(1));
}

TEST(Allowances, AddressesThatHaveRecoveredAreForgottenWhenThereAreMany) {
  const Limits limits;
  Allowances allowances{limits};
  const auto busy = allowances.of("192.0.2.1", 0);
  const auto idle = allowances.of("192.0.2.2", 0);
  busy->spend(limits.messages_at_once * limits.messages_per_address);
  for (int i = 0; i < 10'000; ++i) (void)allowances.of("198.51.100." + std::to_string(i), 0);
  EXPECT_EQ(allowances.of("192.0.2.1", 0), busy) << "its debt is not forgiven";
  EXPECT_NE(allowances.of("192.0.2.2", 0), idle);
}

TEST(Allowances, ARequestCostsWhatItTakesBeyondTheUsual) {
  EXPECT_EQ(units_of_request(0.0004, false), 0);
  EXPECT_DOUBLE_EQ(units_of_request(0.0004, true), 0.2);
  EXPECT_DOUBLE_EQ(units_of_request(0.1005, false), units_of(0.1));
  EXPECT_DOUBLE_EQ(units_of_request(0.1005, true), units_of(0.1) + 0.2);
}

// A visitor who stays for so long and keeps a game.
std::string visit(Hub& hub, HandLoop& loop, double seconds) {
  Memory memory;
  hub.connect(memory);
  hub.receive(memory, R"({"do": "hello"})");
  const std::string key = memory.messages.back().value("visitor", "");
  hub.receive(memory, R"({"do": "new", "game": "tictactoe"})");
  loop.pass(seconds);
  hub.disconnect(memory);
  loop.drain();
  return key;
}

TEST_F(HubTest, WhoLeftAtOnceMakesRoomFirst) {
  limits.visitors = 10;
  const std::string player = visit(hub, loop, 60);
  for (int i = 0; i < 100; ++i) EXPECT_NE(visit(hub, loop, 0.01), "") << i;
  EXPECT_EQ(hub.load().visitors, 10U);
  const Json hello = ask({{"do", "hello"}, {"visitor", player}});
  EXPECT_EQ(hello["visitor"], player);
  EXPECT_EQ(hello["tables"].size(), 1U);
  // All who are here now stay, whatever it takes.
  std::vector<std::unique_ptr<Memory>> here;
  for (int i = 0; i < 9; ++i) {
    hub.connect(*here.emplace_back(std::make_unique<Memory>()));
    EXPECT_EQ(code(ask(*here.back(), {{"do", "hello"}})), 0);
  }
  Memory late;
  hub.connect(late);
  EXPECT_EQ(code(ask(late, {{"do", "hello"}})), 429);
  hub.disconnect(late);
  for (const auto& each : here) hub.disconnect(*each);
}

TEST_F(HubTest, GamesThatCannotBeOpenedKeepNobodyOut) {
  limits.visitors = 10;
  for (int i = 0; i < 10; ++i) EXPECT_FALSE(hub.restore({std::to_string(i), "key" + std::to_string(i), "-"}));
  EXPECT_EQ(code(ask({{"do", "hello"}})), 0);
  EXPECT_TRUE(hub.take_changes().gone.empty()) << "they stay in the store";
}

class MemoryTest : public HubTest {
 protected:
  // Three quarters of the budget are for tables and trees.
  void start(std::uint64_t budget) {
    limits.memory_bytes = budget;
    small = std::make_unique<Hub>(games, limits, loop, pool);
    small->connect(owner);
    say({{"do", "hello"}});
  }
  Json say(Json message) {
    message["id"] = ++last_id;
    small->receive(owner, message.dump());
    (void)loop.wait_until([&] { return owner.messages.back().value("answer", 0) == last_id; });
    return owner.messages.back();
  }
  // A table with a tree.
  std::string grow() {
    const std::string table = say({{"do", "new"}, {"game", "gomoku"}})["table"];
    EXPECT_EQ(code(say({{"do", "explore"}, {"table", table}})), 0);
    const std::size_t grown = owner.events("grown").size();
    EXPECT_EQ(code(say({{"do", "grow"}, {"table", table}, {"simulations", 2000}})), 0);
    EXPECT_TRUE(loop.wait_until([&] { return owner.events("grown").size() > grown; }));
    loop.pass(1);
    small->relieve();
    return table;
  }

  std::unique_ptr<Hub> small;
  Memory owner;
};

TEST_F(MemoryTest, TreesUsedLeastRecentlyGoFirst) {
  start(1'000'000'000);
  (void)grow();
  const std::uint64_t one = small->load().bytes;
  ASSERT_GT(one, 50'000U);
  start(4 * one);
  const std::string first = grow();
  std::string last;
  for (int i = 0; i < 5; ++i) last = grow();
  EXPECT_LE(small->load().bytes, 3 * one);
  EXPECT_EQ(code(say({{"do", "tree"}, {"table", first}})), 409) << "its tree is gone, not its game";
  EXPECT_EQ(code(say({{"do", "tree"}, {"table", last}})), 0) << "the tree used last is still there";
  EXPECT_EQ(code(say({{"do", "look"}, {"table", last}})), 0);
}

// One search takes all the memory: it is ended, and nobody loses a game.
TEST_F(MemoryTest, NobodyLosesAGameToSomebodyElsesSearch) {
  start(2'000'000);
  (void)visit(*small, loop, 1);
  const std::string table = say({{"do", "new"}, {"game", "gomoku"}})["table"];
  say({{"do", "explore"}, {"table", table}});
  say({{"do", "grow"}, {"table", table}, {"simulations", 1'000'000}});
  ASSERT_TRUE(loop.wait_until([&] {
    small->relieve();
    return !owner.events("grown").empty();
  }));
  EXPECT_LT(owner.events("grown")[0]["simulations"], 1'000'000);
  EXPECT_EQ(small->load().tables, 2U);
  EXPECT_TRUE(small->take_changes().gone.empty());
}

// Two agents play on, and only one of them thinks at a time.
TEST_F(MemoryTest, TheTreeOfAnAgentThatWaitsIsIdle) {
  start(4'000'000);
  const std::string table =
      say({{"do", "new"}, {"game", "gomoku"}, {"seats", {"uct:sims=2000", "uct:time=60s"}}})["table"];
  ASSERT_TRUE(loop.wait_until([&] {
    small->relieve();
    const auto moved = owner.events("moved");
    return !moved.empty() && moved.back()["ply"] >= 3;
  })) << "searches are ended, and the game goes on";
  EXPECT_TRUE(loop.wait_until([&] {
    small->relieve();
    return small->load().bytes <= 3'000'000;
  }));
  EXPECT_EQ(code(say({{"do", "pace"}, {"table", table}, {"paused", true}})), 0);
}

TEST_F(MemoryTest, ATableThatIsClosedGoesWhoeverWatches) {
  start(1'000'000'000);
  for (std::size_t i = 0; i < limits.tables_per_visitor; ++i) (void)grow();
  const std::uint64_t all = small->load().bytes;
  for (std::size_t i = 0; i < 2 * limits.tables_per_visitor; ++i) (void)grow();
  EXPECT_EQ(small->load().tables, limits.tables_per_visitor);
  EXPECT_LE(small->load().bytes, all + all / 2);
}

TEST_F(MemoryTest, TablesOfThoseWhoAreAwayGoNextAndThenItIsSaid) {
  start(40'000'000);
  Json moves = Json::array();
  for (int i = 0; i < 5000; ++i) moves.insert(moves.end(), {"roll", "=1"});
  const Json message{{"do", "new"}, {"game", "pig:turns=10000"}, {"moves", moves}};
  Json answer;
  for (int i = 0; i < 4; ++i) {
    Memory other;
    small->connect(other);
    small->receive(other, R"({"do": "hello"})");
    for (int j = 0; j < 8; ++j) {
      small->receive(other, message.dump());
      (void)loop.wait_until([&] { return other.messages.back().contains("answer"); });
      loop.pass(10);
      (void)loop.wait_until([&] { return pool.load().running + pool.load().waiting == 0; });
    }
    small->disconnect(other);
    loop.drain();
    small->relieve();
    EXPECT_LE(small->load().bytes, 30'000'000U) << i;
  }
  // What a visitor has who is here is not taken, and more is refused.
  for (int i = 0; i < 8; ++i) {
    answer = say(message);
    loop.pass(10);
  }
  const std::size_t before = small->load().tables;
  EXPECT_GT(before, 0U);
  limits.tables_per_visitor = 100;
  for (int i = 0; i < 40 && code(answer) == 0; ++i) {
    answer = say(message);
    loop.pass(10);
  }
  EXPECT_EQ(code(answer), 503) << answer;
  EXPECT_EQ(code(say({{"do", "pi"}, {"samples", 10}})), 0) << "the rest goes on";
}

}  // namespace
}  // namespace banyan::serve
