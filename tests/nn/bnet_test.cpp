// Files of networks: what is written is read, and whatever happens to a file is noticed.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <banyan/nn/bnet.hpp>

namespace banyan {
namespace {

Network example() {
  Network network = random_network({.planes = 4, .whole_moves = 1, .blocks = 2, .filters = 16}, 1);
  network.game = "othello";
  network.rows = network.columns = 8;
  network.made_by = "a test";
  return network;
}

std::string complaint(std::string_view bytes) {
  const auto network = parse_bnet(bytes);
  return network ? "" : network.error().message;
}

TEST(Bnet, ReadsWhatItWrites) {
  const Network network = example();
  const auto back = parse_bnet(print_bnet(network));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->shape, network.shape);
  EXPECT_EQ(back->game, "othello");
  EXPECT_EQ(back->rows, 8U);
  EXPECT_EQ(back->made_by, "a test");
  EXPECT_EQ(back->weights, network.weights);
}

// What can be told without the likelihood of draws is told as the first version did, so that older programs
// read it.
// A field may be full: then no zero ends it.
TEST(Bnet, TextsMayFillTheirFields) {
  Network network = example();
  network.game = std::string(192, 'g');
  network.made_by = std::string(256, 'm');
  const auto back = parse_bnet(print_bnet(network));
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->game, network.game);
  EXPECT_EQ(back->made_by, network.made_by);
}

TEST(Bnet, ADrawMakesItTheSecondVersion) {
  constexpr std::size_t version_at = 8;
  Network network = example();
  EXPECT_EQ(print_bnet(network)[version_at], 1);
  NetShape shape = network.shape;
  shape.values = 2;
  network.shape = shape;
  network.weights = random_network(shape, 2).weights;
  const std::string bytes = print_bnet(network);
  EXPECT_EQ(bytes[version_at], 2);
  const auto back = parse_bnet(bytes);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(back->shape, shape);
  EXPECT_EQ(back->weights, network.weights);
}

TEST(Bnet, TensorsLieOneBehindTheOther) {
  const NetShape shape{.planes = 3, .blocks = 3, .filters = 32};
  std::size_t end = 0;
  for (const Tensor& tensor : tensors_of(shape)) {
    EXPECT_GE(tensor.offset, end) << tensor.name;
    EXPECT_LT(tensor.offset, end + tensor_alignment) << tensor.name;
    EXPECT_EQ(tensor.offset % tensor_alignment, 0U) << tensor.name;
    end = tensor.offset + tensor.size();
  }
  EXPECT_GE(weight_count(shape), end);
  // By hand: stem 3·32·9+32, six times 32·32·9+32, two of 32·32+32, 64·32, 32+1, 64·32+32, 32+1.
  EXPECT_EQ(parameter_count(shape), 896U + 6 * 9248 + 2 * 1056 + 2048 + 33 + 2080 + 33);
}

TEST(Bnet, EveryByteCounts) {
  const std::string whole = print_bnet(example());
  for (std::size_t i = 0; i < whole.size(); i += i < 600 ? 1 : 97) {
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 0x10);
    EXPECT_NE(complaint(changed), "") << "byte " << i;
  }
}

TEST(Bnet, EveryLengthCounts) {
  const std::string whole = print_bnet(example());
  for (std::size_t length = 0; length < whole.size(); length += length < 600 ? 1 : 101)
    EXPECT_NE(complaint(whole.substr(0, length)), "") << length << " bytes";
  EXPECT_NE(complaint(whole + '\0'), "");
}

TEST(Bnet, SaysWhatIsWrong) {
  std::string bytes = print_bnet(example());
  EXPECT_NE(complaint("hello, this is a text and no network").find("not a network"), std::string::npos);
  EXPECT_NE(complaint(bytes.substr(0, 1000)).find("cut off"), std::string::npos);
  std::string newer = bytes;
  newer[8] = 9;
  EXPECT_NE(complaint(newer).find("version 9"), std::string::npos);
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  EXPECT_NE(complaint(bytes).find("checksum"), std::string::npos);
}

TEST(Bnet, RefusesWhatIsNoNumber) {
  Network network = example();
  network.weights[7] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(complaint(print_bnet(network)).find("not finite"), std::string::npos);
}

TEST(Bnet, RefusesWeightsThatWouldOverflow) {
  Network network = example();
  network.weights[1] = -1e30F;
  EXPECT_NE(complaint(print_bnet(network)).find("overflow"), std::string::npos);
  network.weights[1] = -1e15F;
  EXPECT_EQ(complaint(print_bnet(network)), "");
}

TEST(Bnet, RefusesShapesThatAreNone) {
  for (const NetShape& shape : {NetShape{.planes = 3, .blocks = 1, .filters = 20}, NetShape{.planes = 0},
                                NetShape{.planes = 3, .move_planes = 0}, NetShape{.planes = 3, .values = 3},
                                NetShape{.planes = 3, .blocks = 65}}) {
    Network network = example();
    network.shape = shape;
    EXPECT_NE(complaint(print_bnet(network)), "");
  }
}

TEST(Bnet, FilesThatAreNotThere) {
  const auto network = read_bnet("/no/such/folder/x.bnet");
  ASSERT_FALSE(network);
  EXPECT_NE(network.error().message.find("No such file"), std::string::npos) << network.error().message;
  EXPECT_FALSE(read_bnet("/"));
}

TEST(Bnet, FitsItsGameOnly) {
  const Encoding othello{.rows = 8, .columns = 8, .planes = 4, .whole_moves = 1};
  EXPECT_EQ(misfit(example(), "othello", othello), "");
  EXPECT_NE(misfit(example(), "gomoku", othello), "");
  EXPECT_NE(misfit(example(), "othello", {.rows = 8, .columns = 8, .planes = 3, .whole_moves = 1}), "");
}

}  // namespace
}  // namespace banyan
