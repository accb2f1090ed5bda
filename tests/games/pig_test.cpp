// Pig's rules, move by move.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <banyan/games/pig.hpp>

#include "random_walk.hpp"

namespace banyan {
namespace {

std::vector<std::string> legal_texts(const Pig& game, const Pig::State& state) {
  MoveListOf<Pig> moves;
  game.legal_moves(state, moves);
  std::vector<std::string> texts;
  for (const auto move : moves) texts.push_back(game.print_move(state, move));
  return texts;
}
using Texts = std::vector<std::string>;

TEST(PigRules, FirstOneMustRoll) {
  const Pig game;
  EXPECT_EQ(legal_texts(game, game.start()), Texts{"roll"});
}

TEST(PigRules, AfterRollChanceHasSixFaces) {
  const Pig game;
  const auto state = after_moves(game, {"roll"});
  EXPECT_EQ(game.current_player(state), chance_player);
  ChanceListOf<Pig> outcomes;
  game.chance_outcomes(state, outcomes);
  ASSERT_EQ(outcomes.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(game.print_move(state, outcomes[i].move), "=" + std::to_string(i + 1));
    EXPECT_EQ(outcomes[i].probability, 1.0 / 6);
  }
}

TEST(PigRules, AOneLosesTheTurn) {
  const Pig game;
  const auto before = after_moves(game, {"roll", "=4", "roll", "=6"});
  EXPECT_EQ(before.gathered, 10);
  EXPECT_EQ(legal_texts(game, before), (Texts{"roll", "hold"}));
  const auto after = after_moves(game, {"roll", "=4", "roll", "=6", "roll", "=1"});
  EXPECT_EQ(after.gathered, 0);
  EXPECT_EQ(after.scores[0], 0);
  EXPECT_EQ(game.current_player(after), 1);
}

TEST(PigRules, HoldBanksIt) {
  const Pig game;
  const auto after = after_moves(game, {"roll", "=4", "roll", "=6", "hold"});
  EXPECT_EQ(after.scores[0], 10);
  EXPECT_EQ(after.gathered, 0);
  EXPECT_EQ(game.current_player(after), 1);
  EXPECT_EQ(legal_texts(game, after), Texts{"roll"});
}

TEST(PigRules, WithEnoughOneHoldsAndWins) {
  const Pig game({10, 100});
  const auto before = after_moves(game, {"roll", "=4", "roll", "=6"});
  EXPECT_EQ(legal_texts(game, before), Texts{"hold"});
  EXPECT_FALSE(game.outcome(before));
  EXPECT_EQ(game.outcome(after_moves(game, {"roll", "=4", "roll", "=6", "hold"})), win_for(0));
  EXPECT_EQ(game.outcome(after_moves(game, {"roll", "=1", "roll", "=6", "roll", "=5", "hold"})), win_for(1));
}

TEST(PigRules, ADrawWhenTheTurnsAreOver) {
  const Pig game({100, 2});
  EXPECT_FALSE(game.outcome(after_moves(game, {"roll", "=1"})));
  EXPECT_EQ(game.outcome(after_moves(game, {"roll", "=1", "roll", "=1"})), draw_for_all());
}

TEST(PigPosition, SaysWhatIsWrong) {
  const Pig game;
  EXPECT_TRUE(game.parse_position("12/30/7/14/0/0"));
  for (const char* wrong :
       {"", "12/30", "12/30/7/14/2/0", "12/30/7/14/0/2", "12/30/7/1001/0/0", "12/30/94/14/0/0",
        "100/30/7/14/0/0", "12/30/88/14/0/1", "-1/30/7/14/0/0", "12/30/7/14/0/0/0"})
    EXPECT_FALSE(game.parse_position(wrong)) << wrong;
}

}  // namespace
}  // namespace banyan
