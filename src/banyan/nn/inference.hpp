// Evaluates a network on one size of board. An object belongs to one thread; it allocates its memory when it
// is made and none afterwards.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <banyan/nn/position_net.hpp>
#include <banyan/nn/prepared.hpp>

namespace banyan {

class Inference final : public PositionNet {
 public:
  Inference(std::shared_ptr<const PreparedNetwork> network, std::size_t rows, std::size_t columns)
      : network_(std::move(network)), grid_(cut_board(rows, columns)) {
    const NetShape& shape = network_->shape();
    together_ = std::max<std::size_t>(1, worthwhile_tiles / grid_.tiles());
    const std::size_t input_channels = network_->input_channels();
    const std::size_t channels = std::max<std::size_t>(shape.filters, input_channels);
    const std::size_t tiles = together_ * grid_.tiles();
    inputs_ = detail::AlignedFloats(together_ * grid_.cells() * input_channels);
    trunk_ = detail::AlignedFloats(together_ * grid_.cells() * shape.filters);
    inner_ = detail::AlignedFloats(together_ * grid_.cells() * shape.filters);
    patches_ = detail::AlignedFloats(WinogradFilters::frequencies * spread(tiles * channels));
    products_ = detail::AlignedFloats(WinogradFilters::frequencies * spread(tiles * shape.filters));
    heads_ = detail::AlignedFloats(cells() * 2 * shape.filters);
    pooled_ = detail::AlignedFloats(2 * std::size_t{shape.filters});
    hidden_ = detail::AlignedFloats(shape.filters);
    scores_ = detail::AlignedFloats(cells() * shape.output_planes());
    move_bias_ = network_->tensor("out.bias");
    move_weights_ = network_->tensor("out.weight");
    pooled_bias_ = network_->tensor("pooled.bias");
    policy_bias_ = network_->tensor("policy.bias");
    hidden_bias_ = network_->tensor("value_hidden.bias");
    value_weights_ = network_->tensor("value.weight");
    value_bias_ = network_->tensor("value.bias");
  }

  [[nodiscard]] std::size_t bytes() const override {
    std::size_t numbers = 0;
    for (const auto* block :
         {&inputs_, &trunk_, &inner_, &patches_, &products_, &heads_, &pooled_, &hidden_, &scores_})
      numbers += block->size();
    return numbers * sizeof(float);
  }

  [[nodiscard]] const PreparedNetwork& network() const { return *network_; }
  [[nodiscard]] std::size_t inputs() const override { return network_->shape().planes * cells(); }
  [[nodiscard]] std::size_t outputs() const override {
    return network_->shape().move_planes * cells() + network_->shape().whole_moves;
  }

  void evaluate(std::span<const float> inputs, std::span<float> outputs, std::span<float> values,
                std::span<float> draws = {}) override {
    for (std::size_t done = 0; done < values.size(); done += together_) {
      const std::size_t count = std::min(together_, values.size() - done);
      take(inputs.data() + done * this->inputs(), count);
      climb(count, [](const float*) {});
      for (std::size_t i = done; i < done + count; ++i) {
        const Judgement judgement =
            answer(trunk_.data() + (i - done) * grid_.cells() * network_->shape().filters,
                   outputs.subspan(i * this->outputs(), this->outputs()));
        values[i] = judgement.value;
        if (!draws.empty()) draws[i] = judgement.draw;
      }
    }
  }

  // The largest magnitude among all activations and outputs for one position; infinite where one is not
  // finite.
  float largest_magnitude(std::span<const float> inputs) {
    float largest = 0;
    const auto look = [&largest](std::span<const float> numbers) {
      for (const float number : numbers)
        largest = std::isfinite(number) ? std::max(largest, std::abs(number))
                                        : std::numeric_limits<float>::infinity();
    };
    take(inputs.data(), 1);
    climb(1, [&](const float* cells) { look({cells, grid_.cells() * network_->shape().filters}); });
    std::vector<float> outputs(this->outputs());
    answer(trunk_.data(), outputs);
    look({heads_.data(), cells() * 2 * network_->shape().filters});
    look({pooled_.data(), 2 * std::size_t{network_->shape().filters}});
    look({hidden_.data(), network_->shape().filters});
    look(outputs);
    return largest;
  }

 private:
  struct Judgement {
    float value = 0;
    float draw = 0;
  };

  // So many tiles keep the inner loops busy; more would only fill the caches.
  static constexpr std::size_t worthwhile_tiles = 24;

  [[nodiscard]] std::size_t cells() const { return grid_.rows.cells * grid_.columns.cells; }

  // The distance between frequencies, of so many numbers each, which transforms visit in turn: an odd number
  // of cache lines, because a power of two would map all of them to the same few sets of the cache.
  static constexpr std::size_t spread(std::size_t numbers) {
    constexpr std::size_t line = detail::cache_line / sizeof(float);
    return ((numbers + line - 1) / line | 1U) * line;
  }

  // Planes become channels of the grid's cells.
  void take(const float* inputs, std::size_t count) {
    const std::size_t channels = network_->input_channels();
    for (std::size_t i = 0; i < count; ++i) {
      float* cells = inputs_.data() + i * grid_.cells() * channels;
      for (std::size_t plane = 0; plane < network_->shape().planes; ++plane)
        for (std::size_t row = 0; row < grid_.rows.cells; ++row)
          for (std::size_t column = 0; column < grid_.columns.cells; ++column)
            cells[grid_.place(row, column) * channels + plane] = *inputs++;
    }
  }

  // The stem and the blocks. `after` hears of what each layer has filled.
  template <class After>
  void climb(std::size_t count, After&& after) {
    const auto& convolutions = network_->convolutions();
    convolve(convolutions[0], inputs_.data(), network_->input_channels(), count, false, trunk_.data());
    after(trunk_.data());
    for (std::size_t i = 1; i + 1 < convolutions.size(); i += 2) {
      convolve(convolutions[i], trunk_.data(), network_->shape().filters, count, false, inner_.data());
      after(inner_.data());
      convolve(convolutions[i + 1], inner_.data(), network_->shape().filters, count, true, trunk_.data());
      after(trunk_.data());
    }
  }

  void convolve(const WinogradFilters& filters, const float* from, std::size_t channels, std::size_t count,
                bool residual, float* to) {
    const Kernels& kernels = network_->kernels();
    const std::size_t tiles = count * grid_.tiles();
    const std::size_t outputs = filters.outputs();
    const Strided<float> patches{patches_.data(), spread(tiles * channels)};
    const Strided<float> products{products_.data(), spread(tiles * outputs)};
    for (std::size_t i = 0; i < count; ++i)
      kernels.transform_patches(grid_, from + i * grid_.cells() * channels, channels, i, patches);
    for (std::size_t y = 0; y < grid_.rows.frequencies(); ++y)
      for (std::size_t x = 0; x < grid_.columns.frequencies(); ++x) {
        const std::size_t frequency = y * side_frequencies + x;
        kernels.multiply({patches.numbers + frequency * patches.stride, channels},
                         count * grid_.tiles_at(y, x), filters.matrix(y, x),
                         {products.numbers + frequency * products.stride, outputs});
      }
    for (std::size_t i = 0; i < count; ++i)
      kernels.transform_back(grid_, {products.numbers, products.stride}, outputs, filters.bias(), residual, i,
                             to + i * grid_.cells() * outputs);
  }

  // The heads, for one position: fills its outputs and returns its value.
  Judgement answer(const float* trunk, std::span<float> outputs) {
    const Kernels& kernels = network_->kernels();
    const std::size_t filters = network_->shape().filters;
    const Strided<float> heads{heads_.data(), 2 * filters};
    for (std::size_t row = 0; row < grid_.rows.cells; ++row)
      kernels.multiply({trunk + grid_.place(row, 0) * filters, filters}, grid_.columns.cells,
                       network_->heads(),
                       {heads.numbers + row * grid_.columns.cells * heads.stride, heads.stride});
    kernels.pool({heads.numbers, heads.stride}, cells(), filters, pooled_bias_.data(), pooled_.data(),
                 pooled_.data() + filters);
    score_moves(outputs);
    return judge();
  }

  void score_moves(std::span<float> outputs) {
    const Kernels& kernels = network_->kernels();
    const std::size_t filters = network_->shape().filters;
    kernels.multiply({pooled_.data(), 2 * filters}, 1, network_->policy_pooled(), {hidden_.data(), filters});
    for (std::size_t i = 0; i < filters; ++i) hidden_.data()[i] += policy_bias_[i];
    const std::size_t planes = network_->shape().output_planes();
    kernels.score({heads_.data() + filters, 2 * filters}, cells(), filters, hidden_.data(),
                  move_weights_.data(), planes, scores_.data());
    const float* score = scores_.data();
    float* output = outputs.data();
    for (std::size_t plane = 0; plane < planes; ++plane) {
      const float bias = move_bias_[plane];
      const bool whole = plane >= network_->shape().move_planes;
      float sum = 0;
      for (std::size_t cell = 0; cell < cells(); ++cell, ++score) {
        if (whole) sum += *score;
        if (!whole) *output++ = *score + bias;
      }
      if (whole) *output++ = sum / static_cast<float>(cells()) + bias;
    }
  }

  Judgement judge() {
    const std::size_t filters = network_->shape().filters;
    network_->kernels().multiply({pooled_.data(), 2 * filters}, 1, network_->value_hidden(),
                                 {hidden_.data(), filters});
    const auto number = [&](std::size_t which) {
      float sum = value_bias_[which];
      for (std::size_t i = 0; i < filters; ++i)
        sum += value_weights_[which * filters + i] * std::max(0.0F, hidden_.data()[i] + hidden_bias_[i]);
      return sum;
    };
    const bool knows_draws = network_->shape().values > 1;
    return {std::tanh(number(0)), knows_draws ? 1 / (1 + std::exp(-number(1))) : 0.0F};
  }

  std::shared_ptr<const PreparedNetwork> network_;
  Grid grid_;
  std::size_t together_ = 1;  // positions that go through the layers side by side
  detail::AlignedFloats inputs_;
  detail::AlignedFloats trunk_;
  detail::AlignedFloats inner_;
  detail::AlignedFloats patches_;
  detail::AlignedFloats products_;
  detail::AlignedFloats heads_;
  detail::AlignedFloats pooled_;
  detail::AlignedFloats hidden_;
  detail::AlignedFloats scores_;
  std::span<const float> move_bias_;
  std::span<const float> move_weights_;
  std::span<const float> pooled_bias_;
  std::span<const float> policy_bias_;
  std::span<const float> hidden_bias_;
  std::span<const float> value_weights_;
  std::span<const float> value_bias_;
};

}  // namespace banyan
