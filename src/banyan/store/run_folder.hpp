// Read access to trainings: their folders and the progress of each. Reading takes no lock,
// so that it never disturbs a running training.
//
// A folder is a run of networks if it holds run.db (run_reader.hpp), and one of n-tuple tables if it
// holds curve.tsv (learning_curve.hpp).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <banyan/core/result.hpp>
#include <banyan/store/learning_curve.hpp>
#include <banyan/store/run_reader.hpp>

namespace banyan {

enum class RunKind { network, ntuple };

struct RunFolder {
  std::string name;
  RunKind kind = RunKind::network;
  std::filesystem::path path;
};

// The runs in a folder, by name; none where there is no such folder.
std::vector<RunFolder> find_runs(const std::filesystem::path& folder);

// The run of that name, if there is one. A name is that of a folder right there, never a path.
Result<RunFolder> find_run(const std::filesystem::path& folder, std::string_view name);

// Whether a training runs in it now.
bool is_running(const RunFolder& run);

// Opens a run that trains a network.
Result<RunReader> open_run(const RunFolder& run);

// The curve of a run of n-tuple tables.
Result<std::vector<LearningPoint>> read_curve(const RunFolder& run);

}  // namespace banyan
