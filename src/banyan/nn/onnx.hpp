// Networks for other programs: the bytes of an ONNX model (opset 11). ONNX is protocol buffers, of which only
// what is needed here is written: whole numbers, floats as bytes, texts and messages within messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <banyan/nn/network.hpp>

namespace banyan {

namespace detail {
// One message of protocol buffers, field by field.
class ProtoMessage {
 public:
  ProtoMessage& number(unsigned field, std::uint64_t value) {
    varint(std::uint64_t{field} << 3U);
    varint(value);
    return *this;
  }
  ProtoMessage& text(unsigned field, std::string_view value) {
    varint(std::uint64_t{field} << 3U | 2U);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ProtoMessage& message(unsigned field, const ProtoMessage& value) { return text(field, value.bytes_); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    for (; value >= 0x80U; value >>= 7U) bytes_ += static_cast<char>(value | 0x80U);
    bytes_ += static_cast<char>(value);
  }
  std::string bytes_;
};

// The graph of a network; numbers of fields are those of onnx.proto3.
class OnnxGraph {
 public:
  explicit OnnxGraph(const Network& network) : network_(network) {
    const NetShape& shape = network.shape;
    std::string x = relu(convolve("planes", "stem", 3));
    for (std::uint32_t i = 0; i < shape.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      const std::string y = convolve(relu(convolve(x, block + ".first", 3)), block + ".second", 3);
      x = relu(node("Add", {x, y}, block + ".sum"));
    }
    const std::string v = relu(convolve(x, "pooled", 1));
    const std::string g =
        node("Concat", {node("GlobalAveragePool", {v}, "mean"), node("GlobalMaxPool", {v}, "max")}, "g",
             {{"axis", 1}});
    const std::string policy =
        node("Add", {convolve(x, "policy", 1), convolve(g, "policy_pooled", 1)}, "policy.sum");
    add_moves(convolve(relu(policy), "out", 1));
    const std::string value = convolve(relu(convolve(g, "value_hidden", 1)), "value", 1);
    add_values(value);
    graph_.text(2, "banyan");
    graph_.message(11, value_info("planes", {"", "rows", "columns"}, shape.planes));
    graph_.message(12, value_info("moves", {"outputs"}, 0));
    graph_.message(12, value_info("value", {""}, 1));
    if (shape.values > 1) graph_.message(12, value_info("draw", {""}, 1));
  }

  [[nodiscard]] std::string model() const {
    constexpr std::uint64_t ir_version = 6;
    constexpr std::uint64_t opset = 11;
    ProtoMessage model;
    model.number(1, ir_version).text(2, "banyan").text(6, network_.game + "; " + network_.made_by);
    model.message(7, graph_).message(8, ProtoMessage().text(1, "").number(2, opset));
    return model.bytes();
  }

 private:
  struct Attribute {
    std::string_view name;
    std::uint64_t value;
  };

  // Both return the name of what comes out.
  std::string node(std::string_view operation, const std::vector<std::string>& inputs,
                   const std::string& output, std::initializer_list<Attribute> attributes = {}) {
    ProtoMessage message;
    for (const std::string& input : inputs) message.text(1, input);
    message.text(2, output).text(4, operation);
    for (const Attribute& attribute : attributes) message.message(5, int_attribute(attribute));
    graph_.message(1, message);
    return output;
  }
  std::string convolve(const std::string& input, const std::string& name, std::uint64_t side) {
    ProtoMessage message;
    message.text(1, input).text(1, add_tensor(name + ".weight", side));
    if (name != "policy_pooled") message.text(1, add_tensor(name + ".bias", side));
    const std::uint64_t pad = side / 2;
    message.text(2, name + ".conv").text(4, "Conv");
    message.message(5, ints_attribute("kernel_shape", {side, side}));
    message.message(5, ints_attribute("pads", {pad, pad, pad, pad}));
    graph_.message(1, message);
    return name + ".conv";
  }
  std::string relu(const std::string& input) { return node("Relu", {input}, input + ".relu"); }

  // Planes of moves cell by cell, then the means of those that are moves as a whole.
  void add_moves(const std::string& planes) {
    const std::uint64_t on_cells = network_.shape.move_planes;
    const std::uint64_t whole = network_.shape.whole_moves;
    if (whole == 0) {
      node("Flatten", {planes}, "moves", {{"axis", 1}});
    } else if (on_cells == 0) {
      node("Flatten", {node("GlobalAveragePool", {planes}, "out.mean")}, "moves", {{"axis", 1}});
    } else {
      split(planes, "out.cells", "out.whole", {on_cells, whole});
      const std::string cells = node("Flatten", {"out.cells"}, "out.cells.flat", {{"axis", 1}});
      const std::string means = node("Flatten", {node("GlobalAveragePool", {"out.whole"}, "out.mean")},
                                     "out.whole.flat", {{"axis", 1}});
      node("Concat", {cells, means}, "moves", {{"axis", 1}});
    }
  }

  // The value, and how likely a draw is where the network tells.
  void add_values(std::string value) {
    if (network_.shape.values > 1) {
      split(value, "value.own", "value.draw", {1, 1});
      node("Flatten", {node("Sigmoid", {"value.draw"}, "draw.sigmoid")}, "draw", {{"axis", 1}});
      value = "value.own";
    }
    node("Flatten", {node("Tanh", {value}, "value.tanh")}, "value", {{"axis", 1}});
  }

  void split(const std::string& input, std::string_view first, std::string_view second,
             std::initializer_list<std::uint64_t> sizes) {
    ProtoMessage message;
    message.text(1, input).text(2, first).text(2, second).text(4, "Split");
    message.message(5, int_attribute({"axis", 1})).message(5, ints_attribute("split", sizes));
    graph_.message(1, message);
  }

  static ProtoMessage int_attribute(const Attribute& attribute) {
    constexpr std::uint64_t int_type = 2;
    return ProtoMessage().text(1, attribute.name).number(3, attribute.value).number(20, int_type);
  }
  static ProtoMessage ints_attribute(std::string_view name, std::initializer_list<std::uint64_t> values) {
    constexpr std::uint64_t ints_type = 7;
    ProtoMessage message;
    message.text(1, name);
    for (const std::uint64_t value : values) message.number(8, value);
    message.number(20, ints_type);
    return message;
  }

  // Everything here is a convolution; matrices are those of one cell.
  std::string add_tensor(const std::string& name, std::uint64_t side) {
    constexpr std::uint64_t float_type = 1;
    for (const Tensor& tensor : tensors_of(network_.shape)) {
      if (tensor.name != name) continue;
      ProtoMessage message;
      for (const std::uint32_t dimension : tensor.dimensions) message.number(1, dimension);
      if (tensor.dimensions.size() == 2) message.number(1, side).number(1, side);
      message.number(2, float_type).text(8, name);
      std::string raw(tensor.size() * sizeof(float), '\0');
      std::memcpy(raw.data(), network_.weights.data() + tensor.offset, raw.size());
      graph_.message(5, message.text(9, raw));
    }
    return name;
  }

  // Dimensions after the batch: a name, or empty for the number given.
  static ProtoMessage value_info(std::string_view name, std::initializer_list<std::string_view> dimensions,
                                 std::uint64_t number) {
    constexpr std::uint64_t float_type = 1;
    ProtoMessage shape;
    shape.message(1, ProtoMessage().text(2, "batch"));
    for (const std::string_view dimension : dimensions)
      shape.message(1,
                    dimension.empty() ? ProtoMessage().number(1, number) : ProtoMessage().text(2, dimension));
    const ProtoMessage tensor = ProtoMessage().number(1, float_type).message(2, shape);
    return ProtoMessage().text(1, name).message(2, ProtoMessage().message(1, tensor));
  }

  const Network& network_;
  ProtoMessage graph_;
};
}  // namespace detail

// Takes `planes` (batch × planes × rows × columns), gives `moves` (batch × outputs, logits), `value` and,
// where the network tells, `draw` (batch × 1).
inline std::string print_onnx(const Network& network) { return detail::OnnxGraph(network).model(); }

}  // namespace banyan
