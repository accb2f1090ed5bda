// Networks for users of the headers alone: compiles what position_net.hpp and ntuple/network.hpp only
// declare, with inference, kernels and files. Programs that link with banyan::app don't need it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <banyan/core/data_file.hpp>
#include <banyan/core/value.hpp>
#include <banyan/nn/bnet.hpp>
#include <banyan/nn/held_nets.hpp>
#include <banyan/nn/inference.hpp>
#include <banyan/nn/ntuple/library.hpp>
#include <banyan/nn/overflow.hpp>
#include <banyan/nn/position_net.hpp>

namespace banyan {

namespace detail {
inline std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text.empty() ? "nothing" : text;
}

class InferenceBackend final : public NetBackend {
 public:
  explicit InferenceBackend(std::shared_ptr<const PreparedNetwork> network) : network_(std::move(network)) {}
  [[nodiscard]] std::size_t values() const override { return network_->shape().values; }
  [[nodiscard]] std::unique_ptr<PositionNet> make(std::size_t rows, std::size_t columns) const override {
    return std::make_unique<Inference>(network_, rows, columns);
  }

 private:
  std::shared_ptr<const PreparedNetwork> network_;
};
}  // namespace detail

template <class Tag>
SharedNet prepare_net(const Network& network) {
  return std::make_shared<detail::InferenceBackend>(std::make_shared<const PreparedNetwork>(network));
}

template <class Tag>
Result<SharedNet> open_net(const NetRequest& request) {
  if (auto held = find_held_net(request.file)) return *held;
  const auto file = request.file.empty() ? find_data_file(request.shipped) : std::optional(request.file);
  if (!file)
    return Error{"say which network, as puct:net=FILE; none ships for this game and board. What ships: " +
                 detail::joined(list_data_files(".bnet"))};
  const auto network = read_bnet(*file);
  if (!network) return network.error();
  const auto wrong = [&](const std::string& what) {
    return Error{"network '" + detail::shorten(*file) + "': " + what};
  };
  if (const std::string problem = misfit(*network, request.game, request.encoding); !problem.empty())
    return wrong(problem);
  if (request.draws && network->shape.values < 2)
    return wrong(
        "it does not predict draws, which the option draw requires; train a new network, which does");
  auto prepared = std::make_shared<const PreparedNetwork>(*network);
  if (const std::string problem = overflow_problem(prepared); !problem.empty()) return wrong(problem);
  return SharedNet(std::make_shared<detail::InferenceBackend>(std::move(prepared)));
}

}  // namespace banyan
