// The three commands of `banyan bandit`, each in its own file.
#pragma once

#include <banyan/cli/command.hpp>

namespace banyan::cli {

Command bandit_run_command();
Command bandit_matrix_command();
Command bandit_play_command();

}  // namespace banyan::cli
