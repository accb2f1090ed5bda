// The agent that a network guides: what it says when it can't be made, and what it makes of any network.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include <banyan/agent/make.hpp>
#include <banyan/games/connect4.hpp>
#include <banyan/games/pig.hpp>
#include <banyan/games/tictactoe.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/search/searcher.hpp>

namespace banyan {
namespace {

// A network's file for the time of a test.
class NetFile {
 public:
  explicit NetFile(const Network& network)
      : path_(testing::TempDir() + network.made_by + std::to_string(getpid()) + ".bnet") {
    std::ofstream(path_, std::ios::binary) << print_bnet(network);
  }
  NetFile(const NetFile&) = delete;
  NetFile& operator=(const NetFile&) = delete;
  ~NetFile() { std::filesystem::remove(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

template <NetPlayable G>
Network network_for(const G& game, const std::string& name) {
  Network network = random_network(shape_for(game.encoding(), 1, 16), 1);
  network.game = G::name;
  network.made_by = "puct_test_" + name;
  return network;
}

template <Game G>
std::string complaint(const G& game, const std::string& spec) {
  const auto agent = make_agent(game, *parse_spec(spec), 1);
  return agent ? "" : agent.error().message;
}

TEST(Puct, SaysWhyItCannotBeMade) {
  const NetFile other(network_for(ConnectFour{}, "other"));
  EXPECT_NE(complaint(TicTacToe{}, "puct").find("net=FILE"), std::string::npos);
  EXPECT_NE(complaint(TicTacToe{}, "puct:net=/no/such").find("No such file"), std::string::npos);
  EXPECT_NE(complaint(TicTacToe{}, "puct:net=" + other.path()).find("made for connect4"), std::string::npos);
  EXPECT_NE(complaint(Pig{}, "puct:net=" + other.path()).find("no network can play"), std::string::npos);
}

// Each weight is an ordinary number, and their products are not.
TEST(Puct, RefusesANetworkWhoseEvaluationsOverflow) {
  Network huge = network_for(TicTacToe{}, "huge");
  for (float& weight : huge.weights) weight *= 1e12F;
  const NetFile file(huge);
  const std::string said = complaint(TicTacToe{}, "puct:sims=10,net=" + file.path());
  EXPECT_NE(said.find(file.path()), std::string::npos) << said;
  EXPECT_NE(said.find("overflow"), std::string::npos) << said;

  Network large = network_for(TicTacToe{}, "large");  // strange, but with numbers for answers
  for (float& weight : large.weights) weight *= 100;
  const NetFile other(large);
  EXPECT_EQ(complaint(TicTacToe{}, "puct:sims=10,net=" + other.path()), "");
}

// An evaluator that was given such a network nevertheless: the search says so and ends.
TEST(NetEvaluator, WhatIsNotANumberEndsTheSearch) {
  const TicTacToe game;
  for (const float factor : {1e30F, -1e30F, 3e38F}) {
    Network huge = network_for(game, "infinite");
    for (float& weight : huge.weights) weight = std::clamp(weight * factor, -3e38F, 3e38F);
    const auto prepared = prepare_net(huge);
    const Guide<TicTacToe> guide{
        .make_evaluator =
            [&] { return std::make_unique<NetEvaluator<TicTacToe>>(game, prepared, NetParams{}); },
        .has_priors = true};
    Searcher<TicTacToe> searcher(game, {}, 1, guide);
    const auto result = searcher.run({.sims = 100});
    EXPECT_EQ(result.stopped_by, StopReason::fault) << factor;
    EXPECT_NE(result.error.find("the evaluator expects (nan"), std::string::npos) << factor << result.error;
  }
}

// Networks of the first version don't say how likely draws are.
TEST(Puct, DrawsAreForNetworksThatKnowThem) {
  Network older = random_network(shape_for(TicTacToe{}.encoding(), 1, 16, 1), 1);
  older.game = TicTacToe::name;
  older.made_by = "puct_test_older";
  const NetFile without(older);
  const NetFile with(network_for(TicTacToe{}, "newer"));
  EXPECT_EQ(complaint(TicTacToe{}, "puct:net=" + without.path()), "");
  EXPECT_NE(
      complaint(TicTacToe{}, "puct:net=" + without.path() + ",draw=-0.5").find("does not predict draws"),
      std::string::npos);
  EXPECT_EQ(complaint(TicTacToe{}, "puct:net=" + with.path() + ",draw=-0.5"), "");
  EXPECT_NE(complaint(Twenty48{}, "ntuple:sims=10,draw=-0.5").find("won, drawn or lost"), std::string::npos);
}

// Whatever the network thinks, the search finds a win in one move and sees the other's.
TEST(Puct, SearchCorrectsTheNetwork) {
  const TicTacToe game;
  const NetFile file(network_for(game, "win"));
  const auto agent = make_agent(game, *parse_spec("puct:net=" + file.path() + ",sims=400"), 1);
  ASSERT_TRUE(agent) << agent.error().message;
  const auto won = *game.parse_position("oo./xx./...");
  const auto result = (*agent)->choose(won, {});
  EXPECT_EQ(game.print_move(won, *result.best), "c2");
  EXPECT_EQ(result.value, 1);
  const auto threatened = *game.parse_position("o../xx./...");
  EXPECT_EQ(game.print_move(threatened, *(*agent)->choose(threatened, {}).best), "c2");
}

TEST(Puct, PriorsAddUpToOne) {
  const ConnectFour game;
  const NetFile file(network_for(game, "priors"));
  for (const char* options : {"", ",noise=0.25", ",symmetry=false,cache=0"}) {
    const auto agent = make_agent(game, *parse_spec("puct:net=" + file.path() + ",sims=50" + options), 1);
    double sum = 0;
    for (const auto& move : (*agent)->analyze(game.start(), {}).moves) sum += move.prior;
    EXPECT_NEAR(sum, 1, 1e-5) << options;
  }
}

// What the cache keeps is what the network says: without symmetries drawn, nothing changes but the time.
TEST(Puct, CacheChangesNothing) {
  const ConnectFour game;
  const NetFile file(network_for(game, "cache"));
  const auto visits = [&](const std::string& options) {
    const auto agent =
        make_agent(game, *parse_spec("puct:sims=500,symmetry=false,net=" + file.path() + options), 1);
    std::vector<std::uint64_t> list;
    for (const auto& move : (*agent)->analyze(game.start(), {}).moves) list.push_back(move.visits);
    return list;
  };
  EXPECT_EQ(visits(""), visits(",cache=0"));
  EXPECT_EQ(visits(""), visits(",cache=3"));
}

}  // namespace
}  // namespace banyan
