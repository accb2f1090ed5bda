// Games that end early: only where both players agree, for as long as they must, and as they agree.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include <banyan/arena/adjudication.hpp>

namespace banyan {
namespace {

Analysis worth(double value) {
  Analysis analysis;
  analysis.value = value;
  return analysis;
}

// The verdict on evaluations that follow each other, each for the player to move; and after how many.
struct Judged {
  std::optional<Ruling> ruling;
  std::size_t moves = 0;
};
Judged judge(const AdjudicationParams& params, const std::vector<double>& values) {
  Adjudicator adjudicator(params);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto ruling = adjudicator.judge(i % 2, worth(values[i]), i + 1)) return {ruling, i + 1};
  return {};
}

TEST(Adjudication, AWinNeedsBothPlayersToAgree) {
  const AdjudicationParams params{.win = 0.9, .win_moves = 2};
  const auto won = judge(params, {0.5, -0.95, 0.95, -0.95, 0.95});
  ASSERT_TRUE(won.ruling);
  EXPECT_EQ(won.moves, 5U);
  EXPECT_EQ(won.ruling->winner, 0U);
  EXPECT_EQ(won.ruling->reason, Ruling::Reason::win);
  EXPECT_FALSE(judge(params, {0.95, 0.1, 0.95, 0.1, 0.95, 0.1}).ruling) << "the loser hopes";
  EXPECT_FALSE(judge(params, {0.95, 0.95, 0.95, 0.95, 0.95}).ruling) << "both think they win";
  const auto second = judge(params, {-0.9, 0.9, -1, 1});
  ASSERT_TRUE(second.ruling);
  EXPECT_EQ(second.ruling->winner, 1U);
}

TEST(Adjudication, AnUnknownValueAgreesWithNothing) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(judge({.win = 0.5, .win_moves = 1}, {1, none, 1, none, 1}).ruling);
  EXPECT_FALSE(judge({.draw = 0.5, .draw_moves = 1, .draw_after = 0}, {0, none, 0, none}).ruling);
}

// Searches give no value to a move that they need not think about; in chess each check may force one.
TEST(Adjudication, AForcedMoveIsPassedOver) {
  const AdjudicationParams params{.win = 0.9, .win_moves = 2};
  Adjudicator adjudicator(params);
  Analysis forced = worth(std::numeric_limits<double>::quiet_NaN());
  forced.moves = {{.move = "Kh1", .proven = {}, .bounds = {}}};
  const auto ask = [&](std::size_t seat, const Analysis& thought) {
    return adjudicator.judge(seat, thought, 1).has_value();
  };
  EXPECT_FALSE(ask(0, worth(0.95)));
  EXPECT_FALSE(ask(1, worth(-0.95)));
  EXPECT_FALSE(ask(0, worth(0.95)));
  EXPECT_FALSE(ask(1, forced));
  EXPECT_FALSE(ask(0, worth(0.95)));
  EXPECT_FALSE(ask(1, forced)) << "of the second player there is one evaluation alone";
  EXPECT_FALSE(ask(0, worth(0.95)));
  EXPECT_TRUE(ask(1, worth(-0.95)));
  forced.moves.push_back({.move = "Kh2", .proven = {}, .bounds = {}});
  Adjudicator other({.draw = 0.1, .draw_moves = 1, .draw_after = 0});
  EXPECT_FALSE(other.judge(0, worth(0), 1));
  EXPECT_FALSE(other.judge(1, forced, 2)) << "it had a choice";
  EXPECT_FALSE(other.judge(0, worth(0), 3));
  EXPECT_TRUE(other.judge(1, worth(0), 4));
}

TEST(Adjudication, ADrawComesNotTooSoon) {
  const AdjudicationParams params{.draw = 0.05, .draw_moves = 2, .draw_after = 7};
  const auto drawn = judge(params, std::vector<double>(20, 0.01));
  ASSERT_TRUE(drawn.ruling);
  EXPECT_EQ(drawn.moves, 7U);
  EXPECT_FALSE(drawn.ruling->winner);
  EXPECT_FALSE(judge(params, {0, 0, 0, 0.2, 0, 0, 0, 0.2, 0, 0, 0}).ruling);
}

TEST(Adjudication, AGameMayGetTooLong) {
  const auto drawn = judge({.length = 6}, std::vector<double>(20, 0.7));
  ASSERT_TRUE(drawn.ruling);
  EXPECT_EQ(drawn.moves, 6U);
  EXPECT_FALSE(drawn.ruling->winner);
}

TEST(Adjudication, AProofEndsTheGameForWhomItProves) {
  Analysis thought = worth(0);
  for (const auto& [proven, winner] :
       {std::pair<std::string, std::optional<std::size_t>>("win", 1), {"loss", 0}, {"draw", std::nullopt}}) {
    thought.proven = proven;
    EXPECT_FALSE(Adjudicator({}).judge(1, thought, 3)) << "nobody asked for it";
    EXPECT_FALSE(Adjudicator({.proof = true}, {true, false}).judge(1, thought, 3)) << "it is only a claim";
    const auto ruling = Adjudicator({.proof = true}).judge(1, thought, 3);
    ASSERT_TRUE(ruling);
    EXPECT_EQ(ruling->winner, winner) << proven;
    EXPECT_EQ(ruling->reason, Ruling::Reason::proof);
  }
}

}  // namespace
}  // namespace banyan
