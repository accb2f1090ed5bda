// Where the program banyan-train-net is. Programs for games of one's own live in folders of their own, so
// several places are tried, in this order:
//   1. the file that the environment variable BANYAN_TRAIN_NET names; if it is set, nothing else is tried
//   2. beside the running program
//   3. the folders given by add_trainer_folder: the bin folder of the prefix that Banyan is installed in
//   4. the folders of PATH
#pragma once

#include <filesystem>

#include <banyan/core/result.hpp>

namespace banyan {

inline constexpr const char* trainer_program_name = "banyan-train-net";

// Called when the program starts, before there are threads.
void add_trainer_folder(const std::filesystem::path& folder);

// The program's file; the error names every place that was tried, and says how to get the program.
Result<std::filesystem::path> find_trainer_program();

}  // namespace banyan
