// `banyan train` for the games that networks learn.
#pragma once

#include <banyan/cli/command.hpp>
#include <banyan/learn/net_training.hpp>

namespace banyan::cli {

Result<int> train_with_net(const AnyGame& game, const NetTrainingParams& params, bool json);

}  // namespace banyan::cli
