// A network, its optimiser, and the window of samples it learns from.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/learn/torch/model.hpp>
#include <banyan/nn/sample.hpp>

namespace banyan::learn {

struct LearnerSettings {
  Encoding encoding;
  std::uint32_t blocks = 3;
  std::uint32_t filters = 32;
  std::uint32_t values = 2;
  std::int64_t batch = 256;
  std::uint64_t seed = 1;
  // For each symmetry where it takes each cell, then each plane of moves; the identity at least.
  std::vector<std::uint16_t> symmetries;
};

struct Losses {
  double policy = 0;
  double value = 0;
};

class Learner {
 public:
  explicit Learner(LearnerSettings settings);

  void add_samples(std::string_view bytes);
  void drop_samples(std::size_t count);
  [[nodiscard]] std::size_t samples() const { return bytes_.size() / shape_.bytes(); }

  // So many steps at this learning rate; the mean losses. An error if training diverged: nothing of what
  // was learned since the last checkpoint is to be kept.
  Result<Losses> train(std::uint64_t steps, double rate);

  [[nodiscard]] std::vector<float> weights() { return model_->folded_weights(); }
  [[nodiscard]] NetShape net_shape() const { return model_->shape; }

  // Network, optimiser and step, as bytes.
  std::string checkpoint();
  Result<void> restore(const std::string& bytes);

 private:
  struct Batch {
    torch::Tensor inputs, policy, policy_weight, value, draw;
  };
  Batch draw_batch();

  LearnerSettings settings_;
  SampleShape shape_;
  std::uint64_t step_ = 0;
  Model model_;
  std::unique_ptr<torch::optim::AdamW> optimiser_;
  std::string bytes_;
};

}  // namespace banyan::learn
