// N-tuple networks: what a board's value is made of, and their files.
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include <banyan/games/twenty48.hpp>
#include <banyan/nn/ntuple/evaluator.hpp>
#include <banyan/nn/ntuple/library.hpp>

namespace banyan {
namespace {

NTupleShape small_shape() { return {.patterns = *parse_patterns("0123/0145"), .stages = {11}, .base = 5}; }

// Some weights are left at 0, as in any network.
NTupleNetwork random_network(const NTupleShape& shape) {
  NTupleNetwork network(shape);
  Random random(3);
  for (float& weight : network.weights())
    if (random.below(3) > 0) weight = static_cast<float>(random.below(2001)) - 1000;
  return network;
}

class Folder {
 public:
  Folder() { std::filesystem::create_directories(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("banyan_ntuple_" + std::to_string(getpid()))).string();
};

Result<void> save(const std::string& path, const NTupleHeader& header, const NTupleNetwork& network) {
  CheckedWriter file(path);
  write_network(file, header, network);
  return file.commit();
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void put_bytes(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

TEST(NTuplePatterns, ReadAsTheyAreWritten) {
  for (const auto& [name, list] : named_patterns) {
    EXPECT_EQ(print_patterns(*parse_patterns(name)), name);
    EXPECT_EQ(*parse_patterns(list), *parse_patterns(name));
  }
  EXPECT_EQ(print_patterns(*parse_patterns("01/ef")), "01/ef");
  for (const char* wrong : {"", "0123456", "00", "0g", "01/", "9x9", "0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0"})
    EXPECT_FALSE(parse_patterns(wrong)) << wrong;
}

TEST(NTupleNetwork, ValuesAllEightImagesAlike) {
  const NTupleNetwork network = random_network(small_shape());
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const NibbleBoard board = random() & random();
    for (int symmetry = 1; symmetry < 8; ++symmetry)
      EXPECT_NEAR(network.value(transform_board(board, symmetry)), network.value(board), 0.01);
  }
}

// One pattern of one cell: the value is a sum over all images of that cell.
TEST(NTupleNetwork, AddsUpTheWeightsOfItsPatterns) {
  NTupleNetwork network({.patterns = *parse_patterns("0"), .stages = {}, .base = 100});
  network.weights()[3] = 7;
  EXPECT_EQ(network.value(NibbleBoard{0}), 100);
  EXPECT_EQ(network.value(NibbleBoard{3}), 100 + 2 * 7);  // a corner is the image of itself under one mirror
  EXPECT_EQ(network.value(NibbleBoard{0x30}), 100);       // no corner
}

TEST(NTupleNetwork, StagesHaveWeightsOfTheirOwn) {
  const NTupleShape shape{.patterns = *parse_patterns("0"), .stages = {11}, .base = 0};
  NTupleNetwork network(shape);
  network.weights()[shape.weights_in_stage()] = 1;  // an empty corner, once there is a 2048
  EXPECT_EQ(network.value(NibbleBoard{0xa0}), 0);
  EXPECT_EQ(network.value(NibbleBoard{0xb0}), 8);
}

TEST(NTupleEvaluator, TakesTheBestMove) {
  const Twenty48 game;
  const auto network = std::make_shared<const NTupleNetwork>(random_network(small_shape()));
  NTupleEvaluator<Twenty48> evaluator(game, network, 200);
  const auto state = *game.parse_position("2,2,4,8/.,.,.,./.,.,.,./.,.,.,2");
  AfterstateListOf<Twenty48> list;
  game.afterstates(state, list);
  ASSERT_EQ(list.size(), 4U);
  double best = -1e9;
  for (const auto& after : list) best = std::max(best, after.paid + network->value(game.cells(after.state)));
  EXPECT_DOUBLE_EQ(ntuple_value(*network, game, state), best);
  MoveListOf<Twenty48> legal;
  game.legal_moves(state, legal);
  std::array<float, 4> priors{};
  Random random(1);
  EXPECT_DOUBLE_EQ(evaluator.evaluate(state, legal, std::span(priors).first(legal.size()), random).rewards[0],
                   best);
  EXPECT_NEAR(priors[0] + priors[1] + priors[2] + priors[3], 1, 1e-6);
  EXPECT_EQ(evaluator.evaluate(list[0].state, {}, {}, random).rewards[0],
            network->value(game.cells(list[0].state)));
}

TEST(NTupleFile, ReadsBackWhatWasWritten) {
  const Folder folder;
  const NTupleNetwork network = random_network(small_shape());
  const std::string path = folder.file("net");
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  const auto plain = read_ntuple(path);
  ASSERT_TRUE(plain) << plain.error().message;
  EXPECT_EQ((*plain)->shape(), network.shape());
  EXPECT_TRUE(std::ranges::equal((*plain)->weights(), network.weights()));

  ASSERT_TRUE(save(path, {.shape = network.shape(), .encoding = WeightEncoding::packed, .step = 4}, network));
  const auto packed = read_ntuple(path);
  ASSERT_TRUE(packed) << packed.error().message;
  for (std::size_t i = 0; i < network.weights().size(); ++i)
    ASSERT_NEAR((*packed)->weights()[i], network.weights()[i], 2);
}

TEST(NTupleFile, SaysWhatIsWrong) {
  const Folder folder;
  const NTupleNetwork network = random_network(small_shape());
  const std::string path = folder.file("net");
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  const std::string whole = bytes_of(path);
  const auto what_is_wrong = [&](const std::string& bytes) {
    put_bytes(path, bytes);
    const auto read = read_ntuple(path);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(what_is_wrong(whole), "");
  EXPECT_NE(what_is_wrong("").find("cut short"), std::string::npos);
  for (const std::size_t size : {1UL, 20UL, 60UL, 200UL, whole.size() / 2, whole.size() - 1})
    EXPECT_NE(what_is_wrong(whole.substr(0, size)), "") << size;
  EXPECT_NE(what_is_wrong(whole + "x").find("after its end"), std::string::npos);
  std::string changed = whole;
  changed[whole.size() / 2] ^= 1;
  EXPECT_NE(what_is_wrong(changed).find("checksum"), std::string::npos);
  std::string newer = whole;
  newer.replace(newer.find(" 1\n"), 2, " 3");
  EXPECT_NE(what_is_wrong(newer).find("version '3'"), std::string::npos);
  EXPECT_NE(what_is_wrong("GIF89a\n").find("not a valid n-tuple network"), std::string::npos);
  EXPECT_NE(what_is_wrong(std::string(10000, 'x')).find("no end"), std::string::npos);
  std::filesystem::remove(path);
  EXPECT_NE(read_ntuple(path).error().message.find("can't be read"), std::string::npos);
}

// Finite weights whose sum is not.
TEST(NTupleFile, RefusesWeightsThatAreNoPoints) {
  const Folder folder;
  const NTupleNetwork network = random_network(small_shape());
  const std::string path = folder.file("net");
  network.weights()[3] = -3e38F;
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  const auto plain = read_ntuple(path);
  ASSERT_FALSE(plain);
  EXPECT_NE(plain.error().message.find(path), std::string::npos) << plain.error().message;
  EXPECT_NE(plain.error().message.find("1e9 points"), std::string::npos) << plain.error().message;

  network.weights()[3] = 8;
  NTupleHeader header{.shape = network.shape(), .encoding = WeightEncoding::packed, .step = 4};
  ASSERT_TRUE(save(path, header, network));
  std::string bytes = bytes_of(path);  // the checksum is looked at last
  bytes.replace(bytes.find("step 4"), 6, "step 1e300");
  put_bytes(path, bytes);
  EXPECT_NE(read_ntuple(path).error().message.find("1e9 points"), std::string::npos);
  header.shape.base = 1e300;
  ASSERT_TRUE(save(path, header, network));
  EXPECT_NE(read_ntuple(path).error().message.find("its base"), std::string::npos);
}

// Any byte changed is noticed, and nothing is read beyond its place.
TEST(NTupleFile, SurvivesAnyDamage) {
  const Folder folder;
  const NTupleNetwork network = random_network({.patterns = *parse_patterns("01"), .stages = {}, .base = 0});
  const std::string path = folder.file("net");
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  const std::string whole = bytes_of(path);
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    std::string damaged = whole;
    const std::size_t place = random.below(damaged.size());
    damaged[place] = static_cast<char>(damaged[place] ^ static_cast<char>(1 + random.below(255)));
    put_bytes(path, damaged);
    EXPECT_FALSE(read_ntuple(path)) << place;
  }
}

TEST(NTupleLibrary, ReadsAChangedFileAgain) {
  const Folder folder;
  const std::string path = folder.file("net");
  NTupleNetwork network({.patterns = *parse_patterns("0"), .stages = {}, .base = 0});
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  const auto first = *NTupleLibrary::open(path);
  EXPECT_EQ(*NTupleLibrary::open(path), first);
  network.weights()[1] = 8;
  ASSERT_TRUE(save(path, {.shape = network.shape()}, network));
  std::filesystem::last_write_time(path, std::filesystem::last_write_time(path) + std::chrono::seconds(2));
  EXPECT_NE(*NTupleLibrary::open(path), first);
}

TEST(CheckedWriter, LeavesNothingBehindUnlessItIsDone) {
  const Folder folder;
  {
    CheckedWriter file(folder.file("a"));
    file.write(std::string("half"));
  }
  EXPECT_TRUE(std::filesystem::is_empty(std::filesystem::path(folder.file("a")).parent_path()));
  CheckedWriter nowhere(folder.file("no/such/folder"));
  nowhere.write(1);
  EXPECT_FALSE(nowhere.commit());
  if (std::filesystem::exists("/dev/full")) {
    std::filesystem::create_symlink("/dev/full", folder.file("full"));  // which is written through
    CheckedWriter full(folder.file("full"));
    full.write(std::string(1 << 20, 'x'));
    const auto done = full.commit();
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find("No space left"), std::string::npos) << done.error().message;
  }
}

}  // namespace
}  // namespace banyan
