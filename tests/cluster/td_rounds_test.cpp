// One network taught by several ranks (threads here): what they merge, and that it is the same every time.
#include <banyan/learn/td/rounds.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

#include <banyan/cluster/td_peers.hpp>
#include <banyan/cluster/thread_wire.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/learn/td/checkpoint.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/session/game_of.hpp>

namespace banyan::cluster {
namespace {

const TdLearnerParams learner{.patterns = "0123/0145"};
NTupleShape shape() {
  return {.patterns = *parse_patterns(learner.patterns), .stages = {}, .base = 0, .game = "twenty48"};
}

std::vector<float> weights_of(const TdStudent& student) {
  const auto all = student.network.weights();
  return {all.begin(), all.end()};
}
double evidence_of(const TdStudent& student) {
  double sum = 0;
  for (const Coherence& entry : student.coherence.entries()) sum += entry.sizes;
  return sum;
}

class TdRoundsTest : public ::testing::Test {
 protected:
  TdRoundsTest() { std::filesystem::remove_all(path_); }
  ~TdRoundsTest() override { std::filesystem::remove_all(path_); }

  // A training on so many ranks, which is stopped after some reports; what the folder then has.
  std::vector<float> train(int ranks, const std::string& name, std::size_t reports = 1000) {
    reports_.clear();
    run_ranks(ranks, [&](Ranks& own) {
      const GameOf<Twenty48> game{Twenty48{}};
      const auto peers = td_peers(own);
      const TdTrainingParams params{.folder = path_ + name,
                                    .games = 900,
                                    .learner = learner,
                                    .threads = 1,
                                    .seed = 5,
                                    .report_games = 150,
                                    .peers = peers.get(),
                                    .merge_games = 50};
      std::stop_source stop;
      const auto report = [&](const TdReport& news) {
        reports_.push_back(news);
        if (reports_.size() == reports) stop.request_stop();
      };
      const auto done =
          own.is_first()
              ? train_ntuple(game, params, {.report = report, .note = {}, .saved = {}}, stop.get_token())
              : help_train_ntuple(game, params);
      EXPECT_TRUE(done) << done.error().message;
    });
    const TdStudent student(shape(), TdRule::tc, 1);
    const auto loaded = TdFolder(path_ + name).load(student, {});
    EXPECT_TRUE(loaded);
    if (loaded) games_ = loaded->games;
    return weights_of(student);
  }

  std::string path_ =
      (std::filesystem::temp_directory_path() / ("banyan_rounds_" + std::to_string(getpid()))).string();
  std::vector<TdReport> reports_;
  std::uint64_t games_ = 0;
};

// A weight that one has changed keeps that. Two move it by twice their mean where all errors had one sign, by
// their mean where the errors cancelled, and between where some did.
TEST(TdChanges, GoFurtherAsFarAsErrorsAgree) {
  const auto make = [] {
    return TdStudent({.patterns = *parse_patterns("01"), .stages = {}, .base = 0}, TdRule::tc, 1);
  };
  const TdStudent before = make();
  const TdStudent a = make();
  const TdStudent b = make();
  const auto change = [](const TdStudent& student, std::size_t place, float weight, const Coherence& errors) {
    student.network.weights()[place] += weight;
    student.coherence.entries()[place] = errors;
  };
  for (const TdStudent* each : {&before, &a, &b}) change(*each, 3, 10, {.errors = 0, .sizes = 0});
  change(a, 3, 6, {.errors = 4, .sizes = 4});
  change(b, 3, 2, {.errors = 1, .sizes = 1});
  change(a, 4, 6, {.errors = 2, .sizes = 4});
  change(b, 4, 2, {.errors = -2, .sizes = 6});
  change(a, 5, 6, {.errors = 3, .sizes = 4});
  change(b, 5, 2, {.errors = 2, .sizes = 6});
  change(a, 7, 5, {.errors = -1, .sizes = 9});
  const std::size_t size = a.network.weights().size();
  const TdChanges all = add_changes(changes_of(before, a, 0, size), changes_of(before, b, 0, size));
  EXPECT_EQ(all.size(), 4U);
  make_changes(all, before, a);
  EXPECT_EQ(weights_of(a), weights_of(before));
  const auto weights = a.network.weights();
  EXPECT_FLOAT_EQ(weights[3], 10 + 6 + 2);
  EXPECT_FLOAT_EQ(weights[4], (6 + 2) / 2.0F);
  EXPECT_FLOAT_EQ(weights[5], (6 + 2) * 0.75F);
  EXPECT_FLOAT_EQ(weights[7], 5);
  EXPECT_EQ(a.coherence.entries()[5].errors, 5);
  EXPECT_EQ(a.coherence.entries()[5].sizes, 10);
  undo_changes(before, b);
  EXPECT_EQ(weights_of(b), weights_of(before));
  EXPECT_EQ(b.coherence.entries()[5].sizes, 10);
}

TEST_F(TdRoundsTest, AllRanksEndWithTheSameNetwork) {
  std::mutex mutex;
  std::map<int, std::vector<float>> weights;
  std::map<int, double> evidence;
  run_ranks(5, [&](Ranks& own) {
    const GameOf<Twenty48> game{Twenty48{}};
    const TdStudent student(shape(), TdRule::tc, 1);
    if (own.is_first()) {
      student.network.weights()[0] = 7;  // from an earlier start
      student.coherence.entries()[0] = {.errors = 1, .sizes = 2};
    }
    const auto peers = td_peers(own);
    TdRounds rounds(game, student, 5, 1, *peers);
    EXPECT_EQ(student.network.weights()[0], 7);
    EXPECT_EQ(student.coherence.entries()[0].sizes, 2);
    std::uint64_t games = 0;
    for (int round = 0; round < 3; ++round) {
      const auto harvest = rounds.play({.games_before = games, .games_each = 10}, {});
      ASSERT_TRUE(harvest);
      EXPECT_GE(harvest->games.size(), own.is_first() ? 50U : 0U);
      games += harvest->games.size();
    }
    const std::lock_guard lock(mutex);
    weights[own.rank()] = weights_of(student);
    evidence[own.rank()] = evidence_of(student);
  });
  for (const auto& [rank, list] : weights) {
    EXPECT_EQ(list, weights[0]) << rank;
    EXPECT_EQ(evidence[rank], evidence[0]) << rank;
  }
}

// It learns: over 30 seeds the last report's mean is 3.3 times the first's, with a standard deviation of 0.2,
// so that the threshold is more than six of these below (a chance of about 1e-10).
TEST_F(TdRoundsTest, ATrainingThatIsContinuedIsThatOfOneStart) {
  const std::vector<float> whole = train(3, "whole");
  EXPECT_GE(games_, 900U);
  ASSERT_GE(reports_.size(), 3U);
  EXPECT_GT(reports_.back().mean, 2 * reports_.front().mean) << "it learns";
  EXPECT_EQ(train(3, "again"), whole);
  train(3, "parts", 2);
  EXPECT_LT(games_, 500U);
  EXPECT_EQ(train(3, "parts"), whole);
  EXPECT_NE(train(2, "other"), whole);
}

// The round under way is taken back, and the same comes again.
TEST_F(TdRoundsTest, AStopLeavesTheStudentAsItWasBeforeTheRound) {
  std::stop_source stop;
  run_ranks(2, [&](Ranks& own) {
    const GameOf<Twenty48> game{Twenty48{}};
    const TdStudent student(shape(), TdRule::tc, 1);
    const auto peers = td_peers(own);
    TdRounds rounds(game, student, 5, 1, *peers);
    rounds.play({.games_before = 0, .games_each = 10}, {});
    if (!own.is_first()) {
      rounds.play({}, {});
      return;
    }
    const std::vector<float> before = weights_of(student);
    const std::jthread later([&] { stop.request_stop(); });
    EXPECT_FALSE(rounds.play({.games_before = 20, .games_each = 1'000'000'000}, stop.get_token()));
    EXPECT_EQ(weights_of(student), before);
  });
}

}  // namespace
}  // namespace banyan::cluster
