// Who is answered: the own page, and nobody who only pretends to be it.
#include <gtest/gtest.h>

#include <banyan/serve/access.hpp>
#include <banyan/serve/api.hpp>
#include <banyan/session/built_in.hpp>

#include "stand_ins.hpp"

namespace banyan::serve {
namespace {

TEST(Access, OnlyOwnNamesAreAnswered) {
  const Access access(8420, "");
  for (const char* host :
       {"127.0.0.1:8420", "localhost:8420", "[::1]:8420", "localhost", "LOCALHOST:8420", "LocalHost"})
    EXPECT_FALSE(access.check({.host = host})) << host;
  for (const char* host : {"", "evil.example", "evil.example:8420", "127.0.0.1:80",
                           "localhost.evil.example:8420", "127.0.0.1:8420.evil.example", "localhost:"})
    EXPECT_TRUE(access.check({.host = host})) << host;
}

TEST(Access, TwoHostsAreRefused) {
  const Access access(8420, "");
  EXPECT_EQ(access.check({.host = "localhost:8420", .hosts = 2})->code, 400);
  const Access with_token(8420, "sesame-sesame-sesame");
  EXPECT_EQ(with_token.check({.host = "localhost:8420", .hosts = 2})->code, 400);
}

TEST(Access, ATokenMayHaveAnyLetters) {
  const std::string token = "a+b/c==?&d%e f";
  const Access access(80, token);
  const std::string query = "token=" + escape(token);
  EXPECT_FALSE(access.check_token({.query = query}));
  const std::string header = "Bearer " + token;
  EXPECT_FALSE(access.check_token({.authorization = header}));
  EXPECT_EQ(access.check_token({.query = "token=a%2"})->code, 401);
  const Access plus(80, "aaaa+bbbb/cccc==");
  EXPECT_FALSE(plus.check_token({.query = "token=aaaa+bbbb/cccc=="})) << "as it stands in the file";
  EXPECT_FALSE(plus.check_token({.query = "token=aaaa%2Bbbbb%2Fcccc%3D%3D"})) << "as the page sends it";
  EXPECT_EQ(unescape(escape(token)), token);
}

TEST(Access, OtherSitesAreRefused) {
  const Access access(8420, "");
  const char* host = "127.0.0.1:8420";
  EXPECT_FALSE(access.check({.host = host, .origin = "http://127.0.0.1:8420", .fetch_site = "same-origin"}));
  EXPECT_TRUE(access.check({.host = host, .origin = "http://evil.example"}));
  EXPECT_TRUE(access.check({.host = host, .origin = "null"}));
  EXPECT_TRUE(access.check({.host = host, .origin = "http://localhost:8420"}));
  EXPECT_TRUE(access.check({.host = host, .fetch_site = "cross-site"}));
}

TEST(Access, ATokenIsDemandedAndMustBeRight) {
  const Access access(80, "sesame-sesame-sesame");
  EXPECT_EQ(access.check_token({})->code, 401);
  EXPECT_EQ(access.check_token({.authorization = "Bearer sesame"})->code, 401);
  EXPECT_EQ(access.check_token({.query = "token="})->code, 401);
  EXPECT_EQ(access.check_token({.query = "token=sesame-sesame-sesamX"})->code, 401);
  EXPECT_FALSE(access.check_token({.authorization = "Bearer sesame-sesame-sesame"}));
  EXPECT_FALSE(access.check_token({.query = "a=b&token=sesame-sesame-sesame"}));
}

TEST(Access, LoopbackIsWhatOnlyThisMachineReaches) {
  for (const char* address : {"127.0.0.1", "127.8.9.1", "::1", "localhost"})
    EXPECT_TRUE(is_loopback(address));
  for (const char* address : {"0.0.0.0", "::", "192.168.1.1", "1.127.0.0"})
    EXPECT_FALSE(is_loopback(address));
}

class ApiTest : public testing::Test {
 protected:
  Response get(std::string_view target) {
    return api.answer({.method = "GET", .target = target, .origin = own});
  }
  Response post(std::string_view target, std::string_view body) {
    return api.answer({.method = "POST", .target = target, .origin = own, .body = body});
  }

  Origin own{.host = "127.0.0.1:8420"};
  GameList games = built_in_games();
  Limits limits;
  HandLoop loop;
  SearchPool pool{1, 4};
  Hub hub{games, limits, loop, pool};
  Access access{8420, ""};
  Api api{games, limits, access, hub, pool, std::make_shared<MemoryBudget>(limits.memory_bytes)};
};

TEST_F(ApiTest, TheCatalogueHasGamesAgentsAndRules) {
  const Response response = get("/api/v1/catalogue");
  EXPECT_EQ(response.status, 200);
  const Json document = Json::parse(response.content());
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["games"].size(), games.entries().size());
  EXPECT_FALSE(document["agents"].empty());
  EXPECT_FALSE(document["laboratory"]["rules"].empty());
}

TEST_F(ApiTest, ShowPlaysMoves) {
  const Json document = Json::parse(post("/api/v1/show", R"({"game": "tictactoe", "moves": ["b2"]})").body);
  EXPECT_EQ(document["position"]["player"], 1);
  EXPECT_EQ(document["position"]["picture"]["texts"].size(), 9U);
}

TEST_F(ApiTest, AddressesOfViewsLeadToThem) {
  const Response tree = get("/tree?token=a");
  EXPECT_EQ(tree.status, 302);
  ASSERT_EQ(tree.headers.size(), 1U);
  EXPECT_EQ(tree.headers[0], (std::pair<std::string, std::string>("Location", "/?token=a#/tree")));
  const Response nowhere = get("/nowhere");
  EXPECT_EQ(nowhere.status, 404);
  EXPECT_NE(nowhere.content().find("href=/tree"), std::string::npos);
}

TEST_F(ApiTest, MistakesHaveTheirCodes) {
  EXPECT_EQ(get("/api/v1/nowhere").status, 404);
  EXPECT_EQ(get("/api/v2/catalogue").status, 404);
  EXPECT_EQ(get("/nowhere").status, 404);
  EXPECT_EQ(get("/../etc/passwd").status, 404);
  EXPECT_EQ(get("/api/v1/live").status, 426);
  EXPECT_EQ(post("/api/v1/catalogue", "").status, 405);
  EXPECT_EQ(get("/api/v1/show").status, 405);
  EXPECT_EQ(post("/api/v1/show", "{").status, 400);
  EXPECT_EQ(post("/api/v1/show", R"({"game": "chesss"})").status, 400);
  EXPECT_EQ(post("/api/v1/show", R"({"game": "tictactoe", "moves": ["b2", "b2"]})").status, 400);
  own.host = "evil.example";
  EXPECT_EQ(get("/api/v1/catalogue").status, 403);
  EXPECT_EQ(get("/").status, 403);
}

}  // namespace
}  // namespace banyan::serve
