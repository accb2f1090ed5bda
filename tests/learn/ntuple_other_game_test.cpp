// N-tuple networks learn whatever game has cells and afterstates: here one from outside the tree.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <string>

#include <banyan/agent/td_player.hpp>
#include <banyan/core/running_stats.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/session/game_of.hpp>
#include <banyan/testing/conformance.hpp>

#include "small_2048.hpp"

namespace banyan {
namespace {

TEST(NTupleOtherGame, TheGameIsRight) {
  const auto report = check_conformance(Small2048{});
  EXPECT_TRUE(report.ok()) << report.text();
}

// Random play has a mean of 177 points and a standard deviation of 95 (20,000 games), so that the mean of
// 1000 such games exceeds 500 with a probability far below 1e-100. The learner's was above 1900 for each of
// ten seeds.
TEST(NTupleOtherGame, IsLearned) {
  const GameOf<Small2048> game(Small2048{});
  ASSERT_TRUE(game.info().ntuple);
  const TdStudent student({.patterns = *parse_patterns("5x4"), .stages = {}, .base = 0}, TdRule::tc, 1);
  const auto player = game.make_td_player(student, 1, 0);
  ASSERT_NE(player, nullptr);
  std::vector<TdGame> ended;
  while (ended.size() < 4000) player->learn(64, ended);
  RunningStats last;
  for (std::size_t i = ended.size() - 1000; i < ended.size(); ++i) last.add(ended[i].score);
  EXPECT_GT(last.mean(), 500);
}

// A training of it says whose it is, its network plays it, and no other game accepts that network.
TEST(NTupleOtherGame, ItsTrainingAndItsNetworkAreItsOwn) {
  const std::string folder =
      (std::filesystem::temp_directory_path() / ("banyan_other_" + std::to_string(getpid()))).string();
  std::filesystem::remove_all(folder);
  const GameOf<Small2048> game(Small2048{});
  const TdTrainingParams params{.folder = folder,
                                .games = 200,
                                .learner = TdLearnerParams{.patterns = "0123/0145"},
                                .report_games = 100};
  const auto trained = train_ntuple(game, params, {}, {});
  ASSERT_TRUE(trained) << trained.error().message;
  const std::string network = folder + "/network.ntuple";
  EXPECT_EQ(game_of_ntuple(network), "small-2048");
  const auto agent = game.make_agent(*parse_spec("ntuple:net=" + network + ",time=1ms"), 1);
  EXPECT_TRUE(agent) << agent.error().message;
  const auto refused = open_ntuple(network, "another-game");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("trained for small-2048, not for another-game"), std::string::npos)
      << refused.error().message;
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace banyan
