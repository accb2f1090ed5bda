// A round: everybody is shown every move, in order, before they think; chance is shown too.
#include <gtest/gtest.h>

#include <banyan/session/round.hpp>

#include "by_name.hpp"

namespace banyan {
namespace {

// Writes down what it is shown, and plays the first legal move.
class Diary final : public AnyAgent {
 public:
  explicit Diary(std::vector<std::string>& seen) : seen_(seen) {}
  Analysis choose(const Position& position, const AnyThinking& /*thinking*/) override {
    Analysis analysis;
    analysis.best = position.legal().front();
    return analysis;
  }
  Analysis analyze(const Position& position, const AnyThinking& thinking) override {
    return choose(position, thinking);
  }
  void observe(const Position& before, std::string_view move) override {
    auto after = before.clone();
    seen_.push_back(after->play(move) ? std::string(move) : "illegal");
  }
  [[nodiscard]] bool ponders() const override { return true; }
  void ponder(const Position& /*position*/, const std::stop_token& /*stop*/) override {}

 private:
  std::vector<std::string>& seen_;
};

Round::Agents diaries(std::vector<std::vector<std::string>>& seen) {
  Round::Agents agents;
  for (auto& each : seen) agents.push_back(std::make_unique<Diary>(each));
  return agents;
}

TEST(Round, ShowsEveryMoveToEverybodyBeforeTheyThink) {
  Session session(game_of("tictactoe"));
  std::vector<std::vector<std::string>> seen(2);
  Round round(session, diaries(seen));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(round.play(*round.choose({}).best));
  EXPECT_EQ(seen[0], (std::vector<std::string>{"a1", "b1"})) << "what it was shown before its last move";
  EXPECT_EQ(seen[1], (std::vector<std::string>{"a1"}));
  EXPECT_EQ(round.ponderers().size(), 2U);
  EXPECT_EQ(seen[0], session.moves()) << "who ponders is up to date";
  EXPECT_EQ(seen[1], session.moves());
}

TEST(Round, ShowsChance) {
  Session session(game_of("pig"));
  std::vector<std::vector<std::string>> seen(2);
  Round round(session, diaries(seen));
  ASSERT_TRUE(round.play("roll"));
  ASSERT_TRUE(session.at_chance());
  round.play_chance(std::uint64_t{7});
  EXPECT_EQ(round.ponderers().size(), 2U);
  EXPECT_EQ(seen[1], session.moves());
  EXPECT_EQ(seen[1].size(), 2U);
}

TEST(Round, RefusesIllegalMovesAndShowsThemToNobody) {
  Session session(game_of("tictactoe"));
  std::vector<std::vector<std::string>> seen(2);
  Round round(session, diaries(seen));
  EXPECT_FALSE(round.play("z9"));
  EXPECT_EQ(round.ponderers().size(), 2U);
  EXPECT_TRUE(seen[0].empty());
}

TEST(Round, ASeatWithoutAnAgentIsAPersons) {
  Session session(game_of("tictactoe"));
  std::vector<std::string> seen;
  Round::Agents agents;
  agents.push_back(nullptr);
  agents.push_back(std::make_unique<Diary>(seen));
  Round round(session, std::move(agents));
  EXPECT_FALSE(round.has_agent(round.seat_to_move()));
  ASSERT_TRUE(round.play("b2"));
  ASSERT_TRUE(round.has_agent(round.seat_to_move()));
  EXPECT_EQ(round.choose({}).best, "a1");
  EXPECT_EQ(seen, (std::vector<std::string>{"b2"}));
}

}  // namespace
}  // namespace banyan
