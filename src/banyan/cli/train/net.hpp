// `banyan train` for games that networks learn, and `banyan train --report`.
#pragma once

#include <string>

#include <banyan/cli/command.hpp>
#include <banyan/learn/net/training.hpp>

namespace banyan::cli {

Result<int> train_with_net(const AnyGame& game, const NetTrainingParams& params, bool json);

// Writes the report of the run in a folder.
Result<int> report_training(const std::string& folder, bool json);

}  // namespace banyan::cli
