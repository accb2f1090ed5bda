// Documents: the fields others rely on, and null for values that are not finite.
#include <gtest/gtest.h>

#include <limits>

#include <banyan/session/json.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

std::vector<std::string> keys_of(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

TEST(Json, HasNullForWhatIsNoNumber) {
  EXPECT_TRUE(json_number(std::numeric_limits<double>::quiet_NaN()).is_null());
  EXPECT_TRUE(json_number(std::numeric_limits<double>::infinity()).is_null());
  EXPECT_EQ(json_number(0.5), 0.5);
}

TEST(Json, WritesPlayersAsTheContractSays) {
  EXPECT_EQ(json_player(1), 1);
  EXPECT_EQ(json_player(chance_player), "chance");
  EXPECT_TRUE(json_player(std::nullopt).is_null());
}

TEST(Json, ShowsAPosition) {
  Session session(game_of("tictactoe"));
  ASSERT_TRUE(session.play("b2"));
  Json document = json_document();
  add_session(document, "tictactoe", session);
  EXPECT_EQ(keys_of(document), (std::vector<std::string>{"version", "game", "moves", "position", "player",
                                                         "legal", "chances", "outcome"}));
  EXPECT_EQ(document["moves"], Json::array({"b2"}));
  EXPECT_EQ(document["player"], 1);
  EXPECT_EQ(document["legal"].size(), 8U);
  EXPECT_TRUE(document["outcome"].is_null());
}

TEST(Json, ShowsAnAnalysis) {
  const auto game = game_of("tictactoe");
  const auto agent = *game->make_agent({"random", {}}, 1);
  Json document;
  add_analysis(document, agent->analyze(*game->start(), {}));
  EXPECT_EQ(
      keys_of(document),
      (std::vector<std::string>{"player", "simulations", "seconds", "cpu_seconds", "threads", "stopped_by",
                                "max_depth", "nodes", "bytes", "value", "proven", "best", "line", "moves"}));
  EXPECT_EQ(keys_of(document["moves"][0]),
            (std::vector<std::string>{"move", "visits", "value", "win_rate", "low", "high", "prior", "proven",
                                      "bounds"}));
  EXPECT_TRUE(document["moves"][0]["value"].is_null());
}

TEST(Json, ReplacesBytesThatAreNoText) { EXPECT_NO_THROW(print_json(Json("\xff\xfe"))); }

}  // namespace
}  // namespace banyan
