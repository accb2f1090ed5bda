// A hub with one connection, and how to talk to it.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <banyan/session/built_in.hpp>

#include "stand_ins.hpp"

namespace banyan::serve {

class HubTest : public testing::Test {
 protected:
  HubTest() { hub.connect(visitor); }
  ~HubTest() override { pool.close(); }

  // What is answered to a message.
  Json ask(Memory& who, Json message) {
    message["id"] = ++last_id;
    hub.receive(who, message.dump());
    for (auto place = who.messages.rbegin(); place != who.messages.rend(); ++place)
      if (place->contains("answer") && (*place)["answer"] == last_id) return *place;
    ADD_FAILURE() << "no answer to " << message;
    return {};
  }
  Json ask(Json message) { return ask(visitor, std::move(message)); }
  static int code(const Json& answer) {
    return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
  }

  std::string open(const std::string& game, const std::vector<std::string>& seats) {
    return ask({{"do", "new"}, {"game", game}, {"seats", seats}, {"seed", 1}})["table"];
  }

  GameList games = built_in_games();
  Limits limits;
  HandLoop loop;
  SearchPool pool{2, limits.waiting_searches};
  Hub hub{games, limits, loop, pool};
  Memory visitor;
  int last_id = 0;
};

}  // namespace banyan::serve
