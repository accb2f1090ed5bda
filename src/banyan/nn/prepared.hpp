// A network prepared for play: its weights transformed once and laid out for the inner loops. Any number of
// threads can share it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/nn/kernels.hpp>
#include <banyan/nn/network.hpp>

namespace banyan {

namespace detail {
inline constexpr std::size_t cache_line = 64;

// Numbers that begin on a cache line, all 0 at first.
class AlignedFloats {
 public:
  AlignedFloats() = default;
  explicit AlignedFloats(std::size_t size)
      : memory_(size + cache_line / sizeof(float), 0.0F), begin_(aligned(memory_.data())), size_(size) {}
  AlignedFloats(const AlignedFloats&) = delete;
  AlignedFloats& operator=(const AlignedFloats&) = delete;
  AlignedFloats(AlignedFloats&&) noexcept = default;
  AlignedFloats& operator=(AlignedFloats&&) noexcept = default;
  ~AlignedFloats() = default;

  [[nodiscard]] float* data() { return begin_; }
  [[nodiscard]] const float* data() const { return begin_; }
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  static float* aligned(float* from) {
    const auto address = reinterpret_cast<std::uintptr_t>(from);
    return from + (cache_line - address % cache_line) % cache_line / sizeof(float);
  }
  std::vector<float> memory_;
  float* begin_ = nullptr;
  std::size_t size_ = 0;
};

// A filter of three numbers as it meets a transformed patch (winograd_loops.hpp): the filter's polynomial at
// each point, divided by the product of the point's distances from the others; its last number at infinity.
using FilterFrequencies = std::array<double, side_frequencies>;
inline FilterFrequencies transform_filter(const std::array<double, 3>& g) {
  const auto at = [&](double point) { return g[0] + point * (g[1] + point * g[2]); };
  const double r = std::sqrt(0.5);
  return {g[0], -at(r) / 1.5, -at(-r) / 1.5, at(2 * r) / 6, g[2], at(-2 * r) / 6};
}
}  // namespace detail

// Lays out a matrix for multiplying from the right; element(row, column) gives its numbers.
template <class Element>
void fill_panels(float* numbers, std::size_t rows, std::size_t columns, std::size_t panel_columns,
                 Element&& element) {
  for (std::size_t begin = 0; begin < columns; begin += panel_columns)
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = begin; column < std::min(columns, begin + panel_columns); ++column)
        *numbers++ = static_cast<float>(element(row, column));
}

class PanelMatrix {
 public:
  PanelMatrix() = default;
  template <class Element>
  PanelMatrix(std::size_t rows, std::size_t columns, std::size_t panel_columns, Element&& element)
      : numbers_(rows * columns), rows_(rows), columns_(columns) {
    fill_panels(numbers_.data(), rows, columns, panel_columns, element);
  }
  [[nodiscard]] Panels panels() const { return {numbers_.data(), rows_, columns_}; }

 private:
  detail::AlignedFloats numbers_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

// A 3×3 convolution: a matrix for each frequency, one behind the other, and a bias for each channel that goes
// out.
class WinogradFilters {
 public:
  static constexpr std::size_t frequencies = side_frequencies * side_frequencies;

  // Weights as [outputs][inputs][3][3].
  WinogradFilters(std::span<const float> weights, std::span<const float> bias, std::size_t panel_columns)
      : bias_(bias.begin(), bias.end()),
        inputs_(weights.size() / bias.size() / 9),
        matrices_(frequencies * matrix_size()) {
    std::vector<std::array<double, frequencies>> filters;
    for (std::size_t i = 0; i < weights.size(); i += 9) filters.push_back(transform(weights.subspan(i, 9)));
    for (std::size_t f = 0; f < frequencies; ++f)
      fill_panels(matrices_.data() + f * matrix_size(), inputs_, outputs(), panel_columns,
                  [&](std::size_t in, std::size_t out) { return filters[out * inputs_ + in][f]; });
  }
  [[nodiscard]] Panels matrix(std::size_t row_frequency, std::size_t column_frequency) const {
    const std::size_t frequency = row_frequency * side_frequencies + column_frequency;
    return {matrices_.data() + frequency * matrix_size(), inputs_, outputs()};
  }
  [[nodiscard]] const float* bias() const { return bias_.data(); }
  [[nodiscard]] std::size_t outputs() const { return bias_.size(); }

 private:
  static std::array<double, frequencies> transform(std::span<const float> filter) {
    std::array<detail::FilterFrequencies, 3> columns;
    for (std::size_t x = 0; x < 3; ++x)
      columns[x] = detail::transform_filter({filter[x], filter[3 + x], filter[6 + x]});
    std::array<double, frequencies> done;
    auto end = done.begin();
    for (std::size_t y = 0; y < side_frequencies; ++y)
      for (const double number : detail::transform_filter({columns[0][y], columns[1][y], columns[2][y]}))
        *end++ = number;
    return done;
  }
  [[nodiscard]] std::size_t matrix_size() const { return inputs_ * outputs(); }

  std::vector<float> bias_;
  std::size_t inputs_;
  detail::AlignedFloats matrices_;
};

class PreparedNetwork {
 public:
  explicit PreparedNetwork(const Network& network)
      : PreparedNetwork(network, kernels_in_use(network.shape.filters)) {}
  // With kernels whose step the filters fit.
  PreparedNetwork(const Network& network, const Kernels& kernels)
      : shape_(network.shape), kernels_(&kernels), tensors_(tensors_of(shape_)), weights_(network.weights) {
    const std::size_t filters = shape_.filters;
    convolutions_ = make_convolutions();
    // Both 1×1 convolutions that look at the last cells, side by side.
    const auto pooled = tensor("pooled.weight");
    const auto policy = tensor("policy.weight");
    heads_ = PanelMatrix(filters, 2 * filters, kernels.panel_columns, [&](std::size_t in, std::size_t out) {
      return out < filters ? pooled[out * filters + in] : policy[(out - filters) * filters + in];
    });
    policy_pooled_ = transposed("policy_pooled.weight", filters);
    value_hidden_ = transposed("value_hidden.weight", filters);
  }

  [[nodiscard]] const NetShape& shape() const { return shape_; }
  [[nodiscard]] const Kernels& kernels() const { return *kernels_; }
  [[nodiscard]] std::size_t input_channels() const {  // with those that fill up the last step
    const std::size_t step = kernels_->channel_step;
    return (shape_.planes + step - 1) / step * step;
  }
  // The stem's and the blocks'.
  [[nodiscard]] const std::vector<WinogradFilters>& convolutions() const { return convolutions_; }
  [[nodiscard]] Panels heads() const { return heads_.panels(); }
  [[nodiscard]] Panels policy_pooled() const { return policy_pooled_.panels(); }
  [[nodiscard]] Panels value_hidden() const { return value_hidden_.panels(); }
  // Weights that are used as they are.
  [[nodiscard]] std::span<const float> tensor(std::string_view name) const {
    for (const Tensor& tensor : tensors_)
      if (tensor.name == name) return std::span(weights_).subspan(tensor.offset, tensor.size());
    return {};
  }

 private:
  [[nodiscard]] std::vector<WinogradFilters> make_convolutions() const {
    std::vector<WinogradFilters> list;
    const auto add = [&](const std::string& name) {
      list.emplace_back(tensor(name + ".weight"), tensor(name + ".bias"), kernels_->panel_columns);
    };
    add("stem");
    for (std::uint32_t i = 0; i < shape_.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      add(block + ".first");
      add(block + ".second");
    }
    return list;
  }
  [[nodiscard]] PanelMatrix transposed(std::string_view name, std::size_t outputs) const {
    const auto weights = tensor(name);
    const std::size_t inputs = weights.size() / outputs;
    return PanelMatrix(inputs, outputs, kernels_->panel_columns,
                       [&](std::size_t in, std::size_t out) { return weights[out * inputs + in]; });
  }

  NetShape shape_;
  const Kernels* kernels_;
  std::vector<Tensor> tensors_;
  std::vector<float> weights_;
  std::vector<WinogradFilters> convolutions_;
  PanelMatrix heads_;
  PanelMatrix policy_pooled_;
  PanelMatrix value_hidden_;
};

}  // namespace banyan
