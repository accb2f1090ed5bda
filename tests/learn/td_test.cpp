// Temporal-difference learning: single steps by hand, that it learns, and that a training goes on.
#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/agent/td_worker.hpp>
#include <banyan/core/file_reader.hpp>
#include <banyan/games/twenty48.hpp>
#include <banyan/learn/td/checkpoint.hpp>
#include <banyan/learn/td/training.hpp>
#include <banyan/learn/training_report.hpp>
#include <banyan/session/game_of.hpp>
#include <banyan/store/folder_lock.hpp>
#include <banyan/store/learning_curve.hpp>

namespace banyan {
namespace {

NTupleShape corner_shape() { return {.patterns = *parse_patterns("0"), .stages = {}, .base = 0}; }

class TdFolderTest : public ::testing::Test {
 protected:
  TdFolderTest() {
    std::filesystem::remove_all(path_);
    params_ = {.folder = path_,
               .games = 200,
               .learner = TdLearnerParams{.patterns = "0123/0145"},
               .threads = 1,
               .seed = 5,
               .report_games = 100};
  }
  ~TdFolderTest() override { std::filesystem::remove_all(path_); }

  std::string path_ =
      (std::filesystem::temp_directory_path() / ("banyan_td_" + std::to_string(getpid()))).string();
  GameOf<Twenty48> game_{Twenty48{}};
  TdTrainingParams params_;
  std::vector<std::string> notes_;
  std::vector<TdReport> reports_;
  TdListener listener_{.report = [this](const TdReport& report) { reports_.push_back(report); },
                       .note = [this](const std::string& text) { notes_.push_back(text); },
                       .saved = {}};
};

// The board with a 2 in a corner has the weight of that corner twice, and six empty corners' weights.
TEST(TdUpdate, MovesTheValueByItsRate) {
  const TdStudent student(corner_shape(), TdRule::td, 0.5);
  NTupleNetwork::Places places{};
  student.network.find(NibbleBoard{1}, places);
  student.update(places, 80);
  // The error of 80 times 0.5, spread over 8 lookups: 5 each, added to the weight of every lookup in turn.
  EXPECT_FLOAT_EQ(student.network.weights()[1], 2 * 5);
  EXPECT_FLOAT_EQ(student.network.weights()[0], 6 * 5);
}

// Each weight's first step is a full one; once its errors cancel, it stays where it is.
TEST(TdUpdate, CoherenceSlowsDownWhatGoesBackAndForth) {
  const TdStudent student({.patterns = *parse_patterns("0123"), .stages = {}, .base = 0}, TdRule::tc, 1);
  NTupleNetwork::Places places{};
  student.network.find(NibbleBoard{0}, places);  // eight times the same weight
  Coherence& entry = student.coherence.entries()[0];
  entry = {.errors = 3, .sizes = 6};
  student.update(places, 8);
  EXPECT_FLOAT_EQ(entry.errors, 3 + 8 * 8);
  EXPECT_FLOAT_EQ(entry.sizes, 6 + 8 * 8);
  EXPECT_GT(student.network.weights()[0], 8.0F / 8 * 3 / 6);
  const float before = student.network.weights()[0];
  entry = {.errors = 0, .sizes = 6};
  student.update(places, 8 * before + 1);
  EXPECT_NE(entry.errors, 0);
  // The first of the eight moved nothing; the others only as far as the new errors agree.
  EXPECT_LT(student.network.weights()[0] - before, 1.0F / 8 * 8);
}

// A uniformly random player has a mean of 1100. The learner has more than seven times that after 1500 games
// of a network that is far too small to play well. Over 24 seeds it has 15,900, with a standard deviation of
// 1,130: the threshold is seven of these below, a chance of about 1e-12.
TEST(TdLearning, PlaysBetterThanAtRandom) {
  const TdStudent student({.patterns = *parse_patterns("5x4"), .stages = {}, .base = 0}, TdRule::tc, 1);
  TdWorker<Twenty48> worker(Twenty48{}, student, 1, 0);
  int games = 0;
  double sum = 0;
  while (games < 2000)
    worker.round<true>([&](const TdGame& game) {
      if (++games > 1500) sum += game.score;
    });
  EXPECT_GT(sum / (games - 1500), 8000);
}

// A game in which there is nothing to choose: one counts down to 0, and each move pays what is left after it.
// So after the move to 3 there are 2 + 1 + 0 still to come. All cells of the board show the number.
struct Countdown {
  static constexpr std::string_view name = "countdown";
  static constexpr int max_players = 1;
  static constexpr std::size_t max_legal = 1;
  static constexpr std::size_t max_chance = 1;
  struct State {
    int left = 0;
    bool chance = false;
    friend bool operator==(const State&, const State&) = default;
  };
  using Move = std::uint8_t;

  [[nodiscard]] State start() const { return {.left = from}; }
  [[nodiscard]] Player current_player(const State& state) const { return state.chance ? chance_player : 0; }
  void legal_moves(const State& /*state*/, MoveListOf<Countdown>& moves) const { moves.push_back(0); }
  void chance_outcomes(const State& /*state*/, ChanceListOf<Countdown>& list) const {
    list.push_back({0, 1});
  }
  std::array<double, 1> apply(State& state, Move /*move*/) const {
    if (!state.chance) --state.left;
    state.chance = !state.chance;
    return {state.chance ? static_cast<double>(state.left) : 0};
  }
  [[nodiscard]] std::optional<std::array<double, 1>> outcome(const State& state) const {
    if (state.left > 0 || state.chance) return std::nullopt;
    return std::array<double, 1>{0};
  }
  [[nodiscard]] std::uint64_t hash(const State& state) const {
    return mix64(static_cast<std::uint64_t>(2 * state.left + (state.chance ? 1 : 0)));
  }
  // The number in the corners, and other numbers along the edges: each edge reads differently, and backward
  // too.
  [[nodiscard]] NibbleBoard cells(const State& state) const {
    return static_cast<NibbleBoard>(state.left) * 0x1001'0000'0000'1001U + 0x0870'6005'4003'0210U;
  }
  void afterstates(const State& state, AfterstateListOf<Countdown>& list) const {
    if (state.left == 0) return;
    State next = state;
    const double paid = apply(next, 0)[0];
    list.push_back({0, next, paid});
  }

  int from = 4;
};

// Eight weights for each number, one for each way to read an edge: a step at rate 1 goes the whole way.
TdStudent countdown_student(double rate, const TdMethod& method) {
  return {{.patterns = *parse_patterns("0123"), .stages = {}, .base = 0}, TdRule::td, rate, method};
}
float value_of(const TdStudent& student, int left) {
  return student.network.value(Countdown{}.cells({.left = left, .chance = true}));
}

// A worker plays two games side by side: four moves, a round in which each is found to be over, and four
// rounds of learning from them. Forward learning would know of the last move's pay alone by then.
TEST(TdLearning, BackwardLearnsAWholeGameAtOnce) {
  const TdStudent student =
      countdown_student(1, {.order = TdOrder::backward, .lambda = 0, .restarts = false});
  TdWorker<Countdown> worker(Countdown{}, student, 1, 0);
  for (int round = 0; round < 4 + 1 + 4; ++round)
    worker.round<true>([](const TdGame& game) {
      EXPECT_EQ(game.score, 3 + 2 + 1);
      EXPECT_EQ(game.moves, 4U);
    });
  EXPECT_FLOAT_EQ(value_of(student, 3), 2 + 1);
  EXPECT_FLOAT_EQ(value_of(student, 2), 1);
  EXPECT_FLOAT_EQ(value_of(student, 1), 0);
}

// At half the rate, by hand: each of the two games moves the value after 2 halfway to 1, to 0.5 and 0.75, and
// the value after 3 halfway to 2 plus what came after it: the 1 that was paid, in the share of lambda, or
// these values.
TEST(TdLearning, LambdaWeighsTheReturnSeen) {
  for (const auto& [lambda, expected] : {std::pair(0.0, 2.0), {0.5, 2.125}, {1.0, 2.25}}) {
    const TdStudent student =
        countdown_student(0.5, {.order = TdOrder::backward, .lambda = lambda, .restarts = false});
    TdWorker<Countdown> worker(Countdown{}, student, 1, 0);
    for (int round = 0; round < 4 + 1 + 4; ++round) worker.round<true>([](const TdGame&) {});
    EXPECT_FLOAT_EQ(value_of(student, 2), 0.75F) << lambda;
    EXPECT_FLOAT_EQ(value_of(student, 3), static_cast<float>(expected)) << lambda;
  }
}

// A game of twelve moves goes on from after its seventh; the five that follow are too few to go on again. The
// part is learned from, but it is not a game.
TEST(TdLearning, RestartsFromTheMiddleOfLongGames) {
  const TdStudent student =
      countdown_student(1, {.order = TdOrder::backward, .lambda = 0.5, .restarts = true});
  TdWorker<Countdown> worker(Countdown{12}, student, 1, 0);
  int games = 0;
  std::uint64_t moves = 0;
  for (int round = 0; round < (12 + 1 + 12) + (5 + 1 + 5); ++round)
    moves += worker.round<true>([&](const TdGame& game) {
      EXPECT_EQ(game.moves, 12U);
      ++games;
    });
  EXPECT_EQ(games, 2);
  EXPECT_EQ(moves, 2U * (12 + 5));
}

// How a training learns is kept with it.
TEST_F(TdFolderTest, GoesOnInTheSameWay) {
  params_.learner->lambda = 0.25;
  params_.learner->restarts = false;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  const auto kept = TdFolder(path_).learner();
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->order, TdOrder::backward);
  EXPECT_EQ(kept->lambda, 0.25);
  EXPECT_FALSE(kept->restarts);
}

TEST_F(TdFolderTest, GoesOnWhereItLeftOff) {
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  ASSERT_FALSE(reports_.empty());
  EXPECT_GE(reports_.back().games, 200U);
  EXPECT_TRUE(notes_.empty());
  const std::uint64_t before = reports_.back().games;
  params_.games = 400;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_EQ(notes_[0], "going on after " + std::to_string(before) + " games");
  EXPECT_GE(reports_.back().games, 400U);
  std::ifstream curve(path_ + "/curve.tsv");
  std::uint64_t last = 0;
  std::size_t rows = 0;
  for (std::string line; std::getline(curve, line);) {
    if (line.starts_with('#')) continue;
    const std::uint64_t games = std::stoull(line);
    EXPECT_GT(games, last);
    last = games;
    ++rows;
  }
  EXPECT_GE(rows, 3U);
  EXPECT_EQ(last, reports_.back().games);
}

TEST_F(TdFolderTest, HasAPageOfItsCurve) {
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  const auto curve = read_curve(TdFolder(path_).curve());
  ASSERT_TRUE(curve) << curve.error().message;
  ASSERT_EQ(curve->size(), reports_.size());
  EXPECT_EQ(curve->back().games, reports_.back().games);
  EXPECT_EQ(curve->back().mean, reports_.back().mean);
  EXPECT_EQ(curve->back().reached.at(2048), reports_.back().share(2048));
  const auto file = write_training_report(path_);
  ASSERT_TRUE(file) << file.error().message;
  const auto page = read_file(*file);
  ASSERT_TRUE(page);
  for (const char* part : {"<h1>twenty48</h1>", "Score of the games", "<th>patterns</th><td>0123/0145</td>"})
    EXPECT_NE(page->find(part), std::string::npos) << part;
  for (const char* foreign : {"http", "<script", "url(", "@import", "nan"})
    EXPECT_EQ(page->find(foreign), std::string::npos) << foreign;
  std::ofstream(path_ + "/curve.tsv", std::ios::app) << "1\t2\tmany\n";
  const auto broken = write_training_report(path_);
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().message.find("line " + std::to_string(curve->size() + 2)), std::string::npos)
      << broken.error().message;
}

TEST_F(TdFolderTest, PassesOverADamagedCheckpoint) {
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  const std::uint64_t before = reports_.back().games;
  params_.games = before + 100;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  std::filesystem::resize_file(path_ + "/network.ntuple", 1000);
  notes_.clear();
  params_.games = before + 200;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  ASSERT_EQ(notes_.size(), 2U);
  EXPECT_NE(notes_[0].find("resuming from the checkpoint before"), std::string::npos);
  EXPECT_EQ(notes_[1], "going on after " + std::to_string(before) + " games");
}

TEST_F(TdFolderTest, RefusesASecondTrainingAndAnotherShape) {
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  params_.learner->patterns = "0123/4567";
  const auto other = train_ntuple(game_, params_, listener_, {});
  ASSERT_FALSE(other);
  EXPECT_NE(other.error().message.find("0123/0145"), std::string::npos) << other.error().message;
  const auto lock = FolderLock::take(path_);
  ASSERT_TRUE(lock);
  const auto second = train_ntuple(game_, params_, listener_, {});
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("another training"), std::string::npos);
}

// The folder says that half an hour was spent: of a budget of 30 minutes nothing is left, of one of games
// all.
TEST_F(TdFolderTest, MinutesCountWhatEarlierStartsUsed) {
  const NTupleShape shape{
      .patterns = *parse_patterns("0123/0145"), .stages = {}, .base = 0, .game = "twenty48"};
  const TdStudent student(shape, TdRule::tc, 1);
  ASSERT_TRUE(FolderLock::take(path_));  // makes the folder
  ASSERT_TRUE(TdFolder(path_).save(student, {.games = 7, .moves = 700, .seconds = 1800}));
  params_.games = {};
  params_.minutes = 30;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  auto kept = TdFolder(path_).load(student, {});
  ASSERT_TRUE(kept);
  EXPECT_EQ(kept->games, 7U);
  EXPECT_EQ(kept->moves, 700U);
  EXPECT_TRUE(reports_.empty());
  EXPECT_NE(notes_.back().find("budget"), std::string::npos);

  params_.minutes = {};
  params_.games = 100;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  kept = TdFolder(path_).load(student, {});
  ASSERT_TRUE(kept);
  EXPECT_GE(kept->games, 100U);
  EXPECT_GT(kept->seconds, 1800);
  EXPECT_GT(reports_.back().seconds, 1800);
}

// A stage that is added begins with what the stage before knows, and learns from there.
TEST_F(TdFolderTest, FurtherStagesBeginAsTheLastOne) {
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  const TdStudent student(
      {.patterns = *parse_patterns("0123/0145"), .stages = {6, 7}, .base = 0, .game = "twenty48"}, TdRule::tc,
      1);
  ASSERT_TRUE(TdFolder(path_).load(student, {}));
  const auto weights = student.network.weights();
  const std::size_t size = student.network.shape().weights_in_stage();
  EXPECT_TRUE(std::any_of(weights.begin(), weights.end(), [](float weight) { return weight != 0; }));
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_EQ(weights[size + i], weights[i]);
    ASSERT_EQ(weights[2 * size + i], weights[i]);
    ASSERT_EQ(student.coherence.entries()[size + i].sizes, 0);
  }

  params_.learner->stages = "64/128";
  params_.games = 400;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  ASSERT_TRUE(TdFolder(path_).load(student, {}));
  EXPECT_FALSE(std::equal(weights.begin(), weights.begin() + static_cast<std::ptrdiff_t>(size),
                          weights.begin() + static_cast<std::ptrdiff_t>(2 * size)));

  for (const char* others : {"-", "64", "64/256", "32/64/128"}) {  // stages that are there stay
    params_.learner->stages = others;
    const auto refused = train_ntuple(game_, params_, listener_, {});
    ASSERT_FALSE(refused) << others;
    EXPECT_NE(refused.error().message.find("stages 64/128"), std::string::npos) << refused.error().message;
  }
}

// A training by td may go on by coherence, not the other way round.
TEST_F(TdFolderTest, MayEndByCoherence) {
  params_.learner->rule = TdRule::td;
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, {}));
  const std::uint64_t before = reports_.back().games;
  params_.learner->rule = TdRule::tc;
  params_.games = before + 100;
  const auto gone_on = train_ntuple(game_, params_, listener_, {});
  ASSERT_TRUE(gone_on) << gone_on.error().message;
  EXPECT_GE(reports_.back().games, before + 100);
  EXPECT_EQ(TdFolder(path_).learner()->rule, TdRule::tc);
  params_.learner->rule = TdRule::td;
  params_.games = before + 200;
  EXPECT_FALSE(train_ntuple(game_, params_, listener_, {}));
}

TEST_F(TdFolderTest, KeepsWhatWasLearntWhenStopped) {
  std::stop_source stop;
  params_.games = {};
  params_.threads = 2;
  listener_.report = [&](const TdReport& report) {
    reports_.push_back(report);
    stop.request_stop();
  };
  ASSERT_TRUE(train_ntuple(game_, params_, listener_, stop.get_token()));
  const TdStudent student(
      {.patterns = *parse_patterns("0123/0145"), .stages = {}, .base = 0, .game = "twenty48"}, TdRule::tc, 1);
  const auto loaded = TdFolder(path_).load(student, {});
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->games, reports_.back().games);
  EXPECT_GE(loaded->moves, reports_.back().moves);
}

}  // namespace
}  // namespace banyan
