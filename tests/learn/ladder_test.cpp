// The ladder of a run: who is rated how, who is played next, and what makes one doubt a training.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/core/file_writer.hpp>
#include <banyan/learn/net/ladder.hpp>
#include <banyan/learn/net/ladder_keeper.hpp>
#include <banyan/learn/net/learning_check.hpp>
#include <banyan/learn/net/solved_positions.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/session/built_in.hpp>

namespace banyan {
namespace {

StoredMatch match(std::uint64_t generation, const std::string& opponent, std::uint64_t wins,
                  std::uint64_t losses) {
  return {.generation = generation, .opponent = opponent, .wins = wins, .losses = losses};
}

TEST(Ladder, RatesByAllMatchesOfTheRun) {
  const auto ratings = rate_ladder({match(4, "uct:sims=1000", 5, 15), match(8, "generation 4", 15, 5)});
  ASSERT_EQ(ratings.size(), 3U);
  EXPECT_EQ(ratings[0].player, "uct:sims=1000");
  EXPECT_EQ(ratings[0].elo, 0);
  EXPECT_EQ(ratings[1].player, "generation 4");
  EXPECT_NEAR(ratings[1].elo, -400 * std::log10(3), 1e-6);
  EXPECT_EQ(ratings[2].player, "generation 8");
  EXPECT_NEAR(ratings[2].elo, 0, 1e-6);
  EXPECT_EQ(rated_networks(ratings).size(), 2U);
}

class LadderFolderTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  // The file of a network that has learned nothing.
  void keep_network(std::uint64_t generation) {
    Network network = random_network(shape_for(*game_->info().encoding, 1, 8), generation);
    network.game = game_->info().spec;
    network.rows = network.columns = 3;
    ASSERT_TRUE(write_file(ladder_.file(generation), print_bnet(network)));
  }
  std::vector<std::string> opponents_of(const StoredRung& rung) {
    std::vector<std::string> names;
    for (const StoredMatch& one : rung.matches) names.push_back(one.opponent);
    return names;
  }

  std::string folder_ = testing::TempDir() + "banyan ladder " + std::to_string(getpid());
  std::shared_ptr<const AnyGame> game_ = *built_in_games().make("tictactoe");
  Ladder ladder_{*game_, {.folder = folder_, .seed = 3, .threads = 2, .most_games = 4}};
};

TEST_F(LadderFolderTest, TheFirstNetworkMeetsASearchAndChance) {
  keep_network(5);
  const auto rung = ladder_.climb({.generation = 5, .seconds = 60, .games = 100}, {}, {}, 600, {});
  ASSERT_TRUE(rung) << rung.error().message;
  ASSERT_TRUE(*rung);
  EXPECT_EQ(opponents_of(**rung), (std::vector<std::string>{"uct:sims=1000", "random"}));
  for (const StoredMatch& one : (*rung)->matches) {
    EXPECT_GT(one.wins + one.draws + one.losses, 0U);
    EXPECT_EQ((one.wins + one.draws + one.losses) % 2, 0U) << "both seats";
    EXPECT_EQ(one.games, 100U);
  }
  EXPECT_EQ((*rung)->ratings.size(), 3U);
  EXPECT_TRUE((*rung)->accuracy.empty()) << "no solved positions of this game";
}

TEST_F(LadderFolderTest, WhoIsClearlyBetterMeetsMoreSimulationsAndEarlierSelves) {
  keep_network(5);
  keep_network(9);
  const std::vector<StoredMatch> before{match(5, "uct:sims=1000", 60, 4), match(7, "uct:sims=1000", 3, 3)};
  const std::vector<StoredRating> ratings{{.player = "uct:sims=1000", .elo = 0, .low = 0, .high = 0},
                                          {.player = "generation 5", .elo = 470, .low = 300, .high = 700}};
  const auto rung = ladder_.climb({.generation = 9}, before, ratings, 600, {});
  ASSERT_TRUE(rung) << rung.error().message;
  // Generation 7 has left no file. The strongest search comes first; the others follow in turn.
  auto names = opponents_of(**rung);
  EXPECT_EQ(names.front(), "uct:sims=5000");
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"generation 5", "random", "uct:sims=1000", "uct:sims=5000"}));
}

TEST_F(LadderFolderTest, AnInterruptedRungIsNone) {
  keep_network(5);
  std::stop_source stop;
  stop.request_stop();
  const auto rung = ladder_.climb({.generation = 5}, {}, {}, 600, stop.get_token());
  ASSERT_TRUE(rung);
  EXPECT_FALSE(*rung);
}

TEST(LadderKeeper, ClimbsAsOftenAsTheBudgetAllows) {
  EXPECT_EQ(LadderKeeper::usual_interval(10), 60);
  EXPECT_EQ(LadderKeeper::usual_interval(1), 30);
  EXPECT_EQ(LadderKeeper::usual_interval(120), 300);
  EXPECT_EQ(LadderKeeper::usual_interval({}), 180);
}

TEST(LearningCheck, DoubtsALossThatGuessingHasToo) {
  std::vector<StoredMetrics> metrics(15, {.value_loss = 0.69});
  EXPECT_TRUE(doubt_by_losses(metrics));
  metrics[3].value_loss = 0.6;
  EXPECT_FALSE(doubt_by_losses(metrics));
  metrics.assign(14, {.value_loss = 0.69});
  EXPECT_FALSE(doubt_by_losses(metrics)) << "too early to say";
}

TEST(LearningCheck, DoubtsANetworkThatHasBecomeWeaker) {
  std::vector<StoredRating> networks{{.player = "generation 2", .elo = -300, .low = -400, .high = -200},
                                     {.player = "generation 4", .elo = 0, .low = -50, .high = 50},
                                     {.player = "generation 6", .elo = -40, .low = -150, .high = 70}};
  EXPECT_FALSE(doubt_by_ladder(networks));
  networks.push_back({.player = "generation 8", .elo = -200, .low = -300, .high = -100});
  const auto doubt = doubt_by_ladder(networks);
  ASSERT_TRUE(doubt);
  EXPECT_NE(doubt->find("generation 4"), std::string::npos);
}

TEST(LearningCheck, DoubtsALadderWithoutProgress) {
  std::vector<StoredRating> networks(5, {.player = "generation 1", .elo = -400, .low = -600, .high = -250});
  EXPECT_TRUE(doubt_by_ladder(networks));
  for (StoredRating& rating : networks)
    rating = {.player = "generation 1", .elo = 10, .low = -60, .high = 80};
  EXPECT_FALSE(doubt_by_ladder(networks)) << "it plays as well as it ever did, and well";
}

TEST(SolvedPositions, KeepsWhatHasTheBestSign) {
  const auto positions = parse_solved("# comment\n1221\t-4 -4 - 2 -2 0 7\n4\t0 -1 0 -2 -1 -1 -1\n");
  ASSERT_TRUE(positions);
  ASSERT_EQ(positions->size(), 2U);
  EXPECT_EQ((*positions)[0].moves, (std::vector<std::string>{"1", "2", "2", "1"}));
  EXPECT_EQ((*positions)[0].keep, (std::vector<std::string>{"4", "7"}));
  EXPECT_EQ((*positions)[1].keep, (std::vector<std::string>{"1", "3"}));
  EXPECT_FALSE(parse_solved("1221\n"));
  EXPECT_FALSE(parse_solved("1221\t1 two 3\n"));
  EXPECT_EQ(parse_solved("1221\t-99999999999999999999 1\n").value()[0].keep, std::vector<std::string>{"2"});
}

}  // namespace
}  // namespace banyan
