#include <banyan/learn/torch/learner.hpp>

#include <array>
#include <cmath>
#include <cstring>
#include <exception>
#include <sstream>
#include <utility>

#include <banyan/core/random.hpp>

namespace banyan::learn {

namespace {
constexpr double weight_decay = 1e-4;

Model seeded_model(const LearnerSettings& settings) {
  torch::manual_seed(settings.seed);
  Model model(shape_for(settings.encoding, settings.blocks, settings.filters, settings.values));
  for (torch::Tensor& tensor : model->parameters())  // what its convolutions work fastest with
    if (tensor.dim() == 4) tensor.set_data(tensor.contiguous(torch::MemoryFormat::ChannelsLast));
  return model;
}
}  // namespace

Learner::Learner(LearnerSettings settings)
    : settings_(std::move(settings)),
      shape_(sample_shape(settings_.encoding, settings_.values)),
      model_(seeded_model(settings_)),
      optimiser_(std::make_unique<torch::optim::AdamW>(
          model_->parameters(), torch::optim::AdamWOptions().weight_decay(weight_decay))) {}

void Learner::add_samples(std::string_view bytes) { bytes_ += bytes; }
void Learner::drop_samples(std::size_t count) { bytes_.erase(0, count * shape_.bytes()); }

// The batch of a step follows from the seed, the step and the window alone, so that an interrupted run
// continues as it would have without the interruption. Each sample is shown under a random symmetry.
Learner::Batch Learner::draw_batch() {
  const auto size = static_cast<std::size_t>(settings_.batch);
  const std::size_t cells = settings_.encoding.cells();
  const auto planes = static_cast<std::int64_t>(settings_.encoding.planes);
  const std::size_t entries = cells + static_cast<std::size_t>(settings_.encoding.move_planes);  // a symmetry
  const std::size_t on_cells = static_cast<std::size_t>(settings_.encoding.move_planes) * cells;
  Batch batch{torch::empty({settings_.batch, planes, settings_.encoding.rows, settings_.encoding.columns}),
              torch::empty({settings_.batch, static_cast<std::int64_t>(shape_.outputs)}),
              torch::empty({settings_.batch}), torch::empty({settings_.batch}),
              torch::zeros({settings_.batch})};
  auto* inputs = batch.inputs.data_ptr<float>();
  auto* policy = batch.policy.data_ptr<float>();
  Random random(settings_.seed, step_);
  for (std::size_t i = 0; i < size; ++i, inputs += shape_.inputs, policy += shape_.outputs) {
    const char* sample = bytes_.data() + random.below(samples()) * shape_.bytes();
    const std::uint16_t* image =
        settings_.symmetries.data() + random.below(settings_.symmetries.size() / entries) * entries;
    const std::uint16_t* plane_image = image + cells;
    for (std::size_t k = 0; k < shape_.inputs; ++k)
      inputs[k / cells * cells + image[k % cells]] = static_cast<float>(sample[k]);
    float total = 0;
    for (std::size_t k = 0; k < shape_.outputs; ++k) {
      std::uint16_t share = 0;
      std::memcpy(&share, sample + shape_.inputs + k * sizeof(share), sizeof(share));
      policy[k < on_cells ? plane_image[k / cells] * cells + image[k % cells] : k] =
          static_cast<float>(share);
      total += static_cast<float>(share);
    }
    for (std::size_t k = 0; k < shape_.outputs && total > 0; ++k) policy[k] /= total;
    std::array<float, 3> numbers{};
    std::memcpy(numbers.data(), sample + shape_.numbers_at(), (1 + shape_.values) * sizeof(float));
    batch.policy_weight.data_ptr<float>()[i] = numbers[0];
    batch.value.data_ptr<float>()[i] = numbers[1];
    batch.draw.data_ptr<float>()[i] = numbers[2];
  }
  return batch;
}

// Values are learned as the log odds of a win: where an outcome is taken for sure and isn't, the gradient
// stays large, while that of the squared error behind tanh vanishes.
Result<Losses> Learner::train(std::uint64_t steps, double rate) {
  if (samples() == 0) return Error{"there are no samples to learn from"};
  static_cast<torch::optim::AdamWOptions&>(optimiser_->param_groups()[0].options()).lr(rate);
  model_->train();
  torch::Tensor policy_sum = torch::zeros({});
  torch::Tensor value_sum = torch::zeros({});
  for (std::uint64_t i = 0; i < steps; ++i, ++step_) {
    const Batch batch = draw_batch();
    const Answer answer = model_->forward(batch.inputs.contiguous(torch::MemoryFormat::ChannelsLast));
    const torch::Tensor each = -(batch.policy * torch::log_softmax(answer.moves, 1)).sum(1);
    const torch::Tensor policy_loss =
        (each * batch.policy_weight).sum() / torch::clamp(batch.policy_weight.sum(), 1.0);
    const torch::Tensor value_loss =
        torch::binary_cross_entropy_with_logits(2 * answer.value, (batch.value + 1) / 2);
    optimiser_->zero_grad();
    torch::Tensor loss = policy_loss + value_loss;
    if (answer.draw.defined()) loss = loss + torch::binary_cross_entropy_with_logits(answer.draw, batch.draw);
    loss.backward();
    optimiser_->step();
    policy_sum += policy_loss.detach();
    value_sum += value_loss.detach();
  }
  const Losses losses{policy_sum.item<double>() / static_cast<double>(steps),
                      value_sum.item<double>() / static_cast<double>(steps)};
  for (const float weight : model_->folded_weights())
    if (!std::isfinite(weight)) return Error{"training diverged: non-finite weights"};
  return losses;
}

std::string Learner::checkpoint() {
  torch::serialize::OutputArchive archive;
  torch::serialize::OutputArchive model;
  torch::serialize::OutputArchive optimiser;
  model_->save(model);
  optimiser_->save(optimiser);
  archive.write("model", model);
  archive.write("optimiser", optimiser);
  archive.write("step", torch::tensor(static_cast<std::int64_t>(step_)));
  std::ostringstream bytes;
  archive.save_to(bytes);
  return bytes.str();
}

Result<void> Learner::restore(const std::string& bytes) {
  try {
    std::istringstream stream(bytes);
    torch::serialize::InputArchive archive;
    archive.load_from(stream);
    torch::serialize::InputArchive model;
    torch::serialize::InputArchive optimiser;
    torch::Tensor step;
    archive.read("model", model);
    archive.read("optimiser", optimiser);
    archive.read("step", step);
    model_->load(model);
    optimiser_->load(optimiser);
    step_ = static_cast<std::uint64_t>(step.item<std::int64_t>());
  } catch (const std::exception&) {
    return Error{"the checkpoint can't be read: it is damaged, or of another network"};
  }
  return {};
}

}  // namespace banyan::learn
