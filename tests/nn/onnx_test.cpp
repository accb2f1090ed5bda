// The ONNX model, taken apart field by field: sizes fit together, and all weights are in it as they are.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/nn/onnx.hpp>

namespace banyan {
namespace {

struct Field {
  std::uint64_t number = 0;  // where it is a number
  std::string_view bytes;    // where it is a text or a message
};
using Message = std::multimap<unsigned, Field>;

std::uint64_t take_varint(std::string_view& text) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !text.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(text.front());
    text.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte < 0x80U) return value;
  }
  ADD_FAILURE() << "a number is cut off";
  return value;
}

Message parse(std::string_view text) {
  Message message;
  while (!text.empty()) {
    const std::uint64_t key = take_varint(text);
    Field field;
    if ((key & 7U) == 0) {
      field.number = take_varint(text);
    } else {
      EXPECT_EQ(key & 7U, 2U);
      const std::uint64_t size = take_varint(text);
      EXPECT_LE(size, text.size());
      field.bytes = text.substr(0, size);
      text.remove_prefix(field.bytes.size());
    }
    message.emplace(static_cast<unsigned>(key >> 3U), field);
  }
  return message;
}

std::vector<Message> parts(const Message& message, unsigned field) {
  std::vector<Message> list;
  for (auto [it, end] = message.equal_range(field); it != end; ++it) list.push_back(parse(it->second.bytes));
  return list;
}
std::string text(const Message& message, unsigned field) {
  const auto it = message.find(field);
  return it == message.end() ? "" : std::string(it->second.bytes);
}

TEST(Onnx, HoldsTheWholeNetwork) {
  const NetShape shape{.planes = 4, .whole_moves = 1, .blocks = 2, .filters = 16};
  const Network network = random_network(shape, 1);
  const std::string bytes = print_onnx(network);
  const Message graph = parts(parse(bytes), 7).at(0);

  std::map<std::string, std::string> weights;
  for (const Message& tensor : parts(graph, 5)) weights[text(tensor, 8)] = text(tensor, 9);
  const auto tensors = tensors_of(shape);
  EXPECT_EQ(weights.size(), tensors.size());
  for (const Tensor& tensor : tensors)
    EXPECT_EQ(weights[tensor.name],
              std::string(reinterpret_cast<const char*>(network.weights.data() + tensor.offset),
                          tensor.size() * sizeof(float)))
        << tensor.name;
}

// Whatever a node takes is a weight, the input, or comes out of a node before it.
TEST(Onnx, NodesStandInOrder) {
  for (const std::uint32_t whole : {0U, 2U})
    for (const std::uint32_t planes : {0U, 1U}) {
      if (whole + planes == 0) continue;
      const std::uint32_t values = 1 + planes;  // with and without draws
      const NetShape shape{.planes = 3,
                           .move_planes = planes,
                           .whole_moves = whole,
                           .values = values,
                           .blocks = 1,
                           .filters = 8};
      const std::string bytes = print_onnx(random_network(shape, 1));
      const Message graph = parts(parse(bytes), 7).at(0);
      std::map<std::string, int> known{{"planes", 1}};
      for (const Message& tensor : parts(graph, 5)) ++known[text(tensor, 8)];
      for (const Message& node : parts(graph, 1)) {
        for (auto [it, end] = node.equal_range(1); it != end; ++it)
          EXPECT_EQ(known.count(std::string(it->second.bytes)), 1U) << it->second.bytes;
        for (auto [it, end] = node.equal_range(2); it != end; ++it)
          EXPECT_EQ(++known[std::string(it->second.bytes)], 1) << it->second.bytes;
      }
      EXPECT_EQ(known.count("moves"), 1U);
      EXPECT_EQ(known.count("value"), 1U);
      EXPECT_EQ(known.count("draw"), values - 1);
    }
}

}  // namespace
}  // namespace banyan
