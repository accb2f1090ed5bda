// `banyan train` for games that networks learn, and `banyan train --report`.
#pragma once

#include <string>

#include <banyan/cli/command.hpp>
#include <banyan/learn/net/training.hpp>

namespace banyan::cli {

// With several ranks all of them play, and the first learns and has the folder.
Result<int> train_with_net(const Program& program, const AnyGame& game, NetTrainingParams params, bool json);

// Writes the report of the run in a folder.
Result<int> report_training(const std::string& folder, bool json);

}  // namespace banyan::cli
