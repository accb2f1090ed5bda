// Questions and answers as lines of JSON.
#include <banyan/protocol/analysis.hpp>

#include <map>
#include <sstream>

#include <gtest/gtest.h>

#include "talk.hpp"

namespace banyan::protocol {
namespace {

class AnalysisTest : public testing::Test {
 protected:
  explicit AnalysisTest(std::size_t threads = 2)
      : analysis({.games = built_in_games(),
                  .game = "connect4",
                  .agent = "uct:sims=100",
                  .seed = 1,
                  .threads = threads},
                 written.writer()) {}

  std::vector<Json> answers() {
    analysis.finish();
    return lines(written.take());
  }
  static std::vector<Json> lines(const std::string& text) {
    std::vector<Json> list;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) list.push_back(Json::parse(line));
    return list;
  }
  Json ask(const std::string& question) {
    analysis.take(question);
    auto list = answers();
    EXPECT_EQ(list.size(), 1U) << question;
    return list.empty() ? Json() : list[0];
  }
  static std::string error(const Json& answer) { return answer.value("error", ""); }

  Written written;
  JsonAnalysis analysis;
};

TEST_F(AnalysisTest, AnswersAsAnalyzeDoes) {
  const Json answer = ask(R"({"id": {"any": 1}, "moves": "4 4 4", "seed": 7})");
  EXPECT_EQ(answer["version"], 1);
  EXPECT_EQ(answer["id"]["any"], 1);
  EXPECT_EQ(answer["final"], true);
  EXPECT_EQ(answer["seed"], 7);
  const auto game = *built_in_games().make("connect4");
  Session session(game);
  ASSERT_TRUE(session.play_all({"4", "4", "4"}, std::nullopt));
  const auto agent = *game->make_agent({"uct", {{"sims", "100"}}}, 7);
  Json wanted;
  add_analysis(wanted, agent->analyze(session.position(), {}));
  for (const char* key : {"player", "simulations", "nodes", "value", "best", "line", "moves"})
    EXPECT_EQ(answer[key], wanted[key]) << key;
}

TEST_F(AnalysisTest, LosesNone) {
  constexpr int count = 1000;
  for (int i = 0; i < count; ++i)
    analysis.take(R"({"id": )" + std::to_string(i) + R"(, "moves": ["4"], "seed": )" + std::to_string(i % 3) +
                  "}");
  std::map<int, int> seen;
  std::map<int, Json> by_seed;
  for (const Json& answer : answers()) {
    ++seen[answer["id"].get<int>()];
    const auto [place, is_new] = by_seed.emplace(answer["seed"].get<int>(), answer["moves"]);
    EXPECT_EQ(place->second, answer["moves"]) << "the same question has the same answer";
  }
  EXPECT_EQ(seen.size(), static_cast<std::size_t>(count));
  for (const auto& [id, times] : seen) EXPECT_EQ(times, 1) << id;
}

TEST_F(AnalysisTest, TakesGamesAgentsPositionsAndLimits) {
  EXPECT_EQ(ask(R"({"game": "othello", "moves": "d3", "sims": 33})")["simulations"], 33);
  EXPECT_EQ(ask(R"({"agent": "random"})")["simulations"], 0);
  EXPECT_EQ(ask(R"({"nodes": 50})")["stopped_by"], "nodes");
  const Json mate =
      ask(R"({"game": "chess", "position": "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "sims": 5000})");
  EXPECT_EQ(mate["best"], "Ra8#");
  EXPECT_EQ(mate["proven"], "win");
}

TEST_F(AnalysisTest, SaysWhatIsWrong) {
  EXPECT_NE(error(ask("rubbish")).find("JSON object"), std::string::npos);
  EXPECT_NE(error(ask("[1]")).find("JSON object"), std::string::npos);
  EXPECT_NE(error(ask(R"({"id": 1, "move": "4"})")).find("unknown key 'move'"), std::string::npos);
  EXPECT_NE(error(ask(R"({"moves": 4})")).find("'moves' is a list"), std::string::npos);
  EXPECT_NE(error(ask(R"({"moves": "9"})")).find("'9' is not a legal move"), std::string::npos);
  EXPECT_NE(error(ask(R"({"moves": "1 2 1 2 1 2 1"})")).find("the game is over"), std::string::npos);
  EXPECT_NE(error(ask(R"({"game": "no_such"})")).find("unknown game"), std::string::npos);
  EXPECT_NE(error(ask(R"({"agent": "no_such"})")).find("unknown agent"), std::string::npos);
  EXPECT_NE(error(ask(R"({"sims": 0})")).find("'sims' is a whole number"), std::string::npos);
  EXPECT_NE(error(ask(R"({"time": "soon"})")).find("'time' is"), std::string::npos);
  EXPECT_NE(error(ask(R"({"seed": -1})")).find("'seed' is"), std::string::npos);
  EXPECT_NE(error(ask(R"({"cancel": 5})")).find("no question with this id"), std::string::npos);
  EXPECT_EQ(ask(R"({"id": "x", "moves": 4})")["id"], "x");
  analysis.take("   ");
  EXPECT_TRUE(answers().empty());
}

TEST_F(AnalysisTest, AsksTheEngineOfTheCommandAndNoOther) {
  const std::string engine =
      "uci:cmd=\"python3 " BANYAN_SOURCE_DIR "/tests/engine/fake_engine.py uci good\",patience=10m";
  Written said;
  JsonAnalysis with_engine(
      {.games = built_in_games(), .game = "chess", .agent = engine, .seed = 1, .threads = 2}, said.writer());
  for (int i = 0; i < 6; ++i) with_engine.take(R"({"moves": "e4 e5", "nodes": 5})");
  with_engine.finish();
  for (const Json& answer : lines(said.take())) EXPECT_EQ(answer["best"], "a3") << answer;
  const Json refused = ask(R"({"game": "chess", "agent": "uci:cmd=stockfish"})");
  EXPECT_NE(error(refused).find("a question can't start a program"), std::string::npos) << refused;
}

TEST_F(AnalysisTest, RefusesDeepNesting) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  for (const std::size_t depth : {deepest_nesting, std::size_t{400'000}})
    for (const std::string key : {"id", "cancel", "moves"}) {
      const Json answer = ask("{\"" + key + "\": " + nested(depth) + "}");
      EXPECT_NE(error(answer).find("nested too deeply"), std::string::npos) << key << " " << depth;
      EXPECT_TRUE(answer["id"].is_null());
    }
  EXPECT_EQ(ask("{\"sims\": 10, \"id\": " + nested(deepest_nesting - 1) + "}")["simulations"], 10);
}

TEST_F(AnalysisTest, CancelsWhatWaitsAndWhatIsUnderWay) {
  for (const char* id : {"1", "2", "3"})
    analysis.take(std::string(R"({"id": )") + id + R"(, "time": "1h"})");  // two begin, one waits
  for (const char* id : {"3", "2", "1"}) analysis.take(std::string(R"({"cancel": )") + id + "}");
  const auto list = answers();
  ASSERT_EQ(list.size(), 3U);
  for (const Json& answer : list) EXPECT_EQ(answer["cancelled"], true) << answer;
}

TEST_F(AnalysisTest, ReportsMeanwhile) {
  analysis.take(R"({"id": 1, "time": "1h", "report_every": 0.05})");
  while (written.so_far().find("\n") == std::string::npos)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  analysis.take(R"({"cancel": 1})");
  const auto list = answers();
  ASSERT_GE(list.size(), 2U);
  EXPECT_EQ(list.front()["final"], false);
  EXPECT_TRUE(list.front().contains("moves"));
  EXPECT_EQ(list.back()["final"], true);
}

}  // namespace
}  // namespace banyan::protocol
