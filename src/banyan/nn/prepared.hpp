// A network made ready for play: its weights transformed and laid out for the inner loops, once. It is not
// changed afterwards, so that any number of threads can share it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <span>
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

constexpr std::size_t whole_steps(std::size_t channels) {
  return (channels + channel_step - 1) / channel_step * channel_step;
}

// A filter of three numbers as it meets a transformed patch of five: exact up to the division by 6.
constexpr std::array<double, patch_side> transform_filter(const std::array<double, 3>& g) {
  return {g[0] / 2, -(g[0] + g[1] + g[2]) / 2, (g[1] - g[0] - g[2]) / 6, (g[0] + 2 * g[1] + 4 * g[2]) / 6,
          g[2]};
}
}  // namespace detail

// A matrix for multiplying from the right; element(row, column) gives its numbers.
class PanelMatrix {
 public:
  PanelMatrix() = default;
  template <class Element>
  PanelMatrix(std::size_t rows, std::size_t columns, std::size_t panel_columns, Element&& element)
      : numbers_(rows * columns), rows_(rows), columns_(columns) {
    float* next = numbers_.data();
    for (std::size_t begin = 0; begin < columns; begin += panel_columns)
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = begin; column < std::min(columns, begin + panel_columns); ++column)
          *next++ = static_cast<float>(element(row, column));
  }
  [[nodiscard]] Panels panels() const { return {numbers_.data(), rows_, columns_}; }

 private:
  detail::AlignedFloats numbers_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

// A 3×3 convolution: a matrix for each frequency, and a bias for each channel that goes out.
class WinogradFilters {
 public:
  // Weights as [outputs][inputs][3][3].
  WinogradFilters(std::span<const float> weights, std::span<const float> bias, std::size_t panel_columns)
      : bias_(bias.begin(), bias.end()) {
    const std::size_t outputs = bias.size();
    const std::size_t inputs = weights.size() / outputs / 9;
    std::vector<double> transformed(frequencies * inputs * outputs);
    for (std::size_t out = 0; out < outputs; ++out)
      for (std::size_t in = 0; in < inputs; ++in) {
        const auto filter = transform(weights.subspan((out * inputs + in) * 9, 9));
        for (std::size_t f = 0; f < frequencies; ++f)
          transformed[(f * inputs + in) * outputs + out] = filter[f];
      }
    for (std::size_t f = 0; f < frequencies; ++f)
      matrices_.emplace_back(inputs, outputs, panel_columns, [&](std::size_t in, std::size_t out) {
        return transformed[(f * inputs + in) * outputs + out];
      });
  }
  [[nodiscard]] Panels matrix(std::size_t frequency) const { return matrices_[frequency].panels(); }
  [[nodiscard]] const float* bias() const { return bias_.data(); }
  [[nodiscard]] std::size_t outputs() const { return bias_.size(); }

 private:
  static std::array<double, frequencies> transform(std::span<const float> filter) {
    std::array<std::array<double, patch_side>, 3> columns{};  // transformed along the columns
    for (std::size_t x = 0; x < 3; ++x)
      columns[x] = detail::transform_filter({filter[x], filter[3 + x], filter[6 + x]});
    std::array<double, frequencies> done{};
    for (std::size_t y = 0; y < patch_side; ++y) {
      const auto line = detail::transform_filter({columns[0][y], columns[1][y], columns[2][y]});
      for (std::size_t x = 0; x < patch_side; ++x) done[y * patch_side + x] = line[x];
    }
    return done;
  }

  std::vector<float> bias_;
  std::vector<PanelMatrix> matrices_;
};

class PreparedNetwork {
 public:
  explicit PreparedNetwork(const Network& network, const Kernels& kernels = kernels_in_use())
      : shape_(network.shape), kernels_(&kernels), tensors_(tensors_of(shape_)), weights_(network.weights) {
    add_convolution("stem");
    for (std::uint32_t i = 0; i < shape_.blocks; ++i) {
      const std::string block = "block" + std::to_string(i);
      add_convolution(block + ".first");
      add_convolution(block + ".second");
    }
    const std::size_t filters = shape_.filters;
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
  void add_convolution(const std::string& name) {
    convolutions_.emplace_back(tensor(name + ".weight"), tensor(name + ".bias"), kernels_->panel_columns);
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
